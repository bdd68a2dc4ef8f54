// SPDX-License-Identifier: MIT
//
// The C library's allocation functions are replaced by ours, which count what is
// called between two marks; glibc lets a program do that, and its own calls (say
// from within qsort) come here too. Tests include support/counted_memory.h instead.

#pragma once

#define _POSIX_C_SOURCE 200809L // posix_memalign, under -std=c17

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                 \
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) &&                                 \
    !__has_feature(memory_sanitizer)
#define CAN_COUNT 1
#else
#define CAN_COUNT 0
#endif

static volatile int calls;
static volatile bool is_counting;

#if CAN_COUNT
#include <malloc.h>

// What stands behind malloc and free in glibc, under names of its own.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

#define OURS __attribute__((visibility("default")))

static void count_call(void)
{
    if (is_counting)
        ++calls;
}

OURS void *malloc(size_t size)
{
    count_call();
    return __libc_malloc(size);
}

OURS void *calloc(size_t count, size_t size)
{
    count_call();
    return __libc_calloc(count, size);
}

OURS void *realloc(void *memory, size_t size)
{
    count_call();
    return __libc_realloc(memory, size);
}

OURS void free(void *memory)
{
    count_call();
    __libc_free(memory);
}

OURS void *aligned_alloc(size_t alignment, size_t size)
{
    count_call();
    return __libc_memalign(alignment, size);
}

OURS void *memalign(size_t alignment, size_t size)
{
    count_call();
    return __libc_memalign(alignment, size);
}

OURS int posix_memalign(void **out_memory, size_t alignment, size_t size)
{
    count_call();
    *out_memory = __libc_memalign(alignment, size);
    return *out_memory != NULL ? 0 : 12; // ENOMEM
}
#endif

static void begin_counting(void)
{
    calls = 0;
    is_counting = true;
}

static int end_counting(void)
{
    is_counting = false;
    return calls;
}
