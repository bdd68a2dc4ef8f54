// SPDX-License-Identifier: MIT
//
// Many threads on one graph and one binding, each with an instance of its own, come to
// the same results as one thread alone.

#include "core/sha256.h"
#include "support/graph/every.h"

#include <pthread.h>

enum { THREADS = 8 };

#if defined(NDEBUG)
enum { STEPS = 400 };
#else
enum { STEPS = 60 }; // sanitizers are slow
#endif

typedef struct Worker {
    Every *every; ///< Shared, and only read.
    uint8_t hash[32];
    int failed;
} Worker;

static void *run_worker(void *argument)
{
    Worker *worker = argument;
    Every *e = worker->every;
    const MienGraphBinding *binding = e->g.binding;
    const size_t size = mien_graph_instance_size(binding), trace_size = mien_graph_trace_size(binding);
    MienGraphInstance *instance = mien_graph_instance_init(binding, aligned_take(size), size);
    MienGraphTrace *trace = mien_graph_trace_init(binding, aligned_take(trace_size), trace_size);
    MienTransform bones[4];
    float values[3];
    uint32_t present[1];
    MienGraphJob job = {.binding = binding,
                        .instance = instance,
                        .bone_count = 4,
                        .out_bones = bones,
                        .out_curves = {3, values, present},
                        .scratch_size = mien_graph_job_scratch_size(binding)};
    job.scratch = aligned_take(job.scratch_size);
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    for (int i = 0; i < STEPS; ++i) {
        every_fill(e, e->g.graph, instance, i);
        job.step = 0.01 * (i % 13);
        job.trace = i % 8 == 0 ? trace : NULL;
        worker->failed += mien_graph_job_run(&job) != MIEN_OK;
        for (int b = 0; b < 4; ++b) {
            mieni_sha256_update(&hash, &bones[b].rotation, sizeof bones[b].rotation);
            mieni_sha256_update(&hash, &bones[b].translation, sizeof bones[b].translation);
        }
        mieni_sha256_update(&hash, values, sizeof values);
    }
    mieni_sha256_end(&hash, worker->hash);
    aligned_free(job.scratch);
    aligned_free(instance);
    aligned_free(trace);
    return NULL;
}

TEST(threads_share_a_binding)
{
    static Every e;
    static Worker alone, workers[THREADS];
    pthread_t threads[THREADS];
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    alone = (Worker){.every = &e};
    run_worker(&alone);
    CHECK_INT(alone.failed, 0);
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (Worker){.every = &e};
        CHECK_INT(pthread_create(&threads[i], NULL, run_worker, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        CHECK_INT(pthread_join(threads[i], NULL), 0);
        CHECK_INT(workers[i].failed, 0);
        CHECK(memcmp(workers[i].hash, alone.hash, sizeof alone.hash) == 0);
    }
    graph_end(&e.g);
}

CHECK_MAIN { RUN(threads_share_a_binding); }
