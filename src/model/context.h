// The context behind the public handle.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "base/memory.h"

struct noslip_context {
  memory memory;
  failure failure;  // of the last call that failed
  arena arena;      // what a caller was shown and may still look at: methods by name
};
