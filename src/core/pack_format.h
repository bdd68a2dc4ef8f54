// SPDX-License-Identifier: MIT
//
// The container of every pack, and the reader that checks it. A pack is a
// header, a table of sections, and the sections, each at a multiple of 64
// bytes. A kind has a fixed list of sections, all present, in a fixed order, so
// reading is taking them one after another; docs/file-format.md has the bytes.

#pragma once

#include "core/internal.h"
#include "mien/pack.h"

#define MIENI_PACK_MAGIC      "\x89MIEN\r\n\x1a"
#define MIENI_HASHED_FROM     40 ///< The hash covers everything from here.
#define MIENI_TAG(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

typedef struct MieniPackHeader {
    uint8_t magic[8];
    uint8_t hash[32]; ///< SHA-256 of what follows.
    uint32_t version;
    uint32_t kind;
    uint64_t size;
    uint32_t flags; ///< 0.
    uint32_t section_count;
} MieniPackHeader;

typedef struct MieniSection {
    uint32_t tag;
    uint32_t stride; ///< Bytes of one element.
    uint64_t offset; ///< From the start of the pack.
    uint64_t count;  ///< Elements.
} MieniSection;

_Static_assert(sizeof(MieniPackHeader) == 64, "the header is 64 bytes");
_Static_assert(sizeof(MieniSection) == 24, "a section entry is 24 bytes");

/// Takes sections in order. The first failure sticks: later calls return NULL
/// and change nothing, so a loader can take all and look once.
typedef struct MieniReader {
    const uint8_t *data;
    const MieniSection *sections;
    int section_count;
    int next;
    MienStatus status;
    MienError *error;
} MieniReader;

/// Checks header, table and (unless trusted) hash of untrusted bytes and starts
/// a reader. version is the only one accepted.
MienStatus mieni_reader_open(MieniReader *reader, const void *data, size_t size, MienPackKind kind,
                             uint32_t version, bool trust_hash, MienError *error);

#define MIENI_ANY_COUNT UINT64_MAX

/// The next section, which must have this tag, stride and count (or any count,
/// below 2^31, returned in *out_count). Never NULL on success, even if empty.
const void *mieni_reader_take(MieniReader *reader, uint32_t tag, size_t stride, uint64_t count,
                              uint64_t *out_count);
/// Notes a failure, unless there was one; returns the status that stands.
MienStatus mieni_reader_fail(MieniReader *reader, MienStatus status, const char *sentence, const char *place,
                             int index);
/// Ends reading: every section must have been taken.
MienStatus mieni_reader_close(MieniReader *reader);

/// A list of unique names: offsets into a text section, and their order by
/// comparison, for finding.
typedef struct MieniNames {
    const char *text;
    const uint32_t *offsets;
    const uint32_t *sorted;
    int count;
    bool ignore_case; ///< ASCII case does not tell names apart.
} MieniNames;

/// Takes two sections, offsets and order, and checks every name. *cursor walks
/// through the text: names stand there one after another, in list order.
MieniNames mieni_reader_take_names(MieniReader *reader, const char *text, uint64_t text_size,
                                   uint64_t *cursor, uint32_t offsets_tag, uint32_t sorted_tag, int count,
                                   bool ignore_case);

const char *mieni_names_get(const MieniNames *names, int index); ///< "" for a bad index.
int mieni_names_find(const MieniNames *names, const char *name); ///< -1 if absent.

/// Checks count values from first: all finite, |v| <= limit.
bool mieni_all_within(const float *values, size_t count, float limit);
/// Whether a stored quaternion has a length near 1.
bool mieni_is_near_unit(const float q[4]);

/// An asset's own copy of the caller's bytes, or the bytes themselves.
typedef struct MieniBytes {
    const uint8_t *data;
    uint8_t *owned; ///< NULL if borrowed.
    size_t size;
} MieniBytes;

/// Borrows or copies according to the options. Borrowing needs alignment.
MienStatus mieni_bytes_hold(MieniBytes *bytes, const void *data, size_t size, const MienLoadOptions *options,
                            MienError *error);
void mieni_bytes_release(MieniBytes *bytes, const MienAllocator *allocator);
