// of a function that must stay one, or is called too rarely for copies of it in its callers

#pragma once

#if defined __GNUC__
#define NOT_INLINED __attribute__((noinline, unused))
#else
#define NOT_INLINED
#endif
