// SPDX-License-Identifier: MIT
//
// What the channels move that an expression of KHR_character_expression names.

#include "core/float_rules.h"

#include "io/gltf_khr.h"

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

static MienStatus add_bone(MieniKhr *khr, MieniKhrEntry *entry, int node, const char *path)
{
    const MieniGltfBones *bones = &khr->expressing->reader->bones;
    MieniKhrTarget target = {.bone = node >= 0 ? bones->bone_of_node[node] : -1, .morph = -1};
    target.turns = strcmp(path, "rotation") == 0;
    target.goes = strcmp(path, "translation") == 0;
    target.grows = strcmp(path, "scale") == 0;
    target.line = target.bone >= 0 ? mieni_names_search(entry->lines->tracks, entry->clip->track_count,
                                                        bones->bones[target.bone].name)
                                   : -1;
    if (target.line >= 0 && (target.turns || target.goes || target.grows))
        return add_target(khr, entry, target);
    ++khr->expressing->lost_count;
    return MIEN_OK;
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

/// The numbers in "/nodes/3/weights" and "/nodes/3/weights/2"; *out_index is -1 for all.
static bool read_pointer(const char *pointer, int *out_node, int *out_index)
{
    static const char *const words[2] = {"/nodes/", "/weights"};
    int numbers[2] = {-1, -1};
    for (int i = 0; i < 2; ++i) {
        const size_t size = strlen(words[i]);
        if (strncmp(pointer, words[i], size) != 0)
            return false;
        pointer += size;
        if (i == 1 && *pointer == '/')
            ++pointer;
        else if (i == 1)
            break;
        numbers[i] = 0;
        const char *digits = pointer;
        for (; *pointer >= '0' && *pointer <= '9' && numbers[i] < 100000000; ++pointer)
            numbers[i] = 10 * numbers[i] + (*pointer - '0');
        if (pointer == digits)
            return false;
    }
    *out_node = numbers[0];
    *out_index = numbers[1];
    return *pointer == '\0';
}

static MienStatus add_morphs(MieniKhr *khr, MieniKhrEntry *entry, int node, int index)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    const bool is_there = node >= 0 && node < mieni_gltf_count(reader->gltf, "nodes") &&
                          index < reader->morphs.target_count[node];
    MienStatus status = MIEN_OK;
    if (!is_there || reader->morphs.of_node[node] == NULL)
        ++khr->expressing->lost_count;
    else if (index >= 0)
        status = add_morph(khr, entry, node, index);
    else
        for (int t = 0; status == MIEN_OK && t < reader->morphs.target_count[node]; ++t)
            status = add_morph(khr, entry, node, t);
    return status;
}

/// The key times of a channel that lie within the take.
static MienStatus add_times(MieniKhr *khr, MieniKhrEntry *entry, const MieniJson *channel)
{
    const MieniGltfReader *reader = khr->expressing->reader;
    const MieniJson *samplers =
        mieni_json_get(mieni_gltf_item(reader->gltf, "animations", entry->animation), "samplers");
    const int sampler = mieni_gltf_index_below(channel, "sampler", length_of(samplers));
    const int input = sampler >= 0 ? mieni_gltf_index(samplers->items[sampler], "input") : -1;
    if (input < 0)
        return MIEN_OK;
    float *times = NULL;
    const int count = mieni_gltf_accessor(reader->gltf, input).count;
    const MienStatus status = mieni_gltf_floats(reader->gltf, input, &khr->scratch, &times, reader->error);
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        const float at = (float)((double)times[i] / entry->clip->length);
        if (!(at > 0.0f && at < 1.0f))
            continue;
        double *list = grow(khr, entry->times, entry->time_count, &entry->time_room, sizeof *list);
        if (list == NULL)
            return mieni_gltf_express_no_memory(khr->expressing);
        entry->times = list;
        list[entry->time_count++] = (double)times[i];
    }
    return status;
}

/// What a channel of the expression's animation moves, and when.
static MienStatus add_channel(MieniKhr *khr, MieniKhrEntry *entry, const MieniJson *channel)
{
    const MieniJson *target = mieni_json_get(channel, "target");
    const char *path = mieni_json_get_string(target, "path", "");
    const int node =
        mieni_gltf_index_below(target, "node", mieni_gltf_count(khr->expressing->reader->gltf, "nodes"));
    const int before = entry->target_count;
    int pointed = -1, index = -1;
    MienStatus status = MIEN_OK;
    if (strcmp(path, "weights") == 0)
        status = add_morphs(khr, entry, node, -1);
    else if (strcmp(path, "pointer") != 0)
        status = add_bone(khr, entry, node, path);
    else if (read_pointer(
                 mieni_json_get_string(mieni_gltf_extension(target, "KHR_animation_pointer"), "pointer", ""),
                 &pointed, &index))
        status = add_morphs(khr, entry, pointed, index);
    else
        ++khr->expressing->lost_count;
    return status == MIEN_OK && entry->target_count > before ? add_times(khr, entry, channel) : status;
}

/// The channels of a kind that an expression lists; all without a list of any kind.
static MienStatus add_channels(MieniKhr *khr, MieniKhrEntry *entry)
{
    static const char *const kinds[3] = {"KHR_character_expression_joint",
                                         "KHR_character_expression_morphtarget",
                                         "KHR_character_expression_texture"};
    const MieniJson *channels = mieni_json_get(
        mieni_gltf_item(khr->expressing->reader->gltf, "animations", entry->animation), "channels");
    MienStatus status = MIEN_OK;
    bool is_listed = false;
    for (int k = 0; k < 3; ++k) {
        const MieniJson *kind = mieni_gltf_extension(entry->json, kinds[k]);
        const MieniJson *list = mieni_json_get(kind, "channels");
        is_listed = is_listed || kind != NULL;
        for (int i = 0; status == MIEN_OK && i < length_of(list); ++i) {
            const double number = list->items[i]->type == MIENI_JSON_NUMBER ? list->items[i]->number : -1.0;
            if (k == 2 || !(number >= 0.0 && number < (double)length_of(channels)))
                ++khr->expressing->lost_count;
            else
                status = add_channel(khr, entry, channels->items[(int)number]);
        }
    }
    for (int i = 0; status == MIEN_OK && !is_listed && i < length_of(channels); ++i)
        status = add_channel(khr, entry, channels->items[i]);
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
