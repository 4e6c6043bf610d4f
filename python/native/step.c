// noslip._step: `run.step` as a built-in function that is bound to its run.
//
// A call through cffi costs a quarter of a microsecond, most of it to release the lock of the
// interpreter and to take it again, and a Python method around it as much again. A step of a small
// model takes less. So this function calls noslip_step itself, keeps the lock if the steps of the
// run are short, as measured every so many steps, and leaves Python code to what is rare: a step
// that fails, a run that ends.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef int step_function(void *run);

typedef struct bound {
  step_function *step;
  void *run;
  int *busy;        // the run is in a call, of this or of another thread
  int *raised;      // a function that the step calls has raised an exception
  PyObject *other;  // called with the status, if it is not 0, or if there is an exception
  bool brief;       // the steps are so short that the lock is kept
  uint32_t count;
} bound;

enum { measure_every = 64 };                // steps: a clock is read twice
static const double brief_seconds = 20e-6;  // a thread that waits for the lock waits 5 ms anyhow

static const char capsule_name[] = "noslip._step.bound";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

static int step_without_lock(bound *b) {
  PyThreadState *state = PyEval_SaveThread();
  int status = b->step(b->run);
  PyEval_RestoreThread(state);
  return status;
}

static int step_and_measure(bound *b) {
  double began = now();
  int status = step_without_lock(b);
  b->brief = now() - began < brief_seconds;
  return status;
}

PyDoc_STRVAR(step_doc,
             "step()\n--\n\n"
             "Take one step.\n\n"
             "Returns True, or False if the run has ended here: a `stop` of the model was\n"
             "crossed, or `on_step` returned False. A step that fails raises\n"
             "noslip.StepError, and the state is that of the last good step.");

static PyObject *take_step(PyObject *self, PyObject *unused) {
  (void)unused;
  bound *b = PyCapsule_GetPointer(self, capsule_name);
  if (!b)
    return NULL;
  if (*b->busy) {
    PyErr_SetString(PyExc_RuntimeError, "the run is in a call already: of another thread, or of "
                                        "the function that it calls; use run.copy()");
    return NULL;
  }
  *b->busy = 1;
  int status = b->count++ % measure_every == 0 ? step_and_measure(b)
               : b->brief                      ? b->step(b->run)
                                               : step_without_lock(b);
  *b->busy = 0;
  if (status == 0 && !*b->raised)
    Py_RETURN_TRUE;
  return PyObject_CallFunction(b->other, "i", status);
}

static PyMethodDef step_method = {"step", take_step, METH_NOARGS, step_doc};

static void free_bound(PyObject *capsule) {
  bound *b = PyCapsule_GetPointer(capsule, capsule_name);
  Py_XDECREF(b->other);
  PyMem_Free(b);
}

static PyObject *capsule_of(bound b) {
  bound *kept = PyMem_Malloc(sizeof *kept);
  if (!kept)
    return PyErr_NoMemory();
  *kept = b;
  PyObject *capsule = PyCapsule_New(kept, capsule_name, free_bound);
  if (!capsule)
    PyMem_Free(kept);
  else
    Py_INCREF(b.other);
  return capsule;
}

PyDoc_STRVAR(bind_doc, "bind(step, run, busy, raised, other, /)\n--\n\n"
                       "A function without arguments that calls step(run); addresses are ints.\n"
                       "`other` is called with a status that is not 0, or if `raised` is set. It\n"
                       "keeps alive what the addresses point to.");

static PyObject *bind(PyObject *module, PyObject *arguments) {
  (void)module;
  unsigned long long step, run, busy, raised;
  PyObject *other;
  if (!PyArg_ParseTuple(arguments, "KKKKO:bind", &step, &run, &busy, &raised, &other))
    return NULL;
  PyObject *capsule = capsule_of((bound){.step = (step_function *)(uintptr_t)step,
                                         .run = (void *)(uintptr_t)run,
                                         .busy = (int *)(uintptr_t)busy,
                                         .raised = (int *)(uintptr_t)raised,
                                         .other = other});
  if (!capsule)
    return NULL;
  PyObject *function = PyCFunction_NewEx(&step_method, capsule, NULL);
  Py_DECREF(capsule);
  return function;
}

static PyMethodDef methods[] = {{"bind", bind, METH_VARARGS, bind_doc}, {0}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "noslip._step", .m_size = -1,
                                    .m_methods = methods};

PyMODINIT_FUNC PyInit__step(void);
PyMODINIT_FUNC PyInit__step(void) {
  return PyModule_Create(&module);
}
