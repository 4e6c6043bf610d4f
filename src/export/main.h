// The program: a header line, then a row for every NOSLIP_EVERY-th step, the start and the end.

static void write_header(void) {
  for (int i = 0; i < NOSLIP_COLUMNS; i++)
    printf("%s%s", i > 0 ? "," : "", noslip_columns[i]);
  printf("\n");
}

static void write_row(noslip *s) {
  double row[NOSLIP_COLUMNS];
  char number[number_size];
  noslip_row(s, row);
  for (int i = 0; i < NOSLIP_COLUMNS; i++)
    printf("%s%s", i > 0 ? "," : "", number_print(number, row[i]));
  printf("\n");
}

int main(void) {
  static noslip run;
  long written = 0;
  kernel_result result = KERNEL_DONE;
  noslip_start(&run);
  write_header();
  write_row(&run);
  while (run.taken < NOSLIP_STEPS && (result = noslip_step(&run)) == KERNEL_DONE)
    if (run.taken % NOSLIP_EVERY == 0) {
      write_row(&run);
      written = run.taken;
    }
  if (written != run.taken)
    write_row(&run);
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  if (failed)
    fprintf(stderr, "cannot write standard output\n");
  if (result != KERNEL_DONE)
    fprintf(stderr, "stopped at t = %.10g (step %ld of size %g): %s; try a smaller step\n",
            run.state.t, run.taken + 1, NOSLIP_H, noslip_words(result));
  return failed || result != KERNEL_DONE;
}
