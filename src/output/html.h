// Texts in HTML. What the page has not made itself goes through these: it is shown, and nothing of it is
// markup.

#pragma once

#include <stdio.h>

// A text between tags or in a quoted attribute. Characters that would not be seen, but change what is
// shown (plain.h), and bytes that are none are written as \u202e and \xff.
void html_text(FILE *out, const char *text);

// the same with line ends and tabs as they are, where the style keeps them
void html_lines(FILE *out, const char *text);

// JSON inside <script>: every < is written as \u003c, so no text of it ends the script
void html_json(FILE *out, const char *json, size_t length);

// <tag>text</tag>, and with a class and lines
void html_element(FILE *out, const char *tag, const char *text);
void html_marked(FILE *out, const char *tag, const char *mark, const char *text);
