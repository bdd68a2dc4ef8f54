// SPDX-License-Identifier: MIT
//
// The kernels with WebAssembly's 128-bit SIMD, if the module is built with it.

#include "core/float_rules.h"

#if defined(__wasm_simd128__)
#include "core/simd/vec_wasm128.h"

#define KERNELS mieni_kernels_wasm128
#include "core/simd/kernels.inc.h"
#endif
