// Chromium without a window, told what to do through its debugging pipe. For tests of pages.
//
//   browser *b = browser_open();
//   browser_go(b, "file:///.../page.html");
//   char *title = browser_evaluate(b, "document.title");
//   browser_close(b);

#pragma once

#include <stdbool.h>

typedef struct browser browser;

// Is there one? A test that needs it is skipped otherwise.
bool browser_is_there(void);

browser *browser_open(void);
void browser_close(browser *b);

// Load a page and wait for its end of loading; what was said before is forgotten.
void browser_go(browser *b, const char *address);

// The text that an expression of JavaScript has, after a promise is kept; a failure has the text of its
// error. The caller frees it.
char *browser_evaluate(browser *b, const char *expression);

// "yes" as soon as the condition holds, "no" if it does not within so many seconds
bool browser_wait(browser *b, const char *condition, double seconds);

// the pointer goes to a place of the window, is pressed there, or released: "mouseMoved", "mousePressed",
// "mouseReleased"
void browser_mouse(browser *b, const char *what, double x, double y);

// a key is pressed and released; `text` is what it writes, "" for none
void browser_key(browser *b, const char *key, const char *text);

// whoever looks at pages prefers a scheme of colours: "light" or "dark"; and "screen" or "print"
void browser_prefer(browser *b, const char *scheme, const char *media);

// what the page has said to the console, warnings and errors of the browser included: one text, a line
// for each; "" if nothing
const char *browser_console(const browser *b);

// the window, 1400 x 900 at first; a picture of it as a PNG file
void browser_resize(browser *b, int width, int height);
void browser_picture(browser *b, const char *path);
