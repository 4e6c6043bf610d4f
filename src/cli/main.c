// The tool: finds the command, prints help and version, makes sure that all was written.

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/complete.h"
#include "cli/message.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

// "run, check, ..., export"
static void list_commands(char *text, size_t size) {
  size_t length = 0;
  for (int i = 0; command_at(i); i++) {
    length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "",
                               command_at(i)->name);
    assert(length < size);
  }
}

static int unknown(const char *name) {
  char question[suggest_room], all[200];
  suggestion near = {0};
  for (int i = 0; command_at(i); i++)
    suggest(&near, name, command_at(i)->name);
  size_t length = strlen(name);
  if (length > 7 && strcmp(name + length - 7, ".noslip") == 0)
    return message_wrong("a command comes before the model, as in: noslip run %s", name);
  if (near.count > 0)
    return message_wrong("there is no command `%s`; %s", name, suggest_text(question, &near, "`"));
  list_commands(all, sizeof all);
  return message_wrong("there is no command `%s`; there are %s and help", name, all);
}

static int unknown_option(const char *word) {
  char question[suggest_room];
  suggestion near = {0};
  suggest(&near, word, "--help");
  suggest(&near, word, "--version");
  return message_wrong("there is no option %s before the command; %s", word,
                       near.count > 0 ? suggest_text(question, &near, "")
                                      : "`noslip --help` shows what there is");
}

static bool is_help(const char *word) {
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

// noslip help [COMMAND]
static int help(int argc, char **argv) {
  const command *c = argc > 1 ? command_find(argv[1]) : NULL;
  if (c)
    help_print_command(stdout, c);
  else if (argc > 1 && strcmp(argv[1], "help") != 0 && !is_help(argv[1]))
    return unknown(argv[1]);
  else
    help_print(stdout);
  return exit_done;
}

// does a command ask for its help, before a -- ?
static bool wants_help(int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (is_help(argv[i]))
      return true;
  return false;
}

static int dispatch(int argc, char **argv) {
  if (argc < 1) {
    help_print(stderr);
    return exit_wrong;
  }
  if (strcmp(argv[0], "help") == 0)
    return help(argc, argv);
  if (is_help(argv[0]))
    return help(1, argv);
  if (strcmp(argv[0], "--version") == 0) {
    printf("noslip %s\n", noslip_version());
    return exit_done;
  }
  if (strcmp(argv[0], "--complete") == 0)
    return complete(argc - 1, argv + 1);
  if (argv[0][0] == '-')
    return unknown_option(argv[0]);
  const command *c = command_find(argv[0]);
  if (!c)
    return unknown(argv[0]);
  if (wants_help(argc, argv)) {
    help_print_command(stdout, c);
    return exit_done;
  }
  return c->function(argc, argv);
}

int main(int argc, char **argv) {
  int status = dispatch(argc - 1, argv + 1);
  errno = 0;
  bool written = fflush(stdout) == 0 && !ferror(stdout);
  if (!written && status == exit_done)
    status = message_failed("cannot write standard output: %s",
                            errno ? strerror(errno) : "input/output error");
  return status;
}
