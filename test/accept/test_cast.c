// SPDX-License-Identifier: MIT
//
// The sample cast passes the acceptance tests.

#include "support/cast_actor.h"

#include "mien_accept/accept.h"

static void print_report(const MienAcceptReport *report)
{
    printf("head %.4f m, %d failed, %d passed, %d skipped\n", report->head_height, report->failed_count,
           report->passed_count, report->skipped_count);
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t) {
        const MienAcceptRow *row = &report->rows[t];
        printf("  %-10s %s %d %s\n", mien_accept_test_info(t).id,
               row->result == MIEN_ACCEPT_FAILED   ? "FAILED"
               : row->result == MIEN_ACCEPT_PASSED ? "passed"
                                                   : "skipped",
               row->measured_count, row->reason);
        for (int i = 0; i < row->count && i < 12; ++i)
            printf("      %s\n", report->findings[row->first + i].text);
    }
}

TEST(the_cast_passes)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        Actor actor;
        MienError error = {0};
        MienAcceptReport *report = NULL;
        open_actor(&actor, who, MIENI_CAST_DEFAULT);
        require_ok(mien_accept_run(&(MienAcceptDesc){.skeleton = actor.loaded.skeleton,
                                                     .mesh = actor.mesh,
                                                     .poses = actor.loaded.asset},
                                   &report, &error),
                   &error, __LINE__);
        print_report(report);
        CHECK(report->failed_count == 0);
        mien_accept_report_destroy(report);
        close_actor(&actor);
    }
}

CHECK_MAIN { RUN(the_cast_passes); }
