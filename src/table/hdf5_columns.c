#include "table/hdf5_columns.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { longest_text = 256 };  // bytes of a text in a column

hid_t hdf5_read_only(const char *path) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  H5PLset_loading_state(0);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, false, true);
  return H5Fopen(path, H5F_ACC_RDONLY, access);
}

bool hdf5_is_hard_link(hid_t where, const char *name) {
  H5L_info_t info;
  return H5Lget_info(where, name, &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_HARD;
}

// columns in the order of their creation, if the file knows it
static H5_index_t order(hid_t group) {
  unsigned flags = 0;
  hid_t made = H5Gget_create_plist(group);
  if (made < 0 || H5Pget_link_creation_order(made, &flags) < 0)
    return H5_INDEX_NAME;
  return flags & H5P_CRT_ORDER_TRACKED ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

// ---------------------------------------------------------------------------------------------
// one dataset

// of a number, or of a short text of fixed length where texts are read
static bool is_value(hid_t type, bool texts) {
  H5T_class_t class = H5Tget_class(type);
  if (class == H5T_STRING)
    return texts && H5Tis_variable_str(type) == 0 && H5Tget_size(type) <= longest_text;
  return (class == H5T_FLOAT || class == H5T_INTEGER) && H5Tget_size(type) <= sizeof(long double);
}

// one-dimensional and of values
static bool is_column(hid_t set, bool texts) {
  hid_t space = H5Dget_space(set);
  return is_value(H5Dget_type(set), texts) && H5Sget_simple_extent_type(space) == H5S_SIMPLE &&
         H5Sget_simple_extent_ndims(space) == 1;
}

// in this file, not in others
static bool is_inside(hid_t set) {
  hid_t made = H5Dget_create_plist(set);
  H5D_layout_t layout = H5Pget_layout(made);
  return (layout == H5D_CHUNKED || layout == H5D_CONTIGUOUS || layout == H5D_COMPACT) &&
         H5Pget_external_count(made) == 0;
}

// Rows that it says it has, but not more than are stored: what is missing would be filled in. Of
// compressed data the size says nothing.
static uint64_t rows_of(hid_t set) {
  hsize_t rows = 0;
  hid_t space = H5Dget_space(set), made = H5Dget_create_plist(set);
  if (H5Sget_simple_extent_dims(space, &rows, NULL) != 1)
    return 0;
  size_t size = H5Tget_size(H5Dget_type(set));
  hsize_t stored = H5Dget_storage_size(set)/(size > 0 ? size : 1);
  return H5Pget_nfilters(made) == 0 && stored < rows ? stored : rows;
}

// the name of a column: that of its link, unless the dataset has another
static char *name_of(hid_t set, const char *link) {
  char *name = NULL;
  if (H5Aexists(set, "name") > 0) {
    hid_t note = H5Aopen(set, "name", H5P_DEFAULT);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Aget_space(note);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    if (H5Tis_variable_str(H5Aget_type(note)) <= 0 || H5Sget_simple_extent_npoints(space) != 1 ||
        H5Aread(note, type, &name) < 0)
      name = NULL;
  }
  return strndup(name ? name : link, table_longest);
}

// ---------------------------------------------------------------------------------------------
// all of them

// what is not a column is passed over
static bool add(hdf5_columns *c, const table_reading *r, const char *link) {
  if (!hdf5_is_hard_link(c->run, link))
    return true;
  H5O_info_t info;
  if (H5Oget_info_by_name(c->run, link, &info, H5P_DEFAULT) < 0 || info.type != H5O_TYPE_DATASET)
    return true;
  hid_t set = H5Dopen2(c->run, link, H5P_DEFAULT);
  if (set < 0 || !is_column(set, r->words != NULL) || !is_inside(set))
    return true;

  uint64_t rows = rows_of(set);
  c->sets[c->n] = set;
  c->names[c->n] = name_of(set, link);
  if (!c->names[c->n])
    return table_refuse(r, "%s: no memory", r->path);
  if (c->n == 0 || rows < c->nrow)
    c->nrow = rows;
  c->n++;
  return true;
}

static bool add_all(hdf5_columns *c, const table_reading *r, hsize_t nlink) {
  H5_index_t by = order(c->run);
  for (hsize_t i = 0; i < nlink; i++) {
    char link[table_longest + 1];
    ssize_t length =
        H5Lget_name_by_idx(c->run, ".", by, H5_ITER_INC, i, link, sizeof link, H5P_DEFAULT);
    if (length <= 0 || length > table_longest)
      return table_refuse(r, "%s: column %d has a name that cannot be read", r->path, (int)i + 1);
    if (!add(c, r, link))
      return false;
  }
  return true;
}

bool hdf5_columns_open(hdf5_columns *c, const table_reading *r) {
  const char *group = r->words ? r->words->group : "run";
  c->reading = r;
  c->file = hdf5_read_only(r->path);
  if (c->file < 0)
    return table_refuse(r, "%s: the file is damaged: HDF5 cannot open it", r->path);
  c->run = hdf5_is_hard_link(c->file, group) ? H5Gopen2(c->file, group, H5P_DEFAULT) : -1;
  H5G_info_t info;
  if (c->run < 0 || H5Gget_info(c->run, &info) < 0)
    return table_refuse(r, "%s: no group `%s`: this is not a trajectory of noslip", r->path, group);
  if (info.nlinks > (hsize_t)r->limits->columns)
    return table_refuse(r, "%s: more than %d columns", r->path, r->limits->columns);

  c->names = calloc((size_t)info.nlinks + 1, sizeof *c->names);
  c->sets = calloc((size_t)info.nlinks + 1, sizeof *c->sets);
  if (!c->names || !c->sets)
    return table_refuse(r, "%s: no memory", r->path);
  if (!add_all(c, r, info.nlinks))
    return false;
  if (c->n == 0 || c->nrow == 0)
    return table_refuse(r, "%s: no rows", r->path);
  if (c->nrow > r->limits->numbers/(size_t)c->n)
    return table_refuse(r, "%s: more than %zu numbers; write fewer rows (noslip run --every k)",
                        r->path, r->limits->numbers);
  return true;
}

// all rows of a dataset, as `type`
static bool read_set(hid_t set, hid_t type, hsize_t count, void *to) {
  hsize_t start = 0;
  hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, &count, NULL);
  bool done = H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
              H5Dread(set, type, memory, space, H5P_DEFAULT, to) >= 0;
  H5Sclose(memory);
  H5Sclose(space);
  return done;
}

// texts of fixed length become the numbers they stand for
static bool read_texts(const hdf5_columns *c, hid_t set, double *column) {
  size_t size = H5Tget_size(H5Dget_type(set));
  char *texts = size <= longest_text ? malloc(c->nrow*size + 1) : NULL, word[longest_text + 1];
  bool done = texts && read_set(set, H5Dget_type(set), c->nrow, texts);
  for (size_t i = 0; i < c->nrow && done; i++) {
    memcpy(word, texts + i*size, size);
    word[size] = 0;
    column[i] = table_word(c->reading, word);
  }
  free(texts);
  return done;
}

bool hdf5_columns_read(const hdf5_columns *c, int j, double *column) {
  assert(j >= 0 && j < c->n);
  if (H5Tget_class(H5Dget_type(c->sets[j])) == H5T_STRING)
    return read_texts(c, c->sets[j], column);
  return read_set(c->sets[j], H5T_NATIVE_DOUBLE, c->nrow, column);
}
