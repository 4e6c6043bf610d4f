// What people write from habit, or paste by accident, and what to write instead.

#pragma once

// If one of the known mistakes stands at `text` (ended by a zero), its length in bytes, and in
// *remedy what to write; otherwise 0.
int mistake_at(const char *text, const char **remedy);
