// The protocol: messages are JSON, ended by a zero; we write to descriptor 3 of the browser and read from
// its descriptor 4. Answers have the number of their question, events have none. Of both only what is
// needed is looked at, as text.

#define _GNU_SOURCE
#include "tests/support/browser.h"

#include "tests/support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { console_room = 4000, session_room = 64 };
static const int patience = 30000;  // milliseconds for any answer

struct browser {
  pid_t program;
  int to, from;
  char folder[64];  // its profile
  char session[session_room];
  int last;  // number of the last question
  char *bytes;
  size_t length, room;
  char console[console_room];
};

bool browser_is_there(void) {
  return system("command -v chromium >/dev/null 2>&1") == 0;
}

// ---------------------------------------------------------------------------------------------
// JSON as text

// a text in quotes; the caller frees it
static char *quoted(const char *text) {
  char *out = malloc(6*strlen(text) + 3), *at = out;
  assert_non_null(out);
  *at++ = '"';
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      *at++ = '\\';
    if ((unsigned char)*text < ' ')
      at += sprintf(at, "\\u%04x", (unsigned char)*text);
    else
      *at++ = *text;
  }
  strcpy(at, "\"");
  return out;
}

static int write_utf8(char *out, unsigned c) {
  if (c < 0x80)
    return out[0] = (char)c, 1;
  if (c < 0x800)
    return out[0] = (char)(0xC0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
  out[0] = (char)(0xE0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 63));
  return out[2] = (char)(0x80 | (c & 63)), 3;
}

// the text whose first character is at `from`, up to its quote; the caller frees it
static char *unquoted(const char *from) {
  char *out = malloc(strlen(from) + 1), *at = out;
  assert_non_null(out);
  for (; *from && *from != '"'; from++) {
    if (*from != '\\') {
      *at++ = *from;
      continue;
    }
    unsigned c;
    from++;
    if (*from == 'u' && sscanf(from + 1, "%4x", &c) == 1)
      at += write_utf8(at, c), from += 4;
    else
      *at++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
  }
  *at = 0;
  return out;
}

// the text of the first member with this name; NULL: there is none
static char *member(const char *json, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *at = strstr(json, key);
  return at ? unquoted(at + strlen(key)) : NULL;
}

// ---------------------------------------------------------------------------------------------
// the pipe

static void put_message(browser *b, const char *method, const char *parameters) {
  char *text;
  int length = asprintf(&text, "{\"id\":%d,\"method\":\"%s\",\"params\":%s%s%s%s}", ++b->last,
                        method, parameters, b->session[0] ? ",\"sessionId\":\"" : "", b->session,
                        b->session[0] ? "\"" : "");
  assert_true(length > 0);
  for (long done = 0, n; done <= length; done += n) {
    n = write(b->to, text + done, (size_t)(length + 1 - done));
    assert_true(n > 0);
  }
  free(text);
}

// the next message, valid until the one after it
static const char *next_message(browser *b) {
  char *end;
  if (b->length > 0 && (end = memchr(b->bytes, 0, b->length))) {  // the one before
    size_t used = (size_t)(end - b->bytes) + 1;
    memmove(b->bytes, b->bytes + used, b->length -= used);
  }
  while (!(end = b->length > 0 ? memchr(b->bytes, 0, b->length) : NULL)) {
    struct pollfd ready = {.fd = b->from, .events = POLLIN};
    if (b->room - b->length < 65536)
      b->bytes = realloc(b->bytes, b->room = 2*b->room + 131072);
    assert_non_null(b->bytes);
    check_that(poll(&ready, 1, patience) == 1, __FILE__, __LINE__, "the browser does not answer\n");
    long n = read(b->from, b->bytes + b->length, b->room - b->length);
    check_that(n > 0, __FILE__, __LINE__, "the browser has ended\n");
    b->length += (size_t)n;
  }
  return b->bytes;
}

// events of the console are kept
static void note_event(browser *b, const char *json) {
  static const char *const kinds[] = {"{\"method\":\"Runtime.consoleAPICalled\"",
                                      "{\"method\":\"Runtime.exceptionThrown\"",
                                      "{\"method\":\"Log.entryAdded\""};
  size_t length = strlen(b->console);
  for (int i = 0; i < 3; i++)
    if (strncmp(json, kinds[i], strlen(kinds[i])) == 0)
      snprintf(b->console + length, sizeof b->console - length, "%.500s\n", json);
}

// the answer to a question
static const char *ask(browser *b, const char *method, const char *parameters) {
  char begin[32];
  put_message(b, method, parameters);
  int length = snprintf(begin, sizeof begin, "{\"id\":%d,", b->last);
  for (;;) {
    const char *json = next_message(b);
    if (strncmp(json, begin, (size_t)length) == 0)
      return json;
    note_event(b, json);
  }
}

static void wait_event(browser *b, const char *method) {
  for (;;) {
    const char *json = next_message(b);
    note_event(b, json);
    if (strstr(json, method) == json + strlen("{\"method\":\""))
      return;
  }
}

void browser_resize(browser *b, int width, int height) {
  char parameters[128];
  snprintf(parameters, sizeof parameters,
           "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}", width, height);
  ask(b, "Emulation.setDeviceMetricsOverride", parameters);
}

// ---------------------------------------------------------------------------------------------
// beginning and end

static void execute(const char *folder, int in, int out) {
  char profile[96];
  snprintf(profile, sizeof profile, "--user-data-dir=%s", folder);
  int nothing = open("/dev/null", O_RDWR);
  // both may be 3 or 4 themselves
  int a = fcntl(in, F_DUPFD, 10), b = fcntl(out, F_DUPFD, 10);
  dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2), dup2(a, 3), dup2(b, 4);
  execlp("chromium", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
         "--hide-scrollbars", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-dev-shm-usage", profile,
         "--no-startup-window", (char *)NULL);
  _exit(127);
}

static void attach(browser *b) {
  char parameters[256];
  char *target = member(ask(b, "Target.createTarget", "{\"url\":\"about:blank\"}"), "targetId");
  assert_non_null(target);
  snprintf(parameters, sizeof parameters, "{\"targetId\":\"%s\",\"flatten\":true}", target);
  char *session = member(ask(b, "Target.attachToTarget", parameters), "sessionId");
  assert_non_null(session);
  snprintf(b->session, sizeof b->session, "%s", session);
  free(session);
  free(target);
}

browser *browser_open(void) {
  int to[2], from[2];
  browser *b = calloc(1, sizeof *b);
  assert_non_null(b);
  strcpy(b->folder, "/tmp/noslip-browser-XXXXXX");
  assert_non_null(mkdtemp(b->folder));
  assert_int_equal(pipe(to) | pipe(from), 0);
  signal(SIGPIPE, SIG_IGN);
  b->program = fork();
  if (b->program == 0)
    execute(b->folder, to[0], from[1]);
  assert_true(b->program > 0);
  close(to[0]), close(from[1]);
  b->to = to[1], b->from = from[0];
  attach(b);
  ask(b, "Runtime.enable", "{}");
  ask(b, "Log.enable", "{}");
  ask(b, "Page.enable", "{}");
  browser_resize(b, 1400, 900);
  return b;
}

void browser_close(browser *b) {
  char line[128];
  b->session[0] = 0;
  put_message(b, "Browser.close", "{}");
  close(b->to);
  while (waitpid(b->program, NULL, 0) < 0 && errno == EINTR) {
  }
  close(b->from);
  snprintf(line, sizeof line, "rm -rf %s", b->folder);
  assert_int_equal(system(line), 0);
  free(b->bytes);
  free(b);
}

// ---------------------------------------------------------------------------------------------
// pages

void browser_go(browser *b, const char *address) {
  char *text = quoted(address), *parameters;
  ask(b, "Page.navigate", "{\"url\":\"about:blank\"}");
  wait_event(b, "Page.loadEventFired");
  b->console[0] = 0;
  assert_true(asprintf(&parameters, "{\"url\":%s}", text) > 0);
  ask(b, "Page.navigate", parameters);
  wait_event(b, "Page.loadEventFired");
  free(parameters);
  free(text);
}

char *browser_evaluate(browser *b, const char *expression) {
  char *text = quoted(expression), *parameters;
  assert_true(asprintf(&parameters,
                       "{\"expression\":%s,\"awaitPromise\":true,\"returnByValue\":true,"
                       "\"userGesture\":true}",
                       text) > 0);
  const char *json = ask(b, "Runtime.evaluate", parameters);
  char *value = member(json, strstr(json, "\"exceptionDetails\"") ? "description" : "value");
  free(parameters);
  free(text);
  check_that(value, __FILE__, __LINE__, "no text: %s\n", json);
  return value;
}

void browser_mouse(browser *b, const char *what, double x, double y) {
  char parameters[200];
  snprintf(parameters, sizeof parameters,
           "{\"type\":\"%s\",\"x\":%g,\"y\":%g,\"button\":\"left\",\"buttons\":1,\"clickCount\":1}",
           what, x, y);
  ask(b, "Input.dispatchMouseEvent", parameters);
}

void browser_key(browser *b, const char *key, const char *text) {
  char parameters[200];
  snprintf(parameters, sizeof parameters,
           "{\"type\":\"keyDown\",\"key\":\"%s\",\"code\":\"%s\",\"text\":\"%s\"}", key,
           key[0] == ' ' ? "Space" : key, text);
  ask(b, "Input.dispatchKeyEvent", parameters);
  snprintf(parameters, sizeof parameters, "{\"type\":\"keyUp\",\"key\":\"%s\",\"code\":\"%s\"}",
           key, key[0] == ' ' ? "Space" : key);
  ask(b, "Input.dispatchKeyEvent", parameters);
}

void browser_prefer(browser *b, const char *scheme, const char *media) {
  char parameters[200];
  snprintf(parameters, sizeof parameters,
           "{\"media\":\"%s\",\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}",
           media, scheme);
  ask(b, "Emulation.setEmulatedMedia", parameters);
}

bool browser_wait(browser *b, const char *condition, double seconds) {
  char *expression;
  assert_true(asprintf(&expression,
                       "(async () => { const end = performance.now() + %g;"
                       "while (!(%s)) { if (performance.now() > end) return 'no';"
                       "await new Promise(next => setTimeout(next, 10)); } return 'yes'; })()",
                       1000*seconds, condition) > 0);
  char *answer = browser_evaluate(b, expression);
  bool holds = strcmp(answer, "yes") == 0;
  free(answer);
  free(expression);
  return holds;
}

const char *browser_console(const browser *b) {
  return b->console;
}

// ---------------------------------------------------------------------------------------------
// pictures

static int digit_of(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

static void write_base64(FILE *out, const char *text) {
  unsigned bits = 0;
  int n = 0;
  for (; *text && digit_of(*text) >= 0; text++) {
    bits = bits << 6 | (unsigned)digit_of(*text);
    if ((n += 6) >= 8)
      fputc((int)(bits >> (n -= 8) & 255), out);
  }
}

void browser_picture(browser *b, const char *path) {
  char *data = member(ask(b, "Page.captureScreenshot", "{\"format\":\"png\"}"), "data");
  FILE *file = fopen(path, "wb");
  assert_true(data && file);
  write_base64(file, data);
  assert_int_equal(fclose(file), 0);
  free(data);
}
