// Ctrl-C and polite requests to end: a flag that the time loop looks at between two steps.

#pragma once

#include <stdbool.h>

// from here on SIGINT and SIGTERM set the flag; a second one ends the program at once
void interrupt_watch(void);

bool interrupt_seen(void);

// from here on a closed pipe and a file at its limit are told by the write that fails
void interrupt_spare_writes(void);
