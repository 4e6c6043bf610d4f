// The parts of the benchmark.

#pragma once

#include "bench/subject.h"

#include <stdbool.h>

// Do hand steps and noslip agree? One line per system; false if one of them does not.
bool bench_verify(const subject *s);

// nanoseconds per step, by hand and of noslip in every way
void bench_step(const subject *s);

// the time that two methods need for one accuracy
void bench_reach(void);

// steps of stage methods against the step of dla-mp by hand, on the contact oscillator
void bench_stages(void);
void bench_gradients(void);

// the time that methods of high order need for an error of 1e-10, on the sleigh
void bench_sleigh(void);

// native steps on a group and what they are worth, on the rattleback
void bench_rattleback(void);

// steps with many contacts: a gas of 10^3 and 10^4 discs, with `all` of 10^5 as well
void bench_gas(bool all);

// the time from a model's text to its first step
void bench_first(void);

// The growth of rounding over `steps` steps: the exponent; false if the check could not have failed.
bool bench_long(long steps);

// The energies of 200 chaotic orbits, on one thread and on two; false if they do not walk as known, or
// not with the same bits.
bool bench_ensemble(void);

// Ten Poincaré sections, on one thread and on two; false if their points differ by a bit.
bool bench_section(void);

// Nothing but `steps` steps in one way, for a profiler: "plain", "compensated", "rate" or one of
// `ways`. False if there is no such way.
bool bench_profile(const subject *s, const char *way, long steps);
