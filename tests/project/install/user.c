// A small program that uses an installed noslip.

#include <noslip.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "model swing\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n";

// names of its own that the library also uses, inside
int fail(void);
int arena_init(void);
int fail(void) {
  return 3;
}
int arena_init(void) {
  return 4;
}

int main(void) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model = NULL;
  noslip_run *run = NULL;
  printf("noslip %s\n", noslip_version());
  int wrong = !context || strcmp(noslip_version(), "0.1.0") != 0 ||
              noslip_model_parse(context, "swing", text, NULL, &model) != NOSLIP_OK ||
              noslip_run_new(context, model, &(noslip_run_options){.method = "dla-mp", .step = 0.1},
                             &run) != NOSLIP_OK ||
              noslip_advance(run, 10) != NOSLIP_OK || fail() != 3 || arena_init() != 4;
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(context);
  return wrong;
}
