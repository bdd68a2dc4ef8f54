// SPDX-License-Identifier: MIT
//
// Pictures of findings.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "accept/picture.h"

#include <string.h>

/// A role or a pose by its name.
static const MieniAcceptPose *find(const MieniAccepting *a, const char *name)
{
    const MieniAcceptPose *role = mieni_accept_role(a, name);
    for (int i = 0; role == NULL && i < a->pose_count; ++i)
        role = strcmp(a->poses[i].name, name) == 0 ? &a->poses[i] : NULL;
    return role;
}

static bool is_about_eyes(MienAcceptTest test)
{
    return test == MIEN_ACCEPT_BLINK || test == MIEN_ACCEPT_WINK || test == MIEN_ACCEPT_LIDS ||
           test == MIEN_ACCEPT_WIDE || test == MIEN_ACCEPT_GAZE;
}

static bool is_about_mouth(MienAcceptTest test)
{
    return test == MIEN_ACCEPT_JAW || test == MIEN_ACCEPT_SEAL || test == MIEN_ACCEPT_TEETH ||
           test == MIEN_ACCEPT_TONGUE;
}

/// The eyes, the mouth or the whole head.
static MieniFaceView view_of(const MieniAccepting *a, MienAcceptTest test)
{
    MieniFaceView view = {.centre = {a->middle, a->chin[1] + 0.47 * a->height, a->chin[2]},
                          .side = 1.3 * a->height,
                          .cosine = 1.0};
    if (is_about_mouth(test) && a->has_mouth)
        return a->mouth.view;
    if (!is_about_eyes(test) || !a->parts.has_eyes)
        return view;
    view.centre[1] = 0.5 * (a->parts.eyes[0].centre[1] + a->parts.eyes[1].centre[1]);
    view.side = 1.9 * (a->parts.eyes[0].centre[0] - a->parts.eyes[1].centre[0]);
    return view;
}

/// Draws one half of a picture: the face at rest, or with the poses of the finding.
static bool draw_half(MieniAccepting *a, const MienAcceptFinding *finding, int pixels, uint8_t *half,
                      uint8_t *out)
{
    const MieniFaceView view = view_of(a, finding->test);
    const bool is_whole = !is_about_eyes(finding->test) && !is_about_mouth(finding->test);
    const size_t row = 4 * (size_t)pixels;
    if (!mieni_accept_picture(&a->face, &a->parts, &view, pixels, is_whole, half, a->desc->allocator)) {
        a->status = MIEN_ERROR_MEMORY;
        return false;
    }
    for (int y = 0; y < pixels; ++y)
        memcpy(out + 2 * row * (size_t)y, half + row * (size_t)y, row);
    return true;
}

static bool draw(MieniAccepting *a, const MienAcceptFinding *finding, int pixels, uint8_t *half, uint8_t *out)
{
    MieniAmount amounts[4];
    int count = 0;
    for (int i = 0; i < 3 && finding->poses[i] != NULL; ++i) {
        const MieniAcceptPose *pose = find(a, finding->poses[i]);
        const MieniAcceptPose *companion =
            pose != NULL && finding->poses[1] == NULL ? mieni_accept_companion(a, pose) : NULL;
        if (pose != NULL)
            amounts[count++] = (MieniAmount){.pose = pose, .amount = 1.0f};
        if (companion != NULL)
            amounts[count++] = (MieniAmount){.pose = companion, .amount = 1.0f};
    }
    return mieni_accept_show(a, NULL, 0) && draw_half(a, finding, pixels, half, out) &&
           mieni_accept_show(a, amounts, count) &&
           draw_half(a, finding, pixels, half, out + 4 * (size_t)pixels);
}

MienStatus mien_accept_draw(const MienAcceptDesc *desc, const MienAcceptReport *report,
                            const MienAcceptPictures *pictures, MienError *error)
{
    MieniAccepting a = {.desc = desc, .arena = {.allocator = desc->allocator}};
    const int pixels = pictures->pixels;
    MienStatus status = mieni_accept_open(&a, error);
    if (status == MIEN_OK) {
        uint8_t *half = mieni_arena_take(&a.arena, (size_t)pixels * (size_t)pixels, 4);
        uint8_t *out = mieni_arena_take(&a.arena, (size_t)pixels * (size_t)pixels, 8);
        mieni_accept_find_mouth(&a);
        a.status = half == NULL || out == NULL ? MIEN_ERROR_MEMORY : a.status;
        for (int i = 0; i < report->finding_count && a.status == MIEN_OK; ++i)
            if (draw(&a, &report->findings[i], pixels, half, out) && !pictures->take(pictures->user, i, out))
                a.status = MIEN_ERROR_CANCELLED;
        status = a.status == MIEN_OK ? MIEN_OK : mieni_accept_fail(&a, error);
    }
    mieni_accept_close(&a);
    return status;
}
