// The commands of the tool: the list in commands.c, what is said about them in help_texts.c.

#pragma once

#include "cli/option_texts.h"

#include <stdio.h>

// exit status of the tool
enum { exit_done = 0, exit_failed = 1, exit_wrong = 2 };

// argv[0] is the name of the command; the result is the exit status. The first thing it does is to
// read its options with cli/options.h.
typedef int command_function(int argc, char **argv);

command_function cmd_run, cmd_resume, cmd_check, cmd_methods, cmd_advise, cmd_converge, cmd_compare,
    cmd_ensemble, cmd_sweep, cmd_section, cmd_study, cmd_plot, cmd_animate, cmd_report, cmd_export;

// What is said about a command besides its options. Paragraphs are one line each, with an empty
// line between them, and are broken where they are printed; "  TERM\ttext" is an item of a list.
typedef struct help_text {
  const char *usage;      // lines, without `noslip` and the name of the command
  const char *about;      // before the options
  const char *notes;      // after them
  const char *examples;   // lines
  const char *status[3];  // what the exit status means
} help_text;

typedef struct command {
  const char *name, *summary;
  command_function *function;
  option_values operand;  // what stands behind the name
  const help_text *help;
} command;

// the list, in the order of `noslip --help`; NULL: there is no command i, or none of this name
const command *command_at(int i);
const command *command_find(const char *name);

// The options that a command reads: `visit` is called once, with its table. Nothing else is done.
struct option;  // of cli/options.h
typedef void command_visitor(void *context, const command *c, const struct option *table);
void command_options(const command *c, command_visitor *visit, void *context);

// help_texts.c
extern const help_text help_run, help_resume, help_check, help_methods, help_advise, help_plot,
    help_converge, help_compare, help_ensemble, help_sweep, help_section, help_study, help_animate,
    help_report, help_export;
extern const char help_about[], help_first_run[], help_environment[];  // of the tool
extern const char *const help_status[3];

// help.c: what `noslip --help` and `noslip COMMAND --help` print
void help_print(FILE *out);
void help_print_command(FILE *out, const command *c);
