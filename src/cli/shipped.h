// The studies that come with noslip: found beside the program, installed or in the source tree.

#pragma once

#include <stdbool.h>

// the directory, `studies` or `models`, into path; false: there is none
bool shipped_directory(const char *name, char *path, int size);

// The files that end with .study in it, by name; to be freed with shipped_free. n < 0: no memory.
char **shipped_studies(int *n);
void shipped_free(char **list, int n);
