// Verdicts: for each structure a method claims to keep, what the run has shown of it.
//
// An error alone is not a verdict. It is compared with
//
//   rounding      1e-10 of the size of what was evaluated: an equation that is not solved leaves more
//   what moves    an energy error against the energy that kinetic energy and the rest exchange, not
//                 against |E|, which any constant may change: exchange.h
//   the step      claims are made for steps that resolve the motion: resolution.h

#pragma once

#include "noslip/verdict.h"
#include "run/resolution.h"

enum { verdict_most = 6, verdict_reason = 240 };

typedef struct verdict_texts {
  noslip_verdict list[verdict_most];
  char reasons[verdict_most][verdict_reason];
  int count;
} verdict_texts;

// what there is to judge by
typedef struct evidence {
  noslip_report report;
  int nconstraint, ninvariant;
  bool bare;                // a bare DAE: it has no energy, no momenta, no symplectic form
  bool unknown;             // without matrices: whether the energy is an invariant
  bool changed;             // a live parameter was set after the first step
  double energy_size;       // largest |T| + |V|, or what the terms of the energy are
  double invariant_scaled;  // largest error of an invariant over the size of its terms
  double moving;            // energy that moves
  double kinetic;           // kinetic energy on average; 0 where there is none
  double asymmetry;         // how well a step back undoes a step
  bool monitored;           // errors were looked at after every step
  bool stopped;             // the last step that was tried failed
  bool contacts;            // steps are not compared with half steps
  bool doubtful;            // a contact is closed at the start only because the step is long
  resolution resolution;
} evidence;

void verdict_fill(verdict_texts *out, const noslip_method_info *claims, const evidence *e);

// the energy that has moved in the system so far
double verdict_moving(noslip_run *r);
