// The gallery is whole and is what the studies measure: every study has its row and its part of a page,
// every picture is there, named and small, tables have the expectations of the studies, and parts of pages
// that are computed quickly are computed again, digit by digit.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#include "base/arena.h"
#include "script/tree.h"

#include <dirent.h>

#define GALLERY NOSLIP_SOURCE "/docs/gallery"

static const char *const papers[] = {"celledoni", "mclachlan_scovel", "jay_simeon", "martin_sato",
                                     "hilden"};
enum { npaper = sizeof papers/sizeof *papers };

static char *gallery_page(const char *name) {
  char path[512];
  snprintf(path, sizeof path, GALLERY "/%s.md", name);
  return read_file(path);
}

// the paper that a study belongs to; NULL: none of the five
static const char *paper_of(const char *study) {
  for (int i = 0; i < npaper; i++)
    if (strncmp(study, papers[i], strlen(papers[i])) == 0)
      return papers[i];
  return NULL;
}

// the part of a page about a study, from its heading to the next; the caller frees it
static char *part_of(const char *page, const char *study) {
  char words[128];
  snprintf(words, sizeof words, "`noslip study %s`:", study);
  const char *at = strstr(page, words), *from = at;
  if (!at)
    return NULL;
  while (from > page && strncmp(from, "\n## ", 4) != 0)
    from--;
  const char *end = strstr(at, "\n## ");
  return strndup(from, end ? (size_t)(end - from) : strlen(from));
}

typedef void visit(const char *name);

// files of a folder whose names end so, without that end
static int each_file(const char *path, const char *end, visit *f) {
  DIR *d = opendir(path);
  int count = 0;
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    const char *dot = strrchr(e->d_name, '.');
    if (!dot || strcmp(dot, end) != 0)
      continue;
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(dot - e->d_name), e->d_name);
    f(name);
    count++;
  }
  closedir(d);
  return count;
}

// ---------------------------------------------------------------------------------------------
// rows and parts

static void check_study(const char *name) {
  if (!paper_of(name))
    return;
  char row[128], *readme = gallery_page("README"), *page = gallery_page(paper_of(name));
  snprintf(row, sizeof row, "| `%s` |", name);
  check_text(readme, row);
  char *part = part_of(page, name);
  check_that(part != NULL, __FILE__, __LINE__, "%s has no part of its page: run make gallery\n",
             name);
  assert_null(strstr(part, "FAILED"));
  assert_null(strstr(part, "not measured"));
  free(part);
  free(page);
  free(readme);
}

static void studies_are_shown(void **state) {
  (void)state;
  check_above(each_file(NOSLIP_SOURCE "/studies", ".study", check_study), 37);
}

// a row names a study that there is
static void rows_have_studies(void **state) {
  (void)state;
  char *readme = gallery_page("README");
  int rows = 0;
  for (const char *at = readme; (at = strstr(at, "| `")); at += 3) {
    char name[128], path[512];
    if (sscanf(at, "| `%127[a-z0-9_]` |", name) != 1)
      continue;
    snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s.study", name);
    check_that(access(path, R_OK) == 0, __FILE__, __LINE__, "there is no study %s\n", name);
    rows++;
  }
  check_above(rows, 50);
  assert_null(strstr(readme, "not yet"));
  free(readme);
}

// ---------------------------------------------------------------------------------------------
// pictures

static long all_bytes;

// the page of a picture: of its paper, or of the systems that are in none
static const char *page_of(const char *picture) {
  return paper_of(picture) ? paper_of(picture) : "showcase";
}

// a picture is named on its page, and is not too large
static void check_picture(const char *name) {
  enum { most = 300000 };
  char words[128], path[512];
  struct stat info;
  char *page = gallery_page(page_of(name));
  snprintf(words, sizeof words, "](%s.svg)", name);
  check_text(page, words);
  free(page);
  snprintf(path, sizeof path, GALLERY "/%s.svg", name);
  assert_int_equal(stat(path, &info), 0);
  check_below((double)info.st_size, most);
  all_bytes += info.st_size;
}

static int count_pictures(const char *page) {
  int count = 0;
  for (const char *at = page; (at = strstr(at, "\n![")); at += 3) {
    char name[128], path[512];
    const char *file = strstr(at, "](");
    assert_non_null(file);
    assert_int_equal(sscanf(file, "](%127[a-z0-9_.-])", name), 1);
    snprintf(path, sizeof path, GALLERY "/%s", name);
    check_that(access(path, R_OK) == 0, __FILE__, __LINE__, "there is no picture %s\n", name);
    count++;
  }
  return count;
}

static void pictures_are_there(void **state) {
  (void)state;
  int named = 0;
  for (int i = 0; i <= npaper; i++) {
    char *page = gallery_page(i < npaper ? papers[i] : "showcase");
    named += count_pictures(page);
    free(page);
  }
  all_bytes = 0;
  assert_int_equal(each_file(GALLERY, ".svg", check_picture), named);
  check_above(named, 40);
  check_below((double)all_bytes, 5e6);
}

// ---------------------------------------------------------------------------------------------
// tables

static int count_rows(const char *part) {
  int rows = 0;
  for (const char *at = part; (at = strstr(at, "\n| `")); at++)
    rows++;
  return rows;
}

// `left side` in the table, its bars escaped
static void check_row(const char *part, const char *text, const tree *left) {
  char cell[1024] = "\n| `";
  size_t n = strlen(cell);
  for (int i = left->start; i < left->end && n + 3 < sizeof cell; i++) {
    if (text[i] == '|')
      cell[n++] = '\\';
    cell[n++] = text[i];
  }
  cell[n++] = '`';
  cell[n] = 0;
  check_text(part, cell);
}

// the rows of a part are the expectations of its study
static void check_table(const char *name) {
  if (!paper_of(name))
    return;
  char path[512], *page = gallery_page(paper_of(name)), *part = part_of(page, name);
  assert_non_null(part);
  snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s.study", name);
  char *text = read_file(path);
  const memory own = memory_default();
  source from = {name, text, (int)strlen(text)};
  arena a;
  script_tree t;
  failure why;
  arena_init(&a, &own);
  assert_int_equal(script_parse(&from, &a, &t, &why), NOSLIP_OK);
  check_that(count_rows(part) == t.expects.count, __FILE__, __LINE__,
             "%s has other expectations than its page: run make gallery\n", name);
  for (int i = 0; i < t.expects.count; i++)
    check_row(part, text, t.expects.list[i].left);
  arena_free(&a);
  free(text);
  free(part);
  free(page);
}

static void tables_have_the_expectations(void **state) {
  (void)state;
  each_file(NOSLIP_SOURCE "/studies", ".study", check_table);
}

// ---------------------------------------------------------------------------------------------
// numbers

// the part as it is computed now
static char *computed(const char *study) {
  char name[128];
  snprintf(name, sizeof name, "%s.md", study);
  result r = tool("study", study, "--fresh", "--quiet", "--page", in_folder(name));
  check_that(r.status == 0, __FILE__, __LINE__, "%s: %s\n", study, r.err);
  forget(&r);
  char *page = read_file(in_folder(name)), *part = part_of(page, study);
  free(page);
  return part;
}

static void numbers_are_measured(void **state) {
  (void)state;
  static const char *const quick[] = {"celledoni_fig_3", "celledoni_prop_4_1",
                                      "jay_simeon_adjoint"};
  static const char *const more[] = {"celledoni_suslov",   "martin_sato_section_4",
                                     "jay_simeon_fig_4_1", "jay_simeon_fig_4_3",
                                     "hilden_eq_4_3",      "hilden_fig_3_4",
                                     "martin_sato_fig_8",  "mclachlan_scovel_theorem_5"};
  size_t count = sizeof quick/sizeof *quick, all = count + sizeof more/sizeof *more;
  for (size_t i = 0; i < (check_long() ? all : count); i++) {
    const char *study = i < count ? quick[i] : more[i - count];
    char *page = gallery_page(paper_of(study)), *shown = part_of(page, study),
         *now = computed(study);
    size_t n = strlen(shown) < strlen(now) ? strlen(shown) : strlen(now);
    check_that(strncmp(shown, now, n) == 0, __FILE__, __LINE__, "the page has\n%s\nnow it is\n%s\n",
               shown, now);
    free(now);
    free(shown);
    free(page);
  }
}

// the twin: a digit of a page is noticed
static void other_numbers_are_noticed(void **state) {
  (void)state;
  char *now = computed("hilden_fig_2_2"), *page = gallery_page("hilden"),
       *shown = part_of(page, "hilden_fig_2_2");
  char *digit = strstr(shown, "2.71828");
  assert_non_null(digit);
  assert_true(strncmp(shown, now, strlen(now) - 1) == 0);
  digit[5]++;
  assert_false(strncmp(shown, now, strlen(now) - 1) == 0);
  free(now);
  free(shown);
  free(page);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(studies_are_shown),    cmocka_unit_test(rows_have_studies),
      cmocka_unit_test(pictures_are_there),   cmocka_unit_test(tables_have_the_expectations),
      cmocka_unit_test(numbers_are_measured), cmocka_unit_test(other_numbers_are_noticed),
  };
  if (!mkdtemp(folder))
    return 1;
  return remove_folder(check_run(argc, argv, tests));
}
