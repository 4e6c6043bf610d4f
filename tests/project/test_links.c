// The links of the documents lead somewhere: every [text](target) of docs/*.md, README.md and
// CONTRIBUTING.md names a file of the tree and, behind #, a heading of its page.

#include "tests/support/check.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef NOSLIP_SOURCE
#define NOSLIP_SOURCE "."
#endif

// a whole file, ended by a zero, NULL if it cannot be read; the caller frees it
static char *read_page(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  size_t room = 1 << 20;
  char *text = malloc(room);
  assert_non_null(text);
  size_t length = fread(text, 1, room - 1, file);
  assert_true(length < room - 1);
  text[length] = 0;
  fclose(file);
  return text;
}

static bool is_there(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file)
    fclose(file);
  return file != NULL;
}

// Is the anchor that of this heading, up to the end of its line? Letters become small, blanks
// hyphens, and marks are dropped.
static bool is_heading(const char *heading, const char *anchor, size_t length) {
  size_t at = 0;
  for (const char *c = heading; *c && *c != '\n'; c++) {
    unsigned char mark = (unsigned char)*c;
    if (mark < 0x80 && !isalnum(mark) && !strchr(" -_", mark))
      continue;
    char wanted = mark == ' ' ? '-' : (char)tolower(mark);
    if (at == length || anchor[at++] != wanted)
      return false;
  }
  return at == length;
}

// the next line outside of blocks of code; NULL at the end. `inside` remembers an open block.
static const char *next_line(const char *line, bool *inside) {
  while (*line) {
    line += strcspn(line, "\n");
    line += *line == '\n';
    if (strncmp(line, "```", 3) == 0)
      *inside = !*inside;
    else if (*line && !*inside && strncmp(line, "    ", 4) != 0)
      return line;
  }
  return NULL;
}

static bool has_heading(const char *text, const char *anchor, size_t length) {
  bool inside = false;
  for (const char *line = text; line; line = next_line(line, &inside)) {
    size_t marks = strspn(line, "#");
    if (marks > 0 && line[marks] == ' ' && is_heading(line + marks + 1, anchor, length))
      return true;
  }
  return false;
}

// does the target of a link, of this length, lead somewhere from a page in `folder`?
static bool leads(const char *folder, const char *text, const char *target, size_t length) {
  char path[1024];
  size_t name = 0;
  while (name < length && target[name] != '#')
    name++;
  if (strncmp(target, "http", 4) == 0)
    return true;
  snprintf(path, sizeof path, "%s/%.*s", folder, (int)name, target);
  if (name > 0 && !is_there(path))
    return false;
  if (name == length)
    return true;
  char *other = name > 0 ? read_page(path) : NULL;
  bool found = has_heading(other ? other : text, target + name + 1, length - name - 1);
  free(other);
  return found;
}

// the links of a page: how many there are, and how many lead nowhere, which are printed
typedef struct tally {
  int links, broken;
} tally;

static void count_links(tally *t, const char *folder, const char *page, const char *text) {
  bool inside = false;
  for (const char *line = text; line; line = next_line(line, &inside)) {
    size_t length = strcspn(line, "\n");
    for (const char *at = line; (at = strstr(at, "](")) && at < line + length;) {
      at += 2;
      size_t target = strcspn(at, ")\n");
      t->links++;
      if (leads(folder, text, at, target))
        continue;
      t->broken++;
      print_message("%s: %.*s leads nowhere\n", page, (int)target, at);
    }
  }
}

static bool count_page(tally *t, const char *folder, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%.200s", folder, name);
  char *text = read_page(path);
  if (!text)
    return false;
  count_links(t, folder, name, text);
  free(text);
  return true;
}

static void every_link_leads_somewhere(void **state) {
  (void)state;
  tally t = {0};
  DIR *folder = opendir(NOSLIP_SOURCE "/docs");
  if (!folder)
    skip();
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t n = strlen(entry->d_name);
    if (n > 3 && strcmp(entry->d_name + n - 3, ".md") == 0)
      assert_true(count_page(&t, NOSLIP_SOURCE "/docs", entry->d_name));
  }
  closedir(folder);
  assert_true(count_page(&t, NOSLIP_SOURCE, "README.md"));
  assert_true(count_page(&t, NOSLIP_SOURCE, "CONTRIBUTING.md"));
  check_above(t.links, 100);
  assert_int_equal(t.broken, 0);
}

// the twin: a missing file, a missing heading and one inside of code are found
static void a_broken_link_is_found(void **state) {
  (void)state;
  tally t = {0};
  const char *page = "# A page\n\n[a](#a-page) [b](README.md) [c](README.md#documents)\n"
                     "[d](https://example.org)\n\n```\n# not one\n[e](nowhere.md)\n```\n\n"
                     "    [f](nowhere.md)\n\n## `x`, y: z\n\n[g](#x-y-z)\n";
  count_links(&t, NOSLIP_SOURCE "/docs", "page", page);
  assert_int_equal(t.links, 5);
  assert_int_equal(t.broken, 0);
  count_links(&t, NOSLIP_SOURCE "/docs", "page",
              "# A page\n\n[a](#a-pag) [b](README.m)\n[c](README.md#document) [d](#not-one)\n\n"
              "```\n# not one\n```\n");
  assert_int_equal(t.broken, 4);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_link_leads_somewhere),
      cmocka_unit_test(a_broken_link_is_found),
  };
  return check_run(argc, argv, tests);
}
