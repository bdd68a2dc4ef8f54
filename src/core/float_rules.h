// SPDX-License-Identifier: MIT
//
// The first include of every source that computes: it fixes how floating point
// is compiled, so that each + - * / and square root is rounded once, in the
// order written, everywhere. The pragmas repeat what the build sets, because a
// host project may compile these files with flags of its own; gcc needs its own
// pragma because it also fuses intrinsics.

#pragma once

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Mien gives the same bits everywhere; it cannot be compiled with -ffast-math."
#endif

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Mien needs float arithmetic in float: on 32-bit x86 compile with -msse2 -mfpmath=sse."
#endif

// MIEN_LET_FMA_IN exists only so that scripts/determinism can prove that it
// notices contraction.
#if !defined(MIEN_LET_FMA_IN)
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#if defined(__FMA__)
// Where sums and differences take turns, gcc's vectoriser fuses them all the same.
#pragma GCC optimize("no-tree-slp-vectorize")
#endif
#endif
#endif
