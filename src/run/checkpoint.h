// The file of a checkpoint: bytes of a transfer that arrived whole, or not at all.
//
//   "noslip checkpoint 1\n"   the number is that of this layout
//   8 bytes                   how many follow, without the digest, the lowest first
//   ...                       items of base/transfer.h: first the kind and the version of noslip
//   32 bytes                  SHA-256 of everything before

#pragma once

#include "base/failure.h"
#include "base/transfer.h"

enum { checkpoint_digest_size = 32 };

// the SHA-256 of some bytes
void checkpoint_digest(unsigned char digest[checkpoint_digest_size], const void *bytes,
                       size_t size);

// the items that every checkpoint begins with
typedef struct checkpoint_head {
  const char *kind;     // "run", ...
  const char *version;  // of noslip
  const char *note;     // of the caller; NULL: none
} checkpoint_head;

// texts that are read lie in the arena
void checkpoint_transfer_head(transfer *t, checkpoint_head *head, arena *a);

// Write the items of `t`, after transfer_out: beside the place, to the disk, then renamed.
noslip_status checkpoint_write(const char *path, transfer *t, failure *why);

// Read a file; *t is for reading its items, and *bytes are to be freed with memory_free. On failure
// there are none.
noslip_status checkpoint_read(const char *path, const memory *m, transfer *t, void **bytes,
                              failure *why);

// the same for bytes that are at hand, which stay the caller's
noslip_status checkpoint_open(const char *path, const void *bytes, size_t size, const memory *m,
                              transfer *t, failure *why);

// after a transfer has failed: what does not fit, or that there is no memory
noslip_status checkpoint_misfit(const char *path, const transfer *t, failure *why);

// Read the head, and refuse what another version of noslip has written, or what is of another kind;
// `kind` NULL: any.
noslip_status checkpoint_begin(const char *path, const char *kind, transfer *t,
                               checkpoint_head *head, arena *a, failure *why);
