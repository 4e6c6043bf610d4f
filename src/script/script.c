// A study from its text to its result: read, checked, planned, computed on all cores, judged.

#include "noslip/script.h"

#include "model/context.h"
#include "script/check.h"
#include "script/compute.h"
#include "script/judge.h"
#include "script/keep.h"
#include "script/seek.h"
#include "study/crew.h"
#include "study/parallel.h"
#include "study/result.h"

#include <assert.h>
#include <string.h>

struct noslip_script {
  noslip_context *context;
  holders holders;  // of the caller, and of results
  arena arena;
  source source;
  script_tree tree;
  const char *about;  // the comment above `study`
};

// ---------------------------------------------------------------------------------------------
// reading

// the lines of the comment that the file begins with, joined by spaces; NULL: no memory
static const char *first_comment(arena *a, const char *text) {
  const char *line = text;
  size_t length = 0;
  for (; *line == '#'; line += strcspn(line, "\n") + (strchr(line, '\n') != NULL))
    ;
  char *about = arena_text(a, text, (size_t)(line - text));
  for (const char *from = text; about && from < line;) {
    from += strspn(from, "# \t");
    for (; from < line && *from != '\n'; from++)
      about[length++] = *from;
    from++;
    if (from < line)
      about[length++] = ' ';
  }
  if (about)
    about[length] = 0;
  return about;
}

static noslip_status read_script(noslip_script *s) {
  failure *why = &s->context->failure;
  noslip_status status = script_parse(&s->source, &s->arena, &s->tree, why);
  if (status != NOSLIP_OK)
    return status;
  s->about = first_comment(&s->arena, s->source.text);
  if (!s->about)
    return fail_memory(why);
  script_scope scope = {.tree = &s->tree, .arena = &s->arena, .why = why};
  return script_check_all(&scope) ? NOSLIP_OK : why->status;
}

static noslip_status new_script(noslip_context *context, noslip_script **out) {
  noslip_script *s = memory_resize(&context->memory, NULL, sizeof *s);
  if (!s)
    return fail_memory(&context->failure);
  context_keep(context);
  *s = (noslip_script){.context = context};
  holders_init(&s->holders);
  arena_init(&s->arena, &context->memory);
  *out = s;
  return NOSLIP_OK;
}

// what was read becomes the study, or nothing is left
static noslip_status finish(noslip_script *s, noslip_status status, noslip_script **out) {
  if (status == NOSLIP_OK)
    status = read_script(s);
  if (status == NOSLIP_OK)
    *out = s;
  else
    noslip_script_free(s);
  return status;
}

noslip_status noslip_script_load(noslip_context *context, const char *path, noslip_script **out) {
  noslip_script *s = NULL;
  if (out)
    *out = NULL;
  if (!context || !path || !out)
    return context_refuse_null(context, path ? "script" : "path");
  noslip_status status = new_script(context, &s);
  if (status != NOSLIP_OK)
    return status;
  return finish(s, source_load(&s->source, &s->arena, path, &context->failure), out);
}

noslip_status noslip_script_parse(noslip_context *context, const char *name, const char *text,
                                  noslip_script **out) {
  noslip_script *s = NULL;
  if (out)
    *out = NULL;
  if (!context || !name || !text || !out)
    return context_refuse_null(context, !name ? "name" : !text ? "text" : "script");
  noslip_status status = new_script(context, &s);
  if (status != NOSLIP_OK)
    return status;
  if (strlen(text) > source_longest)
    status =
        fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "the text of `%.100s` is too long", name);
  s->source = (source){arena_text(&s->arena, name, strlen(name)),
                       arena_text(&s->arena, text, strlen(text)), (int)strlen(text)};
  if (s->arena.failed)
    status = fail_memory(&context->failure);
  return finish(s, status, out);
}

void noslip_script_free(noslip_script *s) {
  if (!s || !holders_drop(&s->holders))
    return;
  noslip_context *context = s->context;
  arena_free(&s->arena);
  memory_free(&context->memory, s);
  context_release(context);
}

const char *noslip_script_name(const noslip_script *s) {
  return s ? s->tree.name : "";
}

const char *noslip_script_title(const noslip_script *s) {
  return s && s->tree.title ? s->tree.title : "";
}

const char *noslip_script_paper(const noslip_script *s) {
  return s && s->tree.paper ? s->tree.paper : "";
}

const char *noslip_script_about(const noslip_script *s) {
  return s && s->about ? s->about : "";
}

int noslip_script_expectations(const noslip_script *s) {
  return s ? s->tree.expects.count : 0;
}

// ---------------------------------------------------------------------------------------------
// computing

typedef struct work {
  noslip_script_result result;
  arena arena;
  noslip_context *context;
  const noslip_script *script;
  noslip_script_options options;
  script_plan plan;
  script_teller teller;
  script_saving saving;
  cache cache;
  bool has_cache;
  unsigned char library[sha256_size];  // keep_library
  int threads;
  const script_scope *lets;  // what `seek` evaluates its items with
  const int *chosen;         // the parts that are computed side by side
  failure *failures;         // of the parts that cannot begin; of others the status is NOSLIP_OK
} work;

// A method whose library this build lacks: the run is not made, and what needs it says so.
static bool is_absent(script_part *p, noslip_context *context) {
  noslip_method_info info;
  if (!p->method || noslip_method_find(context, p->method, &info) != NOSLIP_OK || !info.missing)
    return false;
  p->table.absent = true;
  p->table.trouble = arena_print(&p->arena, "%s: `%s` needs %s, and noslip was built without it",
                                 p->label, p->method, info.missing);
  return true;
}

static bool compute(work *w, script_part *p, noslip_context *context, int threads) {
  noslip_model *model;
  const noslip_model_options o = {
      .set = p->set, .nset = p->nset, .init = p->init, .ninit = p->ninit};
  if (noslip_model_load_with(context, p->path, &o, &model) != NOSLIP_OK)
    return part_wrong(p, context);
  keep_key(p, model, w->library);
  bool absent = is_absent(p, context);
  bool found =
      !absent && w->has_cache && keep_find(&w->cache, p, w->options.fresh ? w->saving.began : 0);
  bool good = absent ? p->table.trouble || fail_memory(&context->failure) == NOSLIP_OK
                     : found || part_compute(p, context, model, threads, &w->teller);
  p->kept = found && !(p->when >= w->saving.began);  // otherwise the study has computed it itself
  if (found || absent)
    teller_tell(&w->teller, 1000);
  else if (good && w->has_cache && !atomic_load(&w->teller.stopped) && keep_table(&w->cache, p))
    saving_remove(&w->saving, p);
  noslip_model_free(model);
  return good;
}

typedef struct trial {
  work *work;
  noslip_context *context;
} trial;

static bool compute_trial(void *context, script_part *p) {
  trial *t = context;
  return compute(t->work, p, t->context, 1);
}

// a part in a context of its own
static void compute_part(work *w, int i, int threads) {
  const memory *own = &w->context->memory;
  script_part *p = &w->plan.parts[i];
  double began = crew_seconds();
  if (atomic_load(&w->teller.stopped))
    return;
  noslip_context *context = noslip_open(&(noslip_options){own->hook, own->context});
  if (!context) {
    fail_memory(&w->failures[i]);
    return;
  }
  trial t = {w, context};
  bool good = p->from->index.of ? seek_compute(p, w->lets, context, compute_trial, &t)
                                : compute(w, p, context, threads);
  if (!good) {
    w->failures[i] = context->failure;
    assert(w->failures[i].status != NOSLIP_OK);  // there is a sentence
  }
  noslip_close(context);
  p->seconds = crew_seconds() - began;
}

static void one_part(void *context, int i, int thread) {
  work *w = context;
  (void)thread;
  compute_part(w, w->chosen[i], 1);
}

// A sentence about a run gets its place in the study; one about a model has a place in that already.
static void set_place(work *w, int at, const failure *of) {
  failure *why = &w->context->failure;
  const char *semicolon = strstr(of->sentence, "; ");
  int length = semicolon ? (int)(semicolon - of->sentence) : (int)strlen(of->sentence);
  if (of->status == NOSLIP_ERROR_MEMORY || strchr(of->sentence, '\n')) {
    *why = *of;
    return;
  }
  source_fail(&w->script->source, at, why, semicolon ? semicolon + 2 : NULL, "%.*s", length,
              of->sentence);
}

// `tolerance` with a method that has none
static bool refuse_tolerance(work *w, const script_source *from, int k) {
  failure of;
  fail(&of, NOSLIP_ERROR_ARGUMENT,
       "`%s` takes steps of one size and has no tolerance; write index1, index0 or bdf",
       from->methods[k]);
  set_place(w, from->methods_at[k], &of);
  return false;
}

// methods that there are not, before anything is computed
static bool check_methods(work *w) {
  noslip_method_info info;
  for (int i = 0; i < w->script->tree.sources.count; i++) {
    const script_source *from = &w->script->tree.sources.list[i];
    bool tolerance = from->items[ITEM_TOLERANCE] || from->quick[ITEM_TOLERANCE];
    for (int k = 0; k < from->nmethod; k++) {
      if (noslip_method_find(w->context, from->methods[k], &info) != NOSLIP_OK) {
        failure of = w->context->failure;
        set_place(w, from->methods_at[k], &of);
        return false;
      }
      if (tolerance && !info.adaptive)
        return refuse_tolerance(w, from, k);
    }
  }
  return true;
}

// runs and sections side by side, ensembles one after the other: these have threads of their own
static bool compute_all(work *w) {
  int n = w->plan.nparts, count = 0;
  int *single = ARENA_ARRAY(&w->arena, int, n + 1);
  w->failures = ARENA_ARRAY(&w->arena, failure, n + 1);
  if (!single || !w->failures)
    return fail_memory(&w->context->failure) == NOSLIP_OK;
  for (int i = 0; i < n; i++) {
    arena_init(&w->plan.parts[i].arena, &w->context->memory);
    if (w->plan.parts[i].from->kind != SOURCE_ENSEMBLE)
      single[count++] = i;
  }
  w->chosen = single;
  parallel_for(w, count, w->threads < count ? w->threads : count > 0 ? count : 1, one_part);
  for (int i = 0; i < n; i++)
    if (w->plan.parts[i].from->kind == SOURCE_ENSEMBLE)
      compute_part(w, i, w->threads);
  for (int i = 0; i < n; i++)
    if (w->failures[i].status != NOSLIP_OK) {
      set_place(w, w->plan.parts[i].from->at, &w->failures[i]);
      return false;
    }
  return true;
}

// ---------------------------------------------------------------------------------------------
// the result

// the tables of all parts in a row, so that those of a source are an array
static bool give_tables(work *w) {
  script_table *tables = ARENA_ARRAY(&w->arena, script_table, w->plan.nparts + 1);
  noslip_script_part *parts = ARENA_ARRAY(&w->arena, noslip_script_part, w->plan.nparts + 1);
  if (!tables || !parts)
    return fail_memory(&w->context->failure) == NOSLIP_OK;
  for (int i = 0; i < w->plan.nparts; i++) {
    const script_part *p = &w->plan.parts[i];
    tables[i] = p->table;
    parts[i] = (noslip_script_part){p->label, p->key, p->kept, p->seconds, p->table.trouble};
    w->result.nkept += p->kept;
  }
  for (int i = 0; i < w->script->tree.sources.count; i++)
    w->plan.sources[i].parts = tables + w->plan.first[i];
  w->result.parts = parts;
  w->result.npart = w->plan.nparts;
  return true;
}

static noslip_status stopped(work *w) {
  return fail(&w->context->failure, NOSLIP_STOPPED,
              "%s: stopped before the end; parts that are finished are kept", w->script->tree.name);
}

static noslip_status run_all(work *w, script_scope *s) {
  const noslip_script_options *o = &w->options;
  const char **directories = ARENA_ARRAY(&w->arena, const char *, o->nmodel + 1);
  s->measures = ARENA_ARRAY(&w->arena, script_measured, s->tree->measures.count + 1);
  if (!directories || !s->measures)
    return fail_memory(s->why);
  for (int i = 0; i < o->nmodel; i++)
    directories[i] = o->models[i];
  if (!check_methods(w) || !script_make_plan(s, o->quick, directories, &w->plan))
    return s->why->status;
  for (int i = 0; i < w->plan.nparts; i++)
    w->teller.total += 1000L*w->plan.parts[i].tries;
  w->lets = s;
  if (!compute_all(w))
    return s->why->status;
  if (atomic_load(&w->teller.stopped))
    return stopped(w);
  if (!give_tables(w))
    return s->why->status;
  s->sources = w->plan.sources;
  bool good = judge_measures(s, &w->result) && judge_expectations(s, o->quick, &w->result) &&
              judge_pictures(s, &w->result);
  return good ? NOSLIP_OK : s->why->status;
}

static void free_work(work *w) {
  for (int i = 0; i < w->plan.nparts; i++)
    if (w->plan.parts[i].arena.memory)
      arena_free(&w->plan.parts[i].arena);
  noslip_script *s = (noslip_script *)w->script;
  STUDY_FREE(work, &w->result);
  noslip_script_free(s);
}

noslip_status noslip_script_run_sized(noslip_context *context, const noslip_script *script,
                                      const noslip_script_options *given, size_t size,
                                      noslip_script_result **result) {
  noslip_script_options own = {0};
  work *w =
      STUDY_BEGIN_OF(work, result, context, script, NULL, noslip_script_options, own, given, size);
  if (!w)
    return study_refusal(context);
  double began = crew_seconds();
  w->context = context;
  w->script = script;
  holders_keep(&((noslip_script *)script)->holders);
  w->options = own;
  w->threads = parallel_threads(own.threads);
  w->teller = (script_teller){.progress = own.progress,
                              .context = own.progress_context,
                              .until = own.seconds > 0 ? began + own.seconds : 0,
                              .saving = &w->saving};
  keep_library(w->library);
  w->has_cache = cache_open_below(&w->cache, "/studies", 5000);
  script_scope s = {.tree = &script->tree, .arena = &w->arena, .why = &context->failure};
  noslip_status status = saving_begin(&w->saving, own.saving, context);
  if (status == NOSLIP_OK)
    status = run_all(w, &s);
  saving_end(&w->saving, &w->plan, status == NOSLIP_OK, context);
  if (w->has_cache)
    cache_close(&w->cache);
  w->has_cache = false;
  if (status != NOSLIP_OK) {
    free_work(w);
    return status;
  }
  w->result.name = script->tree.name;
  w->result.title = noslip_script_title(script);
  w->result.quick = own.quick;
  w->result.wall_seconds = crew_seconds() - began;
  *result = &w->result;
  return NOSLIP_OK;
}

void noslip_script_result_free(noslip_script_result *result) {
  if (result)
    free_work((work *)result);
}
