// SPDX-License-Identifier: MIT
//
// Packs: the binary form of every asset. One block of little-endian bytes,
// checked once when it is loaded, then used in place. docs/file-format.md
// describes it byte by byte.
//
// Ownership  A MienFile owns the bytes it mapped or read; close it after the
//            assets that borrow them.
// Threads    Inspecting is pure. A MienFile may be read from any thread.
// Memory     mien_file_open allocates; inspecting does not.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_PACK_ALIGNMENT 64

typedef enum MienPackKind {
    MIEN_PACK_SKELETON = 1,
    MIEN_PACK_POSE_ASSET = 2,
    MIEN_PACK_CLIP = 3,
    MIEN_PACK_BUNDLE = 4,
    MIEN_PACK_MESH = 5,
    MIEN_PACK_GRAPH = 6,
} MienPackKind;

/// How to load a pack. Zero-initialise: zero is the default of every field.
typedef struct MienLoadOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive what is loaded.
    bool borrow_data; ///< Use the caller's bytes in place: 64-byte aligned, unchanging, outliving the asset.
    bool trust_hash;  ///< Skip comparing the content hash. Structure is always checked.
    MienIsa isa;      ///< Kernels to use; MIEN_ISA_BEST picks. Unavailable ones are refused.
} MienLoadOptions;

typedef struct MienPackInfo {
    uint32_t version; ///< Format version of this kind.
    MienPackKind kind;
    uint64_t size; ///< Bytes, header included.
    int section_count;
    uint8_t hash[32]; ///< SHA-256 over everything after the hash field.
} MienPackInfo;

/// Reads and checks a pack's header and section table without loading it, for
/// any untrusted bytes. Compares the hash unless trust_hash. Writes *out_info
/// only on success.
MIEN_API MienStatus mien_pack_inspect(const void *data, size_t size, bool trust_hash, MienPackInfo *out_info,
                                      MienError *error);
/// "skeleton", "pose asset", "clip", "bundle", "mesh"; "unknown" for anything else. Never NULL.
MIEN_API const char *mien_pack_kind_name(MienPackKind kind);

/// SHA-256 of size bytes into 32 bytes: the hash packs carry.
MIEN_API void mien_sha256(const void *data, size_t size, uint8_t out_hash[32]);

typedef struct MienFile MienFile;

/// How to open a file. Zero-initialise: zero is the default of every field.
typedef struct MienFileOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the file.
    bool copy; ///< Read into memory instead of mapping: for files an untrusted writer could truncate.
} MienFileOptions;

/// Opens a file for reading, mapped where the system can, aligned so that packs
/// in it can be borrowed. Refuses files above 4 GiB. On failure *out_file is
/// NULL and error, if given, says what and where.
MIEN_API MienStatus mien_file_open(const char *path, const MienFileOptions *options, MienFile **out_file,
                                   MienError *error);
/// The bytes, valid until the file is closed.
MIEN_API const void *mien_file_data(const MienFile *file);
MIEN_API size_t mien_file_size(const MienFile *file); ///< How many bytes there are.
MIEN_API void mien_file_close(MienFile *file);        ///< NULL is fine.

#ifdef __cplusplus
}
#endif
