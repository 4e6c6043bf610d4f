// CVODE of SUNDIALS 6: backward differentiation formulas of orders 1 to 5, Newton's method with
// dense matrices. It is only linked; the names with capitals are its own.

#include "methods/baseline/cvode.h"

#include <cvode/cvode.h>
#include <float.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// Before a place without rates steps become shorter and shorter, and most of them succeed: what
// ends them is the rate that could not be had up to this many steps ago.
enum { cvode_calm = 10 };

struct cvode {
  int N;
  double rtol, atol;
  cvode_rate *rate;
  void *context;
  kernel_result trouble;  // of the last rate that could not be had,
  int trouble_at;         // the number that is not finite; -1: none
  int calm;               // steps since
  long fails;             // attempts that failed since the beginning
  double toward;          // where the first step leads

  SUNContext sun;
  void *memory;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  N_Vector y, error, weight;
  double *changed, *rates;  // N  of the Jacobian
};

const char *cvode_missing(void) {
  return NULL;
}

// ---- what it asks for

// y'; one that is not finite, or cannot be had, makes it try a shorter step
static kernel_result rate_at(cvode *c, double t, const double *y, double *rate) {
  kernel_result result = c->rate(c->context, t, y, rate);
  int at = -1;
  for (int i = 0; result == KERNEL_DONE && i < c->N; i++)
    if (!isfinite(rate[i])) {
      result = KERNEL_UNDEFINED;
      at = i;
    }
  if (result != KERNEL_DONE) {
    c->trouble = result;
    c->trouble_at = at;
    c->calm = 0;
  }
  return result;
}

static int right_side(sunrealtype t, N_Vector y, N_Vector rate, void *user) {
  return rate_at(user, t, NV_DATA_S(y), NV_DATA_S(rate)) != KERNEL_DONE;
}

// Differences of the rates. An increment is a share of its number, or of the one that the
// tolerances take for 0, atol/rtol.
static int jacobian(sunrealtype t, N_Vector y, N_Vector rate, SUNMatrix J, void *user, N_Vector a,
                    N_Vector b, N_Vector d) {
  cvode *c = user;
  const double *f = NV_DATA_S(rate), share = sqrt(DBL_EPSILON);
  (void)a, (void)b, (void)d;
  vec_copy(c->changed, NV_DATA_S(y), c->N);
  for (int j = 0; j < c->N; j++) {
    double from = c->changed[j], *column = SM_COLUMN_D(J, j);
    c->changed[j] = from + share*(fabs(from) + c->atol/c->rtol);
    if (rate_at(c, t, c->changed, c->rates) != KERNEL_DONE)
      return 1;
    double d_j = c->changed[j] - from;
    for (int i = 0; i < c->N; i++)
      column[i] = (c->rates[i] - f[i])/d_j;
    c->changed[j] = from;
  }
  return 0;
}

// its own sentences are not for users
static void say_nothing(int code, const char *module, const char *function, char *text,
                        void *user) {
  (void)code, (void)module, (void)function, (void)text, (void)user;
}

// ---- its memory

static void end(void *what) {
  cvode *c = what;
  if (c->memory)
    CVodeFree(&c->memory);
  if (c->solver)
    SUNLinSolFree(c->solver);
  if (c->matrix)
    SUNMatDestroy(c->matrix);
  N_Vector vectors[] = {c->y, c->error, c->weight};
  for (size_t i = 0; i < sizeof vectors/sizeof *vectors; i++)
    if (vectors[i])
      N_VDestroy(vectors[i]);
  if (c->sun)
    SUNContext_Free(&c->sun);
}

static bool make_vectors(cvode *c) {
  N_Vector *vectors[] = {&c->y, &c->error, &c->weight};
  for (size_t i = 0; i < sizeof vectors/sizeof *vectors; i++)
    if (!(*vectors[i] = N_VNew_Serial(c->N, c->sun)))
      return false;
  N_VConst(0, c->y);
  c->matrix = SUNDenseMatrix(c->N, c->N, c->sun);
  c->solver = c->matrix ? SUNLinSol_Dense(c->y, c->matrix, c->sun) : NULL;
  return c->solver;
}

static bool make_memory(cvode *c) {
  c->memory = CVodeCreate(CV_BDF, c->sun);
  return c->memory && CVodeSetErrHandlerFn(c->memory, say_nothing, NULL) == CV_SUCCESS &&
         CVodeInit(c->memory, right_side, 0, c->y) == CV_SUCCESS &&
         CVodeSetUserData(c->memory, c) == CV_SUCCESS &&
         CVodeSStolerances(c->memory, c->rtol, c->atol) == CV_SUCCESS &&
         CVodeSetLinearSolver(c->memory, c->solver, c->matrix) == CV_SUCCESS &&
         CVodeSetJacFn(c->memory, jacobian) == CV_SUCCESS;
}

cvode *cvode_open(arena *a, int N, double rtol, double atol) {
  cvode *c = arena_alloc(a, sizeof *c);
  double *numbers = ARENA_ARRAY(a, double, 2*N);
  if (!c || !numbers)
    return NULL;
  *c = (cvode){.N = N, .rtol = rtol, .atol = atol, .changed = numbers, .rates = numbers + N};
  if (!arena_at_end(a, end, c))
    return NULL;
  bool made = SUNContext_Create(NULL, &c->sun) == 0 && make_vectors(c) && make_memory(c);
  a->failed |= !made;
  return made ? c : NULL;
}

void cvode_connect(cvode *c, cvode_rate *rate, void *context) {
  c->rate = rate;
  c->context = context;
}

// ---- steps

// sqrt(mean (d_i/s_i)^2), s_i = atol + rtol |y_i|: the norm of its error test
static double norm(const cvode *c, const double *d, const double *y) {
  double sum = 0;
  for (int i = 0; i < c->N; i++) {
    double part = d[i]/(c->atol + c->rtol*fabs(y[i]));
    sum += part*part;
  }
  return sqrt(sum/c->N);
}

// Its own choice depends on the time of the first node. This one is that of a step of Euler's
// method whose error is half the tolerance, by a difference of rates over a hundredth of y.
kernel_result cvode_first(cvode *c, double t, const double *y, double h, double *first) {
  double *f = NV_DATA_S(c->error);
  c->trouble_at = 0;
  kernel_result result = rate_at(c, t, y, f);
  if (result != KERNEL_DONE)
    return result;
  double slope = norm(c, f, y), way = vec_larger(0.01*norm(c, y, y), 1e-3);
  double probe = copysign(slope > 0 ? way/slope : fabs(h), h), longest = 100*fabs(probe);
  vec_axpy(c->changed, probe, f, y, c->N);
  bool known = rate_at(c, t + probe, c->changed, c->rates) == KERNEL_DONE;
  vec_sub(c->rates, c->rates, f, c->N);
  double bend = norm(c, c->rates, y)/fabs(probe), size = bend > 0 ? 1/sqrt(bend) : longest;
  size = known && isfinite(bend) ? vec_smaller(size, longest) : 0.01*fabs(probe);
  *first = copysign(vec_larger(size, 100*DBL_EPSILON*fabs(t)), h);
  return isfinite(*first) && *first != 0 ? KERNEL_DONE : KERNEL_UNDEFINED;
}

bool cvode_begin(cvode *c, double t, const double *y, double first) {
  assert(c->rate && t + first != t);
  vec_copy(NV_DATA_S(c->y), y, c->N);
  c->toward = t + first;
  c->fails = 0;
  c->trouble = KERNEL_DONE;
  return CVodeReInit(c->memory, t, c->y) == CV_SUCCESS &&
         CVodeSetInitStep(c->memory, first) == CV_SUCCESS;
}

// the number with the largest error of the last attempt
static int worst(cvode *c) {
  int at = 0;
  if (CVodeGetEstLocalErrors(c->memory, c->error) != CV_SUCCESS ||
      CVodeGetErrWeights(c->memory, c->weight) != CV_SUCCESS)
    return 0;
  const double *e = NV_DATA_S(c->error), *w = NV_DATA_S(c->weight);
  for (int i = 1; i < c->N; i++)
    at = fabs(e[i]*w[i]) > fabs(e[at]*w[at]) ? i : at;
  return at;
}

kernel_result cvode_advance(cvode *c, cvode_step *out) {
  long tests = 0, solves = 0;
  double h = 0;
  if (c->calm++ == cvode_calm)
    c->trouble = KERNEL_DONE;
  int flag = CVode(c->memory, c->toward, c->y, &out->t, CV_ONE_STEP);
  CVodeGetNumErrTestFails(c->memory, &tests);
  CVodeGetNumStepSolveFails(c->memory, &solves);
  out->rejected = tests + solves - c->fails;
  c->fails = tests + solves;
  CVodeGetLastStep(c->memory, &h);
  if (flag >= 0 && out->t + 0.1*h != out->t)
    return KERNEL_DONE;
  bool rates = c->trouble != KERNEL_DONE;
  out->worst = rates ? c->trouble_at : worst(c);
  return rates ? c->trouble : KERNEL_UNDERFLOW;
}

void cvode_read(cvode *c, double t, double *y) {
  int flag = CVodeGetDky(c->memory, t, 0, c->y);
  assert(flag == CV_SUCCESS);
  (void)flag;
  vec_copy(y, NV_DATA_S(c->y), c->N);
}
