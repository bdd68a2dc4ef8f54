// SPDX-License-Identifier: MIT
//
// Rounding, flushing and trapping that a caller may have set, where that can be
// chosen.

#pragma once

#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#define CAN_SET      1
#define FLAG_INEXACT 0x20 ///< Stands in the control word here.

static inline uint64_t get_control(void) { return _mm_getcsr(); }
static inline void set_control(uint64_t control) { _mm_setcsr((unsigned)control); }

static const struct Mode {
    const char *name;
    uint64_t control;
} modes[] = {
    {"down", 0x1F80 | 0x2000},
    {"up", 0x1F80 | 0x4000},
    {"toward zero", 0x1F80 | 0x6000},
    {"flushing results", 0x1F80 | 0x8000},
    {"flushing operands", 0x1F80 | 0x0040},
    {"flushing, up", 0x1F80 | 0x8040 | 0x4000},
    {"trapping all but rounding", 0x1000},
    {"trapping, with flags raised", 0x103F},
};

#elif defined(__aarch64__)
#define CAN_SET      1
#define FLAG_INEXACT 0

static inline uint64_t get_control(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control) : : "memory");
    return control;
}

static inline void set_control(uint64_t control)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
}

static const struct Mode {
    const char *name;
    uint64_t control;
} modes[] = {
    {"up", 1u << 22},
    {"down", 2u << 22},
    {"toward zero", 3u << 22},
    {"flushing", 1u << 24},
    {"flushing, up, one NaN for all", 1u << 24 | 1u << 25 | 1u << 22},
};

#else
#define CAN_SET 0
#endif
