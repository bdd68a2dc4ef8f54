// SPDX-License-Identifier: MIT
//
// Jobs and cooking run in the default floating-point environment, whatever the
// caller has set (another rounding, flushed denormals, trapping exceptions).

#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

/// Compilers move arithmetic across changes of the control word, but not calls that
/// read memory: what must be rounded in the default environment is a call of its own.
#if defined(__GNUC__)
#define MIENI_APART __attribute__((noinline))
#else
#define MIENI_APART
#endif

/// The caller's control word, to be given back.
typedef struct MieniFloatEnv {
    uint64_t saved;
    int changed;
} MieniFloatEnv;

static inline MieniFloatEnv mieni_float_env_enter(void)
{
    MieniFloatEnv env = {0, 0};
#if defined(__SSE2__) || defined(_M_X64)
    // All exceptions masked, round to nearest, no FTZ, no DAZ; the low six bits
    // are sticky flags and do not matter.
    const unsigned wanted = 0x1F80, control = _mm_getcsr();
    env.saved = control;
    if ((control & ~0x3Fu) != wanted) {
        env.changed = 1;
        _mm_setcsr(wanted);
    }
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    env.saved = control;
    if (control != 0) {
        const uint64_t wanted = 0;
        env.changed = 1;
        __asm__ volatile("msr fpcr, %0" : : "r"(wanted) : "memory");
    }
#endif
    return env;
}

/// Whether results are rounded to nearest, detected by computing: reading the control
/// word makes a processor wait for all arithmetic before it, which slows down short
/// jobs. For jobs in which no denormal arises, and no exception but inexact.
static inline bool mieni_float_env_is_nearest(void)
{
#if defined(__SSE2__) || defined(_M_X64)
    static const volatile float numbers[3] = {1.0f, 0x1p-25f, 0x1.8p-24f};
    const float one = numbers[0];
    return one + numbers[1] == one && one + numbers[2] != one; // the first but upwards, the second but to 0
#else
    return false;
#endif
}

static inline void mieni_float_env_leave(MieniFloatEnv env)
{
    if (!env.changed)
        return;
#if defined(__SSE2__) || defined(_M_X64)
    _mm_setcsr((unsigned)env.saved);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(env.saved) : "memory");
#endif
}
