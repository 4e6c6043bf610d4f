// The words of study files.

#include "script/words.h"

#include "script/tree.h"

#include <stddef.h>

const char *const script_statements[] = {
    "study",   "let",    "paper", "run",   "ensemble", "points",
    "measure", "expect", "draw",  "panel", NULL,
};

const char *const script_item_words[] = {
    [ITEM_STEP] = "step",   [ITEM_UNTIL] = "until",         [ITEM_STEPS] = "steps",
    [ITEM_EVERY] = "every", [ITEM_MEMBERS] = "members",     [ITEM_SEED] = "seed",
    [ITEM_COUNT] = "count", [ITEM_TOLERANCE] = "tolerance", [ITEM_KINDS] = NULL,
};

const char *const script_other_items[] = {
    "with", "init", "sample", "method", "section", "project", "for", "seek", "quick", NULL,
};

// these follow an expression, and a line that begins with one goes on
static const char *const joints[] = {
    "source", "because", "printed", "quick", "never",     "relative", "as", "loglog",
    "logx",   "logy",    "dotted",  "equal", "reference", "axes",     "of", NULL,
};

static const char *const runs[] = {"run", "ensemble", "points", NULL};

static const char *const calls[] = {"exact", NULL};

const lex_dialect script_dialect = {joints, runs, calls};

const char *const script_relations[] = {
    [RELATION_EQUAL] = "=",   [RELATION_LESS] = "<",           [RELATION_LESS_EQUAL] = "<=",
    [RELATION_GREATER] = ">", [RELATION_GREATER_EQUAL] = ">=", [RELATION_GREATER_EQUAL + 1] = NULL,
};

bool script_reserved(const char *word) {
  return lex_reserved(word) || lex_among(word, script_statements) ||
         lex_among(word, script_item_words) || lex_among(word, script_other_items) ||
         lex_among(word, joints);
}
