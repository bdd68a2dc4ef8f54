// SPDX-License-Identifier: MIT
//
// Changing pose assets all or nothing; names and ids that are not taken.

#include "core/float_rules.h"

#include "asset/edit/poses_change.h"

#include "asset/poses_describe.h"
#include "base/number.h"
#include "core/sha256.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void mieni_change_begin(MieniChange *change, MieniAsset *asset, MienError *error)
{
    *change = (MieniChange){.asset = asset, .json = &asset->json, .error = error};
    change->scratch.allocator = asset->json.arena.allocator;
    change->root = mieni_json_fork(change->json, asset->json.root);
}

MienStatus mieni_change_end(MieniChange *change, MienStatus status)
{
    MieniJsonDocument *json = change->json;
    MieniJson *const old = json->root;
    if (json->arena.is_out_of_memory || change->scratch.is_out_of_memory)
        status = mieni_poses_no_memory(change->error);
    json->arena.is_out_of_memory = false; // this change's: the next one may have more luck
    mieni_arena_release(&change->scratch);
    if (status != MIEN_OK)
        return status;
    MienError why = {0};
    // An asset that was invalid before may stay so: people fix assets step by step.
    const MienStatus before = mieni_poses_check(change->asset, &why);
    json->root = change->root;
    status = before == MIEN_ERROR_MEMORY ? before : mieni_asset_check(change->asset, &why);
    if (status == MIEN_OK && before == MIEN_OK)
        status = mieni_poses_check(change->asset, &why);
    if (status != MIEN_OK) {
        json->root = old;
        if (change->error != NULL)
            *change->error = why;
    }
    return status;
}

MieniJson *mieni_change_list(MieniChange *change, const char *key)
{
    const MieniJson *old = mieni_json_get(change->root, key);
    MieniJson *list = old != NULL ? mieni_json_fork(change->json, old) : mieni_json_array(change->json);
    return mieni_json_set(change->json, change->root, key, list);
}

MieniJson *mieni_change_row(MieniChange *change, MieniJson *list, int index)
{
    MieniJson *row = mieni_json_fork(change->json, list->items[index]);
    if (row != NULL)
        list->items[index] = row;
    return row;
}

void mieni_change_drop_empty(MieniChange *change, const char *key, const MieniJson *list)
{
    if (list != NULL && list->count == 0)
        mieni_json_unset(change->root, key);
}

MienStatus mieni_change_fail(const MieniChange *change, const char *place, const char *sentence, ...)
{
    char text[sizeof change->error->message];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    return mieni_fail(change->error, MIEN_ERROR_DATA, mieni_at("%s", place), "%s", text);
}

MienStatus mieni_change_find(const MieniChange *change, const MieniJson *poses, const char *name,
                             int *out_index)
{
    *out_index = mieni_json_find(poses, "name", name);
    if (*out_index >= 0)
        return MIEN_OK;
    return mieni_change_fail(change, name, "No pose with this name.");
}

MienStatus mieni_change_pose(MieniChange *change, const char *name, MieniJson **out_list, int *out_index,
                             MieniJson **out_row)
{
    *out_row = NULL;
    *out_list = mieni_change_list(change, "poses");
    if (*out_list == NULL)
        return MIEN_ERROR_MEMORY;
    const MienStatus status = mieni_change_find(change, *out_list, name, out_index);
    if (status != MIEN_OK)
        return status;
    *out_row = mieni_change_row(change, *out_list, *out_index);
    return *out_row != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

void mieni_change_put_text(MieniChange *change, MieniJson *row, const char *key, const char *text)
{
    mieni_json_set(change->json, row, key, mieni_json_string(change->json, text));
}

void mieni_change_put_float(MieniChange *change, MieniJson *row, const char *key, float value)
{
    mieni_json_set(change->json, row, key, mieni_json_float(change->json, value));
}

void mieni_change_put_names(MieniChange *change, MieniJson *row, const char *key, const char *const *names,
                            int count)
{
    MieniJson *list = mieni_json_array(change->json);
    for (int i = 0; i < count; ++i)
        mieni_json_append(change->json, list, mieni_json_string(change->json, names[i]));
    if (count > 0)
        mieni_json_set(change->json, row, key, list);
    else
        mieni_json_unset(row, key);
}

void mieni_change_put_bones(MieniChange *change, MieniJson *row, const MienAuthorSkeleton *skeleton,
                            const MienTransform *bones, const MienTransform *base)
{
    MieniJsonDocument *json = change->json;
    MieniJson *list = mieni_json_array(json);
    for (int b = 0; list != NULL && b < skeleton->bone_count; ++b) {
        const MienTransform *fallback = base != NULL ? &base[b] : &skeleton->bones[b].rest;
        MieniJson *edit = mieni_json_object(json);
        mieni_transform_to_row(json, edit, &bones[b], fallback);
        if (edit == NULL || edit->count == 0)
            continue;
        mieni_change_put_text(change, edit, "bone", skeleton->bones[b].name);
        mieni_json_append(json, list, edit);
    }
    if (list != NULL && list->count > 0)
        mieni_json_set(json, row, "bones", list);
    else
        mieni_json_unset(row, "bones");
}

void mieni_change_put_curves(MieniChange *change, MieniJson *row, const char *const *names,
                             const float *values, int count)
{
    MieniJson *object = mieni_json_object(change->json);
    for (int i = 0; i < count; ++i)
        mieni_change_put_float(change, object, names[i], values[i]);
    if (count > 0)
        mieni_json_set(change->json, row, "curves", object);
    else
        mieni_json_unset(row, "curves");
}

bool mieni_seen_begin(MieniSeen *seen, MieniArena *arena, size_t count)
{
    size_t room = 16;
    while (room < 2 * count)
        room *= 2;
    seen->slots = mieni_arena_take(arena, room, sizeof *seen->slots);
    seen->mask = room - 1;
    return seen->slots != NULL;
}

/// Where a name is or would be: FNV-1a, then the next free place.
static size_t slot_of(const MieniSeen *seen, const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at != '\0'; ++at)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    size_t slot = hash & seen->mask;
    while (seen->slots[slot] != NULL && strcmp(seen->slots[slot], name) != 0)
        slot = (slot + 1) & seen->mask;
    return slot;
}

bool mieni_seen_has(const MieniSeen *seen, const char *name)
{
    return seen->slots[slot_of(seen, name)] != NULL;
}

void mieni_seen_add(MieniSeen *seen, const char *name) { seen->slots[slot_of(seen, name)] = name; }

void mieni_seen_add_rows(MieniSeen *seen, const MieniJson *rows, const char *key)
{
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const char *text = mieni_json_get_string(rows->items[i], key, NULL);
        if (text != NULL)
            mieni_seen_add(seen, text);
    }
}

/// Continues an id until it is not taken.
static void settle_id(MieniSeen *seen, char id[MIENI_ID_ROOM])
{
    const size_t size = strlen(id);
    for (int more = 2; mieni_seen_has(seen, id); ++more)
        snprintf(id + size, MIENI_ID_ROOM - size, "-%d", more);
    mieni_seen_add(seen, id);
}

bool mieni_poses_id(MieniSeen *seen, MieniArena *arena, const char *file, const char *take, double time,
                    const char *name, const char **out_id)
{
    MieniSha256 hash;
    uint8_t digest[32];
    char number[MIENI_NUMBER_ROOM];
    char *id = mieni_arena_take(arena, MIENI_ID_ROOM, 1);
    if (id == NULL)
        return false;
    mieni_sha256_begin(&hash);
    if (file != NULL) {
        const size_t size = mieni_number_write(time, number);
        mieni_sha256_update(&hash, file, strlen(file) + 1);
        mieni_sha256_update(&hash, take, strlen(take) + 1);
        mieni_sha256_update(&hash, number, size);
    } else {
        mieni_sha256_update(&hash, name, strlen(name));
    }
    mieni_sha256_end(&hash, digest);
    snprintf(id, MIENI_ID_ROOM, "%02x%02x%02x%02x", digest[0], digest[1], digest[2], digest[3]);
    settle_id(seen, id);
    *out_id = id;
    return true;
}

bool mieni_poses_next_id(MieniSeen *seen, MieniArena *arena, const char *id, const char **out_id)
{
    char *next = mieni_arena_take(arena, MIENI_ID_ROOM, 1);
    if (next == NULL)
        return false;
    snprintf(next, 9, "%s", id);
    settle_id(seen, next);
    *out_id = next;
    return true;
}

const char *mieni_poses_default_name(MieniSeen *seen, MieniArena *arena, int *number)
{
    char *name = mieni_arena_take(arena, MIENI_ID_ROOM, 1);
    if (name == NULL)
        return NULL;
    do
        snprintf(name, MIENI_ID_ROOM, "Pose_%d", (*number)++);
    while (mieni_seen_has(seen, name));
    mieni_seen_add(seen, name);
    return name;
}

void mieni_change_put_source(MieniChange *change, MieniJson *row, const MieniPosesTake *take,
                             MieniMoment moment, const char *marker, const char *hash)
{
    MieniJsonDocument *json = change->json;
    const MieniJson *source = mieni_json_get(change->root, "source");
    const bool is_own_file = strcmp(mieni_json_get_string(source, "file", ""), take->file) == 0;
    if (!is_own_file)
        mieni_change_put_text(change, row, "file", take->file);
    if (strcmp(is_own_file ? mieni_json_get_string(source, "take", "") : "", take->take) != 0)
        mieni_change_put_text(change, row, "take", take->take);
    if (moment.frame >= 0)
        mieni_json_set(json, row, "frame", mieni_json_number(json, moment.frame));
    else
        mieni_json_set(json, row, "time", mieni_json_number(json, moment.time));
    if (marker != NULL)
        mieni_change_put_text(change, row, "marker", marker);
    mieni_change_put_text(change, row, "hash", hash);
}

static const char *const source_keys[] = {"file", "take", "frame", "time", "marker", "hash"};

/// Whether a row other than this one is from the same source, whatever its samples were.
static bool has_source(const MieniJson *rows, const MieniJson *row)
{
    for (int i = 0; i < rows->count; ++i) {
        bool is_same = rows->items[i] != row;
        for (int k = 0; is_same && k < 5; ++k) {
            const MieniJson *a = mieni_json_get(rows->items[i], source_keys[k]);
            const MieniJson *b = mieni_json_get(row, source_keys[k]);
            is_same = a != NULL && b != NULL ? mieni_json_equal(a, b) : a == b;
        }
        if (is_same)
            return true;
    }
    return false;
}

void mieni_change_skip_source(MieniChange *change, MieniJson *row, const MieniJson *poses, MieniJson *skipped)
{
    if (!mieni_poses_is_sourced(row))
        return;
    MieniJson *note = has_source(poses, row) || has_source(skipped, row)
                          ? NULL
                          : mieni_json_append(change->json, skipped, mieni_json_object(change->json));
    for (int k = 0; k < 6; ++k) {
        mieni_json_set(change->json, note, source_keys[k], mieni_json_get(row, source_keys[k]));
        mieni_json_unset(row, source_keys[k]);
    }
}
