// SPDX-License-Identifier: MIT
//
// Basics that all other headers use: status and errors, the allocator, limits
// and instruction sets.
//
// Ownership  Nothing to own. MienError is a struct of the caller.
// Threads    Every function here may be called from any thread.
// Memory     Only the given allocator is used; NULL means malloc and free.

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

/// Version of these headers. mien_version() is that of the library.
#define MIEN_VERSION_MAJOR 0
#define MIEN_VERSION_MINOR 1
#define MIEN_VERSION_PATCH 0
#define MIEN_VERSION       "0.1.0"

/// Marks functions that may change in any version, also after 1.0. Define
/// MIEN_WARN_EXPERIMENTAL to get a warning where you call one.
#if defined(MIEN_WARN_EXPERIMENTAL) && defined(__GNUC__)
#define MIEN_EXPERIMENTAL __attribute__((deprecated("this function is experimental")))
#else
#define MIEN_EXPERIMENTAL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Size limits of every asset. Files that exceed them are refused.
#define MIEN_MAX_BONES      65535
#define MIEN_MAX_POSES      65535
#define MIEN_MAX_CURVES     65535
#define MIEN_MAX_NAME       255 ///< Bytes of UTF-8, without the terminating zero.
#define MIEN_MAX_LODS       16
#define MIEN_ALL_LODS       255 ///< As a max LOD: present at every LOD.
#define MIEN_MAX_INFLUENCES 8   ///< Bones per vertex.
#define MIEN_MAX_JOINTS     65535
#define MIEN_MAX_MORPHS     65535
#define MIEN_MAX_VERTICES   16777216
#define MIEN_MAX_INDICES    201326592 ///< Four triangles per vertex.
#define MIEN_MAX_SUBMESHES  65535     ///< Also materials, and images.

/// Value limits of every asset. They prevent overflow during evaluation.
#define MIEN_MAX_WEIGHT 1000.0f       ///< Range ends of curve-driven poses, gains, offsets and positions.
#define MIEN_MAX_LENGTH 1000000.0f    ///< Components of translations (metres) and scales.
#define MIEN_MAX_CURVE  1000000000.0f ///< Curve values stored in assets.

/// Result of a call. Zero is success.
typedef enum MienStatus {
    MIEN_OK = 0,
    MIEN_ERROR_ARGUMENT, ///< Invalid call: NULL, or a count or index out of range.
    MIEN_ERROR_MEMORY,   ///< The allocator returned NULL.
    MIEN_ERROR_FILE,     ///< The file system reported an error.
    MIEN_ERROR_CORRUPT,  ///< The bytes are not valid.
    MIEN_ERROR_HASH,     ///< The content hash does not match: the bytes are damaged or modified.
    MIEN_ERROR_VERSION,  ///< Unsupported format version.
    MIEN_ERROR_KIND,     ///< A pack of a different kind than requested.
    MIEN_ERROR_HOST,  ///< This machine is not supported: packs need little-endian, drawing needs OpenGL 3.3.
    MIEN_ERROR_LIMIT, ///< A limit of the format is exceeded.
    MIEN_ERROR_DATA,  ///< Invalid values: not finite, out of range or duplicate.
    MIEN_ERROR_CANCELLED, ///< The caller cancelled the call.
} MienStatus;

/// Describes an error. Output only; may be NULL. Unchanged on success.
typedef struct MienError {
    MienStatus status;
    int line, column;  ///< In a text file, from 1; 0 if unknown.
    size_t offset;     ///< In a binary file, bytes; 0 if unknown.
    char location[96]; ///< "line 12, poses[3].name", "section PNAM", "byte 1024"; may be empty.
    char message[160]; ///< One sentence for the user.
} MienError;

/// A constant name such as "MIEN_ERROR_CORRUPT"; never NULL.
MIEN_API const char *mien_status_name(MienStatus status);

/// Kinds of rows in a binding's report. Only a scaled bone is harmless.
typedef enum MienFindingKind {
    MIEN_FINDING_MISSING_ASSET = 1,   ///< A graph's slot is empty; name: the path of the asset.
    MIEN_FINDING_MISSING_BONE,        ///< The skeleton lacks the bone.
    MIEN_FINDING_MISSING_POSE_CURVE,  ///< No curve has the name of this curve-driven pose.
    MIEN_FINDING_MISSING_CURVE,       ///< The skeleton lacks the curve: it is not read or written.
    MIEN_FINDING_MISSING_MORPH_CURVE, ///< No curve has the morph target's name: it keeps its own weight.
    MIEN_FINDING_MISSING_POSE,        ///< The pose asset lacks the pose.
    MIEN_FINDING_NOT_CURVE_DRIVEN,    ///< A curve has the name of an in-between or a corrective,
                                      ///< which curves cannot drive.
    MIEN_FINDING_SCALED_BONE,         ///< The bone's translations are scaled to the mesh.
} MienFindingKind;

/// One row of a binding's report.
typedef struct MienFinding {
    MienFindingKind kind;
    int index; ///< In the asset that has the name: a bone, track, curve, control, pose or morph. -1: none.
    int node;  ///< The graph's node; -1 outside graphs.
    const char *name; ///< Belongs to the asset or the graph.
    float factor;     ///< The scale of translations for a scaled bone, otherwise 1.
} MienFinding;

/// Memory for one call and for the objects it creates. free receives the size
/// passed to allocate. Alignment is a power of two, at most 64.
typedef struct MienAllocator {
    void *user;
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*free)(void *user, void *memory, size_t size, size_t alignment);
} MienAllocator;

/// Instruction sets of the kernels. All of them give the same bits.
typedef enum MienIsa {
    MIEN_ISA_BEST = 0, ///< The fastest set that this processor supports.
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
/// Queries the processor on every call, which is slow in virtual machines.
MIEN_API bool mien_isa_is_available(MienIsa isa);

/// The library's version, "0.1.0".
MIEN_API const char *mien_version(void);

#ifdef __cplusplus
}
#endif
