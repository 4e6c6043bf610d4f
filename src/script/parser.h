// What the two files of the parser share. A function that fails has set the failure and returns
// false.

#pragma once

#include "lang/parser.h"
#include "script/tree.h"

// a name of the study: not a reserved word, and not used before
bool script_new_name(parser *p, const script_tree *t, const char **name, int *at);

// fail at the token that was read last: "`word` is given twice"
bool script_twice(parser *p, const char *word);

// STRING; `what` stands in quotes here: "the title"
bool script_text(parser *p, const char **text, const char *what);

// model { "," item }
bool script_items(parser *p, script_source *s);
