// SPDX-License-Identifier: MIT
//
// Cooks for a build in this process, one request after another, on systems without POSIX
// processes.

#include "project/build/pool.h"

#include <stdlib.h>
#include <string.h>

struct MieniPool {
    MieniPoolOptions options;
    int item;
};

MieniPool *mieni_pool_begin(const MieniPoolOptions *options)
{
    MieniPool *pool = calloc(1, sizeof *pool);
    if (pool != NULL)
        pool->options = *options;
    return pool;
}

static void hear(void *user, const char *lines, size_t size)
{
    const MieniPool *pool = user;
    char *line = malloc(size);
    if (line == NULL)
        return;
    memcpy(line, lines, size);
    line[size - 1] = '\0'; // one line comes at a time
    if (strcmp(line, "{\"end\": true}") != 0)
        pool->options.hear(pool->options.user, pool->item, line);
    free(line);
}

static bool is_cancelled(void *user)
{
    const MieniPool *pool = user;
    return pool->options.is_cancelled(pool->options.user);
}

MienStatus mieni_pool_run(MieniPool *pool, MieniProblem *problem)
{
    const MieniServeOptions serving = {.cache = pool->options.cache,
                                       .cache_key = pool->options.cache_key,
                                       .is_cancelled = is_cancelled,
                                       .answer = hear,
                                       .user = pool};
    for (;;) {
        MieniTextOut request = {0};
        if (is_cancelled(pool) || !pool->options.next(pool->options.user, &pool->item, &request))
            return MIEN_OK;
        mieni_text_put_bytes(&request, "", 1);
        if (request.is_out_of_memory) {
            mieni_text_release(&request);
            return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
        }
        mieni_serve_request(pool->options.project, request.bytes, &serving);
        mieni_text_release(&request);
        pool->options.ended(pool->options.user, pool->item, false);
    }
}

void mieni_pool_end(MieniPool *pool) { free(pool); }
