// SPDX-License-Identifier: MIT
//
// Packs: the binary form of every asset. One block of little-endian bytes that
// is checked once on loading and then used in place. Byte layout:
// docs/file-format.md.
//
// Ownership  A MienFile owns the bytes it mapped or read. Close it after you
//            destroy the assets that borrow them.
// Threads    Inspecting is pure. Any thread may read a MienFile.
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

/// How to load a pack. Zero-initialise: zero is every field's default.
typedef struct MienLoadOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the loaded asset.
    bool borrow_data; ///< Use your bytes in place: 64-byte aligned, constant, outliving the asset.
    bool trust_hash;  ///< Do not check the content hash. The structure is always checked.
    MienIsa isa;      ///< Kernels to use; MIEN_ISA_BEST selects them. Unavailable ones are refused.
} MienLoadOptions;

typedef struct MienPackInfo {
    uint32_t version; ///< Format version of this kind.
    MienPackKind kind;
    uint64_t size; ///< Size in bytes, including the header.
    int section_count;
    uint8_t hash[32]; ///< SHA-256 of everything after the hash field.
} MienPackInfo;

/// Reads and checks a pack's header and section table without loading it. Input
/// is untrusted. Checks the hash unless trust_hash is set. Writes *out_info only
/// on success.
MIEN_API MienStatus mien_pack_inspect(const void *data, size_t size, bool trust_hash, MienPackInfo *out_info,
                                      MienError *error);
/// "skeleton", "pose asset", "clip", "bundle", "mesh", "graph"; otherwise "unknown". Never NULL.
MIEN_API const char *mien_pack_kind_name(MienPackKind kind);

/// SHA-256 of size bytes, as stored in packs.
MIEN_API void mien_sha256(const void *data, size_t size, uint8_t out_hash[32]);

typedef struct MienFile MienFile;

/// How to open a file. Zero-initialise: zero is every field's default.
typedef struct MienFileOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the file.
    bool copy; ///< Read into memory instead of mapping: for files that an untrusted writer could truncate.
} MienFileOptions;

/// Opens a file for reading. Maps it where the system supports that, aligned so
/// that packs in it can be borrowed. Refuses files larger than 4 GiB. On failure
/// *out_file is NULL and error, if given, describes the problem.
MIEN_API MienStatus mien_file_open(const char *path, const MienFileOptions *options, MienFile **out_file,
                                   MienError *error);
/// The file's bytes, valid until it is closed.
MIEN_API const void *mien_file_data(const MienFile *file);
MIEN_API size_t mien_file_size(const MienFile *file); ///< File size in bytes.
MIEN_API void mien_file_close(MienFile *file);        ///< Accepts NULL.

#ifdef __cplusplus
}
#endif
