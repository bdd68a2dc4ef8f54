// SPDX-License-Identifier: MIT
//
// The cache: <folder>/<two digits>/<digits>, each "HASH SIZE\n" or "HASH SIZE SIGNATURE\n", a
// manifest of SIZE bytes and the pack. HASH covers everything after the first line; SIGNATURE
// covers the lookup key, SIZE, and everything after the first line.

#include "project/build/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ROOM = 2 * MIENI_PATH_ROOM + 256, LINE_MOST = 192 };

/// What an entry is looked for by, as text: its size, or 0 if there is no room.
static size_t key_text(const MieniCacheKey *key, char out[KEY_ROOM])
{
    const int size = snprintf(out, KEY_ROOM, "mien clip 1\nrule %d\n%s %s\n%s %s\n", key->rule,
                              key->asset_hash->hex, key->asset, key->member_hash->hex, key->member);
    return size < KEY_ROOM ? (size_t)size : 0;
}

static bool entry_path(const char *folder, const MieniCacheKey *key, char out[MIENI_PATH_ROOM])
{
    char text[KEY_ROOM];
    const size_t size = key_text(key, text);
    if (size == 0)
        return false;
    const MieniContentHash hash = mieni_content_hash(text, size);
    return snprintf(out, MIENI_PATH_ROOM, "%s/%.2s/%s", folder, hash.hex, hash.hex + 2) < MIENI_PATH_ROOM;
}

/// An entry in its parts.
typedef struct Entry {
    const char *body;
    size_t size, manifest_size; ///< Of the body, and of the manifest that it begins with.
    const char *signature;      ///< 64 digits, or NULL.
} Entry;

static MieniContentHash sign(const MieniHmacKey *secret, const MieniCacheKey *key, const Entry *entry)
{
    char text[KEY_ROOM], sizes[64];
    MieniContentHash digits;
    uint8_t hash[32];
    MieniHmac hmac;
    const size_t size = key_text(key, text);
    // Sizes first, so that no two entries are the same bytes in a row.
    snprintf(sizes, sizeof sizes, "mien cache 1 %zu %zu %zu\n", size, entry->manifest_size, entry->size);
    mieni_hmac_begin(&hmac, secret);
    mieni_hmac_update(&hmac, sizes, strlen(sizes));
    mieni_hmac_update(&hmac, text, size);
    mieni_hmac_update(&hmac, entry->body, entry->size);
    mieni_hmac_end(&hmac, hash);
    for (int i = 0; i < 32; ++i)
        snprintf(digits.hex + 2 * i, 3, "%02x", hash[i]);
    return digits;
}

static bool is_signed(const MieniHmacKey *secret, const MieniCacheKey *key, const Entry *entry)
{
    if (entry->signature == NULL)
        return false;
    const MieniContentHash right = sign(secret, key, entry);
    return mieni_hmac_equal(right.hex, entry->signature, 64);
}

/// Whether a file is whole; *out_entry then are its parts.
static bool is_whole(const MieniBuffer *file, Entry *out_entry)
{
    MieniContentHash wanted, hash;
    char first[65] = "", *after;
    const char *end = memchr(file->bytes, '\n', file->size < LINE_MOST ? file->size : LINE_MOST);
    if (end == NULL || end - file->bytes < 66 || file->bytes[64] != ' ')
        return false;
    memcpy(first, file->bytes, 64);
    *out_entry = (Entry){.body = end + 1, .size = file->size - (size_t)(end + 1 - file->bytes)};
    out_entry->manifest_size = (size_t)strtoull(file->bytes + 65, &after, 10);
    if (*after == ' ' && end - after == 65)
        out_entry->signature = after + 1;
    if (!mieni_content_hash_read(first, &wanted) || out_entry->manifest_size > out_entry->size)
        return false;
    hash = mieni_content_hash(out_entry->body, out_entry->size);
    return mieni_content_hash_equal(&hash, &wanted);
}

bool mieni_cache_find(const MieniCache *cache, const MieniCacheKey *key, MieniCached *out_cached)
{
    char path[MIENI_PATH_ROOM];
    Entry entry;
    *out_cached = (MieniCached){0};
    if (!entry_path(cache->folder, key, path) || mieni_file_read(path, &out_cached->memory, NULL) != MIEN_OK)
        return false;
    const bool is_entry = is_whole(&out_cached->memory, &entry);
    const bool is_refused = is_entry && cache->key != NULL && !is_signed(cache->key, key, &entry);
    const bool is_good = is_entry && !is_refused &&
                         mieni_manifest_read_text(entry.body, entry.manifest_size, &out_cached->manifest) &&
                         out_cached->manifest.clip_count == 1 &&
                         strcmp(out_cached->manifest.clips[0].member, key->member) == 0;
    if (is_good) {
        out_cached->pack = entry.body + entry.manifest_size;
        out_cached->pack_size = entry.size - entry.manifest_size;
    } else {
        mieni_cached_release(out_cached);
        out_cached->is_refused = is_refused;
    }
    return is_good;
}

void mieni_cached_release(MieniCached *cached)
{
    mieni_manifest_release(&cached->manifest);
    mieni_buffer_release(&cached->memory);
    *cached = (MieniCached){0};
}

void mieni_cache_keep(const MieniCache *cache, const MieniCacheKey *key, const MieniManifest *manifest,
                      const void *pack, size_t pack_size)
{
    char path[MIENI_PATH_ROOM];
    MieniTextOut body = {0}, file = {0};
    mieni_manifest_put(manifest, &body);
    const size_t manifest_size = body.size;
    mieni_text_put_bytes(&body, pack, pack_size);
    if (!body.is_out_of_memory && entry_path(cache->folder, key, path)) {
        const Entry entry = {.body = body.bytes, .size = body.size, .manifest_size = manifest_size};
        const MieniContentHash hash = mieni_content_hash(body.bytes, body.size);
        mieni_text_putf(&file, "%s %zu", hash.hex, manifest_size);
        if (cache->key != NULL)
            mieni_text_putf(&file, " %s", sign(cache->key, key, &entry).hex);
        mieni_text_put(&file, "\n");
        mieni_text_put_bytes(&file, body.bytes, body.size);
        if (!file.is_out_of_memory)
            (void)mieni_file_write_derived(path, file.bytes, file.size, NULL, NULL);
    }
    mieni_text_release(&file);
    mieni_text_release(&body);
}
