// SPDX-License-Identifier: MIT
//
// Acceptance tests of a face of the project in its current state, saved or not: what `mien accept` reports,
// with pictures, and what to set in the viewport to see a finding.
//
// Threads  Made on any thread from a preview that is made; begun and compared on the studio's thread.

#pragma once

#include "project/character/acceptance.h"
#include "studio/model/facts/preview.h"

enum {
    STUDIO_ACCEPT_PIXELS = 192,  ///< Height of a picture, which is twice as wide.
    STUDIO_ACCEPT_MOST_SHOWN = 8 ///< Curves of a finding.
};

/// A curve that a finding is shown with.
typedef struct StudioAcceptCurve {
    const char *name; ///< Of the face, which may call it differently than the finding.
    float weight;
} StudioAcceptCurve;

/// How to see a finding.
typedef struct StudioAcceptView {
    StudioAcceptCurve curves[STUDIO_ACCEPT_MOST_SHOWN];
    int curve_count;
    uint8_t *picture; ///< Red, green, blue and opacity; NULL: none was drawn.
} StudioAcceptView;

/// An input, and what it was.
typedef struct StudioAcceptInput {
    const char *path;
    uint64_t hash;
} StudioAcceptInput;

typedef struct StudioAcceptance {
    char path[MIENI_PATH_ROOM];       ///< Of the face: a character, a pose asset or a mesh.
    char edited[MIENI_PATH_ROOM];     ///< What has its poses or morph targets: a pose asset or a mesh.
    MienAcceptReport *report;         ///< NULL: it could not be made, or was cancelled.
    double limits[MIEN_ACCEPT_TESTS]; ///< That were tested.
    StudioAcceptView *views;          ///< One per finding.
    StudioAcceptInput *inputs;        ///< Texts that the result depends on.
    int input_count, input_room;
    MieniArena memory; ///< Private.
    MienStatus status;
    MieniProblem problem; ///< Why there is no report.
} StudioAcceptance;

/// Begins: remembers which texts count, as they are now. Release it in any case.
MienStatus studio_acceptance_begin(StudioAcceptance *out_acceptance, Studio *studio, const char *path,
                                   MieniProblem *problem);
/// Runs the tests on a preview of the face that was made. progress gets the part that is done, and cancels by
/// false.
void studio_acceptance_run(StudioAcceptance *acceptance, const StudioPreview *preview,
                           bool (*progress)(void *user, double done), void *user);
void studio_acceptance_release(StudioAcceptance *acceptance);
/// Whether a text that it depends on has changed since; undoing the change makes it current again.
bool studio_acceptance_is_stale(const StudioAcceptance *acceptance, Studio *studio);
