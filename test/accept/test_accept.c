// SPDX-License-Identifier: MIT
//
// Limits, leaving out, cancelling, pictures and failing memory of acceptance tests.

#include "support/cast_actor.h"
#include "support/ledger.h"

#include "mien_accept/accept.h"

#include <math.h>

static Actor ada;

static MienAcceptDesc desc_of(void)
{
    return (MienAcceptDesc){.skeleton = ada.loaded.skeleton, .mesh = ada.mesh, .poses = ada.loaded.asset};
}

/// Only the tests that take little time.
static void leave_out_slow(bool is_left_out[MIEN_ACCEPT_TESTS])
{
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t)
        is_left_out[t] = t == MIEN_ACCEPT_OWN || t == MIEN_ACCEPT_BETWEEN || t == MIEN_ACCEPT_TEETH ||
                         t == MIEN_ACCEPT_CROSSINGS || t == MIEN_ACCEPT_PAIRS;
}

TEST(a_limit_decides)
{
    float limits[MIEN_ACCEPT_TESTS];
    bool is_left_out[MIEN_ACCEPT_TESTS];
    MienAcceptDesc desc = desc_of();
    MienAcceptReport *report = NULL;
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t)
        limits[t] = NAN;
    limits[MIEN_ACCEPT_JAW] = 40.0f;
    leave_out_slow(is_left_out);
    desc.limits = limits;
    desc.is_left_out = is_left_out;
    CHECK_STATUS(mien_accept_run(&desc, &report, NULL), MIEN_OK);
    CHECK(report->failed_count == 1 && report->rows[MIEN_ACCEPT_JAW].result == MIEN_ACCEPT_FAILED);
    CHECK(report->rows[MIEN_ACCEPT_PAIRS].result == MIEN_ACCEPT_SKIPPED && report->skipped_count == 5);
    CHECK(strcmp(report->findings[report->rows[MIEN_ACCEPT_JAW].first].poses[0], "jawOpen") == 0);
    mien_accept_report_destroy(report);
}

TEST(roles_may_have_other_names)
{
    const MienAcceptTerm terms[] = {{"eyeBlinkLeft", 0.5f}};
    const MienAcceptRole roles[] = {{.name = "eyeBlinkLeft", .terms = terms, .term_count = 1}};
    bool is_left_out[MIEN_ACCEPT_TESTS];
    MienAcceptDesc desc = desc_of();
    MienAcceptReport *report = NULL;
    leave_out_slow(is_left_out);
    desc.is_left_out = is_left_out;
    desc.roles = roles;
    desc.role_count = 1;
    CHECK_STATUS(mien_accept_run(&desc, &report, NULL), MIEN_OK);
    CHECK(report->rows[MIEN_ACCEPT_BLINK].result == MIEN_ACCEPT_FAILED); // half a blink
    CHECK(report->rows[MIEN_ACCEPT_BLINK].measured_count == 1);
    CHECK(report->rows[MIEN_ACCEPT_JAW].result == MIEN_ACCEPT_SKIPPED);
    mien_accept_report_destroy(report);
}

static bool stop_soon(void *user, double done)
{
    int *calls = user;
    (void)done;
    return ++*calls < 10;
}

TEST(it_can_be_cancelled)
{
    int calls = 0;
    MienAcceptDesc desc = desc_of();
    MienAcceptReport *report = NULL;
    desc.user = &calls;
    desc.progress = stop_soon;
    CHECK_STATUS(mien_accept_run(&desc, &report, NULL), MIEN_ERROR_CANCELLED);
    CHECK(report == NULL && calls == 10);
}

static bool count_colors(void *user, int finding, const uint8_t *pixels)
{
    int *counts = user;
    int skin = 0;
    (void)finding;
    for (int p = 0; p < 2 * 64 * 64; ++p)
        skin += pixels[4 * p] > pixels[4 * p + 2] + 20;
    counts[0] += skin > 2000;
    ++counts[1];
    return true;
}

TEST(findings_have_pictures)
{
    bool is_left_out[MIEN_ACCEPT_TESTS];
    int counts[2] = {0, 0};
    MienAcceptDesc desc = desc_of();
    MienAcceptReport *report = NULL;
    leave_out_slow(is_left_out);
    desc.is_left_out = is_left_out;
    CHECK_STATUS(mien_accept_run(&desc, &report, NULL), MIEN_OK);
    const MienAcceptPictures pictures = {.pixels = 64, .user = counts, .take = count_colors};
    CHECK_STATUS(mien_accept_draw(&desc, report, &pictures, NULL), MIEN_OK);
    CHECK(counts[1] == report->finding_count && counts[0] == counts[1]);
    mien_accept_report_destroy(report);
}

static MienStatus accept_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                              MienError *error)
{
    bool is_left_out[MIEN_ACCEPT_TESTS];
    MienAcceptReport *report = NULL;
    (void)given;
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t)
        is_left_out[t] = t != MIEN_ACCEPT_NEUTRAL && t != MIEN_ACCEPT_SYMMETRY;
    MienAcceptDesc desc = desc_of();
    desc.is_left_out = is_left_out;
    desc.allocator = allocator;
    const MienStatus status = mien_accept_run(&desc, &report, error);
    *out_is_empty = report == NULL;
    mien_accept_report_destroy(report);
    return status;
}

TEST(every_allocation_may_fail) { check_call("accept", accept_with, NULL); }

CHECK_MAIN
{
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    RUN(a_limit_decides);
    RUN(roles_may_have_other_names);
    RUN(it_can_be_cancelled);
    RUN(findings_have_pictures);
    RUN(every_allocation_may_fail);
    close_actor(&ada);
}
