// SPDX-License-Identifier: MIT
//
// Sampling a clip's bone tracks.

#include "core/float_rules.h"

#include "core/clip_sampling.h"

#include <string.h>

/// Bone of a track in the job's pose, or NULL if it is not wanted.
static MienTransform *bone_of(const MienClipJob *job, int track)
{
    const int bone = job->binding != NULL ? job->binding->bones[track] : track;
    return (unsigned)bone < (unsigned)job->bone_count ? &job->out_bones[bone] : NULL;
}

static MienVec3 move_translation(const MienClipJob *job, int track, MienVec3 t)
{
    return job->binding != NULL ? mieni_moved(&job->binding->moves[track], t) : t;
}

/// Moves the translations of a set's bones that do not stand where the clip's do.
static void move_translations(const MienClipJob *job, const MieniTrackSet *set, int count)
{
    for (int lane = 0; lane < count; ++lane) {
        const int track = set->tracks[lane];
        MienTransform *bone = bone_of(job, track);
        if (bone != NULL && !job->binding->moves[track].is_same)
            bone->translation = move_translation(job, track, bone->translation);
    }
}

/// Writes a set's part of its bones. channels: each component of eight lanes, of which
/// the first count have a track.
static void write_set(const MienClipJob *job, const MieniTrackSet *set, const float *channels, int count)
{
    MienTransform nowhere; // what lanes without a bone write
    const MienTransform *still_tracks = job->clip->still_tracks;
    const float *still[MIENI_LANES];
    float *out[MIENI_LANES];
    for (int lane = 0; lane < MIENI_LANES; ++lane) {
        still[lane] = (const float *)(const void *)&still_tracks[set->tracks[lane < count ? lane : 0]];
        out[lane] = (float *)(void *)&nowhere;
    }
    for (int lane = 0; lane < count; ++lane) {
        MienTransform *bone = bone_of(job, set->tracks[lane]);
        if (bone != NULL)
            out[lane] = (float *)(void *)bone;
    }
    if (set->part == MIENI_PART_ROTATION)
        job->clip->kernels->clip_rotations(channels, still, out);
    else
        job->clip->kernels->clip_offsets(channels, still, out, 4 * set->part);
    if (set->part == MIENI_PART_TRANSLATION && job->binding != NULL)
        move_translations(job, set, count);
}

/// Writes a part of a track that is stored whole; its floats begin at in a frame.
static void sample_raw(const MienClipJob *job, const MieniRawTrack *raw, const MieniMoment *moments,
                       size_t at, MienTransform *bone)
{
    const MienClip *clip = job->clip;
    const MieniRawRows rows = mieni_raw_rows(&moments[raw->timing], clip->info.frame_count);
    const float *a = clip->raw_track_data + rows.frame * clip->raw_track_floats + at;
    const float *b = clip->raw_track_data + rows.next * clip->raw_track_floats + at;
    float v[4] = {0};
    for (int k = 0; k < mieni_part_size((MieniTrackPart)raw->part); ++k)
        v[k] = a[k] + rows.part * (b[k] - a[k]);
    if (raw->part == MIENI_PART_ROTATION)
        bone->rotation = mien_quat_normalize((MienQuat){v[0], v[1], v[2], v[3]});
    else if (raw->part == MIENI_PART_SCALE)
        bone->scale = (MienVec3){v[0], v[1], v[2]};
    else
        bone->translation = move_translation(job, raw->track, (MienVec3){v[0], v[1], v[2]});
}

static void sample_raw_tracks(const MienClipJob *job, const MieniMoment *moments)
{
    size_t at = 0;
    for (uint32_t r = 0; r < job->clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &job->clip->raw_tracks[r];
        MienTransform *bone = bone_of(job, raw->track);
        if (bone != NULL)
            sample_raw(job, raw, moments, at, bone);
        at += (size_t)mieni_part_size((MieniTrackPart)raw->part);
    }
}

/// What does not move, for all tracks; what does is written over it.
static void write_still(const MienClipJob *job)
{
    const MienClip *clip = job->clip;
    const int count = (int)clip->info.track_count;
    if (job->binding == NULL) {
        const int known = count < job->bone_count ? count : job->bone_count;
        memcpy(job->out_bones, clip->still_tracks, (size_t)known * sizeof *clip->still_tracks);
        return;
    }
    for (int t = 0; t < count; ++t) {
        MienTransform *bone = bone_of(job, t);
        if (bone != NULL)
            *bone = job->binding->still[t];
    }
}

void mieni_sample_tracks(const MienClipJob *job, const MieniMoment *moments)
{
    const MienClip *clip = job->clip;
    const MieniChannels *c = &clip->tracks;
    MienClipCursor *cursor = job->cursor;
    write_still(job);
    float *kept = cursor != NULL ? cursor->kept + (size_t)clip->curves.block_count * MIENI_KEPT : NULL;
    MieniBlockWalk walk;
    if (c->block_count > 0)
        mieni_walk_start(&walk, clip, c, moments->segment, kept,
                         cursor != NULL ? &cursor->track_segment : NULL);
    const MieniTrackSet *set = clip->sets;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        _Alignas(64) float lanes[MIENI_BLOCK_LANES];
        mieni_walk_block(&walk, c, b, moments, ~0u, lanes, lanes + (block->group_count - 1) * MIENI_LANES);
        for (int g = 0; g < block->group_count; ++set) {
            write_set(job, set, lanes + g * MIENI_LANES, c->groups[block->first_group + (uint32_t)g].count);
            g += mieni_part_size((MieniTrackPart)set->part);
        }
    }
    sample_raw_tracks(job, moments);
}

// The same for a tile of characters, each at its own time.

/// Where a track's bone is in the tile, or NULL if it is not wanted.
static float *tile_of(const MieniClipTile *tile, int track)
{
    const int bone = tile->binding->bones[track];
    return (unsigned)bone < (unsigned)tile->bone_count ? tile->out + mien_tile_size(bone) : NULL;
}

static void tile_still(const MieniClipTile *tile)
{
    for (int t = 0; t < (int)tile->clip->info.track_count; ++t) {
        float *out = tile_of(tile, t);
        if (out != NULL)
            tile->clip->kernels->tile_fill(&tile->binding->still[t], out);
    }
}

/// channels: as of write_set, but every number is a row of the tile.
static void tile_set(const MieniClipTile *tile, const MieniTrackSet *set, const float *channels, int count)
{
    const MieniKernels *kernels = tile->clip->kernels;
    for (int lane = 0; lane < count; ++lane, channels += MIEN_TILE) {
        const int track = set->tracks[lane];
        const MienTransform *still = &tile->clip->still_tracks[track];
        const MieniMove *move = &tile->binding->moves[track];
        float *out = tile_of(tile, track);
        if (out == NULL)
            continue;
        if (set->part == MIENI_PART_ROTATION)
            kernels->tile_rotation(channels, &still->rotation.x, out);
        else if (set->part == MIENI_PART_TRANSLATION)
            kernels->tile_offset(channels, &still->translation.x, move->is_same ? NULL : move,
                                 out + 4 * MIEN_TILE);
        else
            kernels->tile_offset(channels, &still->scale.x, NULL, out + 7 * MIEN_TILE);
    }
}

static void tile_raw_tracks(const MieniClipTile *tile, const MieniMoment (*moments)[MIENI_TIMINGS])
{
    const MienClipJob job = {.clip = tile->clip, .binding = tile->binding};
    size_t at = 0;
    for (uint32_t r = 0; r < tile->clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &tile->clip->raw_tracks[r];
        float *out = tile_of(tile, raw->track);
        for (int k = 0; out != NULL && k < MIEN_TILE; ++k) {
            MienTransform bone;
            mien_tile_read(out, 1, k, &bone);
            sample_raw(&job, raw, moments[k], at, &bone);
            mien_tile_write(out, 1, k, &bone);
        }
        at += (size_t)mieni_part_size((MieniTrackPart)raw->part);
    }
}

void mieni_sample_tile(const MieniClipTile *tile, const MieniMoment (*moments)[MIENI_TIMINGS])
{
    const MienClip *clip = tile->clip;
    const MieniChannels *c = &clip->tracks;
    MieniBlockWalk walks[MIEN_TILE];
    const MieniTrackSet *set = clip->sets;
    _Alignas(64) float lanes[MIEN_TILE][MIENI_BLOCK_LANES], turned[MIENI_BLOCK_LANES * MIEN_TILE];
    const float *rows[MIEN_TILE];
    tile_still(tile);
    for (int k = 0; k < MIEN_TILE; ++k) {
        rows[k] = lanes[k];
        if (c->block_count > 0)
            mieni_walk_start(&walks[k], clip, c, moments[k]->segment, NULL, NULL);
    }
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const int count = block->group_count * MIENI_LANES;
        for (int k = 0; k < MIEN_TILE; ++k)
            mieni_walk_block(&walks[k], c, b, moments[k], ~0u, lanes[k], lanes[k] + count - MIENI_LANES);
        clip->kernels->tile_rows(rows, count, turned);
        for (int g = 0; g < block->group_count; ++set) {
            tile_set(tile, set, turned + g * MIENI_LANES * MIEN_TILE,
                     c->groups[block->first_group + (uint32_t)g].count);
            g += mieni_part_size((MieniTrackPart)set->part);
        }
    }
    tile_raw_tracks(tile, moments);
}
