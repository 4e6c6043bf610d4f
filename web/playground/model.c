// What a text is as a model: the place of its mistake, or what it is and which methods there are for it.

#include "output/json.h"
#include "output/plain.h"
#include "play.h"

#include <string.h>

play playing;

static const char file_name[] = "model";  // in sentences, before line and column

void play_end_run(void) {
  play *p = &playing;
  recording_free(&p->recording);
  noslip_run_free(p->run);
  *p = (play){.context = p->context, .model = p->model};
}

// A context keeps texts as long as it is open, so each model has its own.
noslip_status play_load(const char *text) {
  play *p = &playing;
  play_end_run();
  noslip_model_free(p->model);
  noslip_close(p->context);
  p->model = NULL;
  p->context = noslip_open(NULL);
  return p->context ? noslip_model_parse(p->context, file_name, text, NULL, &p->model)
                    : NOSLIP_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------
// mistakes

// where in the text: lines and columns from 1, columns and length in characters
typedef struct place {
  int line, column, length;
  const char *sentence;
} place;

// "model:3:20: error: unknown name `foo`\n  the line\n  a caret\n  a remedy"
static place find_place(const char *sentence) {
  place p = {.sentence = sentence};
  int read = 0;
  if (strncmp(sentence, file_name, strlen(file_name)) == 0 &&
      sscanf(sentence + strlen(file_name), ":%d:%d: error: %n", &p.line, &p.column, &read) == 2 &&
      read > 0)
    p.sentence = sentence + strlen(file_name) + read;
  else
    p.line = p.column = 0;
  return p;
}

static bool is_word(int c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c >= 0x80;
}

// the word that begins at the place, at least one character
static int word_length(const char *text, const place *p) {
  int bytes, n = 0;
  for (int line = 1; line < p->line && text; line++) {
    text = strchr(text, '\n');
    text += text ? 1 : 0;
  }
  for (int i = 1; text && *text && i < p->column; i++, text += bytes)
    plain_read(text, &bytes);
  for (; text && *text && is_word(plain_read(text, &bytes)); text += bytes)
    n++;
  return n > 0 ? n : 1;
}

// the sentence of the last failed call, with its place in the text
void play_mistake(FILE *out, const char *before, const char *text) {
  const char *sentence = playing.context ? noslip_last_error(playing.context) : "";
  place p = find_place(plain_options(sentence[0] ? sentence : "no memory"));
  p.length = p.line > 0 ? word_length(text, &p) : 0;
  json_key(out, before, "mistake");
  json_member(out, "{", "line", p.line);
  json_member(out, ", ", "column", p.column);
  json_member(out, ", ", "length", p.length);
  json_member_text(out, ", ", "message", p.sentence);
  fputc('}', out);
}

// ---------------------------------------------------------------------------------------------
// methods

enum { most_advice = 16 };

static void print_advice(FILE *out, const noslip_model *model) {
  noslip_advice list[most_advice];
  int n = noslip_method_advise(playing.context, model, list, most_advice);
  json_key(out, ",\n ", "advice");
  fputc('[', out);
  for (int i = 0; i < n; i++) {
    json_member_text(out, i > 0 ? ",\n  {" : "{", "method", list[i].method);
    json_member_text(out, ", ", "reason", list[i].reason);
    json_member_flag(out, ", ", "against", list[i].against);
    fputc('}', out);
  }
  fputc(']', out);
}

// all there are, with the reason where one does not treat the model
static void print_methods(FILE *out, const noslip_model *model) {
  noslip_method_info m;
  json_key(out, ",\n ", "methods");
  fputc('[', out);
  for (int i = 0; noslip_method_get(i, &m); i++) {
    const char *reason = NULL;
    noslip_method_refusal(playing.context, m.example, model, &reason);
    json_member_text(out, i > 0 ? ",\n  {" : "{", "name", m.example);
    json_member_text(out, ", ", "family", m.name);
    json_member_text(out, ", ", "summary", m.summary);
    if (reason)
      json_member_text(out, ", ", "refusal", reason);
    fputc('}', out);
  }
  fputc(']', out);
}

static void print_parameters(FILE *out, const noslip_model *model) {
  json_key(out, ",\n ", "parameters");
  fputc('{', out);
  for (int i = 0; i < noslip_model_parameter_count(model); i++)
    json_member(out, i > 0 ? ", " : "", noslip_model_parameter_name(model, i),
                noslip_model_parameter_value(model, i));
  fputc('}', out);
}

// ---------------------------------------------------------------------------------------------
// check

static void print_model(FILE *out, const char *text) {
  noslip_model *m = playing.model;
  const char *description = NULL;
  noslip_status status = noslip_run_check(playing.context, m, NULL, &description);
  json_member_text(out, "{", "name", noslip_model_name(m));
  json_member_text(out, ", ", "title", noslip_model_title(m));
  json_member_text(out, ", ", "class", noslip_model_class(m));
  if (status != NOSLIP_OK)
    play_mistake(out, ",\n ", text);
  json_member_text(out, ",\n ", "description", description ? description : "");
  print_parameters(out, m);
  print_advice(out, m);
  print_methods(out, m);
  fputs("}\n", out);
}

const char *PLAY_EXPORT(check)(const char *text) {
  noslip_status status = play_load(text);
  FILE *out = answer_begin();
  if (!out)
    return NULL;
  if (status == NOSLIP_OK) {
    print_model(out, text);
  } else {
    play_mistake(out, "{", text);
    fputs("}\n", out);
  }
  return answer_end();
}
