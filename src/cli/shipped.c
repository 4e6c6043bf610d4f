#include "cli/shipped.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_directory(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

// the directory of the program; false: it is not known
static bool own_directory(char *path, size_t size) {
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  if (n <= 0)
    return false;
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = 0;
  return slash != NULL;
}

bool shipped_directory(const char *name, char *path, int size) {
  static const char *const places[] = {"../share/noslip", "../..", ".."};
  char own[PATH_MAX];
  if (own_directory(own, sizeof own))
    for (size_t i = 0; i < sizeof places/sizeof *places; i++) {
      int n = snprintf(path, (size_t)size, "%s/%s/%s", own, places[i], name);
      if (n < size && is_directory(path))
        return true;
    }
  snprintf(path, (size_t)size, "%s", name);
  return is_directory(path);
}

static bool is_study(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name && strcmp(dot, ".study") == 0;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// the path of one more file; false: no memory
static bool keep(char ***list, int *n, const char *directory, const char *name) {
  char **longer = realloc(*list, ((size_t)*n + 1)*sizeof **list);
  size_t size = strlen(directory) + strlen(name) + 2;
  if (!longer)
    return false;
  *list = longer;
  longer[*n] = malloc(size);
  if (!longer[*n])
    return false;
  snprintf(longer[(*n)++], size, "%s/%s", directory, name);
  return true;
}

char **shipped_studies(int *n) {
  char directory[PATH_MAX], **list = NULL;
  bool good = true;
  *n = 0;
  DIR *d = shipped_directory("studies", directory, sizeof directory) ? opendir(directory) : NULL;
  for (struct dirent *e; d && good && (e = readdir(d));)
    if (is_study(e->d_name))
      good = keep(&list, n, directory, e->d_name);
  if (d)
    closedir(d);
  if (*n > 0)
    qsort(list, (size_t)*n, sizeof *list, by_name);
  if (good)
    return list;
  shipped_free(list, *n);
  *n = -1;
  return NULL;
}

void shipped_free(char **list, int n) {
  for (int i = 0; i < n; i++)
    free(list[i]);
  free(list);
}
