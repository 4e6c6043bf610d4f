#include "solve/block_order.h"

#include <assert.h>
#include <string.h>

enum { BLOCK_LIVE, BLOCK_ELIMINATED, BLOCK_ABSORBED };

enum { graph_share = 8 };  // neighbours for each member of a part

static bool graph_init(block_graph *g, arena *a, block_limits limits) {
  int n = limits.unknowns;
  *g = (block_graph){
      .list = ARENA_UNSET(a, int, (size_t)graph_share*(size_t)limits.members),
      .first = ARENA_UNSET(a, int, n + 1),
      .nelement = ARENA_UNSET(a, int, n),
      .nneighbour = ARENA_UNSET(a, int, n),
      .reach = ARENA_UNSET(a, int, limits.blocks),
      .reach_first = ARENA_UNSET(a, int, n + 1),
      .nreach = ARENA_UNSET(a, int, n),
      .degree = ARENA_UNSET(a, int, n),
      .head = ARENA_UNSET(a, int, n + 1),
      .next = ARENA_UNSET(a, int, n),
      .previous = ARENA_UNSET(a, int, n),
      .state = ARENA_UNSET(a, int, n),
  };
  return !a->failed;
}

bool block_order_init(block_order *s, arena *a, block_limits limits) {
  int n = limits.unknowns;
  *s = (block_order){
      .limits = limits,
      .part = ARENA_UNSET(a, int, limits.parts + 1),
      .member = ARENA_UNSET(a, int, limits.members),
      .node = ARENA_UNSET(a, int, n),
      .place = ARENA_UNSET(a, int, n),
      .size = ARENA_UNSET(a, int, n),
      .position = ARENA_UNSET(a, int, n),
      .order = ARENA_UNSET(a, int, n),
      .key = ARENA_UNSET(a, uint64_t, n),
      .mark = ARENA_UNSET(a, int, n),
      .first = ARENA_UNSET(a, int, n + 1),
      .column = ARENA_UNSET(a, int, limits.blocks),
      .diagonal = ARENA_UNSET(a, int, n),
  };
  return graph_init(&s->graph, a, limits);
}

void block_order_begin(block_order *s) {
  s->npart = s->nmember = s->part[0] = 0;
}

void block_order_part(block_order *s, const int *unknown, int count) {
  assert(s->npart < s->limits.parts && s->nmember + count <= s->limits.members);
  memcpy(s->member + s->nmember, unknown, (size_t)count*sizeof *unknown);
  s->nmember += count;
  s->part[++s->npart] = s->nmember;
}

// ---------------------------------------------------------------------------------------------
// nodes

// a number that stands for a part; sums of them tell sets of parts from each other
static uint64_t part_key(int part) {
  uint64_t z = 0x9e3779b97f4a7c15u*(uint64_t)(part + 1);
  z = (z ^ z >> 30)*0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27)*0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// unknowns of one part with the same key become a node
static void join_unknowns(block_order *s, int part) {
  for (int i = s->part[part]; i < s->part[part + 1]; i++) {
    int first = s->member[i];
    if (s->node[first] >= 0)
      continue;
    int node = s->nnode++;
    s->size[node] = 0;
    for (int j = i; j < s->part[part + 1]; j++) {
      int other = s->member[j];
      if (s->node[other] >= 0 || s->key[other] != s->key[first])
        continue;
      s->node[other] = node;
      s->place[other] = s->size[node]++;
    }
  }
}

// Two sets of parts with the same key, if there ever were any, would make blocks with zeros in them.
static void find_nodes(block_order *s) {
  s->nnode = 0;
  for (int i = 0; i < s->n; i++) {
    s->node[i] = -1;
    s->key[i] = 0;
  }
  for (int p = 0; p < s->npart; p++)
    for (int i = s->part[p]; i < s->part[p + 1]; i++)
      s->key[s->member[i]] += part_key(p);
  for (int p = 0; p < s->npart; p++)
    join_unknowns(s, p);
}

// parts become lists of nodes, each once
static void name_nodes(block_order *s) {
  int to = 0, from = 0;
  for (int i = 0; i < s->nnode; i++)
    s->mark[i] = 0;
  s->stamp = 0;
  for (int p = 0; p < s->npart; p++) {
    int end = s->part[p + 1];
    s->stamp++;
    s->part[p] = to;
    for (; from < end; from++) {
      int node = s->node[s->member[from]];
      if (s->mark[node] == s->stamp)
        continue;
      s->mark[node] = s->stamp;
      s->member[to++] = node;
    }
    from = end;
  }
  s->part[s->npart] = to;
}

// ---------------------------------------------------------------------------------------------
// the graph

static void bucket_add(block_graph *g, int node) {
  int degree = g->degree[node];
  g->next[node] = g->head[degree];
  g->previous[node] = -1;
  if (g->head[degree] >= 0)
    g->previous[g->head[degree]] = node;
  g->head[degree] = node;
}

static void bucket_remove(block_graph *g, int node) {
  if (g->previous[node] >= 0)
    g->next[g->previous[node]] = g->next[node];
  else
    g->head[g->degree[node]] = g->next[node];
  if (g->next[node] >= 0)
    g->previous[g->next[node]] = g->previous[node];
}

// the parts of each node, in `first` and `column`
static bool list_parts(block_order *s) {
  if (s->part[s->npart] > s->limits.blocks)
    return false;
  for (int i = 0; i <= s->nnode; i++)
    s->first[i] = 0;
  for (int i = 0; i < s->part[s->npart]; i++)
    s->first[s->member[i] + 1]++;
  for (int i = 0; i < s->nnode; i++)
    s->first[i + 1] += s->first[i];
  for (int p = s->npart - 1; p >= 0; p--)
    for (int i = s->part[p]; i < s->part[p + 1]; i++)
      s->column[--s->first[s->member[i] + 1]] = p;
  // each first has moved to the place before it: shift back
  for (int i = 0; i < s->nnode; i++)
    s->first[i] = s->first[i + 1];
  s->first[s->nnode] = s->part[s->npart];
  return true;
}

// neighbours of a node: those of its parts
static bool add_neighbours(block_order *s, int node, int *end) {
  block_graph *g = &s->graph;
  int room = graph_share*s->limits.members;
  g->first[node] = *end;
  g->degree[node] = 0;
  s->mark[node] = ++s->stamp;
  for (int k = s->first[node]; k < s->first[node + 1]; k++)
    for (int i = s->part[s->column[k]]; i < s->part[s->column[k] + 1]; i++) {
      int other = s->member[i];
      if (s->mark[other] == s->stamp)
        continue;
      if (*end == room)
        return false;
      s->mark[other] = s->stamp;
      g->list[(*end)++] = other;
      g->degree[node] += s->size[other];
    }
  g->nelement[node] = 0;
  g->nneighbour[node] = *end - g->first[node];
  g->state[node] = BLOCK_LIVE;
  return true;
}

static bool make_graph(block_order *s) {
  int end = 0;
  if (!list_parts(s))
    return false;
  for (int d = 0; d <= s->n; d++)
    s->graph.head[d] = -1;
  for (int i = 0; i < s->nnode; i++)
    if (!add_neighbours(s, i, &end))
      return false;
  for (int i = s->nnode - 1; i >= 0; i--)
    bucket_add(&s->graph, i);
  return true;
}

// ---------------------------------------------------------------------------------------------
// elimination

// the live nodes of a list that are not marked yet
static bool reach_out(block_order *s, const int *list, int count, int *end) {
  for (int i = 0; i < count; i++) {
    if (s->graph.state[list[i]] != BLOCK_LIVE || s->mark[list[i]] == s->stamp)
      continue;
    if (*end == s->limits.blocks)
      return false;
    s->mark[list[i]] = s->stamp;
    s->graph.reach[(*end)++] = list[i];
  }
  return true;
}

// all that are beside `node`; the eliminated ones beside it are absorbed by it
static bool find_reach(block_order *s, int node, int *end) {
  block_graph *g = &s->graph;
  const int *element = g->list + g->first[node], ne = g->nelement[node];
  bool fits;
  s->mark[node] = ++s->stamp;
  g->reach_first[node] = *end;
  fits = reach_out(s, element + ne, g->nneighbour[node], end);
  for (int k = 0; k < ne && fits; k++) {
    int e = element[k];
    fits = reach_out(s, g->reach + g->reach_first[e], g->nreach[e], end);
    g->state[e] = BLOCK_ABSORBED;
  }
  g->nreach[node] = *end - g->reach_first[node];
  g->state[node] = BLOCK_ELIMINATED;
  return fits;
}

// The lists of `other`, which is beside the node that was eliminated last: the node takes the
// place of all that it has absorbed, and of neighbours that are beside it, too. One at least is
// gone, so that there is room.
static void update_lists(block_order *s, int other, int node) {
  block_graph *g = &s->graph;
  int *list = g->list + g->first[other], ne = g->nelement[other], to = 0;
  int count = ne + g->nneighbour[other], elements;
  for (int k = 0; k < ne; k++)
    if (g->state[list[k]] == BLOCK_ELIMINATED)
      list[to++] = list[k];
  elements = to;
  for (int k = ne; k < count; k++)
    if (g->state[list[k]] == BLOCK_LIVE && s->mark[list[k]] != s->stamp)
      list[to++] = list[k];
  assert(to < count);
  g->nneighbour[other] = to - elements;
  list[to] = list[elements];
  list[elements] = node;
  g->nelement[other] = elements + 1;
}

static void update_degree(block_order *s, int other) {
  block_graph *g = &s->graph;
  const int *list = g->list + g->first[other], ne = g->nelement[other];
  int degree = 0;
  s->mark[other] = ++s->stamp;
  for (int k = 0; k < g->nneighbour[other]; k++) {
    s->mark[list[ne + k]] = s->stamp;
    degree += s->size[list[ne + k]];
  }
  for (int k = 0; k < ne; k++)
    for (int i = 0; i < g->nreach[list[k]]; i++) {
      int far = g->reach[g->reach_first[list[k]] + i];
      if (s->mark[far] == s->stamp)
        continue;
      s->mark[far] = s->stamp;
      degree += s->size[far];
    }
  bucket_remove(g, other);
  g->degree[other] = degree;
  bucket_add(g, other);
}

static bool eliminate(block_order *s) {
  block_graph *g = &s->graph;
  int end = 0, least = 0;
  for (int k = 0; k < s->nnode; k++) {
    while (g->head[least] < 0)
      least++;
    int node = g->head[least];
    bucket_remove(g, node);
    s->order[k] = node;
    s->position[node] = k;
    if (!find_reach(s, node, &end))
      return false;
    for (int i = 0; i < g->nreach[node]; i++)
      update_lists(s, g->reach[g->reach_first[node] + i], node);
    for (int i = 0; i < g->nreach[node]; i++) {
      int other = g->reach[g->reach_first[node] + i];
      update_degree(s, other);
      least = g->degree[other] < least ? g->degree[other] : least;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// rows of blocks

// Rows in order, the columns ascending: those before the diagonal by going through the nodes that
// reach a row, those after it by going through the rows that are reached.
static bool make_rows(block_order *s) {
  const block_graph *g = &s->graph;
  int total = 0, *count = s->diagonal;
  for (int k = 0; k < s->nnode; k++)
    count[k] = 0;
  for (int i = 0; i < s->nnode; i++)
    for (int k = 0; k < g->nreach[i]; k++)
      count[s->position[g->reach[g->reach_first[i] + k]]]++;
  for (int k = 0; k < s->nnode; k++) {
    s->first[k] = total;
    total += count[k] + 1 + g->nreach[s->order[k]];
    if (total > s->limits.blocks)
      return false;
    count[k] = 0;
  }
  s->first[s->nnode] = total;
  for (int k = 0; k < s->nnode; k++)
    for (int i = 0; i < g->nreach[s->order[k]]; i++) {
      int row = s->position[g->reach[g->reach_first[s->order[k]] + i]];
      s->column[s->first[row] + count[row]++] = k;
    }
  for (int k = 0; k < s->nnode; k++) {
    int *row = s->column + s->first[k];
    row[count[k]] = k;
    s->mark[k] = count[k] + 1;  // where the next column after the diagonal goes
    for (int i = 0; i < count[k]; i++)
      s->column[s->first[row[i]] + s->mark[row[i]]++] = k;
  }
  return true;
}

bool block_order_find(block_order *s, int n) {
  assert(n <= s->limits.unknowns);
  s->n = n;
  find_nodes(s);
  name_nodes(s);
  return make_graph(s) && eliminate(s) && make_rows(s);
}
