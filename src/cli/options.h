// One parser for the options of all commands, driven by a table:
//
//   const option table[] = {
//       {"--step", 0, OPTION_NUMBER, &step},
//       {"--output", 'o', OPTION_TEXT, &path},
//       {0},
//   };
//
// Both --step 0.1 and --step=0.1 are read; -o FILE and -oFILE; after -- everything is an operand.
// A second value of an option is a mistake, unless it is the same; settings are collected, each name
// once.

#pragma once

#include "noslip.h"

typedef enum option_kind {
  OPTION_FLAG,     // bool
  OPTION_TEXT,     // const char *
  OPTION_NUMBER,   // option_number
  OPTION_COUNT,    // option_count: a whole number, 0 or more
  OPTION_SETTING,  // option_settings: name=value
} option_kind;

typedef struct option_number {
  bool given;
  double value;
} option_number;

typedef struct option_count {
  bool given;
  long value;
} option_count;

typedef struct option_settings {
  noslip_setting *list;
  int n;
} option_settings;

typedef struct option_operands {
  const char **list;  // to be freed; the words are those of argv
  int n;
} option_operands;

typedef struct option {
  const char *name;  // with its dashes; NULL ends the table
  char letter;       // 'o' for -o, 0 for none
  option_kind kind;
  void *value;  // filled as the kind says
} option;

// Read the options of a command into the table and its operands. False after a sentence to the
// user; the list is to be freed in both cases. argv[0] is the command.
bool options_read_all(int argc, char **argv, const option *table, option_operands *operands);

// The same for a command with one operand, NULL if it is not given.
bool options_read(int argc, char **argv, const option *table, const char **operand);

void options_free_settings(option_settings *s);

// From here on `show` is called with the table of a command, and nothing is read: the command then
// ends as after a mistake, without a sentence. NULL: options are read again. commands.c only.
typedef void options_shown(void *context, const option *table);
void options_show(options_shown *show, void *context);
