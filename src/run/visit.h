// Visits: the run stands between the nodes of its last step, and goes back.

#pragma once

#include "noslip/run.h"

// false when there is no memory
bool visit_init(noslip_run *r);

// before a step
void visit_begin(noslip_run *r);
