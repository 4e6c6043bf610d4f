// The smallest program that uses an installed noslip.

#include <noslip.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  noslip_context *context = noslip_open(NULL);
  printf("noslip %s\n", noslip_version());
  int wrong = !context || strcmp(noslip_version(), "0.1.0") != 0;
  noslip_close(context);
  return wrong;
}
