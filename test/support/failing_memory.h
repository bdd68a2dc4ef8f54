// SPDX-License-Identifier: MIT
//
// The C library's allocation functions are replaced by ours, which fail once when told to,
// and keep count of what is live; glibc lets a program do that. Include in one source of a
// program.

#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&             \
    !__has_feature(memory_sanitizer) && !__has_feature(thread_sanitizer)
#define CAN_FAIL 1
#else
#define CAN_FAIL 0
#endif

static int left;     ///< Allocations until one fails; 0: none does.
static long balance; ///< Blocks that are live.

#if CAN_FAIL
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

#define OURS __attribute__((visibility("default")))

static bool fails(void)
{
    if (left == 0 || --left > 0)
        return false;
    errno = ENOMEM;
    return true;
}

static void *counted(void *memory)
{
    balance += memory != NULL;
    return memory;
}

OURS void *malloc(size_t size) { return fails() ? NULL : counted(__libc_malloc(size)); }
OURS void *calloc(size_t count, size_t size) { return fails() ? NULL : counted(__libc_calloc(count, size)); }

OURS void *realloc(void *memory, size_t size)
{
    if (fails())
        return NULL;
    balance += memory == NULL;
    return __libc_realloc(memory, size);
}

OURS void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__libc_memalign(alignment, size));
}

OURS int posix_memalign(void **out_memory, size_t alignment, size_t size)
{
    *out_memory = fails() ? NULL : counted(__libc_memalign(alignment, size));
    return *out_memory != NULL ? 0 : 12; // ENOMEM
}

OURS void free(void *memory)
{
    balance -= memory != NULL;
    __libc_free(memory);
}
#endif
