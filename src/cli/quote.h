// A command line as text.

#pragma once

// "noslip" and the words, quoted where a shell would read them otherwise; NULL: no memory. The
// caller frees it.
char *quote_command(int argc, char **argv);
