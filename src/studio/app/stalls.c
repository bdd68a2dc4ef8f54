// SPDX-License-Identifier: MIT
//
// The main loop does all its work between two calls of poll, and handles no input meanwhile. CPU
// time is printed beside wall time, because on a busy machine wall time says more about the
// machine. Drawing is counted apart: from the paint signal of a frame clock, after layout, to
// after-paint.

#define _XOPEN_SOURCE 700 // clock_gettime

#include "studio/app/stalls.h"

#include <gdk/gdk.h>
#include <time.h>

enum {
    LONG = 25000, ///< Microseconds that are worth telling.
    SHORT = 500,  ///< Less work is told together with the next.
};

static GPollFunc poll_of_before;
static gint64 awake_at, worked_at; ///< When poll returned last.
static gint64 drawing_at;          ///< CPU time at the start of the frame's drawing.
static gint64 worked, drawn;       ///< CPU time not yet printed: all, and of it drawing.

static gint64 work_time(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (gint64)spent.tv_sec * 1000000 + spent.tv_nsec / 1000;
}

static gboolean on_paint(GSignalInvocationHint *hint, guint count, const GValue *values, void *user)
{
    (void)hint, (void)count, (void)values, (void)user;
    drawing_at = work_time();
    return TRUE; // stay
}

static gboolean on_painted(GSignalInvocationHint *hint, guint count, const GValue *values, void *user)
{
    (void)hint, (void)count, (void)values, (void)user;
    drawn += drawing_at != 0 ? work_time() - drawing_at : 0;
    drawing_at = 0;
    return TRUE;
}

static void print_work(gint64 work)
{
    worked += work;
    if (worked < SHORT)
        return;
    g_printerr("mien-studio: worked %d us, %d us of them drawing\n", (int)worked, (int)drawn);
    worked = drawn = 0;
}

static gint watched_poll(GPollFD *descriptors, guint count, gint timeout)
{
    const gint64 busy = g_get_monotonic_time() - awake_at, work = work_time() - worked_at;
    if (awake_at != 0 && busy > LONG)
        g_printerr("mien-studio: busy for %d ms, %d ms of them at work\n", (int)(busy / 1000),
                   (int)(work / 1000));
    if (awake_at != 0)
        print_work(work);
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
    g_type_class_unref(g_type_class_ref(GDK_TYPE_FRAME_CLOCK)); // its signals exist from now on
    g_signal_add_emission_hook(g_signal_lookup("paint", GDK_TYPE_FRAME_CLOCK), 0, on_paint, NULL, NULL);
    g_signal_add_emission_hook(g_signal_lookup("after-paint", GDK_TYPE_FRAME_CLOCK), 0, on_painted, NULL,
                               NULL);
}
