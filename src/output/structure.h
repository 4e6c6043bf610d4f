// What a step keeps, for a person and for a program.

#pragma once

#include "noslip.h"

#include <stdio.h>

void structure_table(FILE *out, const noslip_structure *s);
void structure_json(FILE *out, const noslip_structure *s);  // one object and a newline
