// SPDX-License-Identifier: MIT
//
// The cache: <folder>/<two digits>/<digits>, each "HASH SIZE\n", a manifest of SIZE
// bytes and the pack. HASH is of all that follows the first line.

#include "project/build_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool entry_path(const char *folder, const MieniCacheKey *key, char out[MIENI_PATH_ROOM])
{
    char text[2 * MIENI_PATH_ROOM + 256];
    const int size = snprintf(text, sizeof text, "mien clip 1\nrule %d\n%s %s\n%s %s\n", key->rule,
                              key->asset_hash->hex, key->asset, key->member_hash->hex, key->member);
    if (size >= (int)sizeof text)
        return false;
    const MieniContentHash hash = mieni_content_hash(text, (size_t)size);
    return snprintf(out, MIENI_PATH_ROOM, "%s/%.2s/%s", folder, hash.hex, hash.hex + 2) < MIENI_PATH_ROOM;
}

/// Whether an entry is whole; *out_body is what its first line tells of.
static bool is_whole(const MieniBuffer *entry, const char **out_body, size_t *out_manifest_size)
{
    MieniContentHash wanted, hash;
    char first[65] = "";
    const char *end = memchr(entry->bytes, '\n', entry->size < 128 ? entry->size : 128);
    if (end == NULL || end - entry->bytes < 66 || entry->bytes[64] != ' ')
        return false;
    memcpy(first, entry->bytes, 64);
    *out_body = end + 1;
    const size_t size = entry->size - (size_t)(end + 1 - entry->bytes);
    *out_manifest_size = (size_t)strtoull(entry->bytes + 65, NULL, 10);
    if (!mieni_content_hash_read(first, &wanted) || *out_manifest_size > size)
        return false;
    hash = mieni_content_hash(*out_body, size);
    return mieni_content_hash_equal(&hash, &wanted);
}

bool mieni_cache_find(const char *folder, const MieniCacheKey *key, MieniCached *out_cached)
{
    char path[MIENI_PATH_ROOM];
    const char *body;
    size_t size;
    *out_cached = (MieniCached){0};
    if (!entry_path(folder, key, path) || mieni_file_read(path, &out_cached->memory, NULL) != MIEN_OK)
        return false;
    const bool is_good = is_whole(&out_cached->memory, &body, &size) &&
                         mieni_manifest_read_text(body, size, &out_cached->manifest) &&
                         out_cached->manifest.clip_count == 1 &&
                         strcmp(out_cached->manifest.clips[0].member, key->member) == 0;
    if (is_good) {
        out_cached->pack = body + size;
        out_cached->pack_size =
            (size_t)(out_cached->memory.bytes + out_cached->memory.size - out_cached->pack);
    } else {
        mieni_cached_release(out_cached);
    }
    return is_good;
}

void mieni_cached_release(MieniCached *cached)
{
    mieni_manifest_release(&cached->manifest);
    mieni_buffer_release(&cached->memory);
    *cached = (MieniCached){0};
}

void mieni_cache_keep(const char *folder, const MieniCacheKey *key, const MieniManifest *manifest,
                      const void *pack, size_t pack_size)
{
    char path[MIENI_PATH_ROOM];
    MieniTextOut body = {0}, entry = {0};
    mieni_manifest_put(manifest, &body);
    const size_t manifest_size = body.size;
    mieni_text_put_bytes(&body, pack, pack_size);
    if (!body.is_out_of_memory && entry_path(folder, key, path)) {
        const MieniContentHash hash = mieni_content_hash(body.bytes, body.size);
        mieni_text_putf(&entry, "%s %zu\n", hash.hex, manifest_size);
        mieni_text_put_bytes(&entry, body.bytes, body.size);
        if (!entry.is_out_of_memory)
            (void)mieni_file_write_derived(path, entry.bytes, entry.size, NULL, NULL);
    }
    mieni_text_release(&entry);
    mieni_text_release(&body);
}
