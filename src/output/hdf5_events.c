#include "output/hdf5_events.h"

#include "output/hdf5_grow.h"
#include "output/hdf5_notes.h"

#include <stdio.h>
#include <string.h>

// rows that are written together, column by column
enum { most = 128 };
typedef struct burst {
  hsize_t n;
  double time[most], impulse[most], before[most], after[most];
  char kind[most][hdf5_events_kind], name[most][hdf5_events_name];
} burst;

// a text of this many bytes, filled up with zeros
static hid_t text_type(size_t size) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

bool hdf5_events_begin(hdf5_events *e, hid_t file, const noslip_run *run) {
  static const char *const names[hdf5_events_columns] = {
      "time", "kind", "name", "impulse", "energy_before", "energy_after"};
  noslip_event_totals t = {0};
  *e = (hdf5_events){0};
  if (run)
    noslip_run_event_totals(run, &t);
  if (!t.has_contacts)
    return true;
  e->group = hdf5_ordered_group(file, "events");
  bool done = e->group >= 0;
  hdf5_growth g = hdf5_growth_begin(most);
  for (int j = 0; j < hdf5_events_columns && done; j++) {
    e->types[j] = j == 1   ? text_type(hdf5_events_kind)
                  : j == 2 ? text_type(hdf5_events_name)
                           : H5Tcopy(H5T_IEEE_F64LE);
    e->sets[j] =
        H5Dcreate2(e->group, names[j], e->types[j], g.space, H5P_DEFAULT, g.made, g.access);
    done = e->sets[j] >= 0;
  }
  hdf5_growth_end(&g);
  return done;
}

// ---------------------------------------------------------------------------------------------
// rows

// what does not fit is cut, between two characters
static void put_text(char *to, size_t size, const char *text) {
  size_t n = strlen(text);
  for (n = n < size ? n : size; n > 0 && text[n] && ((unsigned char)text[n] & 0xC0) == 0x80;)
    n--;
  memset(to, 0, size);
  memcpy(to, text, n);
}

static void collect(burst *b, const hdf5_events *e, const noslip_run *run) {
  noslip_event v;
  for (b->n = 0; b->n < most && noslip_run_event(run, e->written + (long)b->n, &v); b->n++) {
    b->time[b->n] = v.time;
    b->impulse[b->n] = v.impulse;
    b->before[b->n] = v.energy_before;
    b->after[b->n] = v.energy_after;
    put_text(b->kind[b->n], hdf5_events_kind, v.kind);
    put_text(b->name[b->n], hdf5_events_name, v.name);
  }
}

static bool append(hdf5_events *e, const burst *b) {
  const void *columns[hdf5_events_columns] = {b->time,    b->kind,   b->name,
                                              b->impulse, b->before, b->after};
  bool done = true;
  for (int j = 0; j < hdf5_events_columns && done; j++) {
    bool text = j == 1 || j == 2;
    done = hdf5_append(e->sets[j], text ? e->types[j] : H5T_NATIVE_DOUBLE, (hsize_t)e->written,
                       b->n, columns[j]);
  }
  e->written += (long)b->n;
  return done;
}

bool hdf5_events_follow(hdf5_events *e, const noslip_run *run) {
  burst b;
  bool done = true;
  while (done && e->group > 0 && e->written < noslip_run_event_count(run)) {
    collect(&b, e, run);
    done = append(e, &b);
  }
  return done;
}

// ---------------------------------------------------------------------------------------------
// the end

bool hdf5_events_end(hdf5_events *e, const noslip_run *run) {
  noslip_event_totals t;
  if (e->group <= 0)
    return true;
  noslip_run_event_totals(run, &t);
  return hdf5_events_follow(e, run) && hdf5_count(e->group, "events", t.events) &&
         hdf5_number(e->group, "normal_work", t.normal_work) &&
         hdf5_number(e->group, "friction_work", t.friction_work) &&
         hdf5_number(e->group, "positive_friction_work", t.positive_friction_work) &&
         hdf5_number(e->group, "largest_penetration", t.largest_penetration) &&
         hdf5_count(e->group, "forces_not_unique", t.forces_not_unique);
}

void hdf5_events_close(hdf5_events *e) {
  if (e->group <= 0)
    return;
  for (int j = 0; j < hdf5_events_columns; j++) {
    H5Dclose(e->sets[j]);
    H5Tclose(e->types[j]);
  }
  H5Gclose(e->group);
}
