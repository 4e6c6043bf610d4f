// noslip/model.h: models, from text to something that can be run.

#pragma once

#include "noslip/base.h"
#include "noslip/force.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_model noslip_model;

// name = value, as in --set m=2 or --init x'=1.5; the value is an expression: "1/4", "2*pi"
typedef struct noslip_setting {
  const char *name, *value;
} noslip_setting;

// All fields may be zero: the model as it stands in the file.
typedef struct noslip_model_options {
  const noslip_setting *set;  // constants and parameters to replace
  int nset;
  const noslip_setting *init;  // initial values to replace
  int ninit;
  // one more section, as if it stood at the end of the file, but without a name, and `both` where no
  // direction is given: "y' = 0 rising when x > 0 plot (x, x')"; NULL: none
  const char *section;
  // parameters that stay free, so that runs of one model have values of their own, "g", "m[2]", and
  // "m" for all entries of a vector: noslip/parameter.h
  const char *const *live;
  int nlive;
  // forces that are functions, beside those of the text: noslip/force.h. The list and its names are
  // copied
  const noslip_extra_force *forces;
  int nforces;
} noslip_model_options;

// Read a model from a file, "-" is standard input, called stdin in sentences. On failure *model is NULL and the sentence has file, line and column.
NOSLIP_API noslip_status noslip_model_load(noslip_context *context, const char *path,
                                           noslip_model **model);

// The same with settings; `options` may be NULL and may go out of scope after the call.
NOSLIP_API noslip_status noslip_model_load_with_sized(noslip_context *context, const char *path,
                                                      const noslip_model_options *options,
                                                      size_t size, noslip_model **model);
static inline noslip_status noslip_model_load_with(noslip_context *context_, const char *path_,
                                                   const noslip_model_options *options_,
                                                   noslip_model **model_) {
  return noslip_model_load_with_sized(context_, path_, options_, sizeof *options_, model_);
}

// Read a model from text; `name` stands for the file in messages. `options` may be NULL.
NOSLIP_API noslip_status noslip_model_parse_sized(noslip_context *context, const char *name,
                                                  const char *text,
                                                  const noslip_model_options *options, size_t size,
                                                  noslip_model **model);
static inline noslip_status noslip_model_parse(noslip_context *context_, const char *name_,
                                               const char *text_,
                                               const noslip_model_options *options_,
                                               noslip_model **model_) {
  return noslip_model_parse_sized(context_, name_, text_, options_, sizeof *options_, model_);
}

// Free a model: its runs keep what they need of it. NULL is fine.
NOSLIP_API void noslip_model_free(noslip_model *model);

// the name after `model`, and the title ("" if none)
NOSLIP_API const char *noslip_model_name(const noslip_model *model);
NOSLIP_API const char *noslip_model_title(const noslip_model *model);

// the text that was read, and the name of its file (of noslip_model_parse: the name given there);
// "" for a model that is not made of text
NOSLIP_API const char *noslip_model_text(const noslip_model *model);
NOSLIP_API const char *noslip_model_path(const noslip_model *model);

// constants and parameters in the order of the file, with the values they have here, after the
// settings of the options
NOSLIP_API int noslip_model_parameter_count(const noslip_model *model);
NOSLIP_API const char *noslip_model_parameter_name(const noslip_model *model, int i);
NOSLIP_API double noslip_model_parameter_value(const noslip_model *model, int i);

// Is it one of the option `live`?
NOSLIP_API bool noslip_model_parameter_is_live(const noslip_model *model, int i);

// Has the model an exact solution that holds for its present data?
NOSLIP_API bool noslip_model_has_exact(const noslip_model *model);

// x[i] = its value at times[i], for a column by its name in files: what the `exact` statements give,
// "x", "multiplier.z", "momentum.x", and of coordinates the velocity, "x'". Not thread-safe for
// models of one context.
NOSLIP_API noslip_status noslip_model_exact(noslip_model *model, const char *name,
                                            const double *times, size_t n, double *x);

// the class in words: "mechanical", "mechanical on Lie groups", "index-2 DAE", ...
NOSLIP_API const char *noslip_model_class(const noslip_model *model);

// The names that the text of a model declares, found by its words alone: for editors and completion.
// Nothing is evaluated, so that it takes a moment and a model that is not finished has an outline.
typedef struct noslip_outline noslip_outline;
typedef struct noslip_declared {
  const char *word;  // of the statement or clause: "param", "coord", "momentum", "section", ...
  const char *name;
  const char *kind;  // of a coordinate: "angle", "SO", "SE"; "" if it has none
  bool family;       // it has an index: w[1..3], rod[i], P = [x, y]
} noslip_declared;

NOSLIP_API noslip_status noslip_outline_load(noslip_context *context, const char *path,
                                             noslip_outline **outline);
NOSLIP_API noslip_status noslip_outline_parse(noslip_context *context, const char *name,
                                              const char *text, noslip_outline **outline);
NOSLIP_API void noslip_outline_free(noslip_outline *outline);

// the names in the order of the text; false if there is no name i
NOSLIP_API bool noslip_outline_get_sized(const noslip_outline *outline, int i,
                                         noslip_declared *declared, size_t size);
static inline bool noslip_outline_get(const noslip_outline *outline_, int i_,
                                      noslip_declared *declared_) {
  return noslip_outline_get_sized(outline_, i_, declared_, sizeof *declared_);
}

// The initial value, by its key, that a column of a trajectory holds: "x" of "x", "t" of "t", "px" of
// "momentum.x" in a hamiltonian model with momentum px. "" of a column that holds none, as "energy";
// NULL if the model has no such column.
NOSLIP_API const char *noslip_model_start_key(const noslip_model *model, const char *column);

// What `noslip check` prints: sizes, constraints, structure found, state of the initial data,
// equations, methods that apply. One text of several lines, valid while the model lives. Data that
// violate a constraint are reported in it, not an error; *sound (may be NULL) says whether a run
// could start: the data fit and some method treats the model. Returns NULL when there is no memory.
// Whether one would start with given options: noslip_run_check.
NOSLIP_API const char *noslip_model_describe(noslip_model *model, bool project, bool *sound);

#ifdef __cplusplus
}
#endif
