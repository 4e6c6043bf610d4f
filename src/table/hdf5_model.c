// The group `model` of an HDF5 file: a text, and notes with numbers and texts; and notes of its run.

#include "table/hdf5_child.h"
#include "table/hdf5_columns.h"
#include "table/model_text.h"

#include <stdint.h>
#include <stdlib.h>

enum { longest_model = 16 << 20, most_notes = 1 << 16 };

// ---------------------------------------------------------------------------------------------
// the child

// a text of any length, of an attribute; NULL: it is none
static const char *note_text(hid_t where, const char *name) {
  char *text = NULL;
  hid_t note = H5Aexists(where, name) > 0 ? H5Aopen(where, name, H5P_DEFAULT) : -1;
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  bool good = note >= 0 && H5Tis_variable_str(H5Aget_type(note)) > 0 &&
              H5Sget_simple_extent_npoints(H5Aget_space(note)) == 1 &&
              H5Aread(note, type, &text) >= 0;
  return good ? text : NULL;
}

// a number with all its digits
static const char *note_number(hid_t where, const char *name) {
  static char digits[32];
  double x;
  hid_t note = H5Aexists(where, name) > 0 ? H5Aopen(where, name, H5P_DEFAULT) : -1;
  if (note < 0 || H5Tget_class(H5Aget_type(note)) != H5T_FLOAT ||
      H5Sget_simple_extent_npoints(H5Aget_space(note)) != 1 ||
      H5Aread(note, H5T_NATIVE_DOUBLE, &x) < 0)
    return NULL;
  snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}

static const char *text_of(hid_t model) {
  char *text = NULL;
  H5O_info_t info;
  if (!hdf5_is_hard_link(model, "text") ||
      H5Oget_info_by_name(model, "text", &info, H5P_DEFAULT) < 0 || info.type != H5O_TYPE_DATASET)
    return NULL;
  hid_t set = H5Dopen2(model, "text", H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  bool good = set >= 0 && H5Tis_variable_str(H5Dget_type(set)) > 0 &&
              H5Sget_simple_extent_npoints(H5Dget_space(set)) == 1 &&
              H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0;
  return good ? text : NULL;
}

typedef const char *note_reader(hid_t where, const char *name);

// all notes of a group: how many, then name and value of each
static void send_notes(hid_t model, const char *name, note_reader *read, FILE *out) {
  int32_t n = 0;
  H5O_info_t info;
  hid_t group = hdf5_is_hard_link(model, name) ? H5Gopen2(model, name, H5P_DEFAULT) : -1;
  if (group >= 0 && H5Oget_info(group, &info) >= 0 && info.num_attrs <= most_notes)
    n = (int32_t)info.num_attrs;
  fwrite(&n, sizeof n, 1, out);
  for (int32_t i = 0; i < n; i++) {
    char key[table_longest + 1] = "";
    ssize_t length = H5Aget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, key,
                                        sizeof key, H5P_DEFAULT);
    const char *value = length > 0 && length <= table_longest ? read(group, key) : NULL;
    hdf5_put_text(out, value ? key : "");
    hdf5_put_text(out, value ? value : "");
  }
}

// one note of a group; nothing if it is not there
static void send_note(hid_t where, const char *name, note_reader *read, FILE *out) {
  const char *value = where >= 0 ? read(where, name) : NULL;
  hdf5_put_text(out, value ? value : "");
}

static void send_run(hid_t file, FILE *out) {
  hid_t run = hdf5_is_hard_link(file, "run") ? H5Gopen2(file, "run", H5P_DEFAULT) : -1;
  send_note(run, "method", note_text, out);
  send_note(run, "step", note_number, out);
  send_note(run, "trouble", note_text, out);
}

static void send_model(const void *context, FILE *out) {
  const table_reading *r = context;
  hid_t file = hdf5_read_only(r->path);
  if (file < 0)
    return;
  hid_t model = hdf5_is_hard_link(file, "model") ? H5Gopen2(file, "model", H5P_DEFAULT) : -1;
  const char *text = model >= 0 ? text_of(model) : NULL;
  const char *path = text ? note_text(model, "file") : NULL;
  hdf5_put_text(out, text ? text : "");
  if (!text)
    return;
  hdf5_put_text(out, path ? path : "");
  send_notes(model, "parameters", note_number, out);
  send_notes(model, "init", note_text, out);
  send_run(file, out);
}

// ---------------------------------------------------------------------------------------------
// the parent

// what has no name was not readable, and is left out
static bool receive_notes(table_note **list, int *count, FILE *in) {
  int32_t n;
  *count = 0;
  if (fread(&n, sizeof n, 1, in) != 1 || n < 0 || n > most_notes)
    return false;
  *list = calloc((size_t)n + 1, sizeof **list);
  for (int32_t i = 0; i < n && *list; i++) {
    table_note note = {hdf5_get_text(in, table_longest), NULL};
    note.value = note.name ? hdf5_get_text(in, longest_model) : NULL;
    bool kept = note.value && note.name[0];
    if (kept) {
      (*list)[(*count)++] = note;
      continue;
    }
    bool ended = !note.value;
    free(note.name);
    free(note.value);
    if (ended)
      return false;
  }
  return *list != NULL;
}

static bool receive_run(table_model *m, FILE *in) {
  m->method = hdf5_get_text(in, table_longest);
  m->step = m->method ? hdf5_get_text(in, table_longest) : NULL;
  m->trouble = m->step ? hdf5_get_text(in, table_longest) : NULL;
  return m->trouble != NULL;
}

static bool receive(void *to, const table_reading *r, FILE *in) {
  table_model *m = to;
  m->text = hdf5_get_text(in, longest_model);
  if (!m->text)
    return hdf5_damaged(r);
  if (!m->text[0])
    return table_refuse(r, "%s: no model is in it; say whose rows these are with --model MODEL",
                        r->path);
  m->file = hdf5_get_text(in, table_longest);
  return (m->file && receive_notes(&m->parameters, &m->nparameter, in) &&
          receive_notes(&m->init, &m->ninit, in) && receive_run(m, in)) ||
         hdf5_damaged(r);
}

bool table_model_hdf5(table_model *m, const table_reading *r) {
  return hdf5_in_child(r, send_model, 2*(size_t)longest_model, receive, m);
}
