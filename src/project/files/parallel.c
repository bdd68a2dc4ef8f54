// SPDX-License-Identifier: MIT
//
// A parallel loop.

#include "project/files/parallel.h"

#include "project/files/os.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/// What is looked at is on one disk, which more threads do not make faster.
enum { MAX_THREADS = 8 };

typedef struct Loop {
    atomic_int next; ///< Which chunk; indices themselves could overflow.
    int count, chunk;
    void (*work)(void *user, int first, int end);
    void *user;
} Loop;

static void *take_part(void *user)
{
    Loop *loop = user;
    for (;;) {
        const long long first = (long long)atomic_fetch_add(&loop->next, 1) * loop->chunk;
        if (first >= loop->count)
            return NULL;
        const long long end = first + loop->chunk;
        loop->work(loop->user, (int)first, end < loop->count ? (int)end : loop->count);
    }
}

static int helper_count(int chunks)
{
    const int processors = mieni_os_processors();
    const int threads = processors < MAX_THREADS ? processors : MAX_THREADS;
    return (threads < chunks ? threads : chunks) - 1;
}

void mieni_parallel(int count, int chunk, void (*work)(void *user, int first, int end), void *user)
{
    Loop loop = {.count = count, .chunk = chunk, .work = work, .user = user};
    pthread_t threads[MAX_THREADS];
    int started = 0;
    if (count < 1)
        return;
    for (const int wanted = helper_count((count - 1) / chunk + 1); started < wanted; ++started)
        if (pthread_create(&threads[started], NULL, take_part, &loop) != 0)
            break;
    take_part(&loop);
    for (int i = 0; i < started; ++i)
        pthread_join(threads[i], NULL);
}
