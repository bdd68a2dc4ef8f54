// SPDX-License-Identifier: MIT
//
// Tracks of bones: what takes do to models, with all rules of their transforms, becomes
// samples, one per frame if all keys are on frames, otherwise at the keys too.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/takes.h"

#include <stdlib.h>
#include <string.h>

/// Scales that are inherited without a shear come through so many models at most.
enum { MOST_INHERITED = 256 };
/// Before and after a jump, in units: a millionth of a second.
static const double jump = 46186.0;

/// What moves one model.
typedef struct Mover {
    int model;
    MieniFbxDriven parts[3]; ///< Translation, rotation, scaling.
} Mover;

/// What the scale of a model comes from: its own and, where it inherits them so, those above.
typedef struct Scales {
    int count;
    int models[MOST_INHERITED];
    MieniFbxDriven driven[MOST_INHERITED];
} Scales;

typedef struct Times {
    double *list;
    int count;
    bool has_jumps;
} Times;

static const char *const names[3] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};

static MienStatus read_part(const MieniFbxTake *take, int model, int part, MieniArena *arena,
                            MieniFbxDriven *out)
{
    const MieniFbxModel *own = &take->reader->scene.models[model];
    const double *const rest[3] = {own->translation, own->rotation, own->scaling};
    int count;
    const int first = mieni_fbx_find_drivers(take, own->object, names[part], &count);
    memcpy(out->rest, rest[part], sizeof out->rest);
    return mieni_fbx_driven_read(take, first, count, arena, out);
}

/// The scale of a model altogether; count 0 if that is 1.
static MienStatus read_scales(const MieniFbxTake *take, int model, MieniArena *arena, Scales *out)
{
    const MieniFbxReader *reader = take->reader;
    MienStatus status = MIEN_OK;
    out->count = 0;
    while (status == MIEN_OK && model >= 0 && reader->is_scaled[model] && out->count < MOST_INHERITED) {
        out->models[out->count] = model;
        status = read_part(take, model, 2, arena, &out->driven[out->count++]);
        model = reader->scene.models[model].inherit == 0 ? reader->scene.models[model].parent : -1;
    }
    return status;
}

static void scales_at(MieniFbxTake *take, Scales *scales, double time, double out[3])
{
    out[0] = out[1] = out[2] = 1.0;
    for (int i = 0; i < scales->count; ++i) {
        double s[3];
        mieni_fbx_driven_at(take, &scales->driven[i], time, MIENI_FBX_SCALING, s);
        for (int k = 0; k < 3; ++k)
            out[k] *= s[k];
    }
}

/// Adds the times of a property's keys, or counts them.
static size_t add_times(const MieniFbxTake *take, const MieniFbxDriven *driven, double *list, bool *has_jumps)
{
    size_t count = 0;
    for (int d = 0; d < driven->count; ++d)
        for (int c = 0; c < 3; ++c) {
            const MieniFbxCurve *curve = &driven->drives[d].curves[c];
            for (int k = 0; driven->drives[d].has[c] && k < curve->count; ++k) {
                const MieniFbxKey *key = &curve->keys[k];
                const double time = (double)key->time;
                const bool falls = k > 0 && key[-1].mode == MIENI_FBX_HOLD && key[-1].value != key->value;
                const bool rises =
                    k + 1 < curve->count && key->mode == MIENI_FBX_HOLD_NEXT && key[1].value != key->value;
                if (key->time < take->start || key->time > take->stop)
                    continue;
                *has_jumps = *has_jumps || falls || rises;
                if (list != NULL) {
                    list[count] = time;
                    list[count + 1] = falls ? time - jump : time;
                    list[count + 2] = rises ? time + jump : time;
                }
                count += 3;
            }
        }
    return count;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Whether a curve is what it is at its last key from there on.
static bool ends(const MieniFbxDriven *driven)
{
    bool does = true;
    for (int d = 0; d < driven->count; ++d)
        for (int c = 0; c < 3; ++c)
            does = does && (!driven->drives[d].has[c] || driven->drives[d].curves[c].count < 2 ||
                            driven->drives[d].curves[c].after.type == 'C');
    return does;
}

static bool is_on_frame(const MieniFbxTake *take, double time)
{
    const double frames = (time - (double)take->start) / mieni_fbx_frame(take);
    const double off = frames - (double)(int64_t)(frames + 0.5);
    return off <= 1e-3 && off >= -1e-3;
}

/// The times of samples, in units: of frames and, if some keys are not on those, of keys.
/// *out_is_framed: only of frames, from the first on.
static MienStatus find_times(const MieniFbxTake *take, MieniFbxDriven *const *driven, int driven_count,
                             MieniArena *arena, Times *times, bool *out_is_framed)
{
    size_t keys = 0;
    bool does_end = true;
    for (int i = 0; i < driven_count; ++i) {
        keys += add_times(take, driven[i], NULL, &times->has_jumps);
        does_end = does_end && ends(driven[i]);
    }
    double *list = mieni_arena_take(arena, keys, sizeof *list);
    if (list == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    keys = 0;
    for (int i = 0; i < driven_count; ++i)
        keys += add_times(take, driven[i], list + keys, &times->has_jumps);
    double last = (double)take->start;
    bool is_framed = !times->has_jumps;
    for (size_t i = 0; i < keys; ++i) {
        last = list[i] > last ? list[i] : last;
        is_framed = is_framed && is_on_frame(take, list[i]);
    }
    if (!does_end || take->layer_count > 1)
        last = (double)take->stop;
    const double frame = mieni_fbx_frame(take), span = (last - (double)take->start) / frame;
    const size_t frames = (size_t)(span + 0.999) + 1, room = frames + (is_framed ? 0 : keys);
    times->list = mieni_arena_take(arena, room, sizeof *times->list);
    if (times->list == NULL || room > INT32_MAX)
        return mieni_fbx_read_no_memory(take->reader);
    for (size_t i = 0; i < frames; ++i)
        times->list[i] = (double)take->start + frame * (double)i;
    times->count = (int)frames;
    *out_is_framed = is_framed;
    if (is_framed)
        return MIEN_OK;
    memcpy(times->list + frames, list, keys * sizeof *list);
    qsort(times->list, room, sizeof *times->list, compare_times);
    times->count = 0;
    for (size_t i = 0; i < room; ++i) // what is nearer than half a jump is the same
        if (times->list[i] >= (double)take->start - jump &&
            (times->count == 0 || times->list[i] - times->list[times->count - 1] > 0.5 * jump))
            times->list[times->count++] = times->list[i];
    return MIEN_OK;
}

static bool is_driven(const MieniFbxTake *take, int model, int part)
{
    int count;
    mieni_fbx_find_drivers(take, take->reader->scene.models[model].object, names[part], &count);
    return count > 0;
}

/// Whether a take moves a bone: its model, or a scale that it is spared.
static bool is_moved(const MieniFbxTake *take, int bone, const bool *scale_moves)
{
    const MieniFbxReader *reader = take->reader;
    const int model = reader->bones.from[bone].model, parent = reader->scene.models[model].parent;
    return is_driven(take, model, 0) || is_driven(take, model, 1) || is_driven(take, model, 2) ||
           (mieni_fbx_is_spared(reader, model) && scale_moves[parent]);
}

/// Samples that are all the same are one.
static int shorten(MienTransform *samples, int count)
{
    for (int i = 1; i < count; ++i)
        if (memcmp(&samples[i], &samples[0], sizeof *samples) != 0)
            return count;
    return 1;
}

/// Rotations that follow each other are on one side, so that none seems to turn round.
static void align(MienTransform *samples, int count)
{
    for (int i = 1; i < count; ++i) {
        MienQuat *q = &samples[i].rotation;
        const MienQuat p = samples[i - 1].rotation;
        if ((p.x * q->x + p.y * q->y) + (p.z * q->z + p.w * q->w) < 0.0f)
            *q = (MienQuat){-q->x, -q->y, -q->z, -q->w};
    }
}

/// What one bone needs while its samples are made.
typedef struct Making {
    Mover mover;
    Scales own, parent;
    Times times;
    bool is_framed;
} Making;

static MienStatus prepare(const MieniFbxTake *take, int bone, MieniArena *temp, Making *making)
{
    const MieniFbxReader *reader = take->reader;
    const int model = reader->bones.from[bone].model;
    MieniFbxDriven *all[3 + 2 * MOST_INHERITED];
    int count = 0;
    MienStatus status = MIEN_OK;
    making->mover.model = model;
    for (int p = 0; p < 3 && status == MIEN_OK; ++p) {
        status = read_part(take, model, p, temp, &making->mover.parts[p]);
        all[count++] = &making->mover.parts[p];
    }
    if (status == MIEN_OK && mieni_fbx_is_spared(reader, model)) {
        status = read_scales(take, model, temp, &making->own);
        if (status == MIEN_OK)
            status = read_scales(take, reader->scene.models[model].parent, temp, &making->parent);
        for (int i = 0; i < making->own.count; ++i)
            all[count++] = &making->own.driven[i];
        for (int i = 0; i < making->parent.count; ++i)
            all[count++] = &making->parent.driven[i];
    }
    return status == MIEN_OK ? find_times(take, all, count, temp, &making->times, &making->is_framed)
                             : status;
}

static void put_samples(MieniFbxTake *take, int bone, Making *making, MienTransform *samples)
{
    const MieniFbxModel *model = &take->reader->scene.models[making->mover.model];
    for (int i = 0; i < making->times.count; ++i) {
        double values[3][3], own[3], parent[3];
        for (int p = 0; p < 3; ++p)
            mieni_fbx_driven_at(take, &making->mover.parts[p], making->times.list[i], (MieniFbxSort)p,
                                values[p]);
        scales_at(take, &making->own, making->times.list[i], own);
        scales_at(take, &making->parent, making->times.list[i], parent);
        const MieniFbxLocal local = mieni_fbx_local(model, values[0], values[1], values[2]);
        samples[i] = mieni_fbx_bone_transform(take->reader, bone, &local, own, parent);
    }
    align(samples, making->times.count);
}

static MienStatus make_track(MieniFbxTake *take, int bone, MienAuthorClipTrack *track)
{
    MieniArena *arena = take->reader->arena, temp = {.allocator = take->temp.allocator};
    Making *making = mieni_arena_take(&temp, 1, sizeof *making);
    MienStatus status =
        making != NULL ? prepare(take, bone, &temp, making) : mieni_fbx_read_no_memory(take->reader);
    if (status != MIEN_OK) {
        mieni_arena_release(&temp);
        return status;
    }
    const size_t count = (size_t)making->times.count;
    status = mieni_fbx_work(take->reader, count);
    if (status != MIEN_OK) {
        mieni_arena_release(&temp);
        return status;
    }
    MienTransform *samples = mieni_arena_take(&temp, count, sizeof *samples), *kept = NULL;
    double *times = NULL;
    int used = 0;
    if (samples != NULL) {
        put_samples(take, bone, making, samples);
        used = shorten(samples, (int)count);
        kept = mieni_arena_take(arena, (size_t)used, sizeof *kept);
        if (used > 1 && !making->is_framed)
            times = mieni_arena_take(arena, count, sizeof *times);
    }
    if (samples == NULL || arena->is_out_of_memory) {
        mieni_arena_release(&temp);
        return mieni_fbx_read_no_memory(take->reader);
    }
    memcpy(kept, samples, sizeof *kept * (size_t)used);
    for (size_t i = 0; times != NULL && i < count; ++i)
        times[i] = (making->times.list[i] - (double)take->start) / (double)MIENI_FBX_SECOND;
    *track = (MienAuthorClipTrack){
        .bone = take->reader->bones.bones[bone].name, .sample_count = used, .samples = kept, .times = times};
    mieni_arena_release(&temp);
    return MIEN_OK;
}

MienStatus mieni_fbx_take_tracks(MieniFbxTake *take)
{
    MieniFbxReader *reader = take->reader;
    const MieniFbxScene *scene = &reader->scene;
    bool *scale_moves = mieni_arena_take(&take->temp, (size_t)scene->model_count, sizeof *scale_moves);
    if (scale_moves == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        scale_moves[m] = is_driven(take, m, 2) ||
                         (model->inherit == 0 && model->parent >= 0 && scale_moves[model->parent]);
    }
    int count = 0;
    for (int b = 0; b < reader->bones.count; ++b)
        count += is_moved(take, b, scale_moves);
    MienAuthorClipTrack *tracks = mieni_arena_take(reader->arena, (size_t)count, sizeof *tracks);
    MienStatus status = tracks != NULL ? MIEN_OK : mieni_fbx_read_no_memory(reader);
    take->clip->tracks = tracks;
    for (int b = 0; status == MIEN_OK && b < reader->bones.count; ++b)
        if (is_moved(take, b, scale_moves))
            status = make_track(take, b, &tracks[take->clip->track_count++]);
    return status;
}
