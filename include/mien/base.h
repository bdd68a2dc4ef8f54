// SPDX-License-Identifier: MIT
//
// What every other header stands on: status and errors, the allocator, limits
// and the names of instruction sets.
//
// Ownership  Nothing here is owned. A MienError is the caller's struct.
// Threads    Every function here may be called from any thread.
// Memory     Only the allocator you pass is used; NULL means malloc and free.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(MIEN_STATIC) || defined(__wasm__)
#define MIEN_API
#elif defined(_WIN32) && defined(MIEN_BUILDING)
#define MIEN_API __declspec(dllexport)
#elif defined(_WIN32)
#define MIEN_API __declspec(dllimport)
#else
#define MIEN_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Sizes that every asset keeps to. Files beyond them are refused.
#define MIEN_MAX_BONES      65535
#define MIEN_MAX_POSES      65535
#define MIEN_MAX_CURVES     65535
#define MIEN_MAX_NAME       255 ///< Bytes of UTF-8, without the closing zero.
#define MIEN_MAX_LEVELS     16
#define MIEN_ALL_LEVELS     255 ///< As a last level: present at every level of detail.
#define MIEN_MAX_INFLUENCES 8   ///< Bones that move one vertex.
#define MIEN_MAX_BINDS      65535
#define MIEN_MAX_MORPHS     65535
#define MIEN_MAX_VERTICES   16777216
#define MIEN_MAX_INDICES    201326592 ///< Four triangles per vertex.
#define MIEN_MAX_PARTS      65535     ///< Also materials, and images.

/// Values that every asset keeps to, so that evaluation cannot overflow.
#define MIEN_MAX_WEIGHT 1000.0f       ///< Ends of a control's range, gains, offsets and positions.
#define MIEN_MAX_LENGTH 1000000.0f    ///< Components of translations (metres) and scales.
#define MIEN_MAX_CURVE  1000000000.0f ///< Values of curves stored in assets.

/// What a call came to. Zero is success.
typedef enum MienStatus {
    MIEN_OK = 0,
    MIEN_ERROR_ARGUMENT,  ///< The program is wrong: a NULL, a count or an index out of range.
    MIEN_ERROR_MEMORY,    ///< The allocator returned NULL.
    MIEN_ERROR_FILE,      ///< The file system refused.
    MIEN_ERROR_CORRUPT,   ///< The bytes are not what they claim to be.
    MIEN_ERROR_HASH,      ///< The content hash does not match: damaged or changed bytes.
    MIEN_ERROR_VERSION,   ///< A format version this library does not read.
    MIEN_ERROR_KIND,      ///< A pack of another kind than the one asked for.
    MIEN_ERROR_HOST,      ///< This machine lacks what it takes: packs need little-endian, drawing OpenGL 3.3.
    MIEN_ERROR_LIMIT,     ///< More than a limit of the format allows.
    MIEN_ERROR_DATA,      ///< Values that make no sense: not finite, out of range, duplicate.
    MIEN_ERROR_CANCELLED, ///< The caller asked to stop.
} MienStatus;

/// What went wrong, where, in one sentence. Fill nothing; pass NULL if you do
/// not care. On success a call leaves it untouched.
typedef struct MienError {
    MienStatus status;
    char place[96];    ///< "poses[3].name", "section PNAM", "byte 1024"; may be empty.
    char message[160]; ///< One sentence for a person.
} MienError;

/// A constant name such as "MIEN_ERROR_CORRUPT"; never NULL.
MIEN_API const char *mien_status_name(MienStatus status);

/// Memory for one call and for what that call creates. free receives the size
/// that was asked for. Alignment is a power of two, at most 64.
typedef struct MienAllocator {
    void *user;
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*free)(void *user, void *memory, size_t size, size_t alignment);
} MienAllocator;

/// Instruction sets that the kernels exist for. All of them give the same bits.
typedef enum MienIsa {
    MIEN_ISA_BEST = 0, ///< The fastest this processor has.
    MIEN_ISA_SCALAR,
    MIEN_ISA_SSE2,
    MIEN_ISA_AVX2,
    MIEN_ISA_AVX512,
    MIEN_ISA_NEON,
    MIEN_ISA_WASM128,
} MienIsa;

/// "scalar", "avx2", ...; "best" for MIEN_ISA_BEST. Never NULL.
MIEN_API const char *mien_isa_name(MienIsa isa);
/// Whether this build has kernels for isa and this processor can run them.
/// Asks the processor each time, which is slow in virtual machines: call rarely.
MIEN_API bool mien_isa_is_available(MienIsa isa);

/// The library's version, "0.1.0".
MIEN_API const char *mien_version(void);

#ifdef __cplusplus
}
#endif
