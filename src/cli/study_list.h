// noslip study list: the studies that come with noslip.

#pragma once

#include <stdbool.h>

// Their names, numbers of expectations and titles as a table, or all of it as one JSON list. An exit
// status, after a sentence if one of them cannot be read.
int study_list(char *const *paths, int n, bool json);
