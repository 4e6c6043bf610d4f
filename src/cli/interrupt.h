// Ctrl-C and SIGTERM: a flag that the time loop checks between two steps.

#pragma once

#include <stdbool.h>

// from here on SIGINT and SIGTERM set the flag; a second one ends the program at once
void interrupt_watch(void);

bool interrupt_seen(void);

// from here on a closed pipe and a file at its size limit are errors of the write, not signals
void interrupt_spare_writes(void);
