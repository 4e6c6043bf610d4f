// Words and command lines as text that a shell reads back as the same.

#pragma once

// The word, quoted where a shell would read it otherwise. What a terminal would not show as it is
// (output/plain.h) is written in quotes of the form $'\033', which POSIX has since 2024 and bash,
// zsh and ksh always had. NULL: no memory. The caller frees it.
char *quote_word(const char *word);

// "noslip" and the words, each quoted; NULL: no memory. The caller frees it.
char *quote_command(int argc, char **argv);
