#include "output/csv_notes.h"

#include "output/number.h"
#include "output/plain.h"

static void note(FILE *out, const char *word, const char *text) {
  if (text && text[0])
    fprintf(out, "# %s: %s\n", word, plain_name(text));
}

static void note_value(FILE *out, const char *word, const char *name, double x) {
  char number[number_size];
  fprintf(out, "# %s: %s = %s\n", word, plain_name(name), number_print(number, x));
}

static void note_model(FILE *out, const noslip_model *m) {
  note(out, "model", noslip_model_name(m));
  note(out, "title", noslip_model_title(m));
  note(out, "file", noslip_model_path(m));
  for (int i = 0; i < noslip_model_parameter_count(m); i++)
    note_value(out, "parameter", noslip_model_parameter_name(m, i),
               noslip_model_parameter_value(m, i));
}

void csv_notes(FILE *out, const provenance *from) {
  noslip_report r;
  char number[number_size];
  noslip_run_report(from->run, &r);
  fprintf(out, "# noslip: %s\n", noslip_version());
  note(out, "command", from->command);
  note_model(out, from->model);
  for (int i = 0; i < from->ninit; i++)
    fprintf(out, "# init: %s = %s\n", plain_name(from->init[i].name),
            plain_name(from->init[i].value));
  note(out, "method", r.method);
  fprintf(out, "# step: %s\n# every: %ld\n", number_print(number, r.step),
          noslip_run_every(from->run));
  note(out, "backend", noslip_run_backend(from->run));
}
