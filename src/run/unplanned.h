// Method, step and end of a run, where neither its options nor the model name them.

#pragma once

#include "base/text.h"
#include "noslip/run.h"

// choose what neither the options nor the `run` line of the model say, and say so
noslip_status unplanned_choose(noslip_context *context, const noslip_model *model,
                               noslip_run_options *o, text_buffer *said);
