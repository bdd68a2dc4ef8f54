// SPDX-License-Identifier: MIT
//
// Plays one clip on thousands of faces, each with its own start time. Sixteen faces
// share a tile, so that one instruction works on many faces at once.

#include "mien/mien.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A batch is as many faces as stay in the cache between sampling and evaluating.
enum { FACES = 4096, BATCH = 256, FRAMES = 30, TILES = BATCH / MIEN_TILE };

typedef struct Crowd {
    MienFile *file;
    MienBundle *bundle;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienPoseBinding *pose_binding;
    MienClip *clip;
    MienClipBinding *clip_binding;
    int bone_count, curve_count;
    float *reference;  ///< One tile of the reference pose, sixteen times the same.
    float *bones;      ///< TILES tiles.
    float *curves;     ///< [tile][curve][MIEN_TILE].
    float *one_values; ///< The curves of one face.
    MienTransform *one_pose, *same_pose;
    void *scratch;
    size_t scratch_size;
    double sampling, evaluating; ///< Seconds, all faces and frames together.
} Crowd;

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *make_memory(size_t size)
{
    const size_t whole = (size + 63) / 64 * 64 + 64;
    void *memory = aligned_alloc(64, whole);
    return memory == NULL ? NULL : memset(memory, 0, whole);
}

static MienStatus load(Crowd *crowd, const char *path, MienError *error)
{
    const MienLoadOptions borrow = {.borrow_data = true};
    MienStatus status = mien_file_open(path, NULL, &crowd->file, error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(crowd->file), mien_file_size(crowd->file), &borrow,
                                  &crowd->bundle, error);
    MienBundleMember m;
    if (status == MIEN_OK)
        status = mien_bundle_get(crowd->bundle, "ada.skeleton", &m, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(m.data, m.size, &borrow, &crowd->skeleton, error);
    if (status == MIEN_OK)
        status = mien_bundle_get(crowd->bundle, "ada.poses", &m, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(m.data, m.size, &borrow, &crowd->poses, error);
    if (status == MIEN_OK)
        status = mien_bundle_get(crowd->bundle, "emotions.clip", &m, error);
    if (status == MIEN_OK)
        status = mien_clip_load(m.data, m.size, &borrow, &crowd->clip, error);
    if (status == MIEN_OK)
        status = mien_pose_binding_create(crowd->poses, crowd->skeleton, NULL, &crowd->pose_binding, error);
    if (status == MIEN_OK)
        status = mien_clip_binding_create(crowd->clip, crowd->skeleton, NULL, &crowd->clip_binding, error);
    return status;
}

static MienStatus prepare(Crowd *crowd)
{
    const size_t one = mien_pose_job_scratch_size(crowd->poses);
    const size_t many = mien_crowd_job_scratch_size(crowd->poses);
    crowd->bone_count = mien_skeleton_bone_count(crowd->skeleton);
    crowd->curve_count = mien_skeleton_curve_count(crowd->skeleton);
    const size_t tile = mien_tile_size(crowd->bone_count) * sizeof(float);
    const size_t pose = (size_t)crowd->bone_count * sizeof(MienTransform);
    crowd->scratch_size = one > many ? one : many;
    crowd->scratch = make_memory(crowd->scratch_size);
    crowd->reference = make_memory(TILES * tile);
    crowd->bones = make_memory(TILES * tile);
    crowd->curves = make_memory((size_t)crowd->curve_count * BATCH * sizeof(float));
    crowd->one_values = make_memory((size_t)crowd->curve_count * sizeof(float));
    crowd->one_pose = make_memory(pose);
    crowd->same_pose = make_memory(pose);
    if (!crowd->scratch || !crowd->reference || !crowd->bones || !crowd->curves || !crowd->one_values ||
        !crowd->one_pose || !crowd->same_pose)
        return MIEN_ERROR_MEMORY;
    for (int k = 0; k < BATCH; ++k)
        mien_tile_write(crowd->reference + (size_t)(k / MIEN_TILE) * mien_tile_size(crowd->bone_count),
                        crowd->bone_count, k % MIEN_TILE, mien_skeleton_rest_pose(crowd->skeleton));
    return MIEN_OK;
}

/// Where a face is in the clip: each a little behind the one before.
static double time_of(const Crowd *crowd, int frame, int face)
{
    const double length = mien_clip_info(crowd->clip).length;
    const double time = frame / 30.0 + face * length / FACES;
    return time < length ? time : time - length;
}

/// Curves of one face, all of them: those that the clip lacks are 0.
static MienStatus sample(Crowd *crowd, double time)
{
    const MienCurveSet set = {.count = crowd->curve_count, .values = crowd->one_values};
    mien_curve_set_clear(&set);
    return mien_clip_job_run(
        &(MienClipJob){.clip = crowd->clip, .binding = crowd->clip_binding, .time = time, .out_curves = set});
}

/// One frame of some faces: curves into tiles, tiles into poses.
static MienStatus run_batch(Crowd *crowd, int frame, int first)
{
    const double start = now();
    for (int k = 0; k < BATCH; ++k) {
        const MienStatus status = sample(crowd, time_of(crowd, frame, first + k));
        if (status != MIEN_OK)
            return status;
        float *tile = crowd->curves + (size_t)(k / MIEN_TILE) * (size_t)crowd->curve_count * MIEN_TILE;
        for (int curve = 0; curve < crowd->curve_count; ++curve)
            tile[curve * MIEN_TILE + k % MIEN_TILE] = crowd->one_values[curve];
    }
    const double middle = now();
    const MienStatus status = mien_crowd_job_run(&(MienCrowdJob){.asset = crowd->poses,
                                                                 .binding = crowd->pose_binding,
                                                                 .character_count = BATCH,
                                                                 .bone_count = crowd->bone_count,
                                                                 .input = crowd->reference,
                                                                 .out_bones = crowd->bones,
                                                                 .curve_count = crowd->curve_count,
                                                                 .curves = crowd->curves,
                                                                 .scratch = crowd->scratch,
                                                                 .scratch_size = crowd->scratch_size});
    crowd->sampling += middle - start;
    crowd->evaluating += now() - middle;
    return status; // an engine would now draw the tiles
}

/// Whether a face of the crowd is, to the bit, what a job of its own gives.
static bool is_same_alone(Crowd *crowd, int frame, int first, int k)
{
    const float *tile = crowd->bones + (size_t)(k / MIEN_TILE) * mien_tile_size(crowd->bone_count);
    mien_tile_read(tile, crowd->bone_count, k % MIEN_TILE, crowd->one_pose);
    if (sample(crowd, time_of(crowd, frame, first + k)) != MIEN_OK ||
        mien_pose_job_run(&(MienPoseJob){.asset = crowd->poses,
                                         .binding = crowd->pose_binding,
                                         .bone_count = crowd->bone_count,
                                         .input = mien_skeleton_rest_pose(crowd->skeleton),
                                         .out_bones = crowd->same_pose,
                                         .curves = {.count = crowd->curve_count, .values = crowd->one_values},
                                         .scratch = crowd->scratch,
                                         .scratch_size = crowd->scratch_size}) != MIEN_OK)
        return false;
    for (int b = 0; b < crowd->bone_count; ++b) {
        const MienTransform *x = &crowd->one_pose[b], *y = &crowd->same_pose[b];
        if (memcmp(&x->rotation, &y->rotation, sizeof x->rotation) != 0 ||
            memcmp(&x->translation, &y->translation, sizeof x->translation) != 0 ||
            memcmp(&x->scale, &y->scale, sizeof x->scale) != 0)
            return false;
    }
    return true;
}

static MienStatus run(Crowd *crowd)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(crowd->poses);
    printf("%d faces, %d bones, %d poses, %d curves, %d frames\n", FACES, crowd->bone_count, info.pose_count,
           crowd->curve_count, FRAMES);
    int same = 0, compared = 0;
    MienStatus status = MIEN_OK;
    for (int frame = 0; frame < FRAMES && status == MIEN_OK; ++frame)
        for (int first = 0; first < FACES && status == MIEN_OK; first += BATCH) {
            status = run_batch(crowd, frame, first);
            for (int k = frame % 7; k < BATCH && status == MIEN_OK; k += 37, ++compared)
                same += is_same_alone(crowd, frame, first, k);
        }
    if (status != MIEN_OK)
        return status;
    const double each = 1e9 / ((double)FACES * FRAMES);
    printf("of %d faces evaluated alone as well, %d are the same to the bit\n", compared, same);
    printf("sampling the clip, per face: %.0f ns\n", crowd->sampling * each);
    printf("evaluating, per face: %.0f ns\n", crowd->evaluating * each);
    return same == compared ? MIEN_OK : MIEN_ERROR_DATA;
}

static void destroy(Crowd *crowd)
{
    mien_clip_binding_destroy(crowd->clip_binding);
    mien_clip_destroy(crowd->clip);
    mien_pose_binding_destroy(crowd->pose_binding);
    mien_pose_asset_destroy(crowd->poses);
    mien_skeleton_destroy(crowd->skeleton);
    mien_bundle_destroy(crowd->bundle);
    mien_file_close(crowd->file);
    void *const memory[] = {crowd->scratch,    crowd->reference, crowd->bones,    crowd->curves,
                            crowd->one_values, crowd->one_pose,  crowd->same_pose};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; ++i)
        free(memory[i]);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s BUNDLE\n", argv[0]);
        return 2;
    }
    Crowd crowd = {0};
    MienError error = {.message = "the job was refused"}; // a job gives a status and no sentence
    MienStatus status = load(&crowd, argv[1], &error);
    if (status == MIEN_OK)
        status = prepare(&crowd);
    if (status == MIEN_OK)
        status = run(&crowd);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    destroy(&crowd);
    return status == MIEN_OK ? 0 : 1;
}
