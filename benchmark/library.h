// SPDX-License-Identifier: MIT
//
// Libraries that are found at run time, where there are any.

#pragma once

#if defined(__wasm__)
#define RTLD_NOW   0
#define RTLD_LOCAL 0
static inline void *dlopen(const char *name, int flags) { return (void)name, (void)flags, (void *)0; }
static inline void *dlsym(void *library, const char *name) { return (void)library, (void)name, (void *)0; }
#else
#include <dlfcn.h>
#endif
