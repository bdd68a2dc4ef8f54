// SPDX-License-Identifier: MIT
//
// How an asset of any kind is loaded: from the caller's arguments to an asset
// that is whole, or to nothing. A kind says what is its own in a table.

#pragma once

#include "core/pack_format.h"

/// What every loaded asset has. A kind's struct has one, anywhere.
typedef struct MieniLoaded {
    const MienAllocator *allocator;
    MieniBytes bytes;
    MienIsa isa; ///< Resolved; untouched unless the kind computes.
} MieniLoaded;

typedef struct MieniLoader {
    MienPackKind kind;
    uint32_t version;       ///< The only one accepted.
    size_t size, alignment; ///< Of the kind's struct.
    size_t loaded;          ///< Where in it MieniLoaded stands.
    bool computes;          ///< The options' instruction set must be there.
    const char *arguments;  ///< What to say without data or a place for the asset.
    const char *memory;     ///< What to say without memory for the struct.
    /// Takes and checks all sections. The struct is zero except for MieniLoaded.
    MienStatus (*read)(void *asset, MieniReader *reader);
    /// Frees what read allocated, all or part of it; NULL if it allocates nothing.
    void (*release)(void *asset);
} MieniLoader;

/// out_asset is the address of the caller's pointer to the kind's struct (or NULL,
/// which is an error); the pointer is NULL after a failure.
MienStatus mieni_load(const MieniLoader *loader, const void *data, size_t size,
                      const MienLoadOptions *options, void *out_asset, MienError *error);
/// Frees an asset of that kind; NULL is fine.
void mieni_unload(const MieniLoader *loader, void *asset);
