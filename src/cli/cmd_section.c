// noslip section: the points where runs cross a surface.

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/study_saving.h"

#include <stdio.h>
#include <string.h>

typedef struct section_command {
  study_command study;
  const char *section, *direction, *columns;
  noslip_direction way;
  option_count count;
} section_command;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_options(study_command *s, int argc, char **argv) {
  section_command *c = (section_command *)s;
  const option options[] = {
      {"--section", 0, OPTION_TEXT, &c->section},
      {"--direction", 0, OPTION_TEXT, &c->direction},
      {"--count", 0, OPTION_COUNT, &c->count},
      {"--columns", 0, OPTION_TEXT, &c->columns},
      STARTS_OPTIONS(&s->starts_options),
      {"--method", 0, OPTION_TEXT, &s->run.method},
      RUN_COURSE_OPTIONS(&s->run),
      CHECKPOINT_OPTION(s),
      STUDY_OPTIONS(s),
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int check_direction(section_command *c) {
  if (!c->direction)
    return exit_done;
  for (int d = NOSLIP_RISING; d <= NOSLIP_BOTH; d++)
    if (strcmp(c->direction, section_direction((noslip_direction)d)) == 0)
      c->way = (noslip_direction)d;
  return c->way != NOSLIP_DIRECTION_DEFAULT
             ? exit_done
             : message_wrong("--direction %s: expected rising, falling or both", c->direction);
}

static int check_end(const section_command *c) {
  if (run_arguments_start_alone(&c->study.run))
    return message_wrong(
        "there is no crossing at the start; give --steps 1 or more, or a later --until");
  if (c->count.given && c->count.value == 0)
    return message_wrong("--count 0: expected 1 or more, as in --count 400");
  return exit_done;
}

// --section "y' = 0" is an equation, --section S is the name of one
static bool is_equation(const char *section) {
  return section && strchr(section, '=') != NULL;
}

static int check_options(study_command *s) {
  section_command *c = (section_command *)s;
  int status = target_check(&s->target, TARGET_FIGURE, s->json);
  if (status == exit_done)
    status = run_arguments_check(&s->run);
  if (status == exit_done)
    status = check_end(c);
  if (status == exit_done)
    status = starts_check(&s->starts_options);
  if (status == exit_done)
    status = check_direction(c);
  if (status == exit_done)
    status = study_saving_spare(s, NULL);
  s->run.model.section = is_equation(c->section) ? c->section : NULL;
  return status;
}

// ---------------------------------------------------------------------------------------------
// the work

static noslip_status compute(study_command *s) {
  const section_command *c = (section_command *)s;
  noslip_section_options options = {
      .runs = study_members(s),
      .section = is_equation(c->section) ? NULL : c->section,
      .direction = c->way,
      .count = c->count.value,
  };
  noslip_section_result *result;
  study_saving_take(s, &options.runs, NULL);
  noslip_status status =
      noslip_section(s->run.model.context, s->run.model.model, &options, &result);
  s->result = result;
  return status;
}

static void find_trouble(study_command *s) {
  const noslip_section_result *r = s->result;
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble, "interrupted: %s",
             noslip_last_error(s->run.model.context));
  else if (r->nfailed > 0)
    snprintf(s->trouble, sizeof s->trouble, "%d of %d starts failed", r->nfailed, r->nstart);
}

static void free_result(void *result) {
  noslip_section_free(result);
}

// ---------------------------------------------------------------------------------------------
// the figure

// the column of `length` bytes of a text; -1 after a sentence
static int find_column(const noslip_section_result *r, const char *text, size_t length) {
  char name[128];
  char question[suggest_room];
  suggestion near = {0};
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  for (int i = 0; i < r->ncolumn; i++) {
    if (strlen(r->columns[i]) == length && memcmp(r->columns[i], text, length) == 0)
      return i;
    suggest(&near, name, r->columns[i]);
  }
  if (near.count > 0)
    message_wrong("--columns: there is no column `%s`; %s", name,
                  suggest_text(question, &near, "`"));
  else
    message_wrong(
        "--columns: there is no column `%s`; the first line of a CSV file of this section "
        "names them all",
        name);
  return -1;
}

// the columns that are asked for, otherwise the axes of the section
static int choose_columns(int *x, int *y, const noslip_section_result *r, const char *text) {
  const char *colon = text ? strchr(text, ':') : NULL;
  if (!text) {
    *x = r->axes[0];
    *y = r->axes[1];
    return r->naxis >= 2 ? exit_done
                         : message_wrong("the section has no `plot (u, v)`: say what to draw with "
                                         "--columns x:y");
  }
  if (!colon)
    return message_wrong("--columns %s: expected two columns, as in x:y", text);
  *x = find_column(r, text, (size_t)(colon - text));
  *y = *x >= 0 ? find_column(r, colon + 1, strlen(colon + 1)) : -1;
  return *y >= 0 ? exit_done : exit_wrong;
}

static int write_figure(const study_command *s) {
  const section_command *c = (const section_command *)s;
  study_figure f;
  int x = 0, y = 0, status = choose_columns(&x, &y, s->result, c->columns);
  if (status != exit_done)
    return status;
  return study_write_figure(s, &f, section_draw(&f, s->result, x, y), "no crossing");
}

static int run_command(int argc, char **argv, const resumption *resumed) {
  static const study_kind kind = {&section_output, read_options, check_options,
                                  compute,         write_figure, find_trouble,
                                  free_result,     NULL,         NULL};
  section_command c = {.study = {.kind = &kind, .saving.resumed = resumed}};
  return study_main(&c.study, argc, argv);
}

int cmd_section(int argc, char **argv) {
  return run_command(argc, argv, NULL);
}

int section_resume(const resumption *r) {
  return run_command(r->note->argc, r->note->argv, r);
}
