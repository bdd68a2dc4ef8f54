// SPDX-License-Identifier: MIT
//
// Acceptance tests of a face: do lids close, do lips meet, does every pose do something of its own?
// The tests need no reference: they pose the face and measure what is seen. They work on poses of
// bones, on morph targets and on both.
//
// Lengths are percent of the head's height, from the chin to the top of the skin. The face looks
// along Z, Y is up.
//
// Ownership  You destroy a report. The parts of the face need not outlive it.
// Threads    No state.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same face gives the same report on every platform.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The tests, in the order of reports.
typedef enum MienAcceptTest {
    MIEN_ACCEPT_NEUTRAL = 0, ///< Without curves the face is at rest.
    MIEN_ACCEPT_MOVES,       ///< Every pose moves something.
    MIEN_ACCEPT_OWN,         ///< No two poses do the same.
    MIEN_ACCEPT_EXTREMES,    ///< No pose moves anything too far.
    MIEN_ACCEPT_BETWEEN,     ///< Between 0 and 1 a pose only moves forward.
    MIEN_ACCEPT_SYMMETRY,    ///< Left and right do the same.
    MIEN_ACCEPT_BLINK,       ///< A blink hides the eyeball.
    MIEN_ACCEPT_WINK,        ///< A blink of one eye leaves the other open.
    MIEN_ACCEPT_LIDS,        ///< Lids do not go into the eyeball.
    MIEN_ACCEPT_WIDE,        ///< Wide eyes show more of the eyeball.
    MIEN_ACCEPT_GAZE,        ///< Eyes turn far enough, and to the right side.
    MIEN_ACCEPT_JAW,         ///< The jaw opens the mouth.
    MIEN_ACCEPT_SEAL,        ///< Lips meet where they should.
    MIEN_ACCEPT_TEETH,       ///< No teeth come through the skin.
    MIEN_ACCEPT_TONGUE,      ///< The tongue comes out, and is hidden otherwise.
    MIEN_ACCEPT_CROSSINGS,   ///< The skin does not go through itself.
    MIEN_ACCEPT_PAIRS,       ///< Nor does it with two poses of a region at once.
    MIEN_ACCEPT_TESTS,       ///< Number of tests.
} MienAcceptTest;

/// What a test is about.
typedef struct MienAcceptTestInfo {
    const char *id;    ///< "blink"
    const char *title; ///< "A blink hides the eyeball."
    const char *unit;  ///< Of the value: "% of the eye seen", "% of head height".
    float limit;       ///< The default.
    bool is_minimum;   ///< The value must be at least the limit; otherwise at most.
} MienAcceptTestInfo;

/// Properties of a test; empty for a bad index.
MIEN_API MienAcceptTestInfo mien_accept_test_info(int test);
/// The test with an id; -1 if there is none.
MIEN_API int mien_accept_find_test(const char *id);

/// A curve and how much of it a role needs.
typedef struct MienAcceptTerm {
    const char *curve;
    float weight;
} MienAcceptTerm;

/// What the face calls an ARKit shape: one curve, or several that make it together.
typedef struct MienAcceptRole {
    const char *name; ///< "eyeBlinkLeft"
    const MienAcceptTerm *terms;
    int term_count;
} MienAcceptRole;

/// The face. Zero-initialise: zero is every field's default.
typedef struct MienAcceptDesc {
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    const MienPoseAsset *poses;  ///< NULL: curves drive morph targets.
    const MienAcceptRole *roles; ///< NULL: curves are called as ARKit calls them.
    int role_count;
    const float *limits;     ///< One per test, NaN for the default; NULL: all defaults.
    const bool *is_left_out; ///< Tests that are not made, one per test; NULL: none.
    const MienAllocator *allocator;
    void *user;
    /// Called now and then with the part that is done, from 0 to 1. False cancels. May be NULL.
    bool (*progress)(void *user, double done);
} MienAcceptDesc;

typedef enum MienAcceptResult {
    MIEN_ACCEPT_PASSED = 0,
    MIEN_ACCEPT_FAILED,
    MIEN_ACCEPT_SKIPPED, ///< The face lacks what the test is about.
} MienAcceptResult;

/// One measurement: of a pose, or of several at once.
typedef struct MienAcceptFinding {
    MienAcceptTest test;
    const char *poses[3]; ///< Roles or poses that are shown, NULL after the last.
    double value;
    bool is_failure;
    const char *text; ///< "12.4 % of the left eye is seen, at most 0.5 %."
} MienAcceptFinding;

/// How a test went.
typedef struct MienAcceptRow {
    MienAcceptResult result;
    int first, count;   ///< Its findings: failures, and the worst measurement if there are none.
    int measured_count; ///< How many poses or pairs were measured.
    const char *reason; ///< Why it was skipped; otherwise "".
} MienAcceptRow;

typedef struct MienAcceptReport {
    double head_height; ///< Metres.
    int failed_count, passed_count, skipped_count;
    MienAcceptRow rows[MIEN_ACCEPT_TESTS];
    const MienAcceptFinding *findings;
    int finding_count;
} MienAcceptReport;

/// Runs all tests. On failure *out_report is NULL.
MIEN_API MienStatus mien_accept_run(const MienAcceptDesc *desc, MienAcceptReport **out_report,
                                    MienError *error);
MIEN_API void mien_accept_report_destroy(MienAcceptReport *report); ///< Accepts NULL.

/// Where pictures go.
typedef struct MienAcceptPictures {
    int pixels; ///< Height; they are twice as wide: at rest on the left, with the poses on the right.
    void *user;
    /// Takes the picture of a finding: red, green, blue and opacity, row by row. Valid during the call. False
    /// stops.
    bool (*take)(void *user, int finding, const uint8_t *pixels);
} MienAcceptPictures;

/// Draws findings, near what their tests are about. desc is that of the report.
MIEN_API MienStatus mien_accept_draw(const MienAcceptDesc *desc, const MienAcceptReport *report,
                                     const MienAcceptPictures *pictures, MienError *error);

#ifdef __cplusplus
}
#endif
