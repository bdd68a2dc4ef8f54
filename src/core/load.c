// SPDX-License-Identifier: MIT
//
// Loading an asset of any kind.

#include "core/float_rules.h"

#include "core/load.h"

#include "core/float_env.h"

#include <string.h>

static MieniLoaded *loaded_of(const MieniLoader *loader, void *asset)
{
    return (MieniLoaded *)((uint8_t *)asset + loader->loaded);
}

/// Pointers to structs look alike, but a pointer to one is not a pointer to another.
static void put_pointer(void *out_asset, const void *asset) { memcpy(out_asset, &asset, sizeof asset); }

static MienStatus read_pack(const MieniLoader *loader, void *asset, const void *data, size_t size,
                            const MienLoadOptions *options, MienError *error)
{
    MieniBytes *bytes = &loaded_of(loader, asset)->bytes;
    MieniReader reader;
    MienStatus status = mieni_bytes_hold(bytes, data, size, options, error);
    if (status == MIEN_OK)
        status = mieni_reader_open(&reader, bytes->data, size, loader->kind, loader->version,
                                   options->trust_hash, error);
    return status == MIEN_OK ? loader->read(asset, &reader) : status;
}

MienStatus mieni_load(const MieniLoader *loader, const void *data, size_t size,
                      const MienLoadOptions *options, void *out_asset, MienError *error)
{
    static const MienLoadOptions defaults = {0};
    if (out_asset != NULL)
        put_pointer(out_asset, NULL);
    if (out_asset == NULL || data == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", loader->arguments);
    if (options == NULL)
        options = &defaults;
    MieniLoaded loaded = {.allocator = options->allocator};
    if (loader->computes && !mieni_isa_resolve(options->isa, &loaded.isa))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("options.isa"),
                          "this processor or build lacks the instruction set");
    void *asset = mieni_allocate(options->allocator, loader->size, loader->alignment);
    if (asset == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "%s", loader->memory);
    memset(asset, 0, loader->size);
    *loaded_of(loader, asset) = loaded;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = read_pack(loader, asset, data, size, options, error);
    mieni_float_env_leave(env);
    if (status != MIEN_OK) {
        mieni_unload(loader, asset);
        return status;
    }
    put_pointer(out_asset, asset);
    return MIEN_OK;
}

void mieni_unload(const MieniLoader *loader, void *asset)
{
    if (asset == NULL)
        return;
    if (loader->release != NULL)
        loader->release(asset);
    MieniLoaded *loaded = loaded_of(loader, asset);
    const MienAllocator *allocator = loaded->allocator;
    mieni_bytes_release(&loaded->bytes, allocator);
    mieni_free(allocator, asset, loader->size, loader->alignment);
}
