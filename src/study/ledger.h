// The ledger of a study with members: how far they are, as a file from which the study is taken up
// again, bit for bit. The file has the head of run/checkpoint.h, the model, then
//
//   asked     digests of what the study was asked: options, starts, inputs
//   totals    what was made of the members 0 .. folded - 1, in their order
//   members   some of the others: those that are done, and those on their way with their runs
//
// Members do not depend on each other, so each is written down by the thread that computes it,
// between two steps, when a checkpoint is due. The thread that is the last to do so adds the members
// that stand next to the totals, in their order, and writes the file; the others go on meanwhile.
//
// A study without `saving` has a ledger as well, in which it counts what is folded.

#pragma once

#include "noslip/study.h"
#include "run/checkpoint.h"
#include "run/crossing.h"

#include <pthread.h>
#include <stdatomic.h>

// what a study tells of itself; the functions that transfer write and read
typedef struct ledger_kind {
  const char *name;  // of the kind of checkpoint: "ensemble"

  // Add member `folded` to the totals; false: the study has failed. NULL: there are no totals.
  bool (*take)(void *study, int member);
  void (*totals)(void *study, int folded, transfer *t);

  // what a member has left so far, in its slot of the batch
  void (*member)(void *study, int slot, transfer *t);

  // options of the study that are not those of an ensemble; NULL: there are none
  void (*asked)(void *study, transfer *t);
} ledger_kind;

typedef enum ledger_state { LEDGER_OPEN, LEDGER_BEGUN, LEDGER_DONE } ledger_state;

typedef struct ledger_entry {
  ledger_state state;
  int turn;         // of the checkpoint that it was written down for
  transfer so_far;  // of a member on its way: slot and run; without bytes before the first time
} ledger_entry;

enum { ledger_asked = 3 };

typedef struct ledger {
  const noslip_saving *saving;  // NULL: nothing is saved
  const ledger_kind *kind;
  void *study;
  noslip_context *context;  // of the study; failures of checkpoints are told to the caller instead
  const noslip_model *model;
  const noslip_ensemble_options *options;
  unsigned char asked[ledger_asked][checkpoint_digest_size];

  int folded;             // members in the totals
  int first, count;       // of the batch: member first + i is in slot i
  ledger_entry *entries;  // nentry, one for each slot
  int nentry;
  int nmember;

  pthread_mutex_t lock;
  bool locked;         // there is a lock to be destroyed
  bool batch_is_read;  // the entries are those of the file, and the batch begins with them
  bool writing;        // a thread writes the file, outside of the lock
  atomic_int turn;     // of the checkpoint that is due, or was written last
  int written;
  _Atomic double next;  // when one is due, of crew_seconds
  double began;         // of crew_seconds, as if the study had never been interrupted
} ledger;

// Begin, with room for a batch of `nentry` members in the arena: write the first checkpoint or, with
// `resume`, read one, and fill totals and slots. Everything that these need is there. The ledger has
// saving, kind, study, context, model, options.
noslip_status ledger_begin(ledger *l, arena *a, int nentry);
void ledger_end(ledger *l);

// the next batch begins at member `folded`, and has `count` members
void ledger_batch(ledger *l, int count);

// All threads have ended: write a checkpoint of a study that was stopped, or is complete.
void ledger_write(ledger *l, bool stopped);

// ---- for the thread that computes slot i

// false: the member is done, as it was read
bool ledger_begin_member(ledger *l, int slot);

// Read what the member had left when it was written down, if it was, and its run, which is new. For a
// section also its crossing, otherwise NULL.
noslip_status ledger_take_up(ledger *l, int slot, noslip_run *run, crossing *c, failure *why);

// what was read does not fit to the run: the sentence, and NOSLIP_ERROR_FILE
noslip_status ledger_misfit(const ledger *l, int slot, failure *why);

// between two steps: write the member down, if a checkpoint is due
void ledger_look(ledger *l, int slot, noslip_run *run, crossing *c);

// The member is left where it stands, since the study was stopped.
void ledger_leave(ledger *l, int slot, noslip_run *run, crossing *c);

// the slot has all that the member will leave
void ledger_end_member(ledger *l, int slot);

// ---- ledger_file.c

// the digests of what is asked
noslip_status ledger_ask(ledger *l);

// The items after the head, written to `t` or read from it. Under the lock.
void ledger_transfer_body(ledger *l, transfer *t);

// Put head and body into the file; a failure is told to the caller. Read and check it.
void ledger_put(ledger *l, transfer *body);
noslip_status ledger_get(ledger *l, arena *a);
