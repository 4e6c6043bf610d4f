// Many small records as one array of numbers, for checkpoints.

#pragma once

#include "base/transfer.h"
#include "noslip/verdict.h"
#include "study/spent.h"
#include "study/spread.h"

// the spreads s[0 .. n-1], written or read
void packed_spreads(transfer *t, const char *name, spread *s, long n);

void packed_spent(transfer *t, spent *s);

// a status, a verdict, and a text in a buffer of the struct
void packed_status(transfer *t, noslip_status *status);
void packed_verdict(transfer *t, noslip_verdict_word *word);
void packed_text(transfer *t, const char *name, char *text, size_t size);
