// What the expectations came to, and what the pictures show: everything after the runs.

#pragma once

#include "noslip/script.h"
#include "script/eval.h"

// The values of all measures, in the order of the file. False: a mistake.
bool judge_measures(script_scope *s, noslip_script_result *out);

// All expectations; the counts of the result follow.
bool judge_expectations(script_scope *s, bool quick, noslip_script_result *out);

bool judge_pictures(script_scope *s, noslip_script_result *out);

// the text of an expression as it stands in the file; NULL: no memory
const char *judge_text(script_scope *s, const tree *e);

// "spark(2), h = 0.0125" of a cell, "" if there is one only; NULL: no memory
const char *judge_label(script_scope *s, const script_value *v, int cell);
