#include "cli/nearest.h"

#include <string.h>

static int smaller(int a, int b) {
  return a < b ? a : b;
}

int nearest_distance(const char *word, const char *candidate) {
  enum { longest = 32 };
  int n = (int)strnlen(word, longest + 1), m = (int)strnlen(candidate, longest + 1);
  if (n > longest || m > longest)
    return -1;
  if (n > 0 && strncmp(word, candidate, (size_t)n) == 0 && candidate[n] == '[')
    return 0;

  // row[j] = distance of the first i letters of the word from the first j of the candidate
  int row[longest + 1];
  for (int j = 0; j <= m; j++)
    row[j] = j;
  for (int i = 1; i <= n; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      int replaced = corner + (word[i - 1] != candidate[j - 1]);
      corner = row[j];
      row[j] = smaller(replaced, smaller(row[j], row[j - 1]) + 1);
    }
  }
  int limit = n/3 > 1 ? n/3 : 1;
  return row[m] <= limit ? row[m] : -1;
}
