// The studies that come with noslip, in their quick versions: every expectation is met; altered by its
// tolerance, every one fails; and each study notices another method. A test file has a part of them.

#pragma once

#include "tests/script/studying.h"

#include "base/arena.h"
#include "base/text.h"
#include "script/tree.h"

#include <dirent.h>

static const noslip_script_options quick = {.quick = true, .fresh = true, .threads = 1};
static const noslip_script_options kept = {.quick = true, .threads = 1};

// ---------------------------------------------------------------------------------------------
// all of them

typedef void visit(const char *name, const char *text);

// does the study belong to this file?
typedef bool belongs(const char *name);

static inline int each_study(belongs *ours, visit *f) {
  DIR *d = opendir(NOSLIP_SOURCE "/studies");
  int count = 0;
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    char path[512];
    if (!strstr(e->d_name, ".study") || !ours(e->d_name))
      continue;
    snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s", e->d_name);
    char *text = study_text(path);
    f(e->d_name, text);
    free(text);
    count++;
  }
  closedir(d);
  return count;
}

static inline void show_failures(const studied *s, const char *name) {
  for (int i = 0; s->result && i < s->result->nexpectation; i++) {
    const noslip_expectation *e = &s->result->expectations[i];
    if (e->verdict == NOSLIP_EXPECTATION_FAILED || e->verdict == NOSLIP_EXPECTATION_UNMEASURED)
      print_error("%s:%d: %s is %.17g, expected %s %.17g within %g\n", name, e->line, e->what,
                  e->measured, e->relation, e->expected, e->tolerance);
  }
  if (!s->result)
    print_error("%s: %s\n", name, noslip_last_error(s->context));
}

// a study has the name of its file, a title, and a source for every expectation
static inline void check_study(const char *name, const char *text) {
  studied s = study_with(text, &quick);
  if (s.status != NOSLIP_OK || s.result->nfailed > 0)
    show_failures(&s, name);
  assert_int_equal(s.status, NOSLIP_OK);
  assert_int_equal(s.result->nfailed, 0);
  check_above(s.result->nmet + s.result->ndeviation, 2);
  assert_int_equal(strncmp(name, s.result->name, strlen(name) - strlen(".study")), 0);
  assert_true(s.result->title[0] != 0);
  for (int i = 0; i < s.result->nexpectation; i++)
    assert_non_null(s.result->expectations[i].source);
  study_forget(&s);
}

// ---------------------------------------------------------------------------------------------
// altered by the tolerance

static inline void put(text_buffer *out, const char *text, int from, int to) {
  text_add(out, text + from, (size_t)(to - from));
}

// (R) + 3*(T), or (R)*(1 + 3*(T)) of a relative tolerance
static inline void put_shifted(text_buffer *out, const char *text, const tree *right,
                               const tree *tolerance, bool relative) {
  text_print(out, "(");
  put(out, text, right->start, right->end);
  text_print(out, relative ? ")*(1 + 3*(" : ") + 3*(");
  put(out, text, tolerance->start, tolerance->end);
  text_print(out, relative ? "))" : ")");
}

static inline const char *opposite(script_relation r) {
  return r == RELATION_LESS         ? " >= "
         : r == RELATION_LESS_EQUAL ? " > "
         : r == RELATION_GREATER    ? " <= "
                                    : " < ";
}

// the study with all its expectations altered
static inline void alter(text_buffer *out, const script_tree *t, const char *text) {
  int at = 0;
  for (int i = 0; i < t->expects.count; i++) {
    const script_expect *e = &t->expects.list[i];
    const tree *tolerance = e->quick_tolerance ? e->quick_tolerance : e->tolerance;
    put(out, text, at, e->left->end);
    if (e->relation != RELATION_EQUAL) {
      text_print(out, "%s", opposite(e->relation));
      at = e->right->start;
      continue;
    }
    text_print(out, " = ");
    put_shifted(out, text, e->right, tolerance, e->relative);
    at = e->right->end;
    if (e->quick_right) {
      put(out, text, at, e->quick_right->start);
      put_shifted(out, text, e->quick_right, tolerance, e->relative);
      at = e->quick_right->end;
    }
  }
  put(out, text, at, (int)strlen(text));
}

static inline void check_altered(const char *name, const char *text) {
  noslip_context *context = noslip_open(NULL);
  source from = {name, text, (int)strlen(text)};
  const memory own = memory_default();
  arena a;
  script_tree t;
  failure why;
  text_buffer altered;
  arena_init(&a, &own);
  text_init(&altered, &own);
  assert_int_equal(script_parse(&from, &a, &t, &why), NOSLIP_OK);
  alter(&altered, &t, text);
  studied s = study_with(altered.data, &kept);
  if (s.status != NOSLIP_OK)
    show_failures(&s, name);
  assert_int_equal(s.status, NOSLIP_OK);
  for (int i = 0; i < s.result->nexpectation; i++) {
    const noslip_expectation *e = &s.result->expectations[i];
    bool aside =
        e->verdict == NOSLIP_EXPECTATION_LEFT_OUT || e->verdict == NOSLIP_EXPECTATION_ABSENT;
    if (e->verdict != NOSLIP_EXPECTATION_FAILED && !aside)
      print_error("%s:%d: %s is met although it was altered\n", name, e->line, e->what);
    assert_true(e->verdict == NOSLIP_EXPECTATION_FAILED || aside);
  }
  study_forget(&s);
  text_free(&altered);
  arena_free(&a);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// another method, another digit

// the text with the first `from` replaced; the caller frees it
static inline char *replaced(const char *text, const char *from, const char *to) {
  const char *at = strstr(text, from);
  assert_non_null(at);
  char *out = calloc(1, strlen(text) + strlen(to) + 1);
  assert_non_null(out);
  memcpy(out, text, (size_t)(at - text));
  strcat(out, to);
  strcat(out, at + strlen(from));
  return out;
}

// a change of a text that its study must notice
typedef struct change {
  const char *study, *from, *to;
} change;

static inline void check_change(const change *c) {
  char path[512];
  snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s.study", c->study);
  char *text = study_text(path), *other = replaced(text, c->from, c->to);
  studied s = study_with(other, &kept);
  if (s.status != NOSLIP_OK || s.result->nfailed == 0)
    print_error("%s with %s: %s\n", c->study, c->to,
                s.result ? "nothing fails" : noslip_last_error(s.context));
  assert_int_equal(s.status, NOSLIP_OK);
  assert_true(s.result->nfailed > 0);
  study_forget(&s);
  free(other);
  free(text);
}
