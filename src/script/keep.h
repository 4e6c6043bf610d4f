// Tables that were computed before, kept on disk under the digest of all they depend on.

#pragma once

#include "native/cache.h"
#include "script/plan.h"

// the digest of the version and of all sources of the library, the beginning of every key
void keep_library(unsigned char digest[sha256_size]);

// The key of a part of this model: the library, the text of the model, settings, method, step, length,
// samples. Not the backend and not the number of threads, which change no bit.
void keep_key(script_part *p, const noslip_model *model, const unsigned char *library);

// Read the table of the part, and when it was kept; false: it is not there, or was kept before `since`, or
// it is damaged, and is to be computed.
bool keep_find(const cache *c, script_part *p, double since);

// Keep a table without trouble; false: it is too large, or cannot be written, which does no harm.
bool keep_table(const cache *c, const script_part *p);
