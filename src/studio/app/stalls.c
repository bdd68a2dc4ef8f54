// SPDX-License-Identifier: MIT
//
// The main loop does all its work between two calls of poll, and handles no input meanwhile. CPU
// time is printed beside wall time, because on a busy machine wall time says more about the
// machine.

#define _XOPEN_SOURCE 700 // clock_gettime

#include "studio/app/stalls.h"

#include <glib.h>
#include <time.h>

enum { LONG = 25000 }; ///< Microseconds that are worth telling.

static GPollFunc poll_of_before;
static gint64 awake_at, worked_at; ///< When poll returned last.

static gint64 work_time(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (gint64)spent.tv_sec * 1000000 + spent.tv_nsec / 1000;
}

static gint watched_poll(GPollFD *descriptors, guint count, gint timeout)
{
    const gint64 busy = g_get_monotonic_time() - awake_at;
    if (awake_at != 0 && busy > LONG)
        g_printerr("mien-studio: busy for %d ms, %d ms of them at work\n", (int)(busy / 1000),
                   (int)((work_time() - worked_at) / 1000));
    const gint ready = poll_of_before(descriptors, count, timeout);
    awake_at = g_get_monotonic_time();
    worked_at = work_time();
    return ready;
}

void studio_stalls_watch(void)
{
    if (g_getenv("MIEN_STUDIO_TIMES") == NULL)
        return;
    poll_of_before = g_main_context_get_poll_func(NULL);
    g_main_context_set_poll_func(NULL, watched_poll);
}
