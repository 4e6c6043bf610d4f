#include "output/web.h"

#include "web.inl"  // made by CMake

const char web_program[] = WEB_PROGRAM;
const char web_style[] = WEB_STYLE;
const char web_program_hash[] = "sha256-" WEB_PROGRAM_HASH;
const char web_style_hash[] = "sha256-" WEB_STYLE_HASH;
