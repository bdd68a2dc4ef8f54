# SPDX-License-Identifier: MIT
#
# WebAssembly with wasi-libc; tests run in node.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(MIEN_WASM_CLANG NAMES clang-14 clang REQUIRED)
set(CMAKE_C_COMPILER ${MIEN_WASM_CLANG})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)

# Linking without -O keeps clang from calling wasm-opt, which stumbles over SIMD.
# The default stack is 64 KiB; placed first, an overflow traps.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -Wl,-z,stack-size=1048576 -Wl,--stack-first")

# Node 20 crashes at the end of long programs, after all is done, in a race between
# its helper threads: two of three runs of asset.hostile_map. With one thread none did.
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --single-threaded ${CMAKE_CURRENT_LIST_DIR}/run-wasm.mjs)
