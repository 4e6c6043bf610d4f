#include "output/hdf5_notes.h"

#include "output/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// an attribute of one value; an older one of this name is replaced
static bool put(hid_t where, const char *name, hid_t type, hid_t memory, const void *value) {
  if (H5Aexists(where, name) > 0 && H5Adelete(where, name) < 0)
    return false;
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool done = attribute >= 0 && H5Awrite(attribute, memory, value) >= 0;
  H5Aclose(attribute);
  H5Sclose(space);
  return done;
}

// texts of any length, in UTF-8
static hid_t text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

bool hdf5_note(hid_t where, const char *name, const char *text) {
  hid_t type = text_type();
  bool done = put(where, name, type, type, &text);
  H5Tclose(type);
  return done;
}

// `/` would lead into another group: the division slash looks like it. The name stays in a note.
hid_t hdf5_column(hid_t where, const char *name, hid_t space, hid_t made, hid_t access) {
  static const char slash[] = "\xE2\x88\x95";
  char *safe = malloc(3*strlen(name) + 1), *to = safe;
  if (!safe)
    return -1;
  for (const char *at = name; *at; at++)
    if (*at == '/')
      to = stpcpy(to, slash);
    else
      *to++ = *at;
  *to = 0;
  hid_t set = H5Dcreate2(where, safe, H5T_IEEE_F64LE, space, H5P_DEFAULT, made, access);
  if (set >= 0 && strcmp(safe, name) != 0 && !hdf5_note(set, "name", name)) {
    H5Dclose(set);
    set = -1;
  }
  free(safe);
  return set;
}

hid_t hdf5_ordered_group(hid_t file, const char *name) {
  hid_t made = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_link_creation_order(made, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, made, H5P_DEFAULT);
  H5Pclose(made);
  return group;
}

bool hdf5_number(hid_t where, const char *name, double x) {
  return put(where, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &x);
}

bool hdf5_count(hid_t where, const char *name, long n) {
  return put(where, name, H5T_STD_I64LE, H5T_NATIVE_LONG, &n);
}

// a text as a dataset of its own
static bool put_text(hid_t where, const char *name, const char *text) {
  hid_t type = text_type(), space = H5Screate(H5S_SCALAR), made = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(made, false);
  hid_t set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, made, H5P_DEFAULT);
  bool done = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0;
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
  H5Tclose(type);
  return done;
}

// one attribute per parameter, so that readers get a dictionary
static bool put_parameters(hid_t model, const noslip_model *from) {
  hid_t group = H5Gcreate2(model, "parameters", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool done = group >= 0;
  for (int i = 0; i < noslip_model_parameter_count(from) && done; i++)
    done = hdf5_number(group, noslip_model_parameter_name(from, i),
                       noslip_model_parameter_value(from, i));
  H5Gclose(group);
  return done;
}

// the values are expressions, so they stay texts
static bool put_init(hid_t model, const provenance *from) {
  hid_t group = H5Gcreate2(model, "init", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool done = group >= 0;
  for (int i = 0; i < from->ninit && done; i++)
    done = hdf5_note(group, from->init[i].name, from->init[i].value);
  H5Gclose(group);
  return done;
}

bool hdf5_notes_model(hid_t file, const provenance *from) {
  hid_t group = H5Gcreate2(file, "model", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool done = group >= 0 && hdf5_note(group, "name", noslip_model_name(from->model)) &&
              hdf5_note(group, "title", noslip_model_title(from->model)) &&
              hdf5_note(group, "file", noslip_model_path(from->model)) &&
              put_text(group, "text", noslip_model_text(from->model)) &&
              put_parameters(group, from->model) && put_init(group, from);
  H5Gclose(group);
  return done;
}

// of rows of one run
static bool note_run(hid_t run, noslip_run *from) {
  noslip_report r;
  noslip_run_report(from, &r);
  return hdf5_note(run, "method", r.method) && hdf5_number(run, "step", r.step) &&
         hdf5_count(run, "every", noslip_run_every(from)) &&
         hdf5_note(run, "backend", noslip_run_backend(from));
}

bool hdf5_notes_begin(hid_t file, hid_t run, const provenance *from) {
  return hdf5_note(file, "format", from->run ? "noslip trajectory 1" : "noslip members 1") &&
         hdf5_note(file, "version", noslip_version()) &&
         (!from->command || hdf5_note(file, "command", from->command)) &&
         hdf5_notes_model(file, from) && (!from->run || note_run(run, from->run)) &&
         hdf5_note(run, "state", "running");
}

static bool note_invariants(hid_t run, noslip_run *from, const noslip_report *r) {
  bool done = true;
  for (int i = 0; i < noslip_run_count(from, NOSLIP_INVARIANT) && done; i++) {
    char name[256];
    snprintf(name, sizeof name, "max_error.invariant.%s",
             noslip_run_name(from, NOSLIP_INVARIANT, i));
    done = hdf5_number(run, name, r->invariant_errors[i]);
  }
  return done;
}

static bool note_end(hid_t run, noslip_run *from) {
  noslip_report r;
  noslip_run_report(from, &r);
  return hdf5_count(run, "steps", r.steps) && hdf5_number(run, "time", r.time) &&
         (!noslip_run_has_energy(from) ||
          hdf5_number(run, "max_error.energy", r.energy_max_error)) &&
         hdf5_number(run, "max_error.constraint", r.constraint_max_error) &&
         hdf5_number(run, "max_relative_error.constraint", r.constraint_scaled_error) &&
         note_invariants(run, from, &r);
}

bool hdf5_notes_end(hid_t run, noslip_run *from, const char *trouble) {
  return (!trouble || hdf5_note(run, "trouble", plain_options(trouble))) &&
         (!from || note_end(run, from)) &&
         hdf5_note(run, "state", trouble ? "stopped" : "finished");
}
