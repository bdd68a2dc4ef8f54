// SPDX-License-Identifier: MIT
//
// Expressions of a file and the take that shows them: the face at rest, then a frame for
// each. Curves and tracks have keys only where something happens.

#include "core/float_rules.h"

#include "base/names.h"
#include "base/number.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/file_names.h"
#include "io/gltf/gltf.h"
#include "io/gltf/takes.h"
#include "io/gltf/vrm_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An expression that adds to a morph.
typedef struct MieniGltfMorphing {
    int expression, morph, node, order; ///< node: that the file binds, if it binds several.
    double amount;
} MieniGltfMorphing;

/// An expression that places a bone.
typedef struct MieniGltfPlacing {
    int expression, bone;
    MienTransform transform;
} MieniGltfPlacing;

/// Rows in scratch memory that grow.
typedef struct MieniGltfRows {
    void *rows;
    int count, room;
} MieniGltfRows;

typedef struct MieniGltfExpressing {
    MieniGltfReader *reader;
    MieniFileNames names;
    MieniGltfRows items;     ///< MienIoExpression.
    MieniGltfRows masks;     ///< MienIoMask.
    MieniGltfRows morphings; ///< MieniGltfMorphing.
    MieniGltfRows placings;  ///< MieniGltfPlacing.
    int lost_count;          ///< What could not be kept: colours, textures, masks of other kinds.
} MieniGltfExpressing;

/// An index below count in an unchecked object, or -1.
static inline int mieni_gltf_index_below(const MieniJson *object, const char *key, int count)
{
    const double number = mieni_json_get_number(object, key, -1.0);
    return number >= 0.0 && number < (double)count && number == (double)(int)number ? (int)number : -1;
}

/// Something that an expression moves: parts of a bone, or a morph.
typedef struct MieniKhrTarget {
    int bone, morph;         ///< One of them is -1.
    bool turns, goes, grows; ///< Of a bone: rotation, translation, scale.
    int line;                ///< The track or curve of the take.
} MieniKhrTarget;

/// Tracks and curves of a take by their names.
typedef struct MieniKhrLines {
    const MieniNameEntry *tracks, *curves;
} MieniKhrLines;

/// One expression of the file.
typedef struct MieniKhrEntry {
    const MieniJson *json;
    int animation, expression; ///< expression: its control.
    const MienAuthorClip *clip;
    const MieniKhrLines *lines;
    int target_count, target_room;
    MieniKhrTarget *targets; ///< In scratch, by bone and morph, each once.
    int time_count, time_room;
    double *times; ///< Moments within the take, ascending.
} MieniKhrEntry;

typedef struct MieniKhr {
    MieniGltfExpressing *expressing;
    const MieniKhrLines **lines; ///< Per animation, once they are wanted.
    MieniArena scratch;          ///< For the length of one expression.
} MieniKhr;

static MienStatus gltf_express_no_memory(const MieniGltfExpressing *expressing)
{
    return mieni_fail(expressing->reader->error, MIEN_ERROR_MEMORY, mieni_at("extensions"), "Out of memory.");
}

/// Adds a row of a size.
static bool add_row(MieniGltfExpressing *expressing, MieniGltfRows *rows, const void *row, size_t size)
{
    if (rows->count == rows->room) {
        if (rows->room > INT32_MAX / 2)
            return false;
        const int room = rows->room > 0 ? 2 * rows->room : 64;
        void *larger = mieni_arena_take(expressing->reader->scratch, (size_t)room, size);
        if (larger == NULL)
            return false;
        if (rows->count > 0)
            memcpy(larger, rows->rows, size * (size_t)rows->count);
        rows->rows = larger;
        rows->room = room;
    }
    memcpy((char *)rows->rows + size * (size_t)rows->count++, row, size);
    return true;
}

/// A new expression, named like text. *out_expression is its number.
static MienStatus gltf_express_add(MieniGltfExpressing *expressing, const char *text, MienIoExpression item,
                                   int *out_expression)
{
    const int index = expressing->items.count;
    if (index == MIEN_MAX_POSES)
        return mieni_fail(expressing->reader->error, MIEN_ERROR_LIMIT, mieni_at("extensions"),
                          "A file has at most 65535 expressions.");
    item.name = mieni_file_name(&expressing->names, text, "expression", index);
    if (item.name == NULL || !add_row(expressing, &expressing->items, &item, sizeof item))
        return gltf_express_no_memory(expressing);
    *out_expression = index;
    return MIEN_OK;
}

/// What it does. Amounts for one morph of one node add up; of several nodes that share the
/// morph, and are bound together, the first counts.
static MienStatus gltf_express_morph(MieniGltfExpressing *expressing, int expression, int morph, int node,
                                     double amount)
{
    const double most = (double)MIEN_MAX_WEIGHT;
    const MieniGltfMorphing row = {expression, morph, node, expressing->morphings.count,
                                   amount < -most  ? -most
                                   : amount > most ? most
                                                   : amount};
    return add_row(expressing, &expressing->morphings, &row, sizeof row) ? MIEN_OK
                                                                         : gltf_express_no_memory(expressing);
}

static MienStatus gltf_express_place(MieniGltfExpressing *expressing, int expression, int bone,
                                     const MienTransform *transform)
{
    const MieniGltfPlacing row = {expression, bone, *transform};
    return add_row(expressing, &expressing->placings, &row, sizeof row) ? MIEN_OK
                                                                        : gltf_express_no_memory(expressing);
}

/// Masks of an expression with itself, and second ones between two, are lost.
static MienStatus gltf_express_mask(MieniGltfExpressing *expressing, MienIoMask mask)
{
    if (mask.target == mask.source) {
        ++expressing->lost_count;
        return MIEN_OK;
    }
    return add_row(expressing, &expressing->masks, &mask, sizeof mask) ? MIEN_OK
                                                                       : gltf_express_no_memory(expressing);
}

// What the channels move that an expression of KHR_character_expression names.

static int array_length(const MieniJson *array)
{
    return array != NULL && array->type == MIENI_JSON_ARRAY ? array->count : 0;
}

static const MieniKhrLines *find_lines(MieniKhr *khr, int animation, const MienAuthorClip *clip)
{
    MieniArena *scratch = khr->expressing->reader->scratch;
    if (khr->lines[animation] != NULL)
        return khr->lines[animation];
    MieniKhrLines *lines = mieni_arena_take(scratch, 1, sizeof *lines);
    MieniNameEntry *tracks = mieni_arena_take(scratch, (size_t)clip->track_count, sizeof *tracks);
    MieniNameEntry *curves = mieni_arena_take(scratch, (size_t)clip->curve_count, sizeof *curves);
    if (lines == NULL || tracks == NULL || curves == NULL)
        return NULL;
    for (int t = 0; t < clip->track_count; ++t)
        tracks[t] = (MieniNameEntry){clip->tracks[t].bone, t};
    for (int c = 0; c < clip->curve_count; ++c)
        curves[c] = (MieniNameEntry){clip->curves[c].name, c};
    mieni_names_sort(tracks, clip->track_count);
    mieni_names_sort(curves, clip->curve_count);
    *lines = (MieniKhrLines){tracks, curves};
    khr->lines[animation] = lines;
    return lines;
}

/// Makes room for one more item of a list in the entry's scratch.
static void *grow(MieniKhr *khr, void *items, int count, int *room, size_t size)
{
    if (count < *room)
        return items;
    const int larger = *room > 0 ? 2 * *room : 16;
    void *copy = larger > 0 ? mieni_arena_take(&khr->scratch, (size_t)larger, size) : NULL;
    if (copy != NULL && count > 0)
        memcpy(copy, items, size * (size_t)count);
    if (copy != NULL)
        *room = larger;
    return copy;
}

static MienStatus add_target(MieniKhr *khr, MieniKhrEntry *entry, MieniKhrTarget target)
{
    MieniKhrTarget *targets =
        grow(khr, entry->targets, entry->target_count, &entry->target_room, sizeof *targets);
    if (targets == NULL)
        return gltf_express_no_memory(khr->expressing);
    entry->targets = targets;
    targets[entry->target_count++] = target;
    return MIEN_OK;
}

static MienStatus add_bone(MieniKhr *khr, MieniKhrEntry *entry, int node, int part)
{
    const MieniGltfBones *bones = &khr->expressing->reader->bones;
    const int bone = bones->bone_of_node[node];
    const MieniKhrTarget target = {
        .bone = bone,
        .morph = -1,
        .goes = part == 0,
        .turns = part == 1,
        .grows = part == 2,
        .line = mieni_names_search(entry->lines->tracks, entry->clip->track_count, bones->bones[bone].name)};
    return target.line >= 0 ? add_target(khr, entry, target) : MIEN_OK;
}

static MienStatus add_morph(MieniKhr *khr, MieniKhrEntry *entry, int node, int index)
{
    const MieniGltfMorphs *morphs = &khr->expressing->reader->morphs;
    const MieniKhrTarget target = {.bone = -1,
                                   .morph = morphs->of_node[node][index],
                                   .line = mieni_names_search(entry->lines->curves, entry->clip->curve_count,
                                                              morphs->names[morphs->of_node[node][index]])};
    if (target.line >= 0)
        return add_target(khr, entry, target);
    return MIEN_OK; // a morph that the take says nothing of stays as it is
}

/// The key times of a channel that lie within the take.
static MienStatus add_times(MieniKhr *khr, MieniKhrEntry *entry, const MieniGltfTake *take, int channel)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    const int sampler = mieni_gltf_index(take->channels->items[channel], "sampler");
    const int input = mieni_gltf_index(take->samplers->items[sampler], "input");
    const int count = mieni_gltf_accessor(reader->gltf, input).count;
    float *times = NULL;
    const MienStatus status = mieni_gltf_floats(reader->gltf, input, &khr->scratch, &times, reader->error);
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        int64_t frame = 0;
        const double time = mieni_gltf_take_time(take, times[i], &frame);
        const float at = (float)(time / entry->clip->length);
        if (!(at > 0.0f && at < 1.0f))
            continue;
        double *list = grow(khr, entry->times, entry->time_count, &entry->time_room, sizeof *list);
        if (list == NULL)
            return gltf_express_no_memory(khr->expressing);
        entry->times = list;
        list[entry->time_count++] = time;
    }
    return status;
}

/// What a channel of the expression's animation moves, and when.
static MienStatus add_channel(MieniKhr *khr, MieniKhrEntry *entry, const MieniGltfTake *take, int channel)
{
    const MieniGltfTarget target = mieni_gltf_target(take, channel);
    const MieniGltfMorphs *morphs = &khr->expressing->reader->morphs;
    MienStatus status = MIEN_OK;
    if (target.drives == MIENI_GLTF_BONE)
        status = add_bone(khr, entry, target.node, target.part);
    else if (target.drives == MIENI_GLTF_WEIGHTS && target.part >= 0)
        status = add_morph(khr, entry, target.node, target.part);
    else if (target.drives == MIENI_GLTF_WEIGHTS)
        for (int t = 0; status == MIEN_OK && t < morphs->target_count[target.node]; ++t)
            status = add_morph(khr, entry, target.node, t);
    else
        ++khr->expressing->lost_count;
    const bool is_kept = target.drives == MIENI_GLTF_BONE || target.drives == MIENI_GLTF_WEIGHTS;
    return status == MIEN_OK && is_kept ? add_times(khr, entry, take, channel) : status;
}

/// The channels of a kind that an expression lists; all without a list of any kind.
static MienStatus add_channels(MieniKhr *khr, MieniKhrEntry *entry)
{
    static const char *const kinds[3] = {"KHR_character_expression_joint",
                                         "KHR_character_expression_morphtarget",
                                         "KHR_character_expression_texture"};
    const MieniGltfReader *reader = khr->expressing->reader;
    const MieniJson *animation = mieni_gltf_item(reader->gltf, "animations", entry->animation);
    const MieniGltfActors no_actors = {0};
    const MieniGltfTake take = {.reader = khr->expressing->reader,
                                .actors = &no_actors,
                                .index = entry->animation,
                                .channels = mieni_json_get(animation, "channels"),
                                .samplers = mieni_json_get(animation, "samplers"),
                                .clip = (MienAuthorClip *)entry->clip}; // which is only read
    MienStatus status = MIEN_OK;
    bool is_listed = false;
    for (int k = 0; k < 3; ++k) {
        const MieniJson *kind = mieni_gltf_extension(entry->json, kinds[k]);
        const MieniJson *list = mieni_json_get(kind, "channels");
        is_listed = is_listed || kind != NULL;
        for (int i = 0; status == MIEN_OK && i < array_length(list); ++i) {
            const double number = list->items[i]->type == MIENI_JSON_NUMBER ? list->items[i]->number : -1.0;
            if (k == 2 || !(number >= 0.0 && number < (double)array_length(take.channels)))
                ++khr->expressing->lost_count;
            else
                status = add_channel(khr, entry, &take, (int)number);
        }
    }
    for (int i = 0; status == MIEN_OK && !is_listed && i < array_length(take.channels); ++i)
        status = add_channel(khr, entry, &take, i);
    return status;
}

static int compare_targets(const void *a, const void *b)
{
    const MieniKhrTarget *x = a, *y = b;
    if (x->bone != y->bone)
        return x->bone < y->bone ? -1 : 1;
    return x->morph < y->morph ? -1 : x->morph > y->morph;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/// Makes one target of all for the same bone or morph, and each time stand once.
static void tidy(MieniKhrEntry *entry)
{
    int kept = 0;
    if (entry->target_count > 0)
        qsort(entry->targets, (size_t)entry->target_count, sizeof *entry->targets, compare_targets);
    for (int i = 0; i < entry->target_count; ++i) {
        MieniKhrTarget *last = kept > 0 ? &entry->targets[kept - 1] : NULL;
        const MieniKhrTarget target = entry->targets[i];
        if (last != NULL && compare_targets(last, &target) == 0) {
            last->turns = last->turns || target.turns;
            last->goes = last->goes || target.goes;
            last->grows = last->grows || target.grows;
        } else {
            entry->targets[kept++] = target;
        }
    }
    entry->target_count = kept;
    if (entry->time_count > 0)
        qsort(entry->times, (size_t)entry->time_count, sizeof *entry->times, compare_times);
    kept = 0;
    for (int i = 0; i < entry->time_count; ++i) {
        const double length = entry->clip->length;
        if (kept == 0 || (float)(entry->times[i] / length) > (float)(entry->times[kept - 1] / length))
            entry->times[kept++] = entry->times[i];
    }
    entry->time_count = kept;
}

/// Finds what the channels move that an entry with an animation names, and when.
static MienStatus khr_find_targets(MieniKhr *khr, MieniKhrEntry *entry)
{
    entry->lines = find_lines(khr, entry->animation, entry->clip);
    if (entry->lines == NULL)
        return gltf_express_no_memory(khr->expressing);
    const MienStatus status = add_channels(khr, entry);
    tidy(entry);
    return status;
}

// Expressions of KHR_character_expression: each is an animation, and its value is how far
// that has run. Takes are made of the animations before; here they are looked at where
// they have keys. The last moment is the expression, what comes before it is an in-between.

enum { WIDTH = 10, MOST_LEFT_OUT = 64 }; ///< Numbers of a transform; moments in a row.

/// Moments that are this near to the straight way between others are left out: numbers,
/// and parts of rotations.
static const double STRAIGHT = 1e-5, STRAIGHT_ROTATION = 1e-4;

static MienTransform transform_at(const MieniKhr *khr, const MieniKhrEntry *entry,
                                  const MieniKhrTarget *target, double time)
{
    MienTransform transform = khr->expressing->reader->bones.bones[target->bone].rest;
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
        time < 0.0 ? reader->bones.bones[target->bone].rest : transform_at(khr, entry, target, time);
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
            status = gltf_express_morph(khr->expressing, expression, target->morph, 0,
                                        (double)value - (double)reader->morphs.weights[target->morph]);
        } else {
            const MienTransform transform = transform_at(khr, entry, target, time);
            status = gltf_express_place(khr->expressing, expression, target->bone, &transform);
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
        status = gltf_express_add(khr->expressing, text, item, &expression);
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
    for (int i = 0; i < array_length(samplers); ++i)
        if (strcmp(mieni_json_get_string(samplers->items[i], "interpolation", "LINEAR"), "STEP") != 0)
            return false;
    return array_length(samplers) > 0;
}

static MienStatus read_entry(MieniKhr *khr, MieniKhrEntry *entry)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    const int animation = mieni_gltf_index_below(entry->json, "animation", reader->source->take_count);
    const MienIoExpression item = {.is_binary = animation >= 0 && is_binary(reader, animation), .on = -1};
    MienStatus status = gltf_express_add(
        khr->expressing, mieni_json_get_string(entry->json, "expression", NULL), item, &entry->expression);
    entry->animation = animation;
    if (status != MIEN_OK || entry->animation < 0) {
        ++khr->expressing->lost_count;
        return status;
    }
    entry->clip = reader->source->takes[entry->animation].clip;
    status = khr_find_targets(khr, entry);
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
    for (int i = 0; status == MIEN_OK && i < array_length(masks); ++i) {
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
        status =
            gltf_express_mask(khr->expressing, (MienIoMask){.target = controls[target],
                                                            .source = controls[source],
                                                            .kind = is_block ? MIEN_AUTHOR_OVERRIDE_BLOCK
                                                                             : MIEN_AUTHOR_OVERRIDE_MULTIPLY,
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
        return gltf_express_no_memory(khr->expressing);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < entries->count; ++i) {
        MieniKhrEntry entry = {.json = entries->items[i]};
        const char *name = mieni_json_get_string(entry.json, "expression", "");
        status = read_entry(khr, &entry);
        controls[i] = entry.expression;
        if (mieni_file_names_find(&names, name) < 0 && mieni_file_names_put(&names, name, i) == NULL &&
            status == MIEN_OK)
            status = gltf_express_no_memory(khr->expressing);
    }
    for (int i = 0; status == MIEN_OK && i < entries->count; ++i)
        status = read_masks(khr, entries->items[i], i, controls, &names, entries->count);
    return status;
}

static MienStatus gltf_express_khr(MieniGltfExpressing *expressing)
{
    const MieniGltfReader *reader = expressing->reader;
    const MieniJson *entries = mieni_json_get(
        mieni_gltf_extension(reader->gltf->json.root, "KHR_character_expression"), "expressions");
    if (array_length(entries) == 0)
        return MIEN_OK;
    MieniKhr khr = {.expressing = expressing, .scratch = {.allocator = reader->scratch->allocator}};
    const MienStatus status = read_entries(&khr, entries);
    mieni_arena_release(&khr.scratch);
    return status;
}

// Expressions of VRM 1 and VRM 0.

static int length_of(const MieniJson *list)
{
    return list != NULL && (list->type == MIENI_JSON_ARRAY || list->type == MIENI_JSON_OBJECT) ? list->count
                                                                                               : 0;
}

/// The morph of a node's target, or -1 if the scene does not have it.
static int morph_of(const MieniGltfExpressing *expressing, int node, int target)
{
    const MieniGltfMorphs *morphs = &expressing->reader->morphs;
    if (node < 0 || target < 0 || target >= morphs->target_count[node] || morphs->of_node[node] == NULL)
        return -1;
    return morphs->of_node[node][target];
}

static MienStatus bind_vrm1(MieniGltfExpressing *expressing, const MieniJson *json, int expression)
{
    const MieniGltfReader *reader = expressing->reader;
    const MieniJson *binds = mieni_json_get(json, "morphTargetBinds");
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(binds); ++i) {
        const int node = mieni_gltf_index_below(binds->items[i], "node", node_count);
        const int target = mieni_gltf_index_below(binds->items[i], "index", MIEN_MAX_MORPHS);
        const int morph = morph_of(expressing, node, target);
        if (morph >= 0)
            status = gltf_express_morph(expressing, expression, morph, node,
                                        mieni_json_get_number(binds->items[i], "weight", 1.0));
        else
            ++expressing->lost_count;
    }
    expressing->lost_count += length_of(mieni_json_get(json, "materialColorBinds")) +
                              length_of(mieni_json_get(json, "textureTransformBinds"));
    return status;
}

/// What VRM 1 says of one expression, beside its binds.
typedef struct Overriding {
    const MieniJson *json;
    MieniVrmGroup group;
    int expression;
} Overriding;

/// A mask for every expression of a group that another one overrides. What is on or off
/// is off as soon as anything holds it back, however little.
static MienStatus mask_group(MieniGltfExpressing *expressing, const Overriding *list, int count,
                             const Overriding *source, MieniVrmGroup group, const char *how)
{
    const MienIoExpression *items = expressing->items.rows;
    const bool is_block = strcmp(how, "block") == 0;
    MienStatus status = MIEN_OK;
    if (!is_block && strcmp(how, "blend") != 0)
        return MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        if (list[i].group != group || list[i].expression == source->expression)
            continue;
        const bool is_all = is_block || items[list[i].expression].is_binary;
        const MienIoMask mask = {.target = list[i].expression,
                                 .source = source->expression,
                                 .kind = is_all ? MIEN_AUTHOR_OVERRIDE_BLOCK : MIEN_AUTHOR_OVERRIDE_SUM,
                                 .amount = 1.0f};
        status = gltf_express_mask(expressing, mask);
    }
    return status;
}

static MieniVrmGroup group_of(const char *name)
{
    const MieniVrmPreset *preset = mieni_vrm_preset(name);
    return preset != NULL ? preset->group : MIENI_VRM_NO_GROUP;
}

/// Presets come first in list, so that all that can be a target is near its start.
static MienStatus mask_vrm1(MieniGltfExpressing *expressing, const Overriding *list, int preset_count,
                            int count)
{
    static const char *const keys[MIENI_VRM_GROUP_COUNT] = {NULL, "overrideMouth", "overrideBlink",
                                                            "overrideLookAt"};
    Overriding targets[MIENI_VRM_PRESETS];
    int target_count = 0;
    for (int i = 0; i < preset_count && target_count < MIENI_VRM_PRESETS; ++i)
        if (list[i].group != MIENI_VRM_NO_GROUP) // keys of an object are unique, so these are few
            targets[target_count++] = list[i];
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < count; ++i)
        for (int g = MIENI_VRM_MOUTH; status == MIEN_OK && g < MIENI_VRM_GROUP_COUNT; ++g)
            status = mask_group(expressing, targets, target_count, &list[i], (MieniVrmGroup)g,
                                mieni_json_get_string(list[i].json, keys[g], "none"));
    return status;
}

static MienStatus read_vrm1(MieniGltfExpressing *expressing, const MieniJson *expressions)
{
    const MieniJson *const lists[2] = {mieni_json_get(expressions, "preset"),
                                       mieni_json_get(expressions, "custom")};
    const int preset_count = length_of(lists[0]);
    int count = 0;
    Overriding *overriding = mieni_arena_take(
        expressing->reader->scratch, (size_t)preset_count + (size_t)length_of(lists[1]), sizeof *overriding);
    if (overriding == NULL)
        return gltf_express_no_memory(expressing);
    MienStatus status = MIEN_OK;
    for (int l = 0; l < 2; ++l)
        for (int i = 0; status == MIEN_OK && i < length_of(lists[l]); ++i) {
            const MieniJson *json = lists[l]->items[i];
            const char *name = lists[l]->type == MIENI_JSON_OBJECT ? lists[l]->keys[i] : NULL;
            const MienIoExpression item = {.is_binary = mieni_json_get_bool(json, "isBinary", false),
                                           .on = -1};
            Overriding *row = &overriding[count++];
            *row = (Overriding){json, l == 0 && name != NULL ? group_of(name) : MIENI_VRM_NO_GROUP, 0};
            status = gltf_express_add(expressing, name, item, &row->expression);
            if (status == MIEN_OK)
                status = bind_vrm1(expressing, json, row->expression);
        }
    return status == MIEN_OK ? mask_vrm1(expressing, overriding, preset_count, count) : status;
}

/// What VRM 1 calls a preset of VRM 0; other expressions keep their names.
static const char *name_of_vrm0(const MieniJson *group)
{
    const char *preset = mieni_json_get_string(group, "presetName", "");
    const MieniVrmPreset *known = mieni_vrm_preset_before(preset);
    if (known != NULL)
        return known->name;
    const char *name = mieni_json_get_string(group, "name", "");
    return name[0] != '\0' ? name : preset[0] != '\0' ? preset : NULL;
}

/// The nodes of the scene that show each mesh: the first, and after each node the next.
typedef struct Shows {
    int *first, *next; ///< Per mesh, per node; -1: none.
} Shows;

static MienStatus bind_vrm0(MieniGltfExpressing *expressing, const MieniJson *group, const Shows *shows,
                            int expression)
{
    const MieniJson *binds = mieni_json_get(group, "binds");
    const int mesh_count = mieni_gltf_count(expressing->reader->gltf, "meshes");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(binds); ++i) {
        const int mesh = mieni_gltf_index_below(binds->items[i], "mesh", mesh_count);
        const int target = mieni_gltf_index_below(binds->items[i], "index", MIEN_MAX_MORPHS);
        const double weight = mieni_json_get_number(binds->items[i], "weight", 100.0) / 100.0;
        int bound = 0;
        for (int n = mesh >= 0 ? shows->first[mesh] : -1; status == MIEN_OK && n >= 0; n = shows->next[n]) {
            const int morph = morph_of(expressing, n, target);
            if (morph < 0)
                break; // nor have the others one
            status = gltf_express_morph(expressing, expression, morph, n, weight);
            ++bound;
        }
        expressing->lost_count += bound == 0;
    }
    expressing->lost_count += length_of(mieni_json_get(group, "materialValues"));
    return status;
}

static MienStatus read_vrm0(MieniGltfExpressing *expressing, const MieniJson *groups)
{
    const MieniGltfReader *reader = expressing->reader;
    const int mesh_count = mieni_gltf_count(reader->gltf, "meshes");
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    Shows shows = {.first = mieni_arena_take(reader->scratch, (size_t)mesh_count, sizeof *shows.first),
                   .next = mieni_arena_take(reader->scratch, (size_t)node_count, sizeof *shows.next)};
    if (shows.first == NULL || shows.next == NULL)
        return gltf_express_no_memory(expressing);
    for (int m = 0; m < mesh_count; ++m)
        shows.first[m] = -1;
    for (int n = node_count - 1; n >= 0; --n) {
        const int mesh = mieni_gltf_index(mieni_gltf_item(reader->gltf, "nodes", n), "mesh");
        if (mesh >= 0 && reader->bones.is_in_scene[n]) {
            shows.next[n] = shows.first[mesh];
            shows.first[mesh] = n;
        }
    }
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(groups); ++i) {
        const MieniJson *group = groups->items[i];
        const MienIoExpression item = {.is_binary = mieni_json_get_bool(group, "isBinary", false), .on = -1};
        int expression = 0;
        status = gltf_express_add(expressing, name_of_vrm0(group), item, &expression);
        if (status == MIEN_OK)
            status = bind_vrm0(expressing, group, &shows, expression);
    }
    return status;
}

/// Collect from VRM 1 or VRM 0, and from KHR_character_expression.
static MienStatus gltf_express_vrm(MieniGltfExpressing *expressing)
{
    const MieniJson *root = expressing->reader->gltf->json.root;
    const MieniJson *vrm1 = mieni_gltf_extension(root, "VRMC_vrm");
    if (vrm1 != NULL)
        return read_vrm1(expressing, mieni_json_get(vrm1, "expressions"));
    const MieniJson *vrm0 = mieni_gltf_extension(root, "VRM");
    return read_vrm0(expressing,
                     mieni_json_get(mieni_json_get(vrm0, "blendShapeMaster"), "blendShapeGroups"));
}

enum { RATE = 30 };

static int compare_masks(const void *a, const void *b)
{
    const MienIoMask *x = *(MienIoMask *const *)a, *y = *(MienIoMask *const *)b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x < y ? -1 : x > y; // the order in the file
}

/// The first mask between any two expressions, in the order of the file.
static MienStatus keep_masks(MieniGltfExpressing *expressing, MienIoExpressions *out)
{
    MienIoMask *rows = expressing->masks.rows;
    const int count = expressing->masks.count;
    MienIoMask **sorted = mieni_arena_take(expressing->reader->scratch, (size_t)count, sizeof *sorted);
    MienIoMask *masks = mieni_arena_take(expressing->reader->arena, (size_t)count, sizeof *masks);
    if (sorted == NULL || masks == NULL)
        return gltf_express_no_memory(expressing);
    for (int i = 0; i < count; ++i)
        sorted[i] = &rows[i];
    if (count > 0)
        qsort(sorted, (size_t)count, sizeof *sorted, compare_masks);
    for (int i = count - 1; i > 0; --i)
        if (sorted[i]->target == sorted[i - 1]->target && sorted[i]->source == sorted[i - 1]->source)
            sorted[i]->kind = (MienAuthorOverrideKind)-1; // a mark, in rows that are discarded
    for (int i = 0; i < count; ++i)
        if (rows[i].kind != (MienAuthorOverrideKind)-1)
            masks[out->mask_count++] = rows[i];
    expressing->lost_count += count - out->mask_count;
    out->masks = masks;
    return MIEN_OK;
}

static double time_of(int frame) { return (double)frame / (double)RATE; }

static int compare_morphings(const void *a, const void *b)
{
    const MieniGltfMorphing *x = a, *y = b;
    if (x->morph != y->morph)
        return x->morph < y->morph ? -1 : 1;
    if (x->expression != y->expression)
        return x->expression < y->expression ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int compare_placings(const void *a, const void *b)
{
    const MieniGltfPlacing *x = a, *y = b;
    if (x->bone != y->bone)
        return x->bone < y->bone ? -1 : 1;
    return x->expression < y->expression ? -1 : x->expression > y->expression;
}

/// Adds up rows for the same morph and expression of one node, and drops what comes to
/// nothing. Other nodes with the morph are bound to move with it.
static int sum_morphings(MieniGltfMorphing *rows, int count)
{
    int kept = 0;
    for (int i = 0; i < count;) {
        MieniGltfMorphing sum = rows[i];
        for (++i; i < count && rows[i].morph == sum.morph && rows[i].expression == sum.expression; ++i)
            sum.amount += rows[i].node == sum.node ? rows[i].amount : 0.0;
        if (sum.amount != 0.0)
            rows[kept++] = sum;
    }
    return kept;
}

/// Walks over the frames that need a key, for rows of ascending frames: each, the frame
/// before and the one after, and the first of all. Returns how many; the row of a frame
/// at rest is -1.
static int place_keys(const int *frames, int count, int last_frame, int *out_frames, int *out_rows)
{
    int keys = 0;
    out_frames[keys] = 0;
    out_rows[keys++] = -1;
    for (int i = 0; i < count; ++i) {
        if (out_frames[keys - 1] < frames[i] - 1) {
            out_frames[keys] = frames[i] - 1;
            out_rows[keys++] = -1;
        }
        out_frames[keys] = frames[i];
        out_rows[keys++] = i;
        if (frames[i] < last_frame && (i + 1 == count || frames[i + 1] > frames[i] + 1)) {
            out_frames[keys] = frames[i] + 1;
            out_rows[keys++] = -1;
        }
    }
    return keys;
}

/// Memory for the keys of one curve or track.
typedef struct Keys {
    int *frames, *at, *rows;
} Keys;

static bool take_keys(const MieniGltfExpressing *expressing, Keys *out_keys)
{
    MieniArena *scratch = expressing->reader->scratch;
    const size_t room = 3 * (size_t)expressing->items.count + 3;
    out_keys->frames = mieni_arena_take(scratch, room, sizeof(int));
    out_keys->at = mieni_arena_take(scratch, room, sizeof(int));
    out_keys->rows = mieni_arena_take(scratch, room, sizeof(int));
    return out_keys->frames != NULL && out_keys->at != NULL && out_keys->rows != NULL;
}

static bool fill_curve(const MieniGltfExpressing *expressing, const MieniGltfMorphing *rows, int count,
                       const Keys *keys, MienAuthorClipCurve *curve)
{
    const MieniGltfReader *reader = expressing->reader;
    const float rest = reader->morphs.weights[rows[0].morph];
    for (int i = 0; i < count; ++i)
        keys->frames[i] = rows[i].expression + 1;
    curve->name = reader->morphs.names[rows[0].morph];
    curve->key_count = place_keys(keys->frames, count, expressing->items.count, keys->at, keys->rows);
    MienAuthorKey *list = mieni_arena_take(reader->arena, (size_t)curve->key_count, sizeof *list);
    for (int k = 0; list != NULL && k < curve->key_count; ++k) {
        const int row = keys->rows[k];
        list[k] = (MienAuthorKey){
            .time = time_of(keys->at[k]),
            .value = row < 0 ? rest : (float)((double)rest + rows[row].amount),
            .interpolation = MIEN_AUTHOR_LINEAR,
        };
    }
    curve->keys = list;
    return list != NULL;
}

static MienStatus make_curves(MieniGltfExpressing *expressing, const Keys *keys, MienAuthorClip *clip)
{
    MieniGltfMorphing *rows = expressing->morphings.rows;
    int count = expressing->morphings.count, curve_count = 0;
    if (count > 0)
        qsort(rows, (size_t)count, sizeof *rows, compare_morphings);
    count = sum_morphings(rows, count);
    for (int i = 0; i < count; ++i)
        curve_count += i == 0 || rows[i].morph != rows[i - 1].morph;
    MienAuthorClipCurve *curves =
        mieni_arena_take(expressing->reader->arena, (size_t)curve_count, sizeof *curves);
    if (curves == NULL)
        return gltf_express_no_memory(expressing);
    for (int i = 0; i < count;) {
        const int first = i;
        while (i < count && rows[i].morph == rows[first].morph)
            ++i;
        if (!fill_curve(expressing, rows + first, i - first, keys, &curves[clip->curve_count++]))
            return gltf_express_no_memory(expressing);
    }
    clip->curves = curves;
    return MIEN_OK;
}

static bool fill_track(const MieniGltfExpressing *expressing, const MieniGltfPlacing *rows, int count,
                       const Keys *keys, MienAuthorClipTrack *track)
{
    const MieniGltfReader *reader = expressing->reader;
    const MienAuthorBone *bone = &reader->bones.bones[rows[0].bone];
    for (int i = 0; i < count; ++i)
        keys->frames[i] = rows[i].expression + 1;
    track->bone = bone->name;
    track->sample_count = place_keys(keys->frames, count, expressing->items.count, keys->at, keys->rows);
    MienTransform *samples = mieni_arena_take(reader->arena, (size_t)track->sample_count, sizeof *samples);
    double *times = mieni_arena_take(reader->arena, (size_t)track->sample_count, sizeof *times);
    if (samples == NULL || times == NULL)
        return false;
    for (int k = 0; k < track->sample_count; ++k) {
        times[k] = time_of(keys->at[k]);
        samples[k] = keys->rows[k] < 0 ? bone->rest : rows[keys->rows[k]].transform;
    }
    track->samples = samples;
    track->times = times;
    return true;
}

static MienStatus make_tracks(MieniGltfExpressing *expressing, const Keys *keys, MienAuthorClip *clip)
{
    MieniGltfPlacing *rows = expressing->placings.rows;
    const int count = expressing->placings.count;
    int track_count = 0;
    if (count > 0)
        qsort(rows, (size_t)count, sizeof *rows, compare_placings);
    for (int i = 0; i < count; ++i)
        track_count += i == 0 || rows[i].bone != rows[i - 1].bone;
    MienAuthorClipTrack *tracks =
        mieni_arena_take(expressing->reader->arena, (size_t)track_count, sizeof *tracks);
    if (tracks == NULL)
        return gltf_express_no_memory(expressing);
    for (int i = 0; i < count;) {
        const int first = i;
        while (i < count && rows[i].bone == rows[first].bone)
            ++i;
        if (!fill_track(expressing, rows + first, i - first, keys, &tracks[clip->track_count++]))
            return gltf_express_no_memory(expressing);
    }
    clip->tracks = tracks;
    return MIEN_OK;
}

static MienStatus make_clip(MieniGltfExpressing *expressing, const MienIoExpression *items,
                            MienAuthorClip *clip)
{
    const MieniGltfReader *reader = expressing->reader;
    const int count = expressing->items.count;
    const char *source = reader->gltf->source;
    Keys keys;
    MienAuthorClipEvent *events = mieni_arena_take(reader->arena, (size_t)count, sizeof *events);
    if (!take_keys(expressing, &keys) || events == NULL)
        return gltf_express_no_memory(expressing);
    for (int i = 0; i < count; ++i)
        events[i] = (MienAuthorClipEvent){items[i].name, time_of(i + 1)};
    clip->rate = RATE;
    clip->rate_divisor = 1;
    clip->length = time_of(count);
    clip->event_count = count;
    clip->events = events;
    if (source[0] != '\0') {
        clip->source = mieni_arena_text(reader->arena, source, strlen(source));
        if (clip->source == NULL)
            return gltf_express_no_memory(expressing);
    }
    const MienStatus status = make_curves(expressing, &keys, clip);
    return status == MIEN_OK ? make_tracks(expressing, &keys, clip) : status;
}

/// Animations that KHR_character_expression names are for their expressions.
static void mark_takes(const MieniGltfReader *reader, MienIoTake *takes)
{
    const MieniJson *entries = mieni_json_get(
        mieni_gltf_extension(reader->gltf->json.root, "KHR_character_expression"), "expressions");
    for (int i = 0; entries != NULL && entries->type == MIENI_JSON_ARRAY && i < entries->count; ++i) {
        const int take = mieni_gltf_index_below(entries->items[i], "animation", reader->source->take_count);
        if (take >= 0)
            takes[take].use = MIEN_IO_TAKE_EXPRESSION;
    }
}

/// Adds the take after the others, under a name that none of them has.
static MienStatus add_take(MieniGltfExpressing *expressing, const MienAuthorClip *clip)
{
    const MieniGltfReader *reader = expressing->reader;
    MienIoSource *source = reader->source;
    MieniFileNames names = {.arena = reader->scratch};
    MienIoTake *takes = mieni_arena_take(reader->arena, (size_t)source->take_count + 1, sizeof *takes);
    if (takes == NULL)
        return gltf_express_no_memory(expressing);
    for (int t = 0; t < source->take_count; ++t) {
        takes[t] = source->takes[t];
        if (mieni_file_names_find(&names, takes[t].name) < 0 &&
            mieni_file_names_put(&names, takes[t].name, t) == NULL)
            return gltf_express_no_memory(expressing);
    }
    const char *name = mieni_file_names_add(&names, "expressions", "expressions", source->take_count);
    name = name != NULL ? mieni_arena_text(reader->arena, name, strlen(name)) : NULL;
    if (name == NULL)
        return gltf_express_no_memory(expressing);
    takes[source->take_count] = (MienIoTake){name, clip, MIEN_IO_TAKE_POSES};
    mark_takes(reader, takes);
    source->expressions.take = source->take_count;
    source->takes = takes;
    ++source->take_count;
    return MIEN_OK;
}

static MienStatus finish(MieniGltfExpressing *expressing)
{
    const MieniGltfReader *reader = expressing->reader;
    MienIoExpressions *out = &reader->source->expressions;
    const int count = expressing->items.count;
    MienAuthorClip *clip = mieni_arena_take(reader->arena, 1, sizeof *clip);
    MienIoExpression *items = mieni_arena_take(reader->arena, (size_t)count, sizeof *items);
    if (clip == NULL || items == NULL)
        return gltf_express_no_memory(expressing);
    memcpy(items, expressing->items.rows, sizeof *items * (size_t)count);
    MienStatus status = keep_masks(expressing, out);
    if (status == MIEN_OK)
        status = make_clip(expressing, items, clip);
    if (status == MIEN_OK)
        status = add_take(expressing, clip);
    out->count = count;
    out->items = items;
    reader->report->renamed_count += expressing->names.renamed_count;
    return status;
}

MienStatus mieni_gltf_read_expressions(MieniGltfReader *reader)
{
    MieniGltfExpressing expressing = {.reader = reader, .names = {.arena = reader->arena}};
    reader->source->expressions = (MienIoExpressions){.take = -1};
    MienStatus status = gltf_express_vrm(&expressing);
    if (status == MIEN_OK)
        status = gltf_express_khr(&expressing);
    if (status == MIEN_OK && expressing.items.count > 0)
        status = finish(&expressing);
    if (status == MIEN_OK && expressing.lost_count > 0 && reader->report->note[0] == '\0')
        snprintf(reader->report->note, sizeof reader->report->note,
                 "%d thing%s that expressions do (colours, textures, masks) %s kept in the file only.",
                 expressing.lost_count, expressing.lost_count == 1 ? "" : "s",
                 expressing.lost_count == 1 ? "is" : "are");
    return status;
}
