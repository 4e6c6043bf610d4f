// An ensemble as HDF5: all at once, when everything is computed. Without the command and without
// times of creation, so that the bytes do not depend on the threads. Apart from ensemble.c, since
// it needs the HDF5 library; without it hdf5_none.c is in its place.

#include "output/ensemble.h"
#include "output/hdf5_notes.h"
#include "output/plain.h"
#include "output/replace.h"
#include "output/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct writer {
  hid_t file, group;
  hid_t made;      // how datasets are made
  double *column;  // scratch, as long as the longest
} writer;

// ---------------------------------------------------------------------------------------------
// columns

static bool put(const writer *w, const char *name, const double *x, int n) {
  hsize_t count = (hsize_t)n;
  hid_t space = H5Screate_simple(1, &count, NULL);
  hid_t set = hdf5_column(w->group, name, space, w->made, H5P_DEFAULT);
  bool done = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0;
  H5Dclose(set);
  H5Sclose(space);
  return done;
}

// a column whose name has two parts
static bool put_named(const writer *w, const char *first, const char *second, const double *x,
                      int n) {
  size_t size = strlen(first) + strlen(second) + 1;
  char *name = malloc(size);
  if (!name)
    return false;
  snprintf(name, size, "%s%s", first, second);
  bool done = put(w, name, x, n);
  free(name);
  return done;
}

static bool begin_group(writer *w, const char *name) {
  hid_t made = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_link_creation_order(made, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  w->group = H5Gcreate2(w->file, name, H5P_DEFAULT, made, H5P_DEFAULT);
  H5Pclose(made);
  return w->group >= 0;
}

// ---------------------------------------------------------------------------------------------
// groups

static bool put_state(const writer *w, const noslip_ensemble_result *r, const char *trouble) {
  return hdf5_note(w->group, "state", r->nunfinished > 0 ? "stopped" : "finished") &&
         (!trouble || hdf5_note(w->group, "trouble", plain_options(trouble)));
}

static bool put_statistics(writer *w, const noslip_ensemble_result *r, const char *trouble) {
  int n = r->ntime;
  if (!begin_group(w, "run"))
    return false;
  for (int i = 0; i < n; i++)
    w->column[i] = r->counts[i];
  bool done = hdf5_note(w->group, "method", r->method) && hdf5_number(w->group, "step", r->step) &&
              hdf5_note(w->group, "backend", r->backend) && put_state(w, r, trouble) &&
              put(w, "t", r->times, n) && put(w, "members", w->column, n);
  for (int j = 0; j < r->nquantity; j++)
    for (int k = 0; k < ensemble_nstatistic && done; k++) {
      ensemble_statistic s = ensemble_get(&r->quantities[j], k);
      done = put_named(w, r->quantities[j].name, s.ending, s.values, n);
    }
  H5Gclose(w->group);
  return done;
}

// one attribute for each member that failed
static bool put_troubles(const writer *w, const noslip_ensemble_result *r) {
  char name[64];
  bool done = true;
  for (int k = 0; k < r->nmember && done; k++) {
    snprintf(name, sizeof name, "trouble.%d", k);
    done =
        !r->members[k].trouble || hdf5_note(w->group, name, plain_options(r->members[k].trouble));
  }
  return done;
}

static bool put_members(writer *w, const ensemble_members *m) {
  int n = m->result->nmember;
  if (!begin_group(w, "members"))
    return false;
  bool done = true;
  for (int i = 0; i < ensemble_members_ncolumn(m) && done; i++) {
    ensemble_column c = ensemble_members_column(m, i);
    for (int k = 0; k < n; k++)
      w->column[k] = ensemble_members_value(m, i, k);
    done = put_named(w, c.first, c.second, w->column, n);
  }
  done = done && put_troubles(w, m->result);
  H5Gclose(w->group);
  return done;
}

// ---------------------------------------------------------------------------------------------
// the file

static hid_t create_file(const char *path) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
  H5Pset_file_locking(access, false, true);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  return file;
}

// what a file of a study has beside its format, its version and its model
typedef struct content {
  const char *format;
  const provenance *from;
  const char *trouble;
  const noslip_ensemble_result *ensemble;  // NULL: it is a sweep
  const ensemble_starts *starts;
  const noslip_sweep_result *sweep;
} content;

static bool put_sweep(writer *w, const noslip_sweep_result *r, const char *trouble) {
  char name[sweep_name];
  if (!begin_group(w, "run"))
    return false;
  bool done = hdf5_note(w->group, "method", r->method) &&
              (isnan(r->step) || hdf5_number(w->group, "step", r->step)) &&
              hdf5_note(w->group, "backend", r->backend) &&
              hdf5_note(w->group, "state", r->nunfinished > 0 ? "stopped" : "finished") &&
              (!trouble || hdf5_note(w->group, "trouble", plain_options(trouble)));
  for (int i = 0; i < sweep_ncolumn(r) && done; i++) {
    for (int k = 0; k < r->npoint; k++)
      w->column[k] = sweep_value(r, i, k);
    done = put(w, sweep_column(name, r, i), w->column, r->npoint);
  }
  H5Gclose(w->group);
  return done;
}

static bool write_all(writer *w, const content *c) {
  bool begun = w->file >= 0 && w->column && hdf5_note(w->file, "format", c->format) &&
               hdf5_note(w->file, "version", noslip_version()) &&
               hdf5_notes_model(w->file, c->from);
  if (!c->ensemble)
    return begun && put_sweep(w, c->sweep, c->trouble);
  return begun && put_statistics(w, c->ensemble, c->trouble) &&
         put_members(w, &(ensemble_members){c->ensemble, *c->starts});
}

// numbers of the longest column
static int longest_column(const content *c) {
  const noslip_ensemble_result *e = c->ensemble;
  return !e ? c->sweep->npoint : e->ntime > e->nmember ? e->ntime : e->nmember;
}

// false with errno, or 0 there if HDF5 does not say why
static bool write_file(const char *path, const content *c) {
  H5dont_atexit();  // at exit the library must not write what a broken file has left
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  errno = 0;
  writer w = {.file = create_file(path),
              .made = H5Pcreate(H5P_DATASET_CREATE),
              .column = malloc((size_t)longest_column(c)*sizeof(double))};
  H5Pset_obj_track_times(w.made, false);
  bool done = write_all(&w, c) && H5Fflush(w.file, H5F_SCOPE_LOCAL) >= 0 && H5Fclose(w.file) >= 0;
  int error = errno;
  H5Pclose(w.made);
  free(w.column);
  errno = error;
  return done;
}

static bool refuse(const ensemble_file *f, const char *why) {
  snprintf(f->why, f->size, "cannot write `%s`: %s", plain_name(f->path), why);
  return false;
}

static bool write_in_place(const ensemble_file *f, const content *c) {
  struct stat info;
  replace at;
  char missing[400];
  if (!hdf5_load(missing, sizeof missing))
    return refuse(f, missing);
  if (stat(f->path, &info) == 0 && !S_ISREG(info.st_mode))
    return refuse(f, "HDF5 needs a regular file");
  if (!replace_open(&at, f->path))
    return refuse(f, strerror(errno));
  bool done = write_file(replace_name(&at), c) && replace_take_place(&at, false) &&
              replace_end(&at, f->sync);
  int error = errno;
  replace_give_up(&at);
  replace_free(&at);
  return done || refuse(f, error ? strerror(error) : "the HDF5 library failed");
}

bool ensemble_hdf5(const ensemble_file *f, const noslip_ensemble_result *r, const char *trouble,
                   const provenance *from, const ensemble_starts *starts) {
  return write_in_place(
      f, &(content){"noslip ensemble 1", from, trouble, .ensemble = r, .starts = starts});
}

bool sweep_hdf5(const ensemble_file *f, const sweep_view *v, const char *trouble,
                const provenance *from) {
  return write_in_place(f, &(content){"noslip sweep 1", from, trouble, .sweep = v->result});
}

bool ensemble_writes_hdf5(void) {
  return true;
}
