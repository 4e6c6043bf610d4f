// The table of mistakes: operators of other languages, and the characters that word processors,
// web pages and printed formulas put in place of ours.

#include "lang/mistakes.h"

#include <stddef.h>
#include <string.h>

typedef struct mistake {
  const char *text, *remedy;
} mistake;

static const char prime[] = "write ' for a time derivative";
static const char minus[] = "write -";
static const char times[] = "write *";
static const char over[] = "write /";
static const char at_least[] = "write >=";
static const char at_most[] = "write <=";
static const char range[] = "write .. for a range";
static const char quote[] = "write \"";
static const char space[] = "write an ordinary space";
static const char unneeded[] = "delete it: it cannot be seen";
static const char compare[] = "conditions compare with < <= > >=";
static const char comment[] = "a comment begins with #";

// longer ones before their beginnings
static const mistake mistakes[] = {
    // other languages
    {"==", "write = in an equation"},
    {"=>", at_least},
    {"=<", at_most},
    {":=", "write ="},
    {"!=", compare},
    {"~=", compare},
    {"<>", compare},
    {"&&", "write and"},
    {"||", "write or; the length of a vector is norm(u)"},
    {"|", "write abs(x), or norm(u) for the length of a vector"},
    {"//", comment},
    {"/*", comment},
    {"...", range},
    {".*", "write *; of two vectors, dot(u, v)"},
    {"./", "write /"},
    {".^", "write ^"},
    {"%", comment},
    {";", "a statement ends with its line"},
    {"\\", "a line goes on after an operator or a comma, or inside brackets"},
    {"`", prime},

    // primes and quotes
    {"\u2018", prime},  // left and right single quotation mark
    {"\u2019", prime},
    {"\u2032", prime},  // prime, double prime
    {"\u2033", "second derivatives do not occur in a model"},
    {"\u00B4", prime},  // acute accent
    {"\u201C", quote},  // quotation marks
    {"\u201D", quote},
    {"\u201E", quote},
    {"\u00AB", quote},
    {"\u00BB", quote},

    // dashes
    {"\u2212", minus},  // minus sign
    {"\u2010", minus},
    {"\u2011", minus},
    {"\u2012", minus},
    {"\u2013", minus},  // en dash
    {"\u2014", minus},  // em dash
    {"\u00AD", unneeded},

    // products and quotients
    {"\u00B7", times},  // middle dot
    {"\u2022", times},
    {"\u2219", times},
    {"\u22C5", times},
    {"\u2217", times},
    {"\u00D7", "write * (or cross(u, v) for vectors)"},
    {"\u00F7", over},
    {"\u2044", over},
    {"\u2215", over},
    {"\u00BC", "write 1/4"},
    {"\u00BD", "write 1/2"},
    {"\u00BE", "write 3/4"},

    // powers
    {"\u00B9", "write ^1"},
    {"\u00B2", "write ^2"},
    {"\u00B3", "write ^3"},
    {"\u2070", "write ^0"},
    {"\u2074", "write ^4"},
    {"\u2075", "write ^5"},
    {"\u2076", "write ^6"},
    {"\u2077", "write ^7"},
    {"\u2078", "write ^8"},
    {"\u2079", "write ^9"},
    {"\u207B", "write ^-"},
    {"\u207F", "write ^n"},

    // relations and the rest of a formula
    {"\u2265", at_least},
    {"\u2A7E", at_least},
    {"\u2264", at_most},
    {"\u2A7D", at_most},
    {"\u2260", compare},
    {"\u2026", range},
    {"\u2025", range},
    {"\u2208", "write in"},
    {"\u2227", "write and"},
    {"\u2228", "write or"},
    {"\u2211", "write sum(i in 1..n: ...)"},
    {"\u221A", "write sqrt(...)"},
    {"\u2207", "gradients are taken for you"},
    {"\u2202", "partial derivatives are taken for you"},
    {"\u00B0", "angles are in radians: write *pi/180"},
    {"\u00B5", "write mu, or the Greek letter \u03BC"},

    // spaces
    {"\u00A0", space},
    {"\u2002", space},
    {"\u2003", space},
    {"\u2007", space},
    {"\u2009", space},
    {"\u200A", space},
    {"\u202F", space},
    {"\u3000", space},
    {"\u200B", unneeded},
    {"\u200C", unneeded},
    {"\u200D", unneeded},
    {"\u200E", unneeded},
    {"\u200F", unneeded},
    {"\u2060", unneeded},
    {"\uFEFF", unneeded},
};

int mistake_at(const char *text, const char **remedy) {
  for (size_t i = 0; i < sizeof mistakes/sizeof *mistakes; i++) {
    if (mistakes[i].text[0] != text[0])
      continue;
    size_t length = strlen(mistakes[i].text);
    if (strncmp(text, mistakes[i].text, length) == 0) {
      *remedy = mistakes[i].remedy;
      return (int)length;
    }
  }
  return 0;
}
