// SPDX-License-Identifier: MIT
//
// The table of tests, and the report.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "base/budget.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define OF_HEIGHT "% of head height"

static const MienAcceptTestInfo infos[MIEN_ACCEPT_TESTS] = {
    [MIEN_ACCEPT_NEUTRAL] = {"neutral", "Without curves the face is at rest.", OF_HEIGHT, 0.01f, false},
    [MIEN_ACCEPT_MOVES] = {"moves", "Every pose moves something.", OF_HEIGHT, 0.05f, true},
    [MIEN_ACCEPT_OWN] = {"own", "No two poses do the same.", "% alike", 99.0f, false},
    [MIEN_ACCEPT_EXTREMES] = {"extremes", "No pose moves anything too far.", OF_HEIGHT, 25.0f, false},
    [MIEN_ACCEPT_BETWEEN] = {"between", "Between 0 and 1 a pose only moves forward.",
                             "% of its motion backwards", 5.0f, false},
    [MIEN_ACCEPT_SYMMETRY] = {"symmetry", "Left and right do the same.", "% of the motion differs", 30.0f,
                              false},
    [MIEN_ACCEPT_BLINK] = {"blink", "A blink hides the eyeball.", "% of the eye seen", 0.5f, false},
    [MIEN_ACCEPT_WINK] = {"wink", "A blink of one eye leaves the other open.", "% of the other eye hidden",
                          15.0f, false},
    [MIEN_ACCEPT_LIDS] = {"lids", "Lids do not go into the eyeball.", OF_HEIGHT, 0.6f, false},
    [MIEN_ACCEPT_WIDE] = {"wide", "Wide eyes show more of the eyeball.", "% more seen", 1.0f, true},
    [MIEN_ACCEPT_GAZE] = {"gaze", "Eyes turn far enough, and to the right side.", "degrees", 8.0f, true},
    [MIEN_ACCEPT_JAW] = {"jaw", "The jaw opens the mouth.", OF_HEIGHT, 3.0f, true},
    [MIEN_ACCEPT_SEAL] = {"seal", "Lips meet where they should.", OF_HEIGHT, 0.5f, false},
    [MIEN_ACCEPT_TEETH] = {"teeth", "No teeth come through the skin.", OF_HEIGHT, 1.0f, false},
    [MIEN_ACCEPT_TONGUE] = {"tongue", "The tongue comes out, and is hidden otherwise.", OF_HEIGHT, 2.0f,
                            true},
    [MIEN_ACCEPT_CROSSINGS] = {"crossings", "The skin does not go through itself.", OF_HEIGHT, 9.0f, false},
    [MIEN_ACCEPT_PAIRS] = {"pairs", "Nor does it with two poses of a region at once.", OF_HEIGHT, 13.0f,
                           false},
};

MienAcceptTestInfo mien_accept_test_info(int test)
{
    return test >= 0 && test < MIEN_ACCEPT_TESTS ? infos[test]
                                                 : (MienAcceptTestInfo){.id = "", .title = "", .unit = ""};
}

int mien_accept_find_test(const char *id)
{
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
        if (strcmp(infos[test].id, id) == 0)
            return test;
    return -1;
}

double mieni_accept_limit(const MieniAccepting *a, MienAcceptTest test)
{
    const float *limits = a->desc->limits;
    return (double)(limits != NULL && limits[test] == limits[test] ? limits[test] : infos[test].limit);
}

bool mieni_accept_wants(const MieniAccepting *a, MienAcceptTest test)
{
    return a->desc->is_left_out == NULL || !a->desc->is_left_out[test];
}

static MienAcceptFinding *add_finding(MieniAccepting *a)
{
    MienAcceptReport *report = a->report;
    if (report->finding_count == a->finding_room) {
        const int room = a->finding_room > 0 ? 2 * a->finding_room : 64;
        MienAcceptFinding *larger = mieni_arena_take(a->kept, (size_t)room, sizeof *larger);
        if (larger == NULL)
            return NULL;
        if (report->finding_count > 0)
            memcpy(larger, a->findings, (size_t)report->finding_count * sizeof *larger);
        a->findings = larger;
        a->finding_room = room;
    }
    report->findings = a->findings;
    return &a->findings[report->finding_count++];
}

static bool is_worse(MienAcceptTest test, double value, double than)
{
    return infos[test].is_minimum ? value < than : value > than;
}

void mieni_accept_tell(MieniAccepting *a, MienAcceptTest test, const MieniAmount *amounts, int count,
                       double value, const char *format, ...)
{
    MienAcceptRow *row = &a->report->rows[test];
    const bool is_failure = is_worse(test, value, mieni_accept_limit(a, test)) || !(value == value);
    MienAcceptFinding *finding = NULL;
    char text[256];
    if (!mieni_accept_wants(a, test))
        return;
    if (row->measured_count++ == 0)
        row->first = a->report->finding_count;
    if (!is_failure && row->result == MIEN_ACCEPT_FAILED)
        return;
    if (row->count > 0 && row->result == MIEN_ACCEPT_PASSED) {
        finding = &a->findings[row->first]; // the worst so far
        if (!is_failure && !is_worse(test, value, finding->value))
            return;
    } else {
        finding = add_finding(a);
        row->count += finding != NULL;
    }
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char *copy = mieni_arena_text(a->kept, text, strlen(text));
    if (finding == NULL || copy == NULL) {
        a->status = MIEN_ERROR_MEMORY;
        return;
    }
    *finding = (MienAcceptFinding){.test = test, .value = value, .is_failure = is_failure, .text = copy};
    for (int i = 0; i < count && i < 3; ++i)
        finding->poses[i] = mieni_arena_text(a->kept, amounts[i].pose->name, strlen(amounts[i].pose->name));
    row->result = is_failure ? MIEN_ACCEPT_FAILED : MIEN_ACCEPT_PASSED;
}

void mieni_accept_skip(MieniAccepting *a, MienAcceptTest test, const char *reason)
{
    a->report->rows[test].result = MIEN_ACCEPT_SKIPPED;
    a->report->rows[test].reason = reason;
}

void mieni_accept_finish(MieniAccepting *a)
{
    MienAcceptReport *report = a->report;
    MienAcceptFinding *sorted = mieni_arena_take(a->kept, (size_t)report->finding_count, sizeof *sorted);
    int count = 0;
    for (int test = 0; sorted != NULL && test < MIEN_ACCEPT_TESTS; ++test) {
        MienAcceptRow *row = &report->rows[test];
        row->first = count;
        row->reason = row->reason != NULL ? row->reason : "";
        for (int i = 0; i < report->finding_count; ++i)
            if (a->findings[i].test == (MienAcceptTest)test)
                sorted[count++] = a->findings[i];
        if (row->measured_count == 0 && row->result == MIEN_ACCEPT_PASSED)
            mieni_accept_skip(a, (MienAcceptTest)test,
                              mieni_accept_wants(a, (MienAcceptTest)test) ? "The face has no poses for it."
                                                                          : "It was left out.");
        report->failed_count += row->result == MIEN_ACCEPT_FAILED;
        report->passed_count += row->result == MIEN_ACCEPT_PASSED;
        report->skipped_count += row->result == MIEN_ACCEPT_SKIPPED;
    }
    report->findings = sorted;
    a->status = a->kept->is_out_of_memory && a->status == MIEN_OK ? MIEN_ERROR_MEMORY : a->status;
}

bool mieni_accept_goes_on(MieniAccepting *a, double done)
{
    a->done = done;
    if (a->status == MIEN_OK && (!mieni_budget_goes_on(a->desc->allocator) ||
                                 (a->desc->progress != NULL && !a->desc->progress(a->desc->user, done))))
        a->status = MIEN_ERROR_CANCELLED;
    return a->status == MIEN_OK;
}
