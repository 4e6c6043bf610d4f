// noslip section: the points where runs cross a surface.

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/drawing.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/starts.h"
#include "cli/target.h"
#include "cli/watching.h"
#include "output/section.h"

#include <stdio.h>
#include <string.h>

typedef struct arguments {
  planning plan;  // the model, the method, the step, the end
  starts_options starts;
  target target;
  const char *section, *direction, *columns;
  noslip_direction way;
  option_count count;
  bool json, quiet;
} arguments;

// the study, and how far it is
typedef struct job {
  const arguments *given;
  noslip_context *context;
  starts starts;
  noslip_section_result *result;
  int x, y;  // columns of the figure
  watching watch;
} job;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--section", 0, OPTION_TEXT, &a->section},
      {"--direction", 0, OPTION_TEXT, &a->direction},
      {"--count", 0, OPTION_COUNT, &a->count},
      {"--columns", 0, OPTION_TEXT, &a->columns},
      STARTS_OPTIONS(&a->starts),
      {"--method", 0, OPTION_TEXT, &a->plan.method},
      PLANNING_COURSE(&a->plan),
      {"--output", 'o', OPTION_TEXT, &a->target.path},
      {"--backend", 0, OPTION_TEXT, &a->plan.backend},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {0},
  };
  return options_read(argc, argv, options, &a->plan.model.path);
}

static int check_direction(arguments *a) {
  if (!a->direction)
    return exit_done;
  for (int d = NOSLIP_RISING; d <= NOSLIP_BOTH; d++)
    if (strcmp(a->direction, section_direction((noslip_direction)d)) == 0)
      a->way = (noslip_direction)d;
  return a->way != NOSLIP_DIRECTION_DEFAULT
             ? exit_done
             : message_wrong("--direction %s: expected rising, falling or both", a->direction);
}

static int check_end(const arguments *a) {
  const planning *p = &a->plan;
  if ((p->steps.given && p->steps.value == 0) || (p->until.given && p->until.value == 0))
    return message_wrong(
        "there is no crossing at the start; give --steps 1 or more, or a later --until");
  if (a->count.given && a->count.value == 0)
    return message_wrong("--count 0: expected 1 or more, as in --count 400");
  return exit_done;
}

static int check_arguments(arguments *a) {
  int status = target_check(&a->target, a->json);
  if (status == exit_done)
    status = planning_check(&a->plan);
  if (status == exit_done)
    status = check_end(a);
  if (status == exit_done)
    status = starts_check(&a->starts);
  return status == exit_done ? check_direction(a) : status;
}

// --section "y' = 0" is an equation, --section S is the name of one
static bool is_equation(const char *section) {
  return section && strchr(section, '=') != NULL;
}

// ---------------------------------------------------------------------------------------------
// the work

static noslip_status compute(job *j) {
  const arguments *a = j->given;
  const planning *p = &a->plan;
  const noslip_section_options options = {
      .runs =
          {
              .keys = j->starts.keys,
              .nkey = j->starts.nkey,
              .starts = j->starts.x,
              .nmember = j->starts.nmember,
              .method = p->method,
              .step = p->step.value,
              .until = p->until.value,
              .steps = p->steps.value,
              .project = p->project,
              .backend = p->backend,
              .threads = (int)a->starts.threads.value,
              .progress = watching_go_on,
              .progress_context = &j->watch,
          },
      .section = is_equation(a->section) ? NULL : a->section,
      .direction = a->way,
      .count = a->count.value,
  };
  watching_begin(&j->watch, a->quiet);
  noslip_status status = noslip_section(j->context, p->model.model, &options, &j->result);
  watching_end(&j->watch);
  return status;
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
static int choose_columns(job *j) {
  const noslip_section_result *r = j->result;
  const char *text = j->given->columns, *colon = text ? strchr(text, ':') : NULL;
  if (!text) {
    j->x = r->axes[0];
    j->y = r->axes[1];
    return r->naxis >= 2 ? exit_done
                         : message_wrong("the section has no `plot (u, v)`: say what to draw with "
                                         "--columns x:y");
  }
  if (!colon)
    return message_wrong("--columns %s: expected two columns, as in x:y", text);
  j->x = find_column(r, text, (size_t)(colon - text));
  j->y = j->x >= 0 ? find_column(r, colon + 1, strlen(colon + 1)) : -1;
  return j->y >= 0 ? exit_done : exit_wrong;
}

static int draw_panel(section_figure *made, const target *t) {
  figure page = {.panels = &made->panel, .npanel = 1, .title = made->title, .kind = t->kind};
  place at;
  figure_layout(&page, &at);
  return drawing_write(&page, &at, t->path);
}

static int write_figure(job *j) {
  section_figure made = {0};
  int status = choose_columns(j);
  if (status != exit_done)
    return status;
  if (!section_draw(&made, j->result, j->x, j->y))
    status = message_failed("no memory");
  else if (made.panel.ncurve == 0)
    status = message_failed("there is no picture: no crossing");
  else
    status = draw_panel(&made, &j->given->target);
  section_figure_free(&made);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the end

// a replace_print
static void print_csv(FILE *out, const void *result) {
  section_csv(out, result);
}

static int write_output(job *j) {
  const target *t = &j->given->target;
  if (!t->path)
    return exit_done;
  return t->is_csv ? target_write(t, print_csv, j->result, watching_seconds(&j->watch))
                   : write_figure(j);
}

// why the study is not whole, "" if it is
static void find_trouble(char *trouble, size_t size, const job *j) {
  const noslip_section_result *r = j->result;
  trouble[0] = 0;
  if (r->nunfinished > 0)
    snprintf(trouble, size, "interrupted: %s", noslip_last_error(j->context));
  else if (r->nfailed > 0)
    snprintf(trouble, size, "%d of %d starts failed", r->nfailed, r->nstart);
}

static int conclude(job *j) {
  const arguments *a = j->given;
  const noslip_section_result *r = j->result;
  char trouble[256];
  find_trouble(trouble, sizeof trouble, j);
  if (a->json)
    section_json(stdout, r, trouble[0] ? trouble : NULL);
  else if (!a->quiet)
    section_table(target_is_standard_output(&a->target) ? stderr : stdout, r);
  if (a->quiet)
    watching_warnings(r->notes, r->nnote);
  int written = write_output(j);
  return trouble[0] ? message_failed("%s", trouble) : written;
}

static int run_job(job *j) {
  const arguments *a = j->given;
  int result = target_place(&a->target, &a->plan);
  if (result == exit_done)
    result = starts_spare(&a->starts, a->target.path);
  if (result == exit_done)
    result = starts_read(&j->starts, &a->starts);
  if (result != exit_done)
    return result;
  noslip_status status = compute(j);
  result = status == NOSLIP_OK || status == NOSLIP_STOPPED
               ? conclude(j)
               : message_library(j->context, status, a->plan.model.path);
  noslip_section_free(j->result);
  return result;
}

int cmd_section(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done) {
    interrupt_spare_writes();
    a.plan.model.section = is_equation(a.section) ? a.section : NULL;
    status = loading_model(&a.plan.model, argv[0]);
  }
  if (status == exit_done) {
    job j = {.given = &a, .context = a.plan.model.context};
    status = run_job(&j);
    starts_free(&j.starts);
  }
  loading_end(&a.plan.model);
  return status;
}
