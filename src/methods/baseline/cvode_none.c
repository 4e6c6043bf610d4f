// A build without SUNDIALS: the contract of cvode.c, which nothing asks for, since bdf is refused.

#include "methods/baseline/cvode.h"

const char *cvode_missing(void) {
  return "SUNDIALS";
}

cvode *cvode_open(arena *a, int N, double rtol, double atol) {
  (void)a, (void)N, (void)rtol, (void)atol;
  return NULL;
}

void cvode_connect(cvode *c, cvode_rate *rate, void *context) {
  (void)c, (void)rate, (void)context;
}

kernel_result cvode_first(cvode *c, double t, const double *y, double h, double *first) {
  (void)c, (void)t, (void)y, (void)h, (void)first;
  return KERNEL_UNDEFINED;
}

bool cvode_begin(cvode *c, double t, const double *y, double first) {
  (void)c, (void)t, (void)y, (void)first;
  return false;
}

kernel_result cvode_advance(cvode *c, cvode_step *out) {
  (void)c, (void)out;
  return KERNEL_UNDEFINED;
}

void cvode_read(cvode *c, double t, double *y) {
  (void)c, (void)t, (void)y;
}
