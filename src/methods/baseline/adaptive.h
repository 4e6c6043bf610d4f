// Methods that choose their steps between the nodes, by their text: index1(rtol=1e-8, atol=1e-12).

#pragma once

#include "base/spec.h"
#include "methods/method.h"

// the method `listed` with the options of `s`, which live in the arena
noslip_status adaptive_find(arena *a, const method *listed, const spec *s, const method **out,
                            failure *why);
