// What options mean: the rows of option_texts.inl.

#pragma once

#include <stdbool.h>

// what completion offers for a value
typedef enum option_values {
  VALUES_NONE,
  VALUES_WORDS,      // the words of the row
  VALUES_FILES,      // files that end with one of its words
  VALUES_MODEL,      // models
  VALUES_TABLE,      // files with columns
  VALUES_STUDY,      // study files, `all`, `list`
  VALUES_METHOD,     // a method
  VALUES_METHODS,    // a list of methods
  VALUES_REFERENCE,  // the words of the row, or a method
  VALUES_PARAMETER,  // name= of a constant or parameter of the model
  VALUES_START,      // key= of an initial value of the model
  VALUES_KEY,        // key= of either of these, or of the step
  VALUES_SECTION,    // a section of the model
  VALUES_INPUT,      // name= of an input of the model, then a file with columns
  VALUES_COLUMNS,    // x:y, columns of the file of a run of the model
  VALUES_COMMAND,    // a command
} option_values;

typedef struct option_text {
  const char *name, *commands, *argument;
  option_values values;
  const char *words, *text;
} option_text;

// is the word one of the words, which have spaces between them?
bool option_words_have(const char *words, const char *word);

// What an option of a command means; NULL: it has no row, which a test forbids.
const option_text *option_text_find(const char *command, const char *name);
