// noslip export: a run becomes one C file.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/quote.h"
#include "cli/run_arguments.h"
#include "output/replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arguments {
  run_arguments run;
  const char *output;
  bool quiet;
} arguments;

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option table[] = {
      RUN_OPTIONS(&a->run),
      RUN_START_OPTIONS(&a->run),
      {"--input", 0, OPTION_SETTING, &a->run.input},
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {0},
  };
  return options_read(argc, argv, table, &a->run.model.path);
}

// ---------------------------------------------------------------------------------------------
// the file

static bool to_standard_output(const arguments *a) {
  return !a->output || replace_is_standard_output(a->output);
}

// a replace_print
static void print_text(FILE *out, const void *text) {
  fputs(text, out);
}

// the file appears whole or not at all
static int write_file(const arguments *a, const char *text) {
  if (to_standard_output(a))
    return fputs(text, stdout) >= 0 ? exit_done : exit_failed;  // main says why
  int spared = run_arguments_spare(&a->run, a->output);
  if (spared != exit_done)
    return spared;
  if (replace_write(a->output, print_text, text, false))
    return exit_done;
  return message_failed("cannot write `%s`: %s", a->output, strerror(errno));
}

// ---------------------------------------------------------------------------------------------
// how to compile it

// what the program is to be called: the name of the file without its folder and .c
static char *program_name(const char *path, bool is_c) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  size_t length = strlen(name);
  char *text = malloc(length + sizeof "./.out");
  if (text)
    sprintf(text, "%s%.*s%s", name[0] == '-' ? "./" : "", (int)(is_c ? length - 2 : length), name,
            is_c ? "" : ".out");
  return text;
}

static bool ends_with_c(const char *path) {
  size_t length = strlen(path);
  return length > 2 && strcmp(path + length - 2, ".c") == 0 && path[length - 3] != '/';
}

// a line that can be pasted into a shell, whatever the name; one that begins with - is no option
static void say_how(const arguments *a) {
  const char *path = to_standard_output(a) ? "FILE.c" : a->output;
  bool is_c = ends_with_c(path);
  char *name = program_name(path, is_c);
  char *quoted = quote_word(path), *program = name ? quote_word(name) : NULL;
  if (quoted && program)
    fprintf(stderr, "compile it: cc -std=c17 -O2 -ffp-contract=off %s%s%s -o %s -lm\n",
            is_c ? "" : "-x c ", path[0] == '-' ? "./" : "", quoted, program);
  free(name);
  free(quoted);
  free(program);
}

static int export_run(const arguments *a, noslip_run *run, long planned) {
  const char *text;
  noslip_status status = noslip_run_export(run, planned, &text);
  if (status != NOSLIP_OK)
    return message_library(a->run.model.context, status, a->run.model.path);
  run_arguments_warn(run);
  int written = write_file(a, text);
  if (written == exit_done && !a->quiet)
    say_how(a);
  return written;
}

int cmd_export(int argc, char **argv) {
  arguments a = {.run = {.backend = "interpret", .whole_steps = true}};
  noslip_run *run = NULL;
  long planned = 0;
  int status = read_arguments(&a, argc, argv) ? run_arguments_check(&a.run) : exit_wrong;
  if (status == exit_done) {
    interrupt_spare_writes();
    status = model_file_load(&a.run.model, argv[0]);
  }
  if (status == exit_done)
    status = run_arguments_make(&a.run, &run, &planned);
  if (status == exit_done)
    status = export_run(&a, run, planned);
  noslip_run_free(run);
  run_arguments_free(&a.run);
  return status;
}
