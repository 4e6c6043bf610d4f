// Visits: the run stands between the nodes of its last step, and goes back.

#pragma once

#include "base/transfer.h"
#include "noslip/run.h"

// false when there is no memory
bool visit_init(noslip_run *r);

// Back on the node, the views of the caller left as they are; false: it was there.
bool visit_end(noslip_run *r);

// before a step
void visit_begin(noslip_run *r);

// the last step, written or read; the run is at its node
void visit_transfer(noslip_run *r, transfer *t);
