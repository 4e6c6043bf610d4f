// What a study file may ask for. Nobody has read it before it is run: more than this is a mistake or
// worse.

#pragma once

enum {
  limit_sources = 100,    // run, ensemble, points
  limit_measures = 1000,  // measure, let
  limit_expects = 1000,
  limit_draws = 100,        // pictures
  limit_curves = 100,       // in one picture
  limit_depth = 500,        // of an expression
  limit_halves = 60,        // of the range of `seek`
  limit_axis = 1000,        // entries of `for` or of a list of methods
  limit_parts = 2000,       // runs of a study, all members of families
  limit_members = 1000000,  // of an ensemble
  limit_rows = 2000000,     // of one run
  limit_columns = 4000,
  limit_steps = 2000000000,  // of all runs together
  limit_numbers = 1 << 26,   // in all tables and values: 512 MB
};
