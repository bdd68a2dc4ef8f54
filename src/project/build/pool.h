// SPDX-License-Identifier: MIT
//
// The workers of a build. On POSIX they are processes, "mien cook --serve", which handle one
// request after another, so that starting them costs little and a crash affects only its own
// request. Elsewhere it is this process.

#pragma once

#include "project/build/serve.h"

typedef struct MieniPool MieniPool;

typedef struct MieniPoolOptions {
    const MieniProject *project;
    const char *program;           ///< The mien to start.
    const char *cache;             ///< Or NULL.
    const MieniHmacKey *cache_key; ///< Or NULL. Worker programs read it themselves.
    int jobs;                      ///< How many at a time; 0 for as many as there are processors.
    /// Gives the next request and a number for it; false if there is none now.
    bool (*next)(void *user, int *out_item, MieniTextOut *out_request);
    /// A line of an answer.
    void (*hear)(void *user, int item, const char *line);
    /// The answer has ended. is_lost: it is incomplete, because the worker crashed.
    void (*ended)(void *user, int item, bool is_lost);
    bool (*is_cancelled)(void *user); ///< Asked ten times a second: then all is ended.
    void *user;
} MieniPoolOptions;

MieniPool *mieni_pool_begin(const MieniPoolOptions *options);
/// Goes on until there is no next request and all are answered, or all was cancelled. Those who
/// cook wait for the next run then.
MienStatus mieni_pool_run(MieniPool *pool, MieniProblem *problem);
void mieni_pool_end(MieniPool *pool);
