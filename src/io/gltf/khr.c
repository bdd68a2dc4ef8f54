// SPDX-License-Identifier: MIT
//
// Expressions of KHR_character_expression: each is an animation, and its value is how far
// that has run. Takes are made of the animations before; here they are looked at where
// they have keys. The last moment is the expression, what comes before it is an in-between.

#include "core/float_rules.h"

#include "base/number.h"
#include "core/square_root.h"
#include "io/gltf/khr.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 10, MOST_LEFT_OUT = 64 }; ///< Numbers of a transform; moments in a row.

/// Moments that are this near to the straight way between others are left out: numbers,
/// and parts of rotations.
static const double STRAIGHT = 1e-5, STRAIGHT_ROTATION = 1e-4;

static int length_of(const MieniJson *array)
{
    return array != NULL && array->type == MIENI_JSON_ARRAY ? array->count : 0;
}

static MienTransform transform_at(const MieniKhr *khr, const MieniKhrEntry *entry,
                                  const MieniKhrTarget *target, double time)
{
    MienTransform transform = khr->expressing->reader->bones.bones[target->bone].reference;
    const MienTransform moved = mien_author_track_evaluate(entry->clip, target->line, time);
    if (target->turns)
        transform.rotation = moved.rotation;
    if (target->goes)
        transform.translation = moved.translation;
    if (target->grows)
        transform.scale = moved.scale;
    return transform;
}

/// The numbers of a target at a time; before all times, at rest.
static void numbers_at(const MieniKhr *khr, const MieniKhrEntry *entry, const MieniKhrTarget *target,
                       double time, double out[WIDTH])
{
    memset(out, 0, WIDTH * sizeof *out);
    const MieniGltfReader *reader = khr->expressing->reader;
    if (target->morph >= 0) {
        out[0] = time < 0.0 ? (double)reader->morphs.weights[target->morph]
                            : (double)mien_author_curve_evaluate(&entry->clip->curves[target->line], time);
        return;
    }
    const MienTransform t =
        time < 0.0 ? reader->bones.bones[target->bone].reference : transform_at(khr, entry, target, time);
    const float numbers[WIDTH] = {t.rotation.x,    t.rotation.y,    t.rotation.z,    t.rotation.w,
                                  t.translation.x, t.translation.y, t.translation.z, t.scale.x,
                                  t.scale.y,       t.scale.z};
    for (int i = 0; i < WIDTH; ++i)
        out[i] = (double)numbers[i];
}

/// What lies part of the way from a to c; rotations are normalised, as blending does.
static void between(const double a[WIDTH], const double c[WIDTH], double part, bool is_bone,
                    double out[WIDTH])
{
    const double dot = (a[0] * c[0] + a[1] * c[1]) + (a[2] * c[2] + a[3] * c[3]);
    const double sign = is_bone && dot < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < WIDTH; ++k)
        out[k] = a[k] + part * ((k < 4 ? sign : 1.0) * c[k] - a[k]);
    const double length =
        mieni_sqrt((out[0] * out[0] + out[1] * out[1]) + (out[2] * out[2] + out[3] * out[3]));
    for (int k = 0; k < 4 && is_bone && length > 0.0; ++k)
        out[k] /= length;
}

/// Whether a target is at a time where the straight way between two others passes. A time
/// before 0 stands for rest, which is where the way begins.
static bool is_near(const MieniKhr *khr, const MieniKhrEntry *entry, const MieniKhrTarget *target,
                    double before, double time, double after)
{
    const bool is_bone = target->bone >= 0;
    const double begin = before < 0.0 ? 0.0 : before;
    double a[WIDTH], b[WIDTH], c[WIDTH], way[WIDTH];
    numbers_at(khr, entry, target, before, a);
    numbers_at(khr, entry, target, time, b);
    numbers_at(khr, entry, target, after, c);
    between(a, c, (time - begin) / (after - begin), is_bone, way);
    const double dot = (way[0] * b[0] + way[1] * b[1]) + (way[2] * b[2] + way[3] * b[3]);
    for (int k = 0; k < WIDTH; ++k) {
        const double sign = is_bone && k < 4 && dot < 0.0 ? -1.0 : 1.0;
        const double difference = sign * b[k] - way[k],
                     most = is_bone && k < 4 ? STRAIGHT_ROTATION : STRAIGHT;
        if (!(difference <= most && difference >= -most))
            return false;
    }
    return true;
}

/// Whether the moments from first to last can be left out between two others.
static bool is_straight(const MieniKhr *khr, const MieniKhrEntry *entry, double before, int first, int last,
                        double after)
{
    if (last - first >= MOST_LEFT_OUT)
        return false; // looking at all of many would take the square of their number
    for (int m = first; m <= last; ++m)
        for (int i = 0; i < entry->target_count; ++i)
            if (!is_near(khr, entry, &entry->targets[i], before, entry->times[m], after))
                return false;
    return true;
}

/// What the face is at a moment.
static MienStatus express_moment(MieniKhr *khr, const MieniKhrEntry *entry, double time, int expression)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < entry->target_count; ++i) {
        const MieniKhrTarget *target = &entry->targets[i];
        if (target->morph >= 0) {
            const float value = mien_author_curve_evaluate(&entry->clip->curves[target->line], time);
            status = mieni_gltf_express_morph(khr->expressing, expression, target->morph, 0,
                                              (double)value - (double)reader->morphs.weights[target->morph]);
        } else {
            const MienTransform transform = transform_at(khr, entry, target, time);
            status = mieni_gltf_express_place(khr->expressing, expression, target->bone, &transform);
        }
    }
    return status;
}

/// The in-betweens of an expression, named after it and their place on it.
static MienStatus express_between(MieniKhr *khr, const MieniKhrEntry *entry)
{
    const MienIoExpression *items = khr->expressing->items.rows;
    const char *name = items[entry->expression].name;
    double before = -1.0;
    int first = 0; // moment after the last one that stayed
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < entry->time_count; ++i) {
        const double time = entry->times[i], length = entry->clip->length;
        if (is_straight(khr, entry, before, first, i,
                        i + 1 < entry->time_count ? entry->times[i + 1] : length))
            continue;
        before = time;
        first = i + 1;
        const MienIoExpression item = {.on = entry->expression, .at = (float)(time / length)};
        char text[MIEN_MAX_NAME + MIENI_NUMBER_ROOM + 2], number[MIENI_NUMBER_ROOM];
        int expression = 0;
        mieni_number_write(mieni_number_of_float(item.at), number);
        snprintf(text, sizeof text, "%.*s@%s", MIEN_MAX_NAME - MIENI_NUMBER_ROOM, name, number);
        status = mieni_gltf_express_add(khr->expressing, text, item, &expression);
        if (status == MIEN_OK)
            status = express_moment(khr, entry, time, expression);
    }
    return status;
}

/// Whether all channels jump: drafts ask for that where an expression is on or off.
static bool is_binary(const MieniGltfReader *reader, int animation)
{
    const MieniJson *samplers =
        mieni_json_get(mieni_gltf_item(reader->gltf, "animations", animation), "samplers");
    for (int i = 0; i < length_of(samplers); ++i)
        if (strcmp(mieni_json_get_string(samplers->items[i], "interpolation", "LINEAR"), "STEP") != 0)
            return false;
    return length_of(samplers) > 0;
}

static MienStatus read_entry(MieniKhr *khr, MieniKhrEntry *entry)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    const int animation = mieni_gltf_index_below(entry->json, "animation", reader->source->take_count);
    const MienIoExpression item = {.is_binary = animation >= 0 && is_binary(reader, animation), .on = -1};
    MienStatus status = mieni_gltf_express_add(
        khr->expressing, mieni_json_get_string(entry->json, "expression", NULL), item, &entry->expression);
    entry->animation = animation;
    if (status != MIEN_OK || entry->animation < 0) {
        ++khr->expressing->lost_count;
        return status;
    }
    entry->clip = reader->source->takes[entry->animation].clip;
    status = mieni_khr_find_targets(khr, entry);
    if (status == MIEN_OK)
        status = express_moment(khr, entry, entry->clip->length, entry->expression);
    if (status == MIEN_OK && !item.is_binary)
        status = express_between(khr, entry);
    mieni_arena_release(&khr->scratch);
    return status;
}

/// The entry that a mask is for: by index, or, as it was before, by name.
static int find_target(const MieniJson *mask, const MieniFileNames *names, int count)
{
    const char *name = mieni_json_get_string(mask, "target", NULL);
    return name != NULL ? mieni_file_names_find(names, name) : mieni_gltf_index_below(mask, "target", count);
}

/// An expression holds back those that its masks name.
static MienStatus read_masks(MieniKhr *khr, const MieniJson *entry, int source, const int *controls,
                             const MieniFileNames *names, int count)
{
    const MieniJson *masks =
        mieni_json_get(mieni_gltf_extension(entry, "KHR_character_expression_mask"), "masks");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(masks); ++i) {
        const MieniJson *json = masks->items[i];
        const char *type = mieni_json_get_string(json, "type", "blend");
        const bool is_block = strcmp(type, "block") == 0;
        const double amount = mieni_json_get_number(json, "amount", 1.0),
                     threshold = mieni_json_get_number(json, "threshold", 0.0);
        const int target = find_target(json, names, count);
        if (target < 0 || (!is_block && strcmp(type, "blend") != 0) || !(amount >= 0.0 && amount <= 1.0) ||
            !(threshold >= -1.0 && threshold <= 1.0)) {
            ++khr->expressing->lost_count;
            continue;
        }
        status = mieni_gltf_express_mask(
            khr->expressing,
            (MienIoMask){.target = controls[target],
                         .source = controls[source],
                         .kind = is_block ? MIEN_AUTHOR_MASK_BLOCK : MIEN_AUTHOR_MASK_MULTIPLY,
                         .amount = (float)amount,
                         .threshold = is_block ? (float)threshold : 0.0f});
    }
    return status;
}

static MienStatus read_entries(MieniKhr *khr, const MieniJson *entries)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    MieniFileNames names = {.arena = reader->scratch};
    int *controls = mieni_arena_take(reader->scratch, (size_t)entries->count, sizeof *controls);
    khr->lines = mieni_arena_take(reader->scratch, (size_t)reader->source->take_count, sizeof *khr->lines);
    if (controls == NULL || khr->lines == NULL)
        return mieni_gltf_express_no_memory(khr->expressing);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < entries->count; ++i) {
        MieniKhrEntry entry = {.json = entries->items[i]};
        const char *name = mieni_json_get_string(entry.json, "expression", "");
        status = read_entry(khr, &entry);
        controls[i] = entry.expression;
        if (mieni_file_names_find(&names, name) < 0 && mieni_file_names_put(&names, name, i) == NULL &&
            status == MIEN_OK)
            status = mieni_gltf_express_no_memory(khr->expressing);
    }
    for (int i = 0; status == MIEN_OK && i < entries->count; ++i)
        status = read_masks(khr, entries->items[i], i, controls, &names, entries->count);
    return status;
}

MienStatus mieni_gltf_express_khr(MieniGltfExpressing *expressing)
{
    const MieniGltfReader *reader = expressing->reader;
    const MieniJson *entries = mieni_json_get(
        mieni_gltf_extension(reader->gltf->json.root, "KHR_character_expression"), "expressions");
    if (length_of(entries) == 0)
        return MIEN_OK;
    MieniKhr khr = {.expressing = expressing, .scratch = {.allocator = reader->scratch->allocator}};
    const MienStatus status = read_entries(&khr, entries);
    mieni_arena_release(&khr.scratch);
    return status;
}
