// SPDX-License-Identifier: MIT
//
// A face while it is tested, shared by the sources of the tests.

#pragma once

#include "face/crossings.h"
#include "face/mouth.h"
#include "face/parts.h"
#include "face/raster.h"
#include "mien_accept/accept.h"

#include "core/internal.h"

/// Pixels of a picture of an eye or the mouth.
enum { MIENI_ACCEPT_PIXELS = 320 };

/// Something that can be shown: a pose of the face, or a role.
typedef struct MieniAcceptPose {
    const char *name;
    const MieniCurveValue *values;
    int value_count;
    double largest;     ///< The farthest that it moves a vertex of the skin, eyes or teeth, metres.
    double any_largest; ///< The same of all vertices.
    double size;        ///< Root of the sum of squares of the sampled displacements.
    const float *moved; ///< Displacements of the sampled vertices; three numbers each.
    bool turns_head;    ///< Nearly everything moves.
    bool is_role;       ///< Some role uses it.
} MieniAcceptPose;

/// A mouth as the front view sees it.
typedef struct MieniMouth {
    double gap;   ///< The highest opening, metres.
    double teeth; ///< Area of teeth in front of the skin, square metres.
    int tongue;   ///< Pixels of the tongue.
} MieniMouth;

typedef struct MieniAccepting {
    const MienAcceptDesc *desc;
    MieniArena arena; ///< For the length of the tests.
    MieniShownFace face;
    MieniFaceParts parts;
    MieniRaster raster, behind; ///< All that is solid; only the skin.
    MieniCrossings crossings;

    MieniAcceptPose *poses; ///< The face's own.
    int pose_count;
    MieniAcceptPose *roles; ///< Those of ARKit that the face has.
    int role_count;
    double height, chin[3]; ///< Of the head; the chin at rest.
    double middle;          ///< The X between left and right.
    bool *is_seen;          ///< Per vertex, at rest.
    int *sampled;           ///< Vertices that poses are compared by.
    int sampled_count;
    bool has_mouth;
    MieniMouthView mouth;
    MieniMouth mouth_at_rest;
    double eye_at_rest[2];                    ///< Pixels of each eye.
    bool *is_in, *is_moved, *crosses_at_rest; ///< Per triangle.
    int face_component;                       ///< Of the skin: the one with most of what is seen.

    MienAcceptReport *report;
    MieniArena *kept; ///< The report's memory.
    MienAcceptFinding *findings;
    int finding_room;
    double done; ///< Of the progress.
    MienStatus status;
} MieniAccepting;

// Showing -----------------------------------------------------------------------------------------

/// Shows up to three poses at once, each with an amount. False once something failed.
typedef struct MieniAmount {
    const MieniAcceptPose *pose;
    float amount;
} MieniAmount;
bool mieni_accept_show(MieniAccepting *a, const MieniAmount *amounts, int count);
bool mieni_accept_show_one(MieniAccepting *a, const MieniAcceptPose *pose, float amount);
/// A role by its name; NULL if the face has none.
const MieniAcceptPose *mieni_accept_role(const MieniAccepting *a, const char *name);
/// What a pose is never shown without: opening the jaw for closing the mouth; otherwise NULL.
const MieniAcceptPose *mieni_accept_companion(const MieniAccepting *a, const MieniAcceptPose *pose);
/// Draws what is shown.
void mieni_accept_draw(MieniAccepting *a, MieniRaster *raster, const MieniFaceView *view, uint32_t parts);
/// Pixels of an eye (0: left) that are seen.
double mieni_accept_eye(MieniAccepting *a, int eye);
/// Finds the mouth by what opening the jaw opens.
void mieni_accept_find_mouth(MieniAccepting *a);
MieniMouth mieni_accept_mouth(MieniAccepting *a);
/// Area of triangles that cross others and do not at rest, as the side of a square, metres. is_rest: all are
/// compared, also those that did not move.
double mieni_accept_crossed(MieniAccepting *a, bool is_rest);
/// The side of a square of an area; 0 for less than none.
double mieni_accept_side(double area);
/// How far a vertex is from where it rests.
double mieni_accept_moved(const MieniAccepting *a, int vertex);
/// Percent of the head's height.
double mieni_accept_percent(const MieniAccepting *a, double length);

// Reporting ---------------------------------------------------------------------------------------

double mieni_accept_limit(const MieniAccepting *a, MienAcceptTest test);
bool mieni_accept_wants(const MieniAccepting *a, MienAcceptTest test);
/// Tells a measurement. The text is for a failure or the worst; names are those of the amounts.
void mieni_accept_tell(MieniAccepting *a, MienAcceptTest test, const MieniAmount *amounts, int count,
                       double value, const char *format, ...) MIENI_PRINTF(6, 7);
/// The test cannot be made.
void mieni_accept_skip(MieniAccepting *a, MienAcceptTest test, const char *reason);
/// Puts the findings in the order of the tests and counts.
void mieni_accept_finish(MieniAccepting *a);
/// False if the work is cancelled or failed.
bool mieni_accept_goes_on(MieniAccepting *a, double done);

// Getting ready -----------------------------------------------------------------------------------

/// Opens the face of the description and measures its head. Close it in any case.
MienStatus mieni_accept_open(MieniAccepting *a, MienError *error);
void mieni_accept_close(MieniAccepting *a);
MienStatus mieni_accept_fail(const MieniAccepting *a, MienError *error);

// Tests -------------------------------------------------------------------------------------------

void mieni_accept_test_poses(MieniAccepting *a);
void mieni_accept_test_eyes(MieniAccepting *a);
void mieni_accept_test_mouth(MieniAccepting *a);
void mieni_accept_test_crossings(MieniAccepting *a);
