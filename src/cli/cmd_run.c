// noslip run: a model, a method, a loop of steps, rows into a file, a report.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/quote.h"
#include "cli/run_job.h"

static int begin(job *j) {
  j->given->run.visits = j->given->at != NULL;
  int status = run_arguments_make(&j->given->run, &j->run, &j->planned);
  if (status == exit_done)
    status = row_times_read(&j->times, j->given->at, j->run, j->planned);
  if (status == exit_done && noslip_run_rest(j->run) != 0)
    j->planned++;
  return status == exit_done ? run_job_take(j) : status;
}

int cmd_run(int argc, char **argv) {
  arguments a = {0};
  int status = run_job_read(&a, argc, argv) ? run_job_check(&a) : exit_wrong;
  if (status == exit_done) {
    interrupt_spare_writes();
    a.command = quote_command(argc, argv);
    status = a.command ? model_file_load(&a.run.model, argv[0]) : message_failed("no memory");
  }
  if (status == exit_done) {
    job j = {.given = &a, .context = a.run.model.context};
    status = begin(&j);
    run_job_free(&j);
  }
  run_job_free_arguments(&a);
  return status;
}
