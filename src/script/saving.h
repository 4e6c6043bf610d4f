// Checkpoints of a study: the file says when the study was begun, so that tables that were kept since
// then are its own; the parts on their way have files of their own in the directory FILE.parts.

#pragma once

#include "model/context.h"
#include "script/plan.h"

typedef struct script_saving {
  const noslip_saving *given;  // NULL: there are none
  char *directory;             // of the parts
  double began;                // of the clock of files; infinite if nothing is saved
} script_saving;

// Write the file, or read it, and make the directory. To be ended in every case.
noslip_status saving_begin(script_saving *s, const noslip_saving *given, noslip_context *context);

// Remove what is left of the parts of a study that is complete.
void saving_end(script_saving *s, const script_plan *plan, bool complete, noslip_context *context);

// The file of a part in a buffer; NULL: nothing is saved.
enum { saving_path = 4096 };
const char *saving_file(const script_saving *s, const script_part *p, char path[saving_path]);

// seconds between two checkpoints
double saving_seconds(const script_saving *s);

void saving_remove(const script_saving *s, const script_part *p);
