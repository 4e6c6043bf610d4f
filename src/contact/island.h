// Islands: contacts that are connected by velocities which they share.

#pragma once

#include "contact/impulse.h"

typedef struct islands {
  int count;
  int *first;   // count + 1  where each begins in `list`
  int *list;    // ncontact   the contacts, those of an island in order
  int *parent;  // ncontact   scratch: trees of contacts whose roots are their first ones
  int *owner;   // nvelocity  scratch: a contact that depends on this velocity, -1: none
} islands;

bool islands_init(islands *s, arena *a, impulse_limits limits);

// find the islands of a problem; in the order of their first contacts
void islands_find(islands *s, const impulse_problem *p);

// the same from the columns alone, whatever their values are
void islands_of_columns(islands *s, const contact_strip *strips, int ncontact);
