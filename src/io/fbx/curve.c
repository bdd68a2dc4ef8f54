// SPDX-License-Identifier: MIT
//
// Keys of FBX curves, version 7000 and later: times, values, and attributes that many
// keys may share. Slopes that make themselves are made here.

#include "core/float_rules.h"

#include "io/fbx/curve.h"

#include "core/internal.h"

#include <string.h>

// Keys of files before version 7000: one list of numbers and letters. A key is a time, a
// value and how it goes on: C and what it holds, L, or U with slopes and weights.

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

static float old_weight_of(double value)
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
        key->leave_weight = old_weight_of(next_number(list));
    if (weights == 'l' || weights == 'a')
        cubic->next_weight = old_weight_of(next_number(list));
    if (version >= 4007) { // velocities, which no exporter writes
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

/// Keys of old files: a list of numbers and letters.
static MienStatus fbx_curve_read_old(const MieniFbxScene *scene, const MieniFbxNode *channel,
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

/// What the flags of a key say.
enum {
    CONSTANT = 0x2,
    LINEAR = 0x4,
    CUBIC = 0x8,
    AUTO = 0x100, ///< Of a constant key: the next one's value.
    TCB = 0x200,
    USER = 0x400,
    CLAMP = 0x1000,
    PROGRESSIVE = 0x4000,
    WEIGHT_LEAVE = 0x01000000,
    WEIGHT_ARRIVE = 0x02000000, ///< Of the next key.
};

static const float third = 1.0f / 3.0f;

static double seconds_between(const MieniFbxKey *a, const MieniFbxKey *b)
{
    return (double)(b->time - a->time) / (double)MIENI_FBX_SECOND;
}

static double slope_between(const MieniFbxKey *a, const MieniFbxKey *b)
{
    return ((double)b->value - (double)a->value) / seconds_between(a, b);
}

static double magnitude(double x) { return x < 0.0 ? -x : x; }

/// A slope that does not lead beyond the neighbours' values.
static double hold_back(double slope, const MieniFbxKey *before, const MieniFbxKey *key,
                        const MieniFbxKey *after)
{
    const double sign = slope < 0.0 ? -1.0 : 1.0;
    const double limits[2] = {
        sign * ((double)key->value - (double)before->value) / (seconds_between(before, key) / 3.0),
        sign * ((double)after->value - (double)key->value) / (seconds_between(key, after) / 3.0)};
    double size = sign * slope;
    for (int i = 0; i < 2; ++i)
        size = !(limits[i] > 0.0) ? 0.0 : limits[i] < size ? limits[i] : size;
    return sign * size;
}

static double auto_slope(const MieniFbxKey *keys, int count, int key, uint32_t flags, double bias)
{
    const MieniFbxKey *at = &keys[key], *before = key > 0 ? at - 1 : NULL,
                      *after = key + 1 < count ? at + 1 : NULL;
    if (before == NULL || after == NULL) {
        if ((flags & PROGRESSIVE) != 0 || count < 2)
            return 0.0;
        return before == NULL ? slope_between(at, after) : slope_between(before, at);
    }
    double slope = slope_between(before, after);
    const double part = magnitude(bias) / 100.0;
    if (part > 0.0 && part <= 1.0)
        slope =
            (1.0 - part) * slope + part * (bias > 0.0 ? slope_between(at, after) : slope_between(before, at));
    if ((flags & PROGRESSIVE) != 0)
        return hold_back(slope, before, at, after);
    if ((flags & CLAMP) != 0 && (magnitude((double)at->value - (double)before->value) <= 1e-5 ||
                                 magnitude((double)at->value - (double)after->value) <= 1e-5))
        return 0.0;
    return slope;
}

/// Kochanek and Bartels: tension, continuity, bias. Beyond the ends the chord goes on.
static void tcb_slopes(MieniFbxKey *keys, int count, int key, const float data[3])
{
    const double t = (double)data[0], c = (double)data[1], b = (double)data[2];
    MieniFbxKey *at = &keys[key];
    const bool is_inner = key > 0 && key + 1 < count;
    const double before = key > 0 ? slope_between(at - 1, at) : 0.0;
    const double after = key + 1 < count ? slope_between(at, at + 1) : 0.0;
    const double part = (is_inner ? 0.5 : 1.0) * (1.0 - t);
    at->arrive = (float)(part * ((1.0 - c) * (1.0 + b) * before + (1.0 + c) * (1.0 - b) * after));
    at->leave = (float)(part * ((1.0 + c) * (1.0 + b) * before + (1.0 - c) * (1.0 - b) * after));
}

void mieni_fbx_auto_slopes(MieniFbxKey *keys, int count, int key, uint32_t flags, const float data[3])
{
    if ((flags & TCB) != 0)
        tcb_slopes(keys, count, key, data);
    else
        keys[key].arrive = keys[key].leave = (float)auto_slope(keys, count, key, flags, (double)data[0]);
}

/// The parts of a curve's node, decoded.
typedef struct Raw {
    int64_t *times, *flags, *refs;
    double *values, *data;
    size_t count, value_count, flag_count, ref_count, data_count;
} Raw;

static MienStatus decode(const MieniFbxScene *scene, const MieniFbxNode *node, MieniArena *arena, Raw *raw)
{
    const MieniFbxFile *file = scene->file;
    MienStatus status = mieni_fbx_integers(file, mieni_fbx_child(node, "KeyTime"), arena, &raw->times,
                                           &raw->count, scene->error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(file, mieni_fbx_child(node, "KeyValueFloat"), arena, &raw->values,
                                 &raw->value_count, scene->error);
    if (status == MIEN_OK)
        status = mieni_fbx_integers(file, mieni_fbx_child(node, "KeyAttrFlags"), arena, &raw->flags,
                                    &raw->flag_count, scene->error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(file, mieni_fbx_child(node, "KeyAttrDataFloat"), arena, &raw->data,
                                 &raw->data_count, scene->error);
    if (status == MIEN_OK)
        status = mieni_fbx_integers(file, mieni_fbx_child(node, "KeyAttrRefCount"), arena, &raw->refs,
                                    &raw->ref_count, scene->error);
    return status;
}

/// Four numbers of an attribute, as bits: texts have the bits of floats as whole numbers.
static void bits_of(const MieniFbxScene *scene, const Raw *raw, size_t attribute, uint32_t bits[4])
{
    memset(bits, 0, 4 * sizeof *bits);
    for (size_t i = 0; i < 4 && 4 * attribute + i < raw->data_count; ++i) {
        const double value = raw->data[4 * attribute + i];
        const bool is_whole =
            value >= -2147483648.0 && value <= 4294967295.0 && value == (double)(int64_t)value;
        if (!scene->file->is_binary && is_whole) {
            bits[i] = (uint32_t)(int64_t)value;
        } else {
            const float number = (float)value;
            memcpy(&bits[i], &number, sizeof number);
        }
    }
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value >= -MIEN_MAX_CURVE && value <= MIEN_MAX_CURVE ? value : 0.0f;
}

/// Weights are ten-thousandths, two in one number.
static float weight_of(uint32_t part)
{
    const float weight = (float)part * 0.0001f;
    return weight < 0.0001f ? 0.0001f : weight > 0.9999f ? 0.9999f : weight;
}

/// An attribute goes to a key and, what it says of the next one, to that. makes_itself:
/// the slopes of the key are not in the file.
static void put_attribute(MieniFbxKey *key, MieniFbxKey *next, uint32_t flags, const uint32_t bits[4],
                          bool next_makes_itself)
{
    if ((flags & CONSTANT) != 0)
        key->mode = (flags & AUTO) != 0 ? MIENI_FBX_HOLD_NEXT : MIENI_FBX_HOLD;
    else if ((flags & CUBIC) != 0)
        key->mode = MIENI_FBX_CUBIC;
    else
        key->mode = MIENI_FBX_LINE;
    if (key->mode != MIENI_FBX_CUBIC)
        return;
    if ((flags & WEIGHT_LEAVE) != 0)
        key->leave_weight = weight_of(bits[2] & 0xFFFF);
    if ((flags & WEIGHT_ARRIVE) != 0 && next != NULL)
        next->arrive_weight = weight_of(bits[2] >> 16);
    if ((flags & (AUTO | TCB)) == 0 || (flags & USER) != 0) {
        key->leave = float_of(bits[0]);
        if (next != NULL && !next_makes_itself)
            next->arrive = float_of(bits[1]);
    }
}

static bool makes_itself(uint32_t flags)
{
    return (flags & (AUTO | TCB)) != 0 && (flags & (USER | CONSTANT)) == 0 && (flags & CUBIC) != 0;
}

/// Keys in order, with times and values that are some.
static MienStatus make_keys(const MieniFbxScene *scene, const Raw *raw, MieniArena *arena,
                            MieniFbxCurve *curve, uint32_t **out_attributes)
{
    const size_t count = raw->count < raw->value_count ? raw->count : raw->value_count;
    uint32_t *attributes = mieni_arena_take(arena, count, sizeof *attributes);
    curve->keys = mieni_arena_take(arena, count, sizeof *curve->keys);
    if (curve->keys == NULL || attributes == NULL || count > INT32_MAX)
        return mieni_fbx_no_memory(scene);
    size_t attribute = 0;
    int64_t left = raw->ref_count > 0 ? raw->refs[0] : INT64_MAX;
    for (size_t i = 0; i < count; ++i) {
        while (left <= 0 && attribute + 1 < raw->ref_count && attribute + 1 < raw->flag_count)
            left = raw->refs[++attribute];
        --left;
        const double value = raw->values[i];
        const int64_t time = raw->times[i];
        if (time < -MIENI_FBX_MOST_TIME || time > MIENI_FBX_MOST_TIME || !(value >= -1e9 && value <= 1e9) ||
            (curve->count > 0 && time <= curve->keys[curve->count - 1].time))
            continue;
        attributes[curve->count] = (uint32_t)attribute;
        curve->keys[curve->count++] =
            (MieniFbxKey){.time = time, .value = (float)value, .arrive_weight = third, .leave_weight = third};
    }
    *out_attributes = attributes;
    return MIEN_OK;
}

static MieniFbxBeyond read_beyond(const MieniFbxNode *node)
{
    const MieniFbxNode *type = mieni_fbx_child(node, "Type");
    const char *text = mieni_fbx_text(type, 0, NULL);
    const int64_t letter = text != NULL ? text[0] : mieni_fbx_integer(type, 0, 'C');
    const int64_t repeat = mieni_fbx_integer(mieni_fbx_child(node, "Repetition"), 0, -1);
    const bool is_known = letter == 'R' || letter == 'M' || letter == 'K' || letter == 'A';
    return (MieniFbxBeyond){is_known ? (char)letter : 'C', repeat < 0 || repeat > 1000000 ? -1 : (int)repeat};
}

MienStatus mieni_fbx_curve_read(const MieniFbxScene *scene, int object, MieniArena *arena,
                                MieniFbxCurve *out_curve)
{
    const MieniFbxNode *node = scene->objects[object].node;
    *out_curve = (MieniFbxCurve){.fallback = mieni_fbx_real(mieni_fbx_child(node, "Default"), 0, 0.0),
                                 .before = read_beyond(mieni_fbx_child(node, "Pre-Extrapolation")),
                                 .after = read_beyond(mieni_fbx_child(node, "Post-Extrapolation"))};
    if (!(out_curve->fallback >= -1e9 && out_curve->fallback <= 1e9))
        out_curve->fallback = 0.0;
    if (scene->file->version < 7000)
        return fbx_curve_read_old(scene, node, arena, out_curve);
    Raw raw = {0};
    uint32_t *attributes = NULL;
    MieniArena temp = {.allocator = arena->allocator};
    MienStatus status = decode(scene, node, &temp, &raw);
    if (status == MIEN_OK)
        status = make_keys(scene, &raw, arena, out_curve, &attributes);
    for (int k = 0; status == MIEN_OK && k < out_curve->count; ++k) {
        MieniFbxKey *key = &out_curve->keys[k], *next = k + 1 < out_curve->count ? key + 1 : NULL;
        const size_t own = attributes[k], after = next != NULL ? attributes[k + 1] : 0;
        const uint32_t flags = own < raw.flag_count ? (uint32_t)raw.flags[own] : LINEAR;
        const uint32_t next_flags =
            next != NULL && after < raw.flag_count ? (uint32_t)raw.flags[after] : LINEAR;
        uint32_t bits[4];
        bits_of(scene, &raw, own, bits);
        if (makes_itself(flags)) {
            const float data[3] = {float_of(bits[0]), float_of(bits[1]), float_of(bits[2])};
            mieni_fbx_auto_slopes(out_curve->keys, out_curve->count, k, flags, data);
        }
        put_attribute(key, next, flags, bits, makes_itself(next_flags));
    }
    mieni_arena_release(&temp);
    return status;
}
