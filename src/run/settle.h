// Before runs that share the backend of this one, or whose steps are timed: wait for the compiler.

#pragma once

#include "noslip/run.h"

void backend_settle(noslip_run *r);
