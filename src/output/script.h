// Results of study files: the table of expectations, JSON, and pictures.

#pragma once

#include "noslip/script.h"
#include "output/study.h"

// printed, expected, measured, verdict of every expectation, then counts and cost in a line
void script_table_print(FILE *out, const noslip_script_result *r);

// one object, without a newline
void script_json(FILE *out, const noslip_script_result *r);

// the curves of a picture as one object, with as many points as are seen
void script_curves(FILE *out, const noslip_script_picture *p);

// Picture i, with those that are joined to it as further panels; no panel: there is nothing to draw. The
// kind is that of the file. False when there is no memory; study_figure_free in both cases.
bool script_draw_picture(study_figure *f, const noslip_script_result *r, int i, figure_kind kind);

// "met", "met, not as printed", "FAILED", ...
const char *script_verdict(noslip_expectation_verdict v);

// A part of a page in Markdown: title, the comment of its file, pictures NAME-1.kind, ..., the table of
// expectations, one row for each statement, and reasons.
void script_page(FILE *out, const noslip_script *s, const noslip_script_result *r,
                 const char *kind);
