// The header blocks of the kernels, for `noslip methods NAME`. blocks.inl is made from the kernel
// files when the build is configured.

#include "methods/method.h"

#include <string.h>

const char *method_equations(const method *m) {
  static const struct {
    const char *file, *text;
  } blocks[] = {
#define BLOCK(file, text) {file, text},
#include "blocks.inl"
#undef BLOCK
  };
  for (size_t i = 0; i < sizeof blocks/sizeof *blocks; i++)
    if (strcmp(blocks[i].file, m->file) == 0)
      return blocks[i].text;
  return "";
}
