// Signals: Ctrl-C, SIGTERM and SIGHUP set a flag that the time loop checks between two steps, and so
// does a clock.

#pragma once

#include <stdbool.h>

// from here on SIGINT, SIGTERM and SIGHUP set the flag; a second one ends the program at once. A
// signal that the caller has switched off, as nohup does, stays so
void interrupt_watch(void);

bool interrupt_seen(void);

// from here on a clock rings every so many seconds; has it since the last call?
void interrupt_alarm(double seconds);
bool interrupt_alarm_rang(void);

// from here on a closed pipe and a file at its size limit are errors of the write, not signals
void interrupt_spare_writes(void);
