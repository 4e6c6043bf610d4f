#include "cli/command.h"
#include "cli/options.h"

#include <assert.h>
#include <string.h>

static const command commands[] = {
    {"run", "integrate a model", cmd_run, VALUES_MODEL, &help_run},
    {"resume", "go on from a checkpoint", cmd_resume, VALUES_FILES, &help_resume},
    {"check", "say what a model is and whether it can be run", cmd_check, VALUES_MODEL,
     &help_check},
    {"methods", "list the methods, show one, find those for a model", cmd_methods, VALUES_METHOD,
     &help_methods},
    {"advise", "find the method and the step for an error, by trials", cmd_advise, VALUES_MODEL,
     &help_advise},
    {"converge", "measure the order of methods", cmd_converge, VALUES_MODEL, &help_converge},
    {"compare", "methods side by side: what they keep, what they cost", cmd_compare, VALUES_MODEL,
     &help_compare},
    {"ensemble", "run many initial states, with statistics", cmd_ensemble, VALUES_MODEL,
     &help_ensemble},
    {"sweep", "run a model for many values of a key", cmd_sweep, VALUES_MODEL, &help_sweep},
    {"section", "collect the points where runs cross a surface", cmd_section, VALUES_MODEL,
     &help_section},
    {"study", "run a study: what it expects, measures and draws", cmd_study, VALUES_STUDY,
     &help_study},
    {"plot", "draw what runs have written", cmd_plot, VALUES_TABLE, &help_plot},
    {"animate", "draw a model in motion, as frames or as a film", cmd_animate, VALUES_MODEL,
     &help_animate},
    {"report", "write a run as a page: equations, plots, a film", cmd_report, VALUES_MODEL,
     &help_report},
    {"export", "write a run as one C file", cmd_export, VALUES_MODEL, &help_export},
};
enum { ncommand = sizeof commands/sizeof *commands };

const command *command_at(int i) {
  return i >= 0 && i < ncommand ? &commands[i] : NULL;
}

const command *command_find(const char *name) {
  for (int i = 0; i < ncommand; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

typedef struct asked {
  const command *command;
  command_visitor *visit;
  void *context;
  int tables;
} asked;

static void show(void *context, const option *table) {
  asked *a = context;
  a->visit(a->context, a->command, table);
  a->tables++;
}

void command_options(const command *c, command_visitor *visit, void *context) {
  asked a = {c, visit, context, 0};
  char *argv[] = {(char *)c->name, NULL};
  options_show(show, &a);
  c->function(1, argv);
  options_show(NULL, NULL);
  assert(a.tables == 1);  // a command reads its options first, and once
}
