// Making the gradient of avf.h: what avf.c and full.c have in common.

#pragma once

#include "methods/gradient/avf.h"
#include "methods/gradient/gradient_make.h"

// shape and arrays after the rule of a method
bool avf_init(avf *s, const method *m, evaluator *e, arena *a);

// the arrays of a literal avf_shape, and AVF_SHAPE
void avf_print(text_buffer *out, avf_shape k);
