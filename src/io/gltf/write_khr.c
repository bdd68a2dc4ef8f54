// SPDX-License-Identifier: MIT
//
// Expressions as KHR_character_expression has them: an animation each, whose normalised
// time is the expression's value. In-betweens are keys on the way. The draft's newest form
// is written: masks name their targets by number.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_faces.h"

#include <string.h>

/// A moment of an expression, and the frame that shows it.
typedef struct Moment {
    float at;
    int frame;
} Moment;

typedef struct Khr {
    MieniGltfWriter *writer;
    const MienIoExpressions *expressions;
    const MienAuthorClip *faces;
    MieniJson *entries;
    int *entry_of; ///< Per expression: its entry, or -1.
} Khr;

/// One expression, as a clip of its own.
typedef struct Expression {
    int index, count;
    Moment *moments;
    MienAuthorClip clip;
} Expression;

bool mieni_face_moves(const MienAuthorClip *faces, int track, int frame)
{
    const MienTransform a = mien_author_track_evaluate(faces, track, mieni_face_time(faces, 0)),
                        b = mien_author_track_evaluate(faces, track, mieni_face_time(faces, frame));
    return memcmp(&a, &b, sizeof a) != 0;
}

double mieni_face_amount(const MienAuthorClip *faces, int curve, int frame)
{
    const MienAuthorClipCurve *c = &faces->curves[curve];
    return (double)mien_author_curve_evaluate(c, mieni_face_time(faces, frame)) -
           (double)mien_author_curve_evaluate(c, mieni_face_time(faces, 0));
}

bool mieni_face_is_control(const MienIoExpressions *expressions, int expression)
{
    return expressions->items[expression].on < 0;
}

MieniJson *mieni_gltf_root_extension(MieniGltfOut *out, const char *name)
{
    MieniJson *extensions = mieni_gltf_out_object(out, out->json.root, "extensions");
    mieni_gltf_out_use(out, name);
    return mieni_gltf_out_object(out, extensions, name);
}

/// Rest, in-betweens in their order, the whole pose. What is on or off jumps above one half.
static MienStatus find_moments(Khr *khr, Expression *expression)
{
    const MienIoExpressions *all = khr->expressions;
    Moment *moments = mieni_arena_take(&khr->writer->out.scratch, (size_t)all->count + 3, sizeof *moments);
    if (moments == NULL)
        return mieni_gltf_write_no_memory(khr->writer);
    int count = 1; // the first is rest
    for (int i = 0; i < all->count; ++i) {
        const MienIoExpression *item = &all->items[i];
        if (item->on != expression->index)
            continue;
        if (!(item->at > 0.0f && item->at < 1.0f)) {
            mieni_gltf_lose(&khr->writer->writing->losses,
                            "An in-between that is not between 0 and 1 cannot be said; it is left out.",
                            all->items[expression->index].name, item->name);
            continue;
        }
        int at = count++;
        for (; at > 1 && moments[at - 1].at > item->at; --at)
            moments[at] = moments[at - 1];
        moments[at] = (Moment){item->at, i + 1};
    }
    if (all->items[expression->index].is_binary)
        moments[count++] = (Moment){0.50000006f, expression->index + 1};
    moments[count++] = (Moment){1.0f, expression->index + 1};
    expression->moments = moments;
    expression->count = count;
    return MIEN_OK;
}

/// The tracks that any moment moves.
static MienStatus take_tracks(Khr *khr, Expression *expression)
{
    MieniArena *arena = &khr->writer->out.scratch;
    const MienAuthorClip *faces = khr->faces;
    const size_t count = (size_t)expression->count;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)faces->track_count, sizeof *tracks);
    double *times = mieni_arena_take(arena, count, sizeof *times);
    if (tracks == NULL || times == NULL)
        return mieni_gltf_write_no_memory(khr->writer);
    for (int m = 0; m < expression->count; ++m)
        times[m] = (double)expression->moments[m].at;
    for (int t = 0; t < faces->track_count; ++t) {
        bool is_moved = false;
        for (int m = 1; m < expression->count && !is_moved; ++m)
            is_moved = mieni_face_moves(faces, t, expression->moments[m].frame);
        if (!is_moved)
            continue;
        MienTransform *samples = mieni_arena_take(arena, count, sizeof *samples);
        if (samples == NULL)
            return mieni_gltf_write_no_memory(khr->writer);
        for (int m = 0; m < expression->count; ++m)
            samples[m] =
                mien_author_track_evaluate(faces, t, mieni_face_time(faces, expression->moments[m].frame));
        tracks[expression->clip.track_count++] =
            (MienAuthorClipTrack){faces->tracks[t].bone, expression->count, samples, times,
                                  khr->expressions->items[expression->index].is_binary};
    }
    expression->clip.tracks = tracks;
    return MIEN_OK;
}

/// The curves that any moment moves.
static MienStatus take_curves(Khr *khr, Expression *expression)
{
    MieniArena *arena = &khr->writer->out.scratch;
    const MienAuthorClip *faces = khr->faces;
    const bool is_binary = khr->expressions->items[expression->index].is_binary;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)faces->curve_count, sizeof *curves);
    if (curves == NULL)
        return mieni_gltf_write_no_memory(khr->writer);
    for (int c = 0; c < faces->curve_count; ++c) {
        bool is_moved = false;
        for (int m = 1; m < expression->count && !is_moved; ++m)
            is_moved = mieni_face_amount(faces, c, expression->moments[m].frame) != 0.0;
        if (!is_moved)
            continue;
        MienAuthorKey *keys = mieni_arena_take(arena, (size_t)expression->count, sizeof *keys);
        if (keys == NULL)
            return mieni_gltf_write_no_memory(khr->writer);
        for (int m = 0; m < expression->count; ++m)
            keys[m] =
                (MienAuthorKey){.time = (double)expression->moments[m].at,
                                .value = mien_author_curve_evaluate(
                                    &faces->curves[c], mieni_face_time(faces, expression->moments[m].frame)),
                                .interpolation = is_binary ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR};
        curves[expression->clip.curve_count++] = (MienAuthorClipCurve){
            .name = faces->curves[c].name, .key_count = expression->count, .keys = keys};
    }
    expression->clip.curves = curves;
    return MIEN_OK;
}

/// The entry of a name, which is emptied, or a new one; and its animation.
static MieniJson *claim_entry(Khr *khr, const char *name, int *out_entry, MieniJson *animation)
{
    MieniGltfOut *out = &khr->writer->out;
    MieniJson *animations = mieni_gltf_out_array(out, "animations");
    *out_entry = mieni_json_find(khr->entries, "expression", name);
    MieniJson *entry = *out_entry >= 0 ? khr->entries->items[*out_entry] : NULL;
    const int old = entry != NULL ? mieni_gltf_index(entry, "animation") : -1;
    if (entry == NULL) {
        *out_entry = khr->entries->count;
        entry = mieni_json_append(&out->json, khr->entries, mieni_json_object(&out->json));
        mieni_gltf_set_text(out, entry, "expression", name);
    }
    if (old >= 0 && animations != NULL && old < animations->count) {
        animations->items[old] = animation;
    } else if (animations != NULL) {
        mieni_gltf_set_int(out, entry, "animation", animations->count);
        mieni_json_append(&out->json, animations, animation);
    }
    return entry;
}

/// Which channels of its animation an expression has, by their kind.
static void put_channels(Khr *khr, MieniJson *entry, const char *extension, int first, int end)
{
    MieniGltfOut *out = &khr->writer->out;
    MieniJson *extensions = mieni_gltf_out_object(out, entry, "extensions");
    mieni_json_unset(extensions, extension);
    if (first == end)
        return;
    mieni_gltf_out_use(out, extension);
    MieniJson *channels = mieni_json_set(&out->json, mieni_gltf_out_object(out, extensions, extension),
                                         "channels", mieni_json_array(&out->json));
    for (int i = first; i < end; ++i)
        mieni_json_append(&out->json, channels, mieni_json_number(&out->json, i));
}

static MienStatus put_expression(Khr *khr, int index)
{
    MieniGltfWriter *writer = khr->writer;
    const char *name = khr->expressions->items[index].name;
    Expression expression = {.index = index, .clip = {.rate = 30, .rate_divisor = 1, .length = 1.0}};
    MieniGltfMotion motion;
    MieniJson *animation = mieni_json_object(&writer->out.json);
    MienStatus status = find_moments(khr, &expression);
    if (status == MIEN_OK)
        status = take_tracks(khr, &expression);
    if (status == MIEN_OK)
        status = take_curves(khr, &expression);
    if (status == MIEN_OK)
        status = mieni_gltf_motion_begin(&motion, writer, animation, name, &expression.clip);
    if (status == MIEN_OK)
        status = mieni_gltf_motion_tracks(&motion);
    if (status != MIEN_OK)
        return status;
    const int joint_count = motion.channels->count;
    status = mieni_gltf_motion_weights(&motion);
    if (status != MIEN_OK)
        return status;
    if (motion.channels->count == 0) {
        mieni_gltf_lose(&writer->writing->losses,
                        "This expression moves nothing in the file; it is left out.", name, "");
        return MIEN_OK;
    }
    MieniJson *entry = claim_entry(khr, name, &khr->entry_of[index], animation);
    put_channels(khr, entry, "KHR_character_expression_joint", 0, joint_count);
    put_channels(khr, entry, "KHR_character_expression_morphtarget", joint_count, motion.channels->count);
    mieni_json_unset(mieni_json_get(entry, "extensions"), "KHR_character_expression_mask");
    return MIEN_OK;
}

/// How many masks of the kind that sums a target has.
static int count_sums(const MienIoExpressions *all, int target)
{
    int count = 0;
    for (int i = 0; i < all->mask_count; ++i)
        count += all->masks[i].target == target && all->masks[i].kind == MIEN_AUTHOR_OVERRIDE_SUM;
    return count;
}

static void put_mask(Khr *khr, const MienIoMask *mask)
{
    MieniGltfOut *out = &khr->writer->out;
    const MienIoExpressions *all = khr->expressions;
    const int source = khr->entry_of[mask->source], target = khr->entry_of[mask->target];
    if (source < 0 || target < 0)
        return; // was reported with the expression
    if (mask->kind == MIEN_AUTHOR_OVERRIDE_SUM && count_sums(all, mask->target) > 1)
        mieni_gltf_lose(
            &khr->writer->writing->losses,
            "Overrides that add up are written as overrides that multiply; the result differs where two act.",
            all->items[mask->source].name, all->items[mask->target].name);
    mieni_gltf_out_use(out, "KHR_character_expression_mask");
    MieniJson *extension =
        mieni_gltf_out_object(out, mieni_gltf_out_object(out, khr->entries->items[source], "extensions"),
                              "KHR_character_expression_mask");
    MieniJson *masks = mieni_json_get(extension, "masks");
    if (masks == NULL)
        masks = mieni_json_set(&out->json, extension, "masks", mieni_json_array(&out->json));
    MieniJson *row = mieni_json_append(&out->json, masks, mieni_json_object(&out->json));
    const bool is_block = mask->kind == MIEN_AUTHOR_OVERRIDE_BLOCK;
    mieni_gltf_set_int(out, row, "target", target);
    mieni_gltf_set_text(out, row, "type", is_block ? "block" : "blend");
    mieni_json_set(&out->json, row, "amount", mieni_json_float(&out->json, mask->amount));
    if (is_block)
        mieni_json_set(&out->json, row, "threshold", mieni_json_float(&out->json, mask->threshold));
}

/// What the extension of expressions needs besides.
static void put_character(MieniGltfOut *out)
{
    const MieniJson *scenes = mieni_json_get(out->json.root, "scenes");
    const double scene = mieni_json_get_number(out->json.root, "scene", 0);
    MieniJson *character = mieni_gltf_root_extension(out, "KHR_character");
    mieni_gltf_out_use(out, "KHR_xmp_json_ld");
    if (character == NULL || mieni_json_get(character, "rootNode") != NULL || scenes == NULL ||
        scene >= scenes->count)
        return;
    const MieniJson *nodes = mieni_json_get(scenes->items[(int)scene], "nodes");
    if (nodes != NULL && nodes->count > 0)
        mieni_gltf_set_int(out, character, "rootNode", (int)nodes->items[0]->number);
}

MienStatus mieni_gltf_write_khr(MieniGltfWriter *writer)
{
    MieniGltfOut *out = &writer->out;
    Khr khr = {
        .writer = writer, .expressions = writer->writing->expressions, .faces = writer->writing->faces};
    MieniJson *extension = mieni_gltf_root_extension(out, "KHR_character_expression");
    khr.entries = mieni_json_get(extension, "expressions");
    if (khr.entries == NULL)
        khr.entries = mieni_json_set(&out->json, extension, "expressions", mieni_json_array(&out->json));
    khr.entry_of = mieni_arena_take(&out->scratch, (size_t)khr.expressions->count, sizeof *khr.entry_of);
    if (khr.entries == NULL || khr.entry_of == NULL || khr.entries->type != MIENI_JSON_ARRAY)
        return mieni_gltf_write_no_memory(writer);
    put_character(out);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < khr.expressions->count && status == MIEN_OK; ++i) {
        khr.entry_of[i] = -1;
        if (mieni_face_is_control(khr.expressions, i))
            status = put_expression(&khr, i);
    }
    for (int i = 0; i < khr.expressions->mask_count && status == MIEN_OK; ++i)
        put_mask(&khr, &khr.expressions->masks[i]);
    return status;
}
