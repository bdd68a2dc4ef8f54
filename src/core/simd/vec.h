// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with what every processor of a kind has.

#pragma once

#if defined(__SSE2__)
#include "core/simd/vec_sse2.h"
#elif defined(__aarch64__)
#include "core/simd/vec_neon.h"
#elif defined(__wasm_simd128__)
#include "core/simd/vec_wasm128.h"
#else
#include "core/simd/vec_scalar.h"
#endif
