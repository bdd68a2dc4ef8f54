// SPDX-License-Identifier: MIT
//
// Shard manifests: JSON with a row per input, set and clip.

#include "project/build/manifest.h"

#include "project/files/derived.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2 }; // 1 told names of all sets in full, and is still read

/// Room for one more item; NULL without memory, which the arena remembers.
static void *more(MieniArena *arena, void *items, int count, int *room, size_t size)
{
    if (count < *room)
        return items;
    const int wanted = *room > 0 ? 2 * *room : 16;
    char *moved = mieni_arena_take(arena, (size_t)wanted, size);
    if (moved == NULL)
        return NULL;
    if (count > 0)
        memcpy(moved, items, size * (size_t)count);
    *room = wanted;
    return moved;
}

static const char *keep(MieniArena *arena, const char *text)
{
    return mieni_arena_text(arena, text, strlen(text));
}

int mieni_manifest_input(MieniManifest *manifest, const char *path, const MieniContentHash *hash,
                         int64_t size)
{
    for (int i = 0; i < manifest->input_count; ++i)
        if (strcmp(manifest->inputs[i].path, path) == 0 &&
            mieni_content_hash_equal(&manifest->inputs[i].hash, hash))
            return i;
    MieniManifestInput *inputs = more(&manifest->arena, manifest->inputs, manifest->input_count,
                                      &manifest->input_room, sizeof *inputs);
    const char *kept = keep(&manifest->arena, path);
    if (inputs == NULL || kept == NULL)
        return 0;
    manifest->inputs = inputs;
    inputs[manifest->input_count] = (MieniManifestInput){kept, *hash, size};
    return manifest->input_count++;
}

static bool is_set(const MieniManifestSet *set, const char *const *names, int count)
{
    bool is_same = set->count == count;
    for (int i = 0; i < count && is_same; ++i)
        is_same = set->names[i] == names[i] || strcmp(set->names[i], names[i]) == 0;
    return is_same;
}

static int find_set(const MieniManifest *manifest, const char *const *names, int count)
{
    int i = 0;
    while (i < manifest->set_count && !is_set(&manifest->sets[i], names, count))
        ++i;
    return i;
}

/// Adds a set whose names the manifest has already.
static int add_set(MieniManifest *manifest, const char *const *names, int count)
{
    MieniManifestSet *sets =
        more(&manifest->arena, manifest->sets, manifest->set_count, &manifest->set_room, sizeof *sets);
    if (sets == NULL)
        return 0;
    manifest->sets = sets;
    sets[manifest->set_count] = (MieniManifestSet){names, count};
    return manifest->set_count++;
}

int mieni_manifest_set(MieniManifest *manifest, const char *const *names, int count)
{
    const int found = find_set(manifest, names, count);
    if (found < manifest->set_count)
        return found;
    const char **kept = mieni_arena_take(&manifest->arena, (size_t)count, sizeof *kept);
    if (kept == NULL)
        return 0;
    for (int i = 0; i < count; ++i)
        kept[i] = keep(&manifest->arena, names[i]);
    return add_set(manifest, kept, count);
}

void mieni_manifest_add(MieniManifest *manifest, const MieniManifestClip *clip)
{
    MieniManifestClip *clips =
        more(&manifest->arena, manifest->clips, manifest->clip_count, &manifest->clip_room, sizeof *clips);
    int *inputs = mieni_arena_take(&manifest->arena, (size_t)clip->input_count, sizeof *inputs);
    const char *member = keep(&manifest->arena, clip->member);
    if (clips == NULL || inputs == NULL || member == NULL)
        return;
    if (clip->input_count > 0)
        memcpy(inputs, clip->inputs, sizeof *inputs * (size_t)clip->input_count);
    manifest->clips = clips;
    clips[manifest->clip_count] = *clip;
    clips[manifest->clip_count].member = member;
    clips[manifest->clip_count].inputs = inputs;
    manifest->clip_count++;
}

void mieni_manifest_adopt(MieniManifest *manifest, const MieniManifest *from, const MieniManifestClip *clip)
{
    MieniManifestClip copy = *clip;
    int *inputs = mieni_arena_take(&manifest->arena, (size_t)clip->input_count, sizeof *inputs);
    if (inputs == NULL)
        return;
    for (int i = 0; i < clip->input_count; ++i) {
        const MieniManifestInput *input = &from->inputs[clip->inputs[i]];
        inputs[i] = mieni_manifest_input(manifest, input->path, &input->hash, input->size);
    }
    copy.inputs = inputs;
    copy.set = mieni_manifest_set(manifest, from->sets[clip->set].names, from->sets[clip->set].count);
    mieni_manifest_add(manifest, &copy);
}

static int compare_clips(const void *a, const void *b)
{
    return strcmp(((const MieniManifestClip *)a)->member, ((const MieniManifestClip *)b)->member);
}

void mieni_manifest_sort(MieniManifest *manifest)
{
    if (manifest->clip_count > 0)
        qsort(manifest->clips, (size_t)manifest->clip_count, sizeof *manifest->clips, compare_clips);
}

static int compare_member(const void *key, const void *clip)
{
    return strcmp(key, ((const MieniManifestClip *)clip)->member);
}

const MieniManifestClip *mieni_manifest_find(const MieniManifest *manifest, const char *member)
{
    return manifest->clip_count > 0 ? bsearch(member, manifest->clips, (size_t)manifest->clip_count,
                                              sizeof *manifest->clips, compare_member)
                                    : NULL;
}

static void put_content(MieniTextOut *out, const char *name, const MieniContentHash *hash, int64_t size)
{
    mieni_text_putf(out, "\"%ssha256\": \"%s\", \"%ssize\": %" PRId64, name, hash->hex, name, size);
}

static void put_clip(const MieniManifestClip *clip, MieniTextOut *out)
{
    mieni_text_put(out, "{\"file\": ");
    mieni_text_put_string(out, clip->member);
    mieni_text_put(out, ", ");
    put_content(out, "", &clip->hash, clip->size);
    mieni_text_put(out, ", ");
    put_content(out, "pack_", &clip->pack_hash, clip->pack_size);
    mieni_text_put(out, ", \"inputs\": [");
    for (int i = 0; i < clip->input_count; ++i)
        mieni_text_putf(out, "%s%d", i > 0 ? ", " : "", clip->inputs[i]);
    mieni_text_putf(out, "], \"set\": %d, \"tracks\": %d, \"seconds\": ", clip->set, clip->track_count);
    mieni_text_put_number(out, clip->seconds);
    mieni_text_put(out, "}");
}

static int all_names(const MieniManifest *manifest)
{
    int count = 0;
    for (int i = 0; i < manifest->set_count; ++i)
        count += manifest->sets[i].count;
    return count;
}

/// A name is told once, and is a number from then on: how many others were told before it.
static void put_sets(const MieniManifest *manifest, MieniTextOut *out)
{
    int told_count = 0;
    const char **told = malloc(sizeof *told * ((size_t)all_names(manifest) + 1));
    out->is_out_of_memory |= told == NULL;
    for (int i = 0; told != NULL && i < manifest->set_count; ++i) {
        mieni_text_put(out, i > 0 ? ",\n    [" : "\n    [");
        for (int n = 0; n < manifest->sets[i].count; ++n) {
            const char *name = manifest->sets[i].names[n];
            int at = 0;
            while (at < told_count && strcmp(told[at], name) != 0)
                ++at;
            mieni_text_put(out, n > 0 ? ", " : "");
            if (at < told_count) {
                mieni_text_putf(out, "%d", at);
            } else {
                mieni_text_put_string(out, name);
                told[told_count++] = name;
            }
        }
        mieni_text_put(out, "]");
    }
    free(told);
}

void mieni_manifest_put(const MieniManifest *manifest, MieniTextOut *out)
{
    mieni_text_putf(out, "{\n  \"kind\": \"manifest\",\n  \"version\": %d,\n  \"program\": ", VERSION);
    mieni_text_put_string(out, manifest->program);
    mieni_text_putf(out, ",\n  \"rule\": %d,\n  \"asset\": ", manifest->rule);
    mieni_text_put_string(out, manifest->asset);
    mieni_text_put(out, ",\n  \"inputs\": [");
    for (int i = 0; i < manifest->input_count; ++i) {
        mieni_text_put(out, i > 0 ? ",\n    {\"file\": " : "\n    {\"file\": ");
        mieni_text_put_string(out, manifest->inputs[i].path);
        mieni_text_put(out, ", ");
        put_content(out, "", &manifest->inputs[i].hash, manifest->inputs[i].size);
        mieni_text_put(out, "}");
    }
    mieni_text_put(out, "\n  ],\n  \"sets\": [");
    put_sets(manifest, out);
    mieni_text_put(out, "\n  ],\n  \"clips\": [");
    for (int i = 0; i < manifest->clip_count; ++i) {
        mieni_text_put(out, i > 0 ? ",\n    " : "\n    ");
        put_clip(&manifest->clips[i], out);
    }
    mieni_text_put(out, "\n  ]\n}\n");
    out->is_out_of_memory |= manifest->arena.is_out_of_memory;
}

/// A count or an index below a limit; -1 for anything else.
static int64_t read_whole(const MieniJson *object, const char *key, double limit)
{
    const double value = mieni_json_get_number(object, key, -1);
    return value >= 0 && value < limit && value == (double)(int64_t)value ? (int64_t)value : -1;
}

static bool read_content(const MieniJson *row, const char *hash_key, const char *size_key,
                         MieniContentHash *out_hash, int64_t *out_size)
{
    *out_size = read_whole(row, size_key, 1e15);
    return *out_size >= 0 && mieni_content_hash_read(mieni_json_get_string(row, hash_key, ""), out_hash);
}

/// The items of an array; false, and none, if there is no array.
static bool items_of(const MieniJson *object, const char *key, MieniJson *const **out_items, int *out_count)
{
    const MieniJson *list = mieni_json_get(object, key);
    const bool is_list = list != NULL && list->type == MIENI_JSON_ARRAY;
    *out_items = is_list ? list->items : NULL;
    *out_count = is_list ? list->count : 0;
    return is_list;
}

static bool read_inputs(MieniManifest *manifest, const MieniJson *root)
{
    MieniJson *const *rows;
    int count;
    bool is_good = items_of(root, "inputs", &rows, &count);
    for (int i = 0; i < count && is_good; ++i) {
        MieniContentHash hash;
        int64_t size;
        const char *path = mieni_json_get_string(rows[i], "file", "");
        is_good = path[0] != '\0' && read_content(rows[i], "sha256", "size", &hash, &size) &&
                  mieni_manifest_input(manifest, path, &hash, size) == i;
    }
    return is_good;
}

/// A name, or the number of one that was told before. Each is kept once, however often it is named.
static const char *read_name(MieniManifest *manifest, const MieniJson *item, const char **told,
                             int *told_count)
{
    if (item->type == MIENI_JSON_STRING)
        return told[(*told_count)++] = keep(&manifest->arena, item->string);
    const bool is_told = item->type == MIENI_JSON_NUMBER && item->number >= 0 && item->number < *told_count &&
                         item->number == (double)(int)item->number;
    return is_told ? told[(int)item->number] : NULL;
}

static bool read_set(MieniManifest *manifest, const MieniJson *row, const char **told, int *told_count)
{
    const char **names = mieni_arena_take(&manifest->arena, (size_t)row->count, sizeof *names);
    bool is_good = names != NULL;
    for (int n = 0; n < row->count && is_good; ++n)
        is_good = (names[n] = read_name(manifest, row->items[n], told, told_count)) != NULL;
    return is_good && row->count <= *told_count &&
           find_set(manifest, names, row->count) == manifest->set_count &&
           add_set(manifest, names, row->count) == manifest->set_count - 1;
}

static bool read_sets(MieniManifest *manifest, const MieniJson *root)
{
    MieniJson *const *rows;
    int count, told_count = 0;
    size_t room = 0;
    bool is_good = items_of(root, "sets", &rows, &count);
    for (int i = 0; i < count && is_good; ++i) {
        is_good = rows[i]->type == MIENI_JSON_ARRAY;
        room += is_good ? (size_t)rows[i]->count : 0;
    }
    const char **told = mieni_arena_take(&manifest->arena, room, sizeof *told);
    is_good = is_good && told != NULL;
    for (int i = 0; i < count && is_good; ++i)
        is_good = read_set(manifest, rows[i], told, &told_count);
    return is_good;
}

static bool read_clip(MieniManifest *manifest, const MieniJson *row)
{
    MieniJson *const *indices;
    MieniManifestClip clip = {.member = mieni_json_get_string(row, "file", ""),
                              .seconds = mieni_json_get_number(row, "seconds", -1),
                              .track_count = (int)read_whole(row, "tracks", 1e6),
                              .set = (int)read_whole(row, "set", manifest->set_count)};
    bool is_good = clip.member[0] != '\0' && clip.seconds >= 0 && clip.track_count >= 0 && clip.set >= 0 &&
                   read_content(row, "sha256", "size", &clip.hash, &clip.size) &&
                   read_content(row, "pack_sha256", "pack_size", &clip.pack_hash, &clip.pack_size) &&
                   items_of(row, "inputs", &indices, &clip.input_count);
    int *inputs = mieni_arena_take(&manifest->arena, is_good ? (size_t)clip.input_count : 0, sizeof *inputs);
    for (int i = 0; is_good && inputs != NULL && i < clip.input_count; ++i) {
        is_good = indices[i]->type == MIENI_JSON_NUMBER && indices[i]->number >= 0 &&
                  indices[i]->number < manifest->input_count;
        inputs[i] = is_good ? (int)indices[i]->number : 0;
    }
    if (manifest->clip_count > 0 && is_good)
        is_good = strcmp(manifest->clips[manifest->clip_count - 1].member, clip.member) < 0;
    clip.inputs = inputs;
    if (is_good && inputs != NULL)
        mieni_manifest_add(manifest, &clip);
    return is_good && inputs != NULL;
}

static bool read_tree(MieniManifest *manifest, const MieniJson *root)
{
    MieniJson *const *rows;
    int count;
    const int64_t version = read_whole(root, "version", VERSION + 1);
    if (strcmp(mieni_json_get_string(root, "kind", ""), "manifest") != 0 || version < 1)
        return false;
    manifest->program = keep(&manifest->arena, mieni_json_get_string(root, "program", ""));
    manifest->asset = keep(&manifest->arena, mieni_json_get_string(root, "asset", ""));
    manifest->rule = (int)read_whole(root, "rule", 1e6);
    bool is_good =
        read_inputs(manifest, root) && read_sets(manifest, root) && items_of(root, "clips", &rows, &count);
    for (int i = 0; is_good && i < count; ++i)
        is_good = read_clip(manifest, rows[i]);
    return is_good && !manifest->arena.is_out_of_memory;
}

bool mieni_manifest_read_text(const void *bytes, size_t size, MieniManifest *out_manifest)
{
    MieniJsonDocument json;
    *out_manifest = (MieniManifest){0};
    if (mieni_json_read(&json, bytes, size, NULL, NULL) != MIEN_OK)
        return false;
    const bool is_good = read_tree(out_manifest, json.root);
    mieni_json_release(&json);
    if (!is_good)
        mieni_manifest_release(out_manifest);
    return is_good;
}

bool mieni_manifest_read(const MieniProject *project, const char *path, MieniManifest *out_manifest)
{
    MieniBuffer text;
    *out_manifest = (MieniManifest){0};
    if (mieni_derived_read(project, path, &text, NULL) != MIEN_OK)
        return false;
    const bool is_good = mieni_manifest_read_text(text.bytes, text.size, out_manifest);
    mieni_buffer_release(&text);
    return is_good;
}

void mieni_manifest_release(MieniManifest *manifest)
{
    mieni_arena_release(&manifest->arena);
    *manifest = (MieniManifest){0};
}
