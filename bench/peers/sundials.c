// SUNDIALS: CVODE with Adams formulas and fixed-point iteration, for what is not stiff, and IDA with a
// dense Jacobian by differences. Neither projects: both follow the differentiated constraints.

#include "bench/peers/peer.h"

#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { most_steps = 1000000 };

static int right_side(double t, N_Vector y, N_Vector dy, void *system) {
  (void)t;
  peer_rate(system, NV_DATA_S(y), NV_DATA_S(dy));
  return 0;
}

static int residual(double t, N_Vector y, N_Vector dy, N_Vector r, void *system) {
  (void)t;
  const peer_system *s = system;
  double *out = NV_DATA_S(r);
  peer_rate(s, NV_DATA_S(y), out);
  for (int i = 0; i < 2*s->n; i++)
    out[i] = NV_Ith_S(dy, i) - out[i];
  return 0;
}

static void say_nothing(int code, const char *module, const char *function, char *text,
                        void *user) {
  (void)code, (void)module, (void)function, (void)text, (void)user;
}

bool peer_cvode(const peer_system *s, double *at, double T, double tolerance) {
  SUNContext sun;
  double t;
  SUNContext_Create(NULL, &sun);
  N_Vector y = N_VMake_Serial(2*s->n, at, sun);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, sun);
  void *memory = CVodeCreate(CV_ADAMS, sun);
  CVodeInit(memory, right_side, 0, y);
  CVodeSetErrHandlerFn(memory, say_nothing, NULL);
  CVodeSetUserData(memory, (void *)s);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetNonlinearSolver(memory, solver);
  CVodeSetMaxNumSteps(memory, most_steps);
  CVodeSetStopTime(memory, T);
  bool done = CVode(memory, T, y, &t, CV_NORMAL) >= 0;
  CVodeFree(&memory);
  SUNNonlinSolFree(solver);
  N_VDestroy(y);
  SUNContext_Free(&sun);
  return done;
}

bool peer_ida(const peer_system *s, double *at, double T, double tolerance) {
  SUNContext sun;
  double t;
  SUNContext_Create(NULL, &sun);
  N_Vector y = N_VMake_Serial(2*s->n, at, sun), dy = N_VClone(y);
  SUNMatrix J = SUNDenseMatrix(2*s->n, 2*s->n, sun);
  SUNLinearSolver solver = SUNLinSol_Dense(y, J, sun);
  void *memory = IDACreate(sun);
  peer_rate(s, at, NV_DATA_S(dy));
  IDAInit(memory, residual, 0, y, dy);
  IDASetErrHandlerFn(memory, say_nothing, NULL);
  IDASetUserData(memory, (void *)s);
  IDASStolerances(memory, tolerance, tolerance);
  IDASetLinearSolver(memory, solver, J);
  IDASetMaxNumSteps(memory, most_steps);
  IDASetStopTime(memory, T);
  bool done = IDASolve(memory, T, &t, y, dy, IDA_NORMAL) >= 0;
  IDAFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(J);
  N_VDestroy(dy);
  N_VDestroy(y);
  SUNContext_Free(&sun);
  return done;
}
