// noslip study --page FILE: all studies of the command as one page in Markdown.

#pragma once

#include "noslip.h"

#include <limits.h>
#include <stdio.h>

typedef struct study_page {
  const char *path;
  char directory[PATH_MAX];  // of the page and its pictures
  FILE *out;                 // into text
  char *text;
  size_t size;
} study_page;

// Begin a page: what stands in an older one above the first line with ## stays. An exit status, after a
// sentence if it is not exit_done.
int study_page_open(study_page *p, const char *path);

void study_page_add(study_page *p, const noslip_script *s, const noslip_script_result *r,
                    const char *pictures);

// Write the file, whole or not at all. An exit status likewise.
int study_page_close(study_page *p);

void study_page_free(study_page *p);
