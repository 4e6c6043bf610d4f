// Events in what is printed: as JSON, and in words; and the name of the file that has their rows.

#pragma once

#include "noslip.h"

#include <stdbool.h>
#include <stdio.h>

enum { events_longest_path = 4096 };

// The file beside a CSV file of rows that has the events of the run: NAME.events.csv for NAME.csv and
// NAME. False, and "", if there is none: the model has no contacts, the rows do not go to a file of
// their own, or the name is too long.
bool events_file(char path[events_longest_path], const char *rows, const noslip_run *run);

// "events": [...], and "event_totals": {...} of a model with contacts
void events_json(FILE *out, const noslip_run *run);
