// Events in what is printed: as JSON, and in words; and the name of the file that has their rows.

#pragma once

#include "noslip.h"

#include <stdbool.h>
#include <stdio.h>

enum { events_longest_path = 4096 };

// The name of the file of events beside a CSV file of rows: NAME.events.csv for NAME.csv and NAME.
// False, and "", if the rows are not in a CSV file, or the name is too long.
bool events_beside(char path[events_longest_path], const char *rows);

// The same for a run that is to be written; false, too, if its model has no contacts.
bool events_file(char path[events_longest_path], const char *rows, const noslip_run *run);

// "events": [...], and "event_totals": {...} of a model with contacts
void events_json(FILE *out, const noslip_run *run);
