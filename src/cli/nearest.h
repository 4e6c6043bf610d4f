// Near misses: the word that was probably meant.

#pragma once

// Distance of two words in letters changed, added or left out, if it is small enough for a
// suggestion (1, or a third of the length); otherwise -1. It is 0 if only an index is missing.
int nearest_distance(const char *word, const char *candidate);
