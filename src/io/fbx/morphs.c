// SPDX-License-Identifier: MIT
//
// Which morphs a file has. A channel with one target is a morph that bears its name, one
// for all meshes. A channel with several has a morph for each, and drives them together.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/reading.h"

#include <stdlib.h>
#include <string.h>

/// Names are morphs below this, and curves of channels with several targets from it on.
enum { CURVES = 1 << 24 };
/// Beyond this a file is refused: meshes that share blend shapes multiply.
enum { MAX_VISITS = 1 << 22 };

typedef struct Finding {
    MieniFbxReader *reader;
    MieniFileNames names;
    int morph_count;
    const char **list;
    float *weights;
} Finding;

static double clamp_weight(double weight)
{
    const double most = (double)MIEN_MAX_WEIGHT;
    return weight >= -most ? weight <= most ? weight : most : weight < -most ? -most : 0.0;
}

/// How many channels and targets meshes have, those counted often that several share.
static MienStatus count_all(const MieniFbxReader *reader, int *out_channels, int *out_targets)
{
    const MieniFbxScene *scene = &reader->scene;
    *out_channels = *out_targets = 0;
    for (int i = 0; i < scene->object_count; ++i) {
        int to_blend = 0, blend;
        if (scene->objects[i].kind != MIENI_FBX_MESH)
            continue;
        while ((blend = mieni_fbx_next_child(scene, i, MIENI_FBX_BLEND, &to_blend, NULL)) >= 0) {
            int to_channel = 0, channel;
            while ((channel = mieni_fbx_next_child(scene, blend, MIENI_FBX_CHANNEL, &to_channel, NULL)) >=
                   0) {
                ++*out_channels;
                *out_targets += scene->objects[channel].child_count;
                if (*out_channels > MAX_VISITS || *out_targets > MAX_VISITS)
                    return mieni_fbx_fail(scene->file, scene->objects[i].node, MIEN_ERROR_LIMIT,
                                          "The meshes share too many blend shapes.", reader->error);
            }
        }
    }
    return MIEN_OK;
}

static int compare_targets(const void *a, const void *b)
{
    const MieniFbxTarget *x = a, *y = b;
    if (x->full != y->full)
        return x->full < y->full ? -1 : 1;
    return x->morph < y->morph ? -1 : x->morph > y->morph; // the order of the file, so far
}

static double weight_of(const MieniFbxObject *channel)
{
    const double fallback = channel->node != NULL
                                ? mieni_fbx_real(mieni_fbx_child(channel->node, "DeformPercent"), 0, 0.0)
                                : channel->weight;
    return clamp_weight(mieni_fbx_number(channel, "DeformPercent", fallback) / 100.0);
}

/// The targets of a channel with their full weights; without those they share the way.
static MienStatus find_targets(Finding *finding, MieniFbxChannel *channel)
{
    const MieniFbxReader *reader = finding->reader;
    const MieniFbxScene *scene = &reader->scene;
    MieniFbxMorphs *morphs = &finding->reader->morphs;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    double *full = NULL;
    size_t count = 0;
    int cursor = 0, shape;
    const MieniFbxNode *node = scene->objects[channel->object].node;
    const MienStatus status = mieni_fbx_reals(scene->file, mieni_fbx_child(node, "FullWeights"), &temp, &full,
                                              &count, reader->error);
    channel->first_target = morphs->target_count;
    while (status == MIEN_OK &&
           (shape = mieni_fbx_next_child(scene, channel->object, MIENI_FBX_SHAPE, &cursor, NULL)) >= 0) {
        const size_t i = (size_t)channel->target_count;
        const bool has_weight = i < count && full[i] - full[i] == 0.0;
        morphs->targets[morphs->target_count++] =
            (MieniFbxTarget){shape, channel->target_count++, has_weight ? full[i] / 100.0 : 1.0};
    }
    MieniFbxTarget *targets = &morphs->targets[channel->first_target];
    if (channel->target_count == 1) {
        // Blender has a weight for every vertex where others have one for every target.
        const MieniFbxNode *indexes = mieni_fbx_child(scene->objects[targets->shape].node, "Indexes");
        channel->is_weighted = count == mieni_fbx_size(indexes) && count > 1;
        if (channel->is_weighted || targets->full == 0.0)
            targets->full = 1.0;
    } else if (channel->target_count > 1) {
        qsort(targets, (size_t)channel->target_count, sizeof *targets, compare_targets);
    }
    mieni_arena_release(&temp);
    return status;
}

/// A new morph, whose name is one of names already.
static MienStatus add_morph(Finding *finding, const char *name, double weight)
{
    if (finding->morph_count == MIEN_MAX_MORPHS)
        return mieni_fail(finding->reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                          "A file has at most 65535 morphs.");
    if (name == NULL)
        return mieni_fbx_read_no_memory(finding->reader);
    finding->list[finding->morph_count] = name;
    finding->weights[finding->morph_count++] = (float)clamp_weight(weight);
    return MIEN_OK;
}

void mieni_fbx_parts(const MieniFbxTarget *targets, int count, double weight, double *parts)
{
    // Places in order are targets, with nothing at 0 among them: index -1.
    int zero = 0; // how many targets are below 0
    while (zero < count && targets[zero].full < 0.0)
        ++zero;
    const bool has_zero = zero == count || targets[zero].full > 0.0;
    const int places = count + has_zero;
    memset(parts, 0, sizeof *parts * (size_t)count);
    int low = -1, high = -1; // targets
    double from = 0.0, to = 0.0;
    for (int p = 0; p + 1 < places; ++p) {
        low = !has_zero || p < zero ? p : p == zero ? -1 : p - 1;
        high = !has_zero || p + 1 < zero ? p + 1 : p + 1 == zero ? -1 : p;
        from = low >= 0 ? targets[low].full : 0.0;
        to = high >= 0 ? targets[high].full : 0.0;
        if (weight < to)
            break;
    }
    // Beyond the outermost the last line goes on.
    const double part = to > from ? (weight - from) / (to - from) : 1.0;
    if (low >= 0)
        parts[low] = 1.0 - part;
    if (high >= 0)
        parts[high] = part;
}

static MienStatus name_single(Finding *finding, MieniFbxChannel *channel, const char *name)
{
    MieniFbxMorphs *morphs = &finding->reader->morphs;
    MieniFbxTarget *target = &morphs->targets[channel->first_target];
    const int known = mieni_file_names_find(&finding->names, name);
    if (known >= 0 && known < CURVES) {
        target->morph = known;
        channel->curve = finding->list[known];
        return MIEN_OK;
    }
    target->morph = finding->morph_count;
    const char *kept = known < 0 ? mieni_file_names_put(&finding->names, name, finding->morph_count)
                                 : mieni_file_names_add(&finding->names, name, name, finding->morph_count);
    channel->curve = kept;
    return add_morph(finding, kept, channel->weight);
}

static MienStatus name_steps(Finding *finding, MieniFbxChannel *channel, const char *name)
{
    MieniFbxMorphs *morphs = &finding->reader->morphs;
    const MieniFbxScene *scene = &finding->reader->scene;
    MieniFbxTarget *targets = &morphs->targets[channel->first_target];
    const int known = mieni_file_names_find(&finding->names, name);
    morphs->has_steps = true;
    channel->curve = known < 0 ? mieni_file_names_put(&finding->names, name, CURVES)
                               : mieni_file_names_add(&finding->names, name, name, CURVES);
    if (channel->curve == NULL)
        return mieni_fbx_read_no_memory(finding->reader);
    double *parts = mieni_arena_take(finding->reader->scratch, (size_t)channel->target_count, sizeof *parts);
    if (parts == NULL)
        return mieni_fbx_read_no_memory(finding->reader);
    mieni_fbx_parts(targets, channel->target_count, channel->weight, parts);
    MienStatus status = MIEN_OK;
    for (int t = 0; status == MIEN_OK && t < channel->target_count; ++t) {
        targets[t].morph = finding->morph_count;
        const char *own = mieni_file_names_add(&finding->names, scene->objects[targets[t].shape].name,
                                               "shape", finding->morph_count);
        status = add_morph(finding, own, parts[t]);
    }
    return status;
}

static MienStatus find_channel(Finding *finding, int object, int mesh, MieniFileNames *own)
{
    MieniFbxMorphs *morphs = &finding->reader->morphs;
    const MieniFbxScene *scene = &finding->reader->scene;
    MieniFbxChannel *channel = &morphs->channels[morphs->channel_count];
    *channel =
        (MieniFbxChannel){.object = object, .mesh = mesh, .weight = weight_of(&scene->objects[object])};
    MienStatus status = find_targets(finding, channel);
    if (status != MIEN_OK || channel->target_count == 0)
        return status;
    ++morphs->channel_count;
    const char *name = scene->objects[object].name;
    if (name[0] == '\0')
        name = scene->objects[morphs->targets[channel->first_target].shape].name;
    name = mieni_file_names_add(own, name, "shape", 0);
    if (name == NULL)
        return mieni_fbx_read_no_memory(finding->reader);
    return channel->target_count == 1 ? name_single(finding, channel, name)
                                      : name_steps(finding, channel, name);
}

static MienStatus find_mesh(Finding *finding, int mesh)
{
    const MieniFbxScene *scene = &finding->reader->scene;
    MieniArena temp = {.allocator = finding->reader->scratch->allocator};
    MieniFileNames own = {.arena = &temp};
    int cursor = 0, blend;
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK &&
           (blend = mieni_fbx_next_child(scene, mesh, MIENI_FBX_BLEND, &cursor, NULL)) >= 0) {
        int inner = 0, channel;
        while (status == MIEN_OK &&
               (channel = mieni_fbx_next_child(scene, blend, MIENI_FBX_CHANNEL, &inner, NULL)) >= 0)
            status = find_channel(finding, channel, mesh, &own);
    }
    finding->reader->morphs.renamed_count += own.renamed_count;
    mieni_arena_release(&temp);
    return status;
}

MienStatus mieni_fbx_find_morphs(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    MieniFbxMorphs *morphs = &reader->morphs;
    Finding finding = {.reader = reader, .names = {.arena = reader->arena}};
    int channels, targets;
    MienStatus status = count_all(reader, &channels, &targets);
    if (status != MIEN_OK)
        return status;
    const size_t room = (size_t)targets;
    morphs->channels = mieni_arena_take(reader->scratch, (size_t)channels, sizeof *morphs->channels);
    morphs->targets = mieni_arena_take(reader->scratch, room, sizeof *morphs->targets);
    finding.list = mieni_arena_take(reader->arena, room, sizeof *finding.list);
    finding.weights = mieni_arena_take(reader->scratch, room, sizeof *finding.weights);
    if (reader->scratch->is_out_of_memory || finding.list == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int i = 0; status == MIEN_OK && i < scene->object_count; ++i) {
        int cursor = 0;
        if (scene->objects[i].kind == MIENI_FBX_MESH &&
            mieni_fbx_next_parent(scene, i, MIENI_FBX_MODEL, &cursor, NULL) >= 0)
            status = find_mesh(&finding, i);
    }
    morphs->count = finding.morph_count;
    morphs->names = finding.list;
    morphs->weights = finding.weights;
    morphs->renamed_count += finding.names.renamed_count;
    return status;
}
