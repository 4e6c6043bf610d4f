// The commands of the tool. Each has a line in the table of main.c and a text in help.c.

#pragma once

// exit status of the tool
enum { exit_done = 0, exit_failed = 1, exit_wrong = 2 };

// argv[0] is the name of the command; the result is the exit status
typedef int command_function(int argc, char **argv);

command_function cmd_run, cmd_check, cmd_methods, cmd_converge, cmd_compare, cmd_ensemble,
    cmd_section, cmd_plot, cmd_export;

typedef struct command {
  const char *name, *summary;
  command_function *function;
  const char *help;  // what `noslip help NAME` prints
} command;

// help.c: what `noslip --help` prints around the list of commands, and the texts of the commands
extern const char help_top[], help_bottom[], help_run[], help_check[], help_methods[], help_plot[],
    help_converge[], help_compare[], help_ensemble[], help_section[], help_export[];
