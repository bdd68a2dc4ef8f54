// SPDX-License-Identifier: MIT
//
// Keys of files before version 7000: one list of numbers and letters. A key is a time, a
// value and how it goes on: C and what it holds, L, or U with slopes and weights.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/curve.h"

/// Where reading is.
typedef struct List {
    const MieniFbxValue *values;
    size_t at, count;
} List;

static const MieniFbxValue *next(List *list)
{
    return list->at < list->count ? &list->values[list->at++] : NULL;
}

static double next_number(List *list)
{
    const MieniFbxValue *value = next(list);
    return value != NULL && (value->type == MIENI_FBX_INTEGER || value->type == MIENI_FBX_REAL) ? value->real
                                                                                                : 0.0;
}

/// Letters are texts, or characters in binary files.
static int letter_of(const MieniFbxValue *value)
{
    if (value == NULL)
        return 0;
    if (value->type == MIENI_FBX_TEXT)
        return value->size == 1 ? value->text[0] : 0;
    return value->type == MIENI_FBX_INTEGER && value->integer > 0 && value->integer < 127
               ? (int)value->integer
               : 0;
}

static int next_letter(List *list) { return letter_of(next(list)); }

static float slope_of(double value) { return value >= -1e9 && value <= 1e9 ? (float)value : 0.0f; }

static float weight_of(double value)
{
    return value >= 0.0001 && value <= 0.9999 ? (float)value : 1.0f / 3.0f;
}

/// What a key says of itself and of the one after it.
typedef struct Cubic {
    uint32_t flags; ///< As later files have them, if slopes make themselves; otherwise 0.
    float data[3];
    float next_arrive, next_weight;
} Cubic;

/// False if the letters are none that are known.
static bool read_cubic(List *list, int version, MieniFbxKey *key, Cubic *cubic)
{
    key->mode = MIENI_FBX_CUBIC;
    const int slopes = next_letter(list);
    if (slopes == 's' || slopes == 'b') {
        key->leave = slope_of(next_number(list));
        cubic->next_arrive = slope_of(next_number(list));
    } else if (slopes == 't') {
        cubic->flags = 0x200;
        for (int i = 0; i < 3; ++i)
            cubic->data[i] = slope_of(next_number(list));
    } else if (slopes == 'a' || slopes == 'p') {
        cubic->flags = slopes == 'a' ? 0x100 : 0x5100;
    } else {
        return false;
    }
    const int weights = next_letter(list);
    if (weights == 'r' || weights == 'a')
        key->leave_weight = weight_of(next_number(list));
    if (weights == 'l' || weights == 'a')
        cubic->next_weight = weight_of(next_number(list));
    if (version >= 4007) { // velocities, which nobody writes
        const int velocities = next_letter(list);
        for (int i = velocities == 'a' ? 2 : velocities == 'r' || velocities == 'l' ? 1 : 0; i > 0; --i)
            next_number(list);
    }
    return weights == 'n' || weights == 'r' || weights == 'l' || weights == 'a';
}

static bool read_key(List *list, int version, MieniFbxKey *key, Cubic *cubic)
{
    const MieniFbxValue *time = next(list);
    *key = (MieniFbxKey){.arrive_weight = 1.0f / 3.0f, .leave_weight = 1.0f / 3.0f};
    *cubic = (Cubic){.next_weight = 1.0f / 3.0f};
    if (time == NULL || (time->type != MIENI_FBX_INTEGER && time->type != MIENI_FBX_REAL))
        return false;
    key->time = time->type == MIENI_FBX_INTEGER ? time->integer : mieni_fbx_truncate(time->real + 0.5);
    key->value = slope_of(next_number(list));
    switch (next_letter(list)) {
    case 'C':
        key->mode = next_letter(list) == 'n' ? MIENI_FBX_HOLD_NEXT : MIENI_FBX_HOLD;
        return true;
    case 'L':
        key->mode = MIENI_FBX_LINE;
        return true;
    case 'U':
        return read_cubic(list, version, key, cubic);
    default:
        return false;
    }
}

/// What keys say of the ones after them, then slopes that make themselves.
static void finish_keys(MieniFbxKey *keys, const Cubic *cubics, int count)
{
    for (int k = 0; k + 1 < count; ++k)
        if (keys[k].mode == MIENI_FBX_CUBIC) {
            keys[k + 1].arrive = cubics[k].flags == 0 ? cubics[k].next_arrive : keys[k + 1].arrive;
            keys[k + 1].arrive_weight = cubics[k].next_weight;
        }
    for (int k = 0; k < count; ++k)
        if (cubics[k].flags != 0)
            mieni_fbx_auto_slopes(keys, count, k, cubics[k].flags, cubics[k].data);
}

static MienStatus read_keys(const MieniFbxScene *scene, const MieniFbxNode *channel, List *list,
                            MieniArena *arena, MieniFbxCurve *curve)
{
    const int version = (int)mieni_fbx_integer(mieni_fbx_child(channel, "KeyVer"), 0, 4005);
    const int64_t wanted = mieni_fbx_integer(mieni_fbx_child(channel, "KeyCount"), 0, 0);
    // A key has at least three values.
    const int64_t possible = (int64_t)(list->count / 3 + 1);
    const int64_t room = wanted < 0 ? 0 : wanted < possible ? wanted : possible;
    MieniFbxKey *keys = mieni_arena_take(arena, (size_t)room, sizeof *keys);
    Cubic *cubics = mieni_arena_take(arena, (size_t)room, sizeof *cubics);
    if (keys == NULL || cubics == NULL)
        return mieni_fbx_no_memory(scene);
    int count = 0;
    while (count < room && list->at < list->count) {
        if (!read_key(list, version, &keys[count], &cubics[count]))
            return mieni_fbx_fail(scene->file, mieni_fbx_child(channel, "Key"), MIEN_ERROR_DATA,
                                  "A key is of no known kind; save the file in a newer version.",
                                  scene->error);
        if (keys[count].time >= -MIENI_FBX_MOST_TIME && keys[count].time <= MIENI_FBX_MOST_TIME &&
            (count == 0 || keys[count].time > keys[count - 1].time))
            ++count;
    }
    finish_keys(keys, cubics, count);
    curve->count = count;
    curve->keys = keys;
    return MIEN_OK;
}

MienStatus mieni_fbx_curve_read_old(const MieniFbxScene *scene, const MieniFbxNode *channel,
                                    MieniArena *arena, MieniFbxCurve *out_curve)
{
    const MieniFbxNode *node = mieni_fbx_child(channel, "Key");
    MieniArena temp = {.allocator = arena->allocator};
    List list = {0};
    if (node == NULL)
        return MIEN_OK;
    MienStatus status = mieni_fbx_values(scene->file, node, &temp, &list.values, &list.count, scene->error);
    if (status == MIEN_OK)
        status = read_keys(scene, channel, &list, arena, out_curve);
    mieni_arena_release(&temp);
    return status;
}
