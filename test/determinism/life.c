// SPDX-License-Identifier: MIT
//
// Life generators in the hash: curves at many times, listening, speaking and between, and events.

#include "determinism/determinism.h"

#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 3000, EVENTS = 1000 };

static void hash_curves(const MienLife *life, MieniSha256 *sha)
{
    static const MienVec3 targets[2] = {{0.1f, 0.05f, 0.6f}, {-0.9f, -0.2f, 1.1f}};
    float values[MIEN_LIFE_CURVES];
    for (int i = 0; i < SAMPLES; ++i) {
        const MienLifeJob job = {.life = life,
                                 .time = (double)i * 0.37 - 200.0,
                                 .speaking = (float)(i % 4) / 3.0f,
                                 .target_count = i % 3,
                                 .targets = targets,
                                 .out_values = values};
        enter_host();
        const MienStatus status = mien_life_job_run(&job);
        leave_host();
        if (status != MIEN_OK)
            exit(1);
        mieni_sha256_update(sha, values, sizeof values);
    }
}

static void hash_events(const MienLife *life, MieniSha256 *sha)
{
    static MienLifeEvent events[EVENTS];
    for (int kind = MIEN_LIFE_BLINK; kind <= MIEN_LIFE_BREATH; ++kind) {
        enter_host();
        const int count =
            mien_life_events(life, (MienLifeEventKind)kind, kind % 2 == 0, -500.0, 500.0, events, EVENTS);
        leave_host();
        for (int i = 0; i < count && i < EVENTS; ++i) {
            const double row[3] = {events[i].time, events[i].duration, (double)events[i].size};
            mieni_sha256_update(sha, row, sizeof row);
        }
    }
}

void hash_life(MieniSha256 *sha)
{
    for (uint32_t seed = 1; seed <= 3; ++seed) {
        MienLifeSettings settings = mien_life_default_settings();
        MienLife *life = NULL;
        settings.seed = seed;
        enter_host();
        const MienStatus status = mien_life_create(&settings, NULL, &life, NULL);
        leave_host();
        if (status != MIEN_OK) {
            fprintf(stderr, "cannot create a life generator\n");
            exit(1);
        }
        hash_curves(life, sha);
        hash_events(life, sha);
        mien_life_destroy(life);
    }
}
