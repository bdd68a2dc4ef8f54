// SPDX-License-Identifier: MIT
//
// Sections of a bundle, in their order; shared by loader and cook. Everything that
// says where a member is stands before all members, so that who fetches a bundle
// piece by piece needs its beginning only.

#pragma once

#include "core/pack_format.h"

#define MIENI_BUNDLE_VERSION 1

typedef struct MieniBundleHeader {
    uint32_t member_count;
    uint32_t part_count;
} MieniBundleHeader;

/// A pack that one or several members are. Parts stand one after another without
/// gaps, which their sizes, whole blocks, allow.
typedef struct MieniBundlePart {
    uint32_t offset; ///< From the start of the bundle.
    uint32_t size;
    uint32_t kind, version; ///< As in the part's own header.
} MieniBundlePart;

enum {
    MIENI_BUNDLE_INFO = MIENI_TAG('I', 'N', 'F', 'O'),    ///< MieniBundleHeader, one.
    MIENI_BUNDLE_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),    ///< Bytes of all names.
    MIENI_BUNDLE_NAMES = MIENI_TAG('M', 'N', 'A', 'M'),   ///< u32 offsets into the text.
    MIENI_BUNDLE_SORTED = MIENI_TAG('M', 'S', 'R', 'T'),  ///< u32 members in order of name: 0, 1, 2...
    MIENI_BUNDLE_MEMBERS = MIENI_TAG('M', 'P', 'R', 'T'), ///< u32 part per member.
    MIENI_BUNDLE_PARTS = MIENI_TAG('P', 'A', 'R', 'T'),   ///< MieniBundlePart, in order of first use.
    MIENI_BUNDLE_DATA = MIENI_TAG('D', 'A', 'T', 'A'),    ///< Blocks of 64 bytes: all parts.
};
