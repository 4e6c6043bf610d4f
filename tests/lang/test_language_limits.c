// Tests of elaboration: hostility. A model text is untrusted, so whatever it says there is a system
// or a sentence, soon and in bounded memory; and memory may end at any request.

#include "tests/support/language.h"

#include <dirent.h>
#include <limits.h>
#include <time.h>

#ifndef NOSLIP_MODELS
#define NOSLIP_MODELS "models"
#endif

// --- an allocator that counts, and one that gives up ---------------------------------------------

typedef struct counter {
  size_t used, most;  // bytes now, and at most
  int blocks;         // that are not freed
  int left;           // requests that will be granted
} counter;

enum { header = 64 };  // in front of each block: its size

static void *counting(void *context, void *block, size_t size) {
  counter *c = context;
  char *old = block ? (char *)block - header : NULL;
  size_t before = 0;
  if (old)
    memcpy(&before, old, sizeof before);
  if (size == 0) {
    c->used -= before;
    c->blocks--;
    free(old);
    return NULL;
  }

  char *new = c->left-- > 0 ? realloc(old, size + header) : NULL;
  if (!new)
    return NULL;
  memcpy(new, &size, sizeof size);
  c->blocks += !old;
  c->used += size - before;
  c->most = c->used > c->most ? c->used : c->most;
  return new + header;
}

// --- bombs ---------------------------------------------------------------------------------------

// the bounds: a second or two, with room for slow machines and for sanitizers; a gigabyte
static const double soon = 10;
static const size_t gigabyte = (size_t)1 << 30;

// read a text; it must end with this sentence (NULL: it is a model)
static void bomb(const char *text, const char *sentence) {
  reading r;
  counter c = {.left = INT_MAX};
  clock_t start = clock();
  reading_bytes(&r, (memory){.hook = counting, .context = &c}, text, strlen(text), NULL);
  double seconds = (double)(clock() - start)/CLOCKS_PER_SEC;
  if (getenv("NOSLIP_BOMBS"))
    print_message("%6.3f s %5zu MB  %.60s\n", seconds, c.most >> 20,
                  strchr(text, '\n') ? strchr(text, '\n') + 1 : text);
  if (sentence)
    check_text(r.why.sentence, sentence);
  else
    assert_string_equal(r.why.sentence, "");
  reading_end(&r);
  check_below(seconds, soon);
  assert_true(c.most < gigabyte);
  assert_int_equal(c.blocks, 0);
  assert_int_equal(c.used, 0);
}

// the same for texts that take longest; others stand for them unless the long tests run in full
static void large_bomb(const char *text, const char *sentence) {
  if (check_long())
    bomb(text, sentence);
}

// `piece` with i for $ and i + 1 for @: "let a@ = a$*a$"
static void add_piece(text_buffer *t, const char *piece, int i) {
  for (const char *c = piece; *c; c++)
    if (*c == '$' || *c == '@')
      text_print(t, "%d", *c == '@' ? i + 1 : i);
    else
      text_add(t, c, 1);
}

// `before`, the pieces for i = 0, 1, ..., count - 1, and `after`
static void bomb_of(const char *before, const char *piece, int count, const char *after,
                    const char *sentence) {
  text_buffer t;
  memory m = memory_default();
  text_init(&t, &m);
  text_print(&t, "model m\n%s", before);
  for (int i = 0; i < count; i++)
    add_piece(&t, piece, i);
  text_print(&t, "%s", after);
  bomb(t.data, sentence);
  text_free(&t);
}

static void large_bomb_of(const char *before, const char *piece, int count, const char *after,
                          const char *sentence) {
  if (check_long())
    bomb_of(before, piece, count, after, sentence);
}

#define X "model m\ncoord x\nlagrangian x'^2/2\n"
#define NODES "the model expands to more than the limit of 3000000 expression nodes"
#define EVALUATIONS "the model expands to more than the limit of 20000000 evaluations"
#define STATEMENTS "the model expands to more than the limit of 1000000 statements"

static void families_are_limited(void **state) {
  (void)state;
  bomb("model m\ncoord x[1..2000000000]", "more than the limit of 1000000 unknowns");
  bomb("model m\nstate x[-2147483647..2147483647]",
       "has 4294967295 entries, more than the limit of 1000000 unknowns");
  bomb("model m\nstate x[1..1000000], y", "there are more than the limit of 1000000 unknowns");
  bomb("model m\nstate x[1..500000]\nalgebraic z[1..500001]",
       "there are more than the limit of 1000000 unknowns");
  bomb("model m\nparam l[1..1000000000] = 1",
       "there are more than the limit of 250000 constants and parameters");
  bomb("model m\nparam l[1..200000] = 1, m[1..50001] = 1",
       "there are more than the limit of 250000 constants and parameters");
  bomb("model m\nparam l[1..200000] = 1\nstate y\ny' = l[7]*y", NULL);
  large_bomb("model m\ncoord w[1..1000000]\nlagrangian dot(w', w')/2\nexact w = 0", NULL);
  bomb("model m\nstate w[1..1000000]\nw' = 0\ninit w = 0", NULL);
  bomb("model m\nstate y[1..400000]\nalgebraic z[1..400000]\ny' = z\nconstraint y = 0", NULL);
  bomb_of("state y[1..1000000]\n", "part @: y' = 0\n", 64, "", EVALUATIONS);
  large_bomb_of("coord w[1..400000]\nlagrangian dot(w', w')\n",
                "holonomic c@: w = 0 multiplier N@\n", 10, "", STATEMENTS);
  large_bomb_of("", "coord R$: SO(64) velocity W$\n", 250, "", NODES);
}

static void sums_are_limited(void **state) {
  (void)state;
  bomb(X "observe a = sum(i in 1..1000000: sum(j in 1..1000000: i*j*x))",
       "this sum expands to more than the limit of 20000000 terms");
  bomb(X "observe a = sum(i in 1..2000000000: x)", "this sum expands to more than the limit");
  bomb(X "observe a = sum(i in 1..10000000: i*x)", NODES);
  large_bomb(X "observe a = sum(i in 1..10000000: sin(i*x)*cos(i + x))", NODES);
  large_bomb(X "observe a = sum(i in 1..9000000: 1)*x", NODES);
  bomb(X "let f(i) = sum(j in 1..10000: x)\nobserve a = sum(i in 1..10000: f(i))",
       "this sum expands to more than the limit");
  large_bomb("model m\ncoord w[1..1000]\nlagrangian dot(w', w')\n"
             "let S = sum(i in 1..1000: sum(j in 1..1000: sin(w[i]*w[j])))\n"
             "for i in 1..10000 { observe a[i] = (S*i)' }",
             NODES);
}

static void loops_are_limited(void **state) {
  (void)state;
  bomb(X "for i in 1..1000000000 { observe a[i] = x }",
       "this `for` expands to more than the limit of 1000000 statements");
  large_bomb(X "for i in 1..1000000 { observe a[i] = i*x }", STATEMENTS);
  bomb(X "for i in 1..4000000 { }", NULL);
  bomb(X "for i in 1..2000 { for j in 1..2000 { for k in 1..1 { } } }", STATEMENTS);
  bomb(X "for i in 1..1000 { for j in 1..1000 { for k in 1..1000 { } } }",
       "this `for` expands to more than the limit");
  bomb(X "for i in 1..900000 { let a = i }", NULL);
  bomb(X "for i in 1..300000 { holonomic c[i]: x = 0 multiplier N[-i] }", EVALUATIONS);
  bomb(X "for i in 1..200000 { holonomic c[i]: x = 0 multiplier N[2*i] }", NULL);
  bomb("model m\ncoord x[1..30000], y[1..30000]\nlagrangian dot(x', x') + dot(y', y')\n"
       "for i in 1..30000 { contact c[i]: x[i] >= 0, friction 1 along y[i]'\n"
       "  nonholonomic d[i]: x[i]' + 2*y[i]' = y[30001-i]' while c[i] }",
       NULL);
  bomb(X "for i in 1..2000 { contact c[i]: x >= -i }\n"
         "for i in 1..100000 { nonholonomic d[i]: x' = 0 while c[2000] }",
       NULL);
}

// bytes, at their most, that it takes to read n balls and the contacts of all pairs
static size_t memory_of_balls(int n) {
  char text[1000];
  counter c = {.left = INT_MAX};
  reading r;
  snprintf(text, sizeof text,
           "model m\nconst n = %d\nparam r = 0.1\ncoord x[1..n], y[1..n]\n"
           "lagrangian dot(x', x') + dot(y', y')\nfor i in 1..n {\n"
           "  contact floor[i]: y[i] >= r, friction 0.5 along x[i]'\n"
           "  init x[i] = i, y[i] = 1\n}\ncontact pair[i,j] for i < j in 1..n within 3*r:\n"
           "  norm([x[i] - x[j], y[i] - y[j]]) >= 2*r",
           n);
  reading_bytes(&r, (memory){.hook = counting, .context = &c}, text, strlen(text), NULL);
  assert_string_equal(r.why.sentence, "");
  assert_int_equal(r.model->pairs.count, 1);
  reading_end(&r);
  return c.most;
}

// With eight times as many balls there are 64 times as many pairs. Arrays that grow by doubling may
// be half empty, so a factor of two is allowed.
static void pairs_are_not_expanded(void **state) {
  (void)state;
  size_t small = memory_of_balls(1000), large = memory_of_balls(8000);
  check_below((double)large, 2*8*(double)small);
  bomb("model m\nconst n = 500000\ncoord x[1..n], y[1..n]\nlagrangian dot(x', x') + dot(y', y')\n"
       "contact pair[i,j] for i < j in 1..n within 1: norm([x[i] - x[j], y[i] - y[j]]) >= 1/2",
       NULL);
  bomb_of("coord x[1..1000000]\nlagrangian dot(x', x')\n",
          "contact c@[i,j] for i < j in 1..2 within 1: abs(x[i] - x[j]) >= 1/2\n", 20, "",
          EVALUATIONS);
  bomb_of("coord x[1..9]\nlagrangian dot(x', x')\n",
          "contact c@[i,j] for i < j in 1..2 within 1: abs(x[i] - x[j]) >= 1/2\n", 65, "",
          "there are more than the limit of 64 contacts of pairs");
}

static void doublings_are_harmless(void **state) {
  (void)state;
  bomb_of("coord x\nlet a0 = x + x^2\n", "let a@ = a$*a$ + x\n", 5000,
          "lagrangian x'^2 - a5000\nobserve b = a5000'", NULL);
  bomb_of("coord x\nlet a0 = [x, 1]\n", "let a@ = a$ + 2*a$\n", 5000, "lagrangian x'^2",
          "this is not a finite number");
}

static void calls_are_limited(void **state) {
  (void)state;
  bomb_of("coord x\nlet f0(u) = u + 1\n", "let f@(u) = f$(u) + f$(2*u)\n", 60,
          "lagrangian x'^2 + f60(x)", EVALUATIONS);
  large_bomb_of("coord x\nlet f0(u) = u*u\n", "let f@(u) = f$(f$(u))\n", 60, "lagrangian f60(x')",
                EVALUATIONS);
  bomb_of("coord x\nlet f0(u) = u + 1\n", "let f@(u) = a + b with a = f$(u), b = f$(2*u)\n", 60,
          "lagrangian x'^2 + f60(x)", EVALUATIONS);
  bomb_of("coord x\nlet f0(u) = u\n", "let f@(u) = f$(u)\n", 10000, "lagrangian x'^2 + f10000(x)",
          "functions and expressions nest deeper than the limit of 2000");
  bomb_of("coord x\nlet f0(u) = u\n", "let f@(u) = f$(u)\n", 1000, "lagrangian x'^2 + f1000(x)",
          NULL);
  bomb_of("coord x\nlet f0(u) = u\n", "let f@(u) = ((f$(u)))'\n", 10000,
          "lagrangian x'^2 + f10000(x)", "nest deeper than the limit of 2000");
}

static void vectors_are_limited(void **state) {
  (void)state;
  large_bomb_of("coord w[1..1000000]\nlagrangian dot(w', w')/2", " + dot(w, w)", 1000, "", NODES);
  large_bomb_of("coord w[1..1000000]\nlagrangian dot(w', w')/2 - dot(w", " + w", 100000, ", w)",
                NODES);
  large_bomb_of("coord w[1..1000000]\nlet f(u) = 1\nlagrangian dot(w', w')/2", " + f(w)", 100000,
                "", EVALUATIONS);
  large_bomb("model m\ncoord w[1..1000000]: angle\nlagrangian dot(w', w')/2 - w[1000000]",
             "`w[1000000]` is an angle, but the lagrangian changes");
  bomb("model m\ncoord w[1..100000] momentum p[1..100000]\nlagrangian dot(w', w')/2\n"
       "for i in 1..100000 { init w[i] = p[1] }",
       EVALUATIONS);
  bomb("model m\ncoord w[1..65]\nlet A = [w, w]",
       "a 2x65 matrix is larger than the limit of 64x64");
  bomb_of("coord w[1..2]\nlet A = [w", ", w", 64, "]",
          "a 65x2 matrix is larger than the limit of 64x64");
  bomb_of("coord R: SO(64) velocity W\nlet a0 = R\n", "let a@ = a$*a$\n", 100, "", NODES);
}

static void texts_are_limited(void **state) {
  (void)state;
  static const char names[] = "there are more than the limit of 250000 names";
  static const char words[] = "the text has more than the limit of 2500000 words and symbols";
  enum { million = 1000000 };
  bomb_of("coord x\nlagrangian x'^2", " + x", 100000, "", NULL);
  bomb_of("let b = a", "+a", 8*million, "", words);
  large_bomb_of("let b = [1", ",1", 8*million, "", words);
  large_bomb_of("coord a", ",a", 8*million, "", words);
  large_bomb_of("", "y'=1\n", 3*million, "", words);
  large_bomb_of("coord x\nlagrangian x'^2\nlet b = 1", "+1", 1200000, "", NULL);
  large_bomb_of("coord a0", ",a@", 1200000, "", names);
  large_bomb_of("param a0=1", ",a@=a$", 600000, "", names);
  bomb_of("state x\nx' = 1\n", "let a@=x\n", 490000, "", names);
  bomb_of("state x\nx' = 1\n", "let a@=x\n", 249000, "", NULL);
}

static void files_are_limited(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  source s;
  failure why = {0};
  arena_init(&a, &m);
  assert_int_equal(source_load(&s, &a, "/dev/zero", &why), NOSLIP_ERROR_FILE);
  check_text(why.sentence, "longer than the limit of 16 MiB");
  arena_free(&a);
}

// --- memory --------------------------------------------------------------------------------------

static const char *const everything =
    "model m \"a title\"\n"
    "const n = 4\nparam k = 2, l = k/2, s_[1..2] = [1, k]\n"
    "coord x, a[1..n]: angle, w[0..n] momentum p[0..n]\n"
    "coord R: SO(3) velocity omega, g: SE(3) velocity (v, u), S: SO(4) velocity W\n"
    "coord c[1..2, 1..3], Q[1..2]: SO(3) velocity q[1..2], G[1..2]: SE(2) velocity (V[1..2], o)\n"
    "let f(s, t1) = s^2 + a_ with a_ = sin(t1), b_ = [s, t1]\n"
    "let P = [x + l*sin(a[1]), l*cos(a[1])]\n"
    "lagrangian dot(P', P')/2 + x'^2 + dot(a', a') + dot(w', w') + dot(omega, omega) + dot(v, v)\n"
    "  + dot(c[1]', c[2]') + dot(c[1]', c[1]') + dot(c[2]', c[2]') + dot(q[1], q[1]) + dot(q[2], "
    "q[2])\n"
    "  + dot(V[1], V[1]) + dot(V[2], V[2]) + dot(o, o)\n"
    "  + dot(u, u) - tr(W*W) - k*where(x > 0, x^2, abs(x)) - sum(i in 1..n: f(w[i], a[i]))\n"
    "dissipation k*x'^4 + dot(w', w')\n"
    "holonomic rod: [w[0] - w[1], w[2]] = 0 multiplier N\n"
    "for i in 3..n { holonomic pin[i]: w[i] = 0 multiplier M[i] }\n"
    "contact floor: x >= -1, restitution 0.5 multiplier F, friction 1 + x^2 along [w[3]', u[1]]\n"
    "contact pair[i,j] for i < j in 1..n within 4: abs(w[i] - w[j]) >= 1 + cos(a[i])^2,\n"
    "  friction k along (w'[i] - w[j]')*(1 + a[i]' - a'[i]), friction 1 along w[i]'\n"
    "nonholonomic roll: x' = cos(a[2])*g.x' while floor\n"
    "force x = -k*x'*abs(F)\nforce w = p*0 + w\nforce omega = R*[0, 0, 1]\n"
    "init x = 1, x' = x/2, R = [[0, -1, 0], [1, 0, 0], [0, 0, 1]], W[1,2] = 1, g.x = x\n"
    "exact x = 1 + t/2\n"
    "invariant J = p\nobserve e = energy + M[3]\n"
    "section poincare: x = 1 rising when x' > 0 and x < 2 plot (x, x')\n"
    "draw rod [0, 0], P\ndraw wheel P, 1, a[1]\n"
    "run method lobatto(3, multiplier=carry), step 0.1, until 10, every 2\n";

static const char *const everything_of_states =
    "model m\nstate y[1..2], z[1..2]\nalgebraic psi\n"
    "part 1: y[1]' = 2*z[1], y[2]' = -z[2],\n"
    "        z[1]' = 2*y[1]*y[2]*z[1]*z[2] - y[1]*z[1]*z[2], z[2]' = z[1] - y[1]*z[2]^3\n"
    "part 2: z[1]' = y[2]*z[1]*psi^2, z[2]' = -sqrt(y[1])*z[1]*z[2]^2*psi\n"
    "constraint y[1]*y[2]^2 = 1\ninit y = [1, 1], z = [1, 1], psi = 1\n"
    "exact y = [exp(2*t), exp(-t)], z = [exp(2*t), exp(-t)], psi = exp(t)\n";

// whichever request fails, the answer is "out of memory", and everything is given back
static void fails_at_every_request(const char *text, const settings *given) {
  noslip_status status = NOSLIP_ERROR_MEMORY;
  int requests;
  for (requests = 0; status != NOSLIP_OK && requests < 10000; requests++) {
    reading r;
    counter c = {.left = requests};
    status =
        reading_bytes(&r, (memory){.hook = counting, .context = &c}, text, strlen(text), given);
    if (status != NOSLIP_OK) {
      assert_string_equal(r.why.sentence, "out of memory");
      assert_int_equal(status, NOSLIP_ERROR_MEMORY);
    }
    reading_end(&r);
    assert_int_equal(c.blocks, 0);
  }
  assert_int_equal(status, NOSLIP_OK);
  assert_true(requests > 20);
}

static void memory_runs_out(void **state) {
  (void)state;
  const setting set[] = {{"k", "3*n"}, {"s_[2]", "7"}},
                init[] = {{"w", "[1, 2, 3, 4, 5]"}, {"x'", "1/4"}};
  text_buffer t;
  memory m = memory_default();
  fails_at_every_request(everything, &(settings){.set = set, .nset = 2, .init = init, .ninit = 2});
  fails_at_every_request(everything_of_states, NULL);

  // many statements: the arrays grow while they are used
  text_init(&t, &m);
  text_print(&t, "%s", everything);
  for (int i = 0; i < 100; i++)
    text_print(&t, "let b%d = x + [%d, 2][1]*x\nobserve c%d = b%d'\n", i, i, i, i);
  fails_at_every_request(t.data, NULL);
  text_free(&t);
}

// --- the models, whole and broken ----------------------------------------------------------------

// call `visit` with the text of every model
static int each_model(void visit(const char *name, const char *bytes, size_t length)) {
  int count = 0;
  DIR *folder = opendir(NOSLIP_MODELS);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    memory m = memory_default();
    arena a;
    source s;
    failure why = {0};
    size_t length = strlen(entry->d_name);
    if (length < 7 || strcmp(entry->d_name + length - 7, ".noslip") != 0)
      continue;
    arena_init(&a, &m);
    const char *path = arena_print(&a, "%s/%s", NOSLIP_MODELS, entry->d_name);
    assert_int_equal(source_load(&s, &a, path, &why), NOSLIP_OK);
    visit(entry->d_name, s.text, (size_t)s.length);
    count++;
    arena_free(&a);
  }
  if (folder)
    closedir(folder);
  return count;
}

static void is_read(const char *name, const char *bytes, size_t length) {
  reading r;
  reading_bytes(&r, memory_default(), bytes, length, NULL);
  if (r.status != NOSLIP_OK)
    print_error("%s: %s\n", name, r.why.sentence);
  assert_int_equal(r.status, NOSLIP_OK);
  reading_end(&r);
}

static void all_models_are_read(void **state) {
  (void)state;
  if (each_model(is_read) == 0)
    skip();
}

// xorshift, so that a failure can be repeated
static uint32_t random_state;

static size_t random_below(size_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state % n;
}

// one byte becomes another, mostly one that means something
static void change_byte(char *text, size_t length) {
  static const char likely[] = "+-*/^'.,:=<>()[]{}#\n 0129exyt_";
  text[random_below(length)] =
      random_below(8) == 0 ? (char)random_below(256) : likely[random_below(sizeof likely - 1)];
}

// the piece [from, to) around a random place, where `is_edge` holds just outside
static void piece(const char *text, size_t length, bool is_edge(char), size_t *from, size_t *to) {
  *from = *to = random_below(length);
  while (*from > 0 && !is_edge(text[*from - 1]))
    --*from;
  while (*to < length && !is_edge(text[*to]))
    ++*to;
}

static bool is_newline(char c) {
  return c == '\n';
}

static bool is_between_words(char c) {
  return strchr(" \n+-*/^()[]{},:='", c) != NULL;
}

// `to` = `text` with the bytes [from, end) replaced by `count` bytes of `by`
static size_t replace(char *to, const char *text, size_t length, size_t from, size_t end,
                      const char *by, size_t count) {
  memcpy(to, text, from);
  memcpy(to + from, by, count);
  memcpy(to + from + count, text + end, length - end);
  return from + count + length - end;
}

// one change: a byte, a piece taken out, a word or a line put in the place of another, a line twice
static size_t mutate(char *to, const char *text, size_t length) {
  size_t from, end, from2, end2;
  switch (random_below(6)) {
  case 0:
    from = random_below(length);
    end = from + random_below(length - from) % 30;
    break;
  case 1: piece(text, length, is_newline, &from, &end); break;
  case 2:
  case 3:
    piece(text, length, is_between_words, &from, &end);
    piece(text, length, is_between_words, &from2, &end2);
    return replace(to, text, length, from, end, text + from2, end2 - from2);
  case 4:
    piece(text, length, is_newline, &from2, &end2);
    piece(text, length, is_newline, &from, &end);
    end2 += end2 < length;
    return replace(to, text, length, from, from, text + from2, end2 - from2);
  default:
    memcpy(to, text, length);
    change_byte(to, length);
    return length;
  }
  return replace(to, text, length, from, end, "", 0);
}

static int mutations_read, mutations_refused;

static void mutated(const char *name, const char *bytes, size_t length) {
  enum { rounds = 200 };
  char *old = malloc(4*length + 1), *new = malloc(4*length + 1);
  random_state = 2463534242;
  for (const char *c = name; *c; c++)
    random_state = random_state*31 + (unsigned char)*c;
  random_state |= 1;
  for (int i = 0; i < rounds; i++) {
    reading r;
    size_t n = length;
    memcpy(old, bytes, length);
    for (size_t k = 0, changes = 1 + random_below(3); k < changes && n > 0 && n < 2*length; k++) {
      n = mutate(new, old, n);
      memcpy(old, new, n);
    }
    old[n] = 0;
    reading_bytes(&r, memory_default(), old, n, NULL);
    mutations_read += r.status == NOSLIP_OK;
    mutations_refused += r.status != NOSLIP_OK;
    reading_end(&r);
  }
  free(old);
  free(new);
}

static void mutations_of_models(void **state) {
  (void)state;
  if (each_model(mutated) == 0)
    skip();
  // changes that break nothing and changes that do: both happened
  assert_true(mutations_read > 100);
  assert_true(mutations_refused > 100);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(families_are_limited),   cmocka_unit_test(sums_are_limited),
      cmocka_unit_test(loops_are_limited),      cmocka_unit_test(doublings_are_harmless),
      cmocka_unit_test(pairs_are_not_expanded), cmocka_unit_test(calls_are_limited),
      cmocka_unit_test(vectors_are_limited),    cmocka_unit_test(texts_are_limited),
      cmocka_unit_test(files_are_limited),      cmocka_unit_test(memory_runs_out),
      cmocka_unit_test(all_models_are_read),    cmocka_unit_test(mutations_of_models),
  };
  return check_run(argc, argv, tests);
}
