// SPDX-License-Identifier: MIT
//
// What the channels move that an expression of KHR_character_expression names.

#include "core/float_rules.h"

#include "io/gltf/khr.h"
#include "io/gltf/takes.h"

#include <stdlib.h>
#include <string.h>

static int length_of(const MieniJson *array)
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
        return mieni_gltf_express_no_memory(khr->expressing);
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
            return mieni_gltf_express_no_memory(khr->expressing);
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
    const MieniGltfActors nobody = {0};
    const MieniGltfTake take = {.reader = khr->expressing->reader,
                                .actors = &nobody,
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
        for (int i = 0; status == MIEN_OK && i < length_of(list); ++i) {
            const double number = list->items[i]->type == MIENI_JSON_NUMBER ? list->items[i]->number : -1.0;
            if (k == 2 || !(number >= 0.0 && number < (double)length_of(take.channels)))
                ++khr->expressing->lost_count;
            else
                status = add_channel(khr, entry, &take, (int)number);
        }
    }
    for (int i = 0; status == MIEN_OK && !is_listed && i < length_of(take.channels); ++i)
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

MienStatus mieni_khr_find_targets(MieniKhr *khr, MieniKhrEntry *entry)
{
    entry->lines = find_lines(khr, entry->animation, entry->clip);
    if (entry->lines == NULL)
        return mieni_gltf_express_no_memory(khr->expressing);
    const MienStatus status = add_channels(khr, entry);
    tidy(entry);
    return status;
}
