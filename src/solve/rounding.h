// The rounding of anything that can be evaluated twice: again at the same place, in the other
// rounding modes of the processor. What differs is rounding, in all that was evaluated and in the
// units of the result. A jump, a kink, or noise of another origin is no rounding, and is the same
// in all modes.
//
// Modes belong to a thread. A mode is set for one call through a pointer that the compiler cannot
// know: it would merge two evaluations that it sees, and move arithmetic of the caller into the
// mode.

#pragma once

#include "base/not_inlined.h"

#include <assert.h>
#include <fenv.h>
#include <stdbool.h>

enum { rounding_modes = 3 };  // upward, downward, toward zero

// has the processor modes at all? WebAssembly has none
#if defined FE_UPWARD && defined FE_DOWNWARD && defined FE_TOWARDZERO
#define ROUNDING_HAS_MODES 1
#else
#define ROUNDING_HAS_MODES 0
#endif

typedef void rounding_function(void *context);

// the m-th mode for fesetround; -1: this processor has none
static inline int rounding_mode(int m) {
#if ROUNDING_HAS_MODES
  return m == 0 ? FE_UPWARD : m == 1 ? FE_DOWNWARD : FE_TOWARDZERO;
#else
  (void)m;
  return -1;
#endif
}

// f(context) in the m-th mode, 0 <= m < rounding_modes; false if that cannot be set
NOT_INLINED static bool rounding_call(int m, rounding_function *f, void *context) {
  assert(m >= 0 && m < rounding_modes);
  rounding_function *volatile hidden = f;
  int mode = rounding_mode(m), before = fegetround();
  if (mode < 0 || before < 0 || fesetround(mode) != 0)
    return false;
  hidden(context);
  return fesetround(before) == 0;
}

static inline void rounding_third(void *context) {
  volatile double one = 1, three = 3;
  *(double *)context = one/three;
}

// Do modes make a difference here? Not on processors without them, nor where options of the
// compiler forbid it. Then every difference is zero, and says nothing.
NOT_INLINED static bool rounding_is_seen(void) {
  double up = 0, down = 0;
  return rounding_call(0, rounding_third, &up) && rounding_call(1, rounding_third, &down) &&
         up > down;
}
