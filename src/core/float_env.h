// SPDX-License-Identifier: MIT
//
// Jobs and cooking run in the default floating-point environment, whatever the
// caller has set (another rounding, flushed denormals, trapping exceptions).

#pragma once

#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
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
