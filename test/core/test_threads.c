// SPDX-License-Identifier: MIT
//
// Many threads on one asset and one binding, each with jobs of its own, come to
// the same results as one thread alone.

#include "support/check.h"
#include "support/evaluate.h"

#include <pthread.h>

enum { THREADS = 8 };

#if defined(NDEBUG)
enum { ROUNDS = 40 };
#else
enum { ROUNDS = 8 }; // sanitizers are slow
#endif

typedef struct Shared {
    const MienPoseAsset *asset;
    const MienSkeleton *skeleton;
    const MienPoseBinding *binding;
} Shared;

typedef struct Worker {
    const Shared *shared;
    int first; ///< Threads begin at different seeds, so that they do different things at a time.
    uint8_t hashes[ROUNDS][32];
    const char *fault;
} Worker;

/// One round: jobs on the shared binding, and on one of its own.
static const char *work(const Shared *shared, int seed, uint8_t out_hash[32])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    Random random = {(uint64_t)seed};
    Stage stage = {.asset = shared->asset,
                   .binding = shared->binding,
                   .info = mien_pose_asset_info(shared->asset),
                   .bone_count = mien_skeleton_bone_count(shared->skeleton),
                   .curve_count = mien_skeleton_curve_count(shared->skeleton),
                   .hash = &hash};
    const char *fault = stage_run(&stage, &random);
    if (fault == NULL)
        fault = evaluate(shared->asset, shared->skeleton, (uint64_t)seed, &hash);
    mieni_sha256_end(&hash, out_hash);
    return fault;
}

static void *run_worker(void *argument)
{
    Worker *worker = argument;
    for (int i = 0; i < ROUNDS && worker->fault == NULL; ++i) {
        const int round = (i + worker->first) % ROUNDS;
        worker->fault = work(worker->shared, round, worker->hashes[round]);
    }
    return NULL;
}

static void check_scene(const MienSampleOptions *options, const char *name)
{
    static Worker alone, workers[THREADS];
    ScenePacks packs = scene_packs(options);
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    MienPoseBinding *binding = NULL;
    CHECK_STATUS(mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_binding_create(asset, skeleton, NULL, &binding, NULL), MIEN_OK);
    const Shared shared = {asset, skeleton, binding};

    alone = (Worker){.shared = &shared};
    run_worker(&alone);
    CHECK(alone.fault == NULL);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (Worker){.shared = &shared, .first = i * ROUNDS / THREADS};
        CHECK_INT(pthread_create(&threads[i], NULL, run_worker, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
        if (workers[i].fault != NULL)
            printf("%s, thread %d: %s\n", name, i, workers[i].fault);
        CHECK(workers[i].fault == NULL);
        CHECK(memcmp(workers[i].hashes, alone.hashes, sizeof alone.hashes) == 0);
    }
    CHECK(memcmp(alone.hashes[0], alone.hashes[1], 32) != 0); // seeds matter
    mien_pose_binding_destroy(binding);
    mien_pose_asset_destroy(asset);
    mien_skeleton_destroy(skeleton);
    scene_packs_free(&packs);
}

TEST(small_assets)
{
    for (int i = 0; i < SMALL_SCENES; ++i)
        check_scene(&small_scenes[i].options, small_scenes[i].name);
}

TEST(a_large_asset) { check_scene(&mien_sample_find_scene("sparse58")->options, "sparse58"); }

CHECK_MAIN
{
    RUN(small_assets);
    RUN(a_large_asset);
}
