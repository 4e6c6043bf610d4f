// noslip/formula.h: expressions of the language over columns of numbers.
//
//   const char *names[] = {"t", "x", "x'", "y"};
//   noslip_formula *f;
//   noslip_formula_new(ctx, "sqrt(x^2 + y^2)", names, 4, &f);
//   noslip_formula_fill(f, 0, columns, nrow, radius);

#pragma once

#include "noslip/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_formula noslip_formula;

// Read an expression of n columns with these names, all different. It has the functions and
// operators of models. Names are those of a file: x', w[2], R[1,2], momentum.x; of columns w[1], w[2],
// ... `w` is the vector, of w[1]', ... it is w'. On failure *formula is NULL, and the sentence has the
// place in the text.
NOSLIP_API noslip_status noslip_formula_new(noslip_context *context, const char *text,
                                            const char *const *names, int n,
                                            noslip_formula **formula);

// Free it before its context. NULL is fine.
NOSLIP_API void noslip_formula_free(noslip_formula *formula);

// how many numbers it has in each row: 1 for a scalar, more for a vector or a matrix
NOSLIP_API int noslip_formula_count(const noslip_formula *formula);

// the index of the first of them: that of a family, otherwise 1
NOSLIP_API int noslip_formula_first(const noslip_formula *formula);

// out[i] = number `entry` (from 0) of row i, from columns[0][i], columns[1][i], ..., for nrow rows;
// columns that the formula does not contain are not read. Nothing is allocated.
NOSLIP_API noslip_status noslip_formula_fill(noslip_formula *formula, int entry,
                                             const double *const *columns, size_t nrow,
                                             double *out);

#ifdef __cplusplus
}
#endif
