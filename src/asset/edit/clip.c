// SPDX-License-Identifier: MIT
//
// Changing curves of clips, and their keys.

#include "core/float_rules.h"

#include "asset/edit/clip.h"

#include <stdlib.h>
#include <string.h>

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MieniJson *find_row(const MieniAsset *clip, const char *curve)
{
    MieniJson *rows = mieni_json_get(clip->json.root, "keyed");
    const int row = rows != NULL ? mieni_json_find(rows, "curve", curve) : -1;
    return row >= 0 ? rows->items[row] : NULL;
}

/// The keys of a curve; NULL if it has no list.
static MieniJson *keys_of(const MieniJson *row) { return mieni_json_get(row, "keys"); }

static double time_of(const MieniJson *key) { return mieni_json_get_number(key, "time", 0); }

/// A time in whole nanoseconds, so that sums are written as people would write them.
static MieniJson *make_time(MieniJsonDocument *json, double time)
{
    const double limit = 9e6;
    const double shifted = time * 1e9 + (time < 0 ? -0.5 : 0.5);
    return mieni_json_number(json, time > -limit && time < limit ? (double)(int64_t)shifted / 1e9 : time);
}

/// Values are floats in packs, and no more digits are written.
static MieniJson *make_value(MieniJsonDocument *json, double value)
{
    return mieni_json_float(json, (float)value);
}

static MieniJson *add_row(MieniAsset *clip, const char *curve)
{
    MieniJsonDocument *json = &clip->json;
    MieniJson *rows = mieni_json_get(json->root, "keyed");
    if (rows == NULL)
        rows = mieni_json_set(json, json->root, "keyed", mieni_json_array(json));
    MieniJson *row = rows != NULL ? mieni_json_append(json, rows, mieni_json_object(json)) : NULL;
    if (row != NULL)
        mieni_json_set(json, row, "curve", mieni_json_string(json, curve));
    return row;
}

MienStatus mieni_clip_add_curve(MieniAsset *clip, const char *curve, MienError *error)
{
    if (find_row(clip, curve) != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", curve),
                          "The clip has a curve of this name by hand already.");
    MieniJson *row = add_row(clip, curve);
    if (row != NULL)
        mieni_json_set(&clip->json, row, "keys", mieni_json_array(&clip->json));
    return clip->json.arena.is_out_of_memory ? no_memory(error) : MIEN_OK;
}

MienStatus mieni_clip_remove_curve(MieniAsset *clip, const char *curve, MienError *error)
{
    MieniJson *rows = mieni_json_get(clip->json.root, "keyed");
    const int row = rows != NULL ? mieni_json_find(rows, "curve", curve) : -1;
    if (row < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", curve),
                          "The clip has no curve of this name by hand.");
    mieni_json_remove(rows, row);
    if (rows->count == 0)
        mieni_json_unset(clip->json.root, "keyed");
    return MIEN_OK;
}

static void put_shape(MieniJsonDocument *json, MieniJson *key, const MieniKeyShape *shape)
{
    const bool is_cubic = strcmp(shape->type, "cubic") == 0;
    if (strcmp(shape->type, "linear") == 0)
        mieni_json_unset(key, "type");
    else
        mieni_json_set(json, key, "type", mieni_json_string(json, shape->type));
    if (is_cubic && shape->is_auto)
        mieni_json_set(json, key, "auto", mieni_json_bool(json, true));
    else
        mieni_json_unset(key, "auto");
    if (!is_cubic || shape->is_auto) {
        mieni_json_unset(key, "arrive");
        mieni_json_unset(key, "leave");
    } else if (shape->has_slopes) {
        mieni_json_set(json, key, "arrive", mieni_json_float(json, shape->arrive));
        mieni_json_set(json, key, "leave", mieni_json_float(json, shape->leave));
    }
}

/// A new key goes on as the one before it does.
static void copy_shape(MieniJsonDocument *json, MieniJson *key, const MieniJson *from)
{
    const char *type = mieni_json_get_string(from, "type", "linear");
    const MieniKeyShape shape = {.type = type, .is_auto = strcmp(type, "cubic") == 0};
    put_shape(json, key, &shape);
}

static MienStatus check_shape(const MieniKeyShape *shape, MienError *error)
{
    return shape == NULL || strcmp(shape->type, "constant") == 0 || strcmp(shape->type, "linear") == 0 ||
                   strcmp(shape->type, "cubic") == 0
               ? MIEN_OK
               : mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", "type"),
                            "Keys are constant, linear or cubic.");
}

MienStatus mieni_clip_set_key(MieniAsset *clip, const char *curve, double time, double value,
                              const MieniKeyShape *shape, int *out_key, MienError *error)
{
    MieniJsonDocument *json = &clip->json;
    const MienStatus status = check_shape(shape, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *row = find_row(clip, curve), *stamp = make_time(json, time);
    if (row == NULL)
        row = add_row(clip, curve);
    if (stamp != NULL)
        time = stamp->number;
    MieniJson *keys = row != NULL ? keys_of(row) : NULL;
    if (row != NULL && keys == NULL)
        keys = mieni_json_set(json, row, "keys", mieni_json_array(json));
    if (keys == NULL)
        return no_memory(error);
    int at = 0;
    while (at < keys->count && time_of(keys->items[at]) < time)
        ++at;
    const bool is_there = at < keys->count && time_of(keys->items[at]) == time;
    MieniJson *key = is_there ? keys->items[at] : mieni_json_insert(json, keys, at, mieni_json_object(json));
    if (key == NULL)
        return no_memory(error);
    if (!is_there)
        mieni_json_set(json, key, "time", mieni_json_number(json, time));
    mieni_json_set(json, key, "value", make_value(json, value));
    if (shape != NULL)
        put_shape(json, key, shape);
    else if (!is_there && at > 0)
        copy_shape(json, key, keys->items[at - 1]);
    if (out_key != NULL)
        *out_key = at;
    return json->arena.is_out_of_memory ? no_memory(error) : MIEN_OK;
}

/// That all keys are there.
static MienStatus check_keys(const MieniAsset *clip, const MieniKeyPlace *keys, int count, MienError *error)
{
    for (int i = 0; i < count; ++i) {
        const MieniJson *row = find_row(clip, keys[i].curve), *list = row != NULL ? keys_of(row) : NULL;
        if (list == NULL || keys[i].key < 0 || keys[i].key >= list->count)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("keys[%d]", i), "There is no such key.");
    }
    return MIEN_OK;
}

static int compare_places(const void *a, const void *b)
{
    const MieniKeyPlace *const *x = a, *const *y = b;
    const int order = strcmp((*x)->curve, (*y)->curve);
    return order != 0 ? order : ((*x)->key > (*y)->key) - ((*x)->key < (*y)->key);
}

/// The places by curve and key; NULL without memory.
static MieniKeyPlace **sort_places(MieniKeyPlace *keys, int count)
{
    MieniKeyPlace **sorted = malloc(sizeof *sorted * ((size_t)count + 1));
    for (int i = 0; sorted != NULL && i < count; ++i)
        sorted[i] = &keys[i];
    if (sorted != NULL && count > 0)
        qsort(sorted, (size_t)count, sizeof *sorted, compare_places);
    return sorted;
}

MienStatus mieni_clip_delete_keys(MieniAsset *clip, const MieniKeyPlace *keys, int count, MienError *error)
{
    const MienStatus status = check_keys(clip, keys, count, error);
    if (status != MIEN_OK)
        return status;
    MieniKeyPlace **sorted = sort_places((MieniKeyPlace *)keys, count); // only read
    if (sorted == NULL)
        return no_memory(error);
    for (int i = count - 1; i >= 0; --i) // from the last, so that the others stay where they are
        if (i + 1 == count || compare_places(&sorted[i], &sorted[i + 1]) != 0)
            mieni_json_remove(keys_of(find_row(clip, sorted[i]->curve)), sorted[i]->key);
    free(sorted);
    return MIEN_OK;
}

/// A key of the curve whose keys are being moved.
typedef struct Moved {
    MieniJson *key;
    double time;
    int was; ///< Its place before.
    bool is_moved;
} Moved;

static int compare_moved(const void *a, const void *b)
{
    const Moved *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->was > y->was) - (x->was < y->was);
}

/// Whether a key stays at a time to which a moved one came.
static bool is_covered(const Moved *all, int count, int index)
{
    if (all[index].is_moved)
        return false;
    for (int i = index - 1; i >= 0 && all[i].time == all[index].time; --i)
        if (all[i].is_moved)
            return true;
    for (int i = index + 1; i < count && all[i].time == all[index].time; ++i)
        if (all[i].is_moved)
            return true;
    return false;
}

/// Moves the keys of one curve: places from first to before end, all of it.
static MienStatus move_curve(MieniAsset *clip, MieniKeyPlace **first, int count, const MieniKeyMove *move,
                             MienError *error)
{
    MieniJsonDocument *json = &clip->json;
    MieniJson *list = keys_of(find_row(clip, first[0]->curve));
    const int total = list->count;
    const double scale = move->scale != 0 ? move->scale : 1;
    Moved *all = calloc((size_t)total + 1, sizeof *all);
    if (all == NULL)
        return no_memory(error);
    for (int i = 0; i < total; ++i)
        all[i] = (Moved){list->items[i], time_of(list->items[i]), i, false};
    for (int i = 0; i < count; ++i) {
        Moved *moved = &all[first[i]->key];
        if (moved->is_moved)
            continue;
        moved->is_moved = true;
        const double value = mieni_json_get_number(moved->key, "value", 0);
        mieni_json_set(json, moved->key, "time",
                       make_time(json, move->pivot + (moved->time - move->pivot) * scale + move->time));
        moved->time = time_of(moved->key);
        if (move->value != 0)
            mieni_json_set(json, moved->key, "value", make_value(json, value + move->value));
    }
    qsort(all, (size_t)total, sizeof *all, compare_moved);
    int kept = 0;
    for (int i = 0; i < total; ++i)
        if (!is_covered(all, total, i)) {
            for (int p = 0; p < count && all[i].is_moved; ++p)
                if (first[p]->key == all[i].was)
                    first[p]->key = -1 - kept; // told apart from those still to be found
            list->items[kept++] = all[i].key;
        }
    list->count = kept;
    for (int p = 0; p < count; ++p)
        first[p]->key = -1 - first[p]->key;
    free(all);
    return MIEN_OK;
}

MienStatus mieni_clip_move_keys(MieniAsset *clip, MieniKeyPlace *keys, int count, const MieniKeyMove *move,
                                MienError *error)
{
    MienStatus status = check_keys(clip, keys, count, error);
    if (status != MIEN_OK)
        return status;
    MieniKeyPlace **sorted = sort_places(keys, count);
    if (sorted == NULL)
        return no_memory(error);
    for (int first = 0, end; first < count && status == MIEN_OK; first = end) {
        for (end = first; end < count && strcmp(sorted[end]->curve, sorted[first]->curve) == 0; ++end)
            ;
        status = move_curve(clip, sorted + first, end - first, move, error);
    }
    free(sorted);
    return status == MIEN_OK && clip->json.arena.is_out_of_memory ? no_memory(error) : status;
}

// Reading

MienAuthorBeyond mieni_clip_read_beyond(const char *word)
{
    static const char *const words[] = {"hold", "slope", "cycle", "cycle_offset", "oscillate"};
    for (int i = 0; i < 5; ++i)
        if (strcmp(word, words[i]) == 0)
            return (MienAuthorBeyond)i;
    return MIEN_AUTHOR_HOLD;
}

MienAuthorKey mieni_clip_read_key(const MieniJson *row)
{
    const char *type = mieni_json_get_string(row, "type", "linear");
    return (MienAuthorKey){.time = mieni_json_get_number(row, "time", 0),
                           .value = (float)mieni_json_get_number(row, "value", 0),
                           .interpolation = strcmp(type, "constant") == 0 ? MIEN_AUTHOR_CONSTANT
                                            : strcmp(type, "cubic") == 0  ? MIEN_AUTHOR_CUBIC
                                                                          : MIEN_AUTHOR_LINEAR,
                           .arrive = (float)mieni_json_get_number(row, "arrive", 0),
                           .leave = (float)mieni_json_get_number(row, "leave", 0),
                           .is_auto = mieni_json_get_bool(row, "auto", false)};
}
