// SPDX-License-Identifier: MIT
//
// Expressions of a file and the take that shows them: the face at rest, then a frame for
// each. Curves and tracks have keys only where something happens.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/expressions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 30 };

MienStatus mieni_gltf_express_no_memory(const MieniGltfExpressing *expressing)
{
    return mieni_fail(expressing->reader->error, MIEN_ERROR_MEMORY, "There is no memory for the expressions.",
                      "extensions");
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

MienStatus mieni_gltf_express_add(MieniGltfExpressing *expressing, const char *text, MienIoExpression item,
                                  int *out_expression)
{
    const int index = expressing->items.count;
    if (index == MIEN_MAX_POSES)
        return mieni_fail(expressing->reader->error, MIEN_ERROR_LIMIT,
                          "A file has at most 65535 expressions.", "extensions");
    item.name = mieni_file_name(&expressing->names, text, "expression", index);
    if (item.name == NULL || !add_row(expressing, &expressing->items, &item, sizeof item))
        return mieni_gltf_express_no_memory(expressing);
    *out_expression = index;
    return MIEN_OK;
}

MienStatus mieni_gltf_express_morph(MieniGltfExpressing *expressing, int expression, int morph, int node,
                                    double amount)
{
    const double most = (double)MIEN_MAX_WEIGHT;
    const MieniGltfMorphing row = {expression, morph, node, expressing->morphings.count,
                                   amount < -most  ? -most
                                   : amount > most ? most
                                                   : amount};
    return add_row(expressing, &expressing->morphings, &row, sizeof row)
               ? MIEN_OK
               : mieni_gltf_express_no_memory(expressing);
}

MienStatus mieni_gltf_express_place(MieniGltfExpressing *expressing, int expression, int bone,
                                    const MienTransform *transform)
{
    const MieniGltfPlacing row = {expression, bone, *transform};
    return add_row(expressing, &expressing->placings, &row, sizeof row)
               ? MIEN_OK
               : mieni_gltf_express_no_memory(expressing);
}

MienStatus mieni_gltf_express_mask(MieniGltfExpressing *expressing, MienIoMask mask)
{
    if (mask.target == mask.source) {
        ++expressing->lost_count;
        return MIEN_OK;
    }
    return add_row(expressing, &expressing->masks, &mask, sizeof mask)
               ? MIEN_OK
               : mieni_gltf_express_no_memory(expressing);
}

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
        return mieni_gltf_express_no_memory(expressing);
    for (int i = 0; i < count; ++i)
        sorted[i] = &rows[i];
    if (count > 0)
        qsort(sorted, (size_t)count, sizeof *sorted, compare_masks);
    for (int i = count - 1; i > 0; --i)
        if (sorted[i]->target == sorted[i - 1]->target && sorted[i]->source == sorted[i - 1]->source)
            sorted[i]->kind = (MienAuthorMaskKind)-1; // a mark, in rows that nobody sees again
    for (int i = 0; i < count; ++i)
        if (rows[i].kind != (MienAuthorMaskKind)-1)
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
        return mieni_gltf_express_no_memory(expressing);
    for (int i = 0; i < count;) {
        const int first = i;
        while (i < count && rows[i].morph == rows[first].morph)
            ++i;
        if (!fill_curve(expressing, rows + first, i - first, keys, &curves[clip->curve_count++]))
            return mieni_gltf_express_no_memory(expressing);
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
        samples[k] = keys->rows[k] < 0 ? bone->reference : rows[keys->rows[k]].transform;
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
        return mieni_gltf_express_no_memory(expressing);
    for (int i = 0; i < count;) {
        const int first = i;
        while (i < count && rows[i].bone == rows[first].bone)
            ++i;
        if (!fill_track(expressing, rows + first, i - first, keys, &tracks[clip->track_count++]))
            return mieni_gltf_express_no_memory(expressing);
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
        return mieni_gltf_express_no_memory(expressing);
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
            return mieni_gltf_express_no_memory(expressing);
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
        return mieni_gltf_express_no_memory(expressing);
    for (int t = 0; t < source->take_count; ++t) {
        takes[t] = source->takes[t];
        if (mieni_file_names_find(&names, takes[t].name) < 0 &&
            mieni_file_names_put(&names, takes[t].name, t) == NULL)
            return mieni_gltf_express_no_memory(expressing);
    }
    const char *name = mieni_file_names_add(&names, "expressions", "expressions", source->take_count);
    name = name != NULL ? mieni_arena_text(reader->arena, name, strlen(name)) : NULL;
    if (name == NULL)
        return mieni_gltf_express_no_memory(expressing);
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
        return mieni_gltf_express_no_memory(expressing);
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
    MienStatus status = mieni_gltf_express_vrm(&expressing);
    if (status == MIEN_OK)
        status = mieni_gltf_express_khr(&expressing);
    if (status == MIEN_OK && expressing.items.count > 0)
        status = finish(&expressing);
    if (status == MIEN_OK && expressing.lost_count > 0 && reader->report->note[0] == '\0')
        snprintf(reader->report->note, sizeof reader->report->note,
                 "%d thing%s that expressions do (colours, textures, masks) %s kept in the file only.",
                 expressing.lost_count, expressing.lost_count == 1 ? "" : "s",
                 expressing.lost_count == 1 ? "is" : "are");
    return status;
}
