// SPDX-License-Identifier: MIT
//
// Tests of jaw, lips, teeth and tongue.

#include "core/float_rules.h"

#include "accept/accepting.h"

static void test_jaw(MieniAccepting *a)
{
    const MieniAmount open = {.pose = mieni_accept_role(a, "jawOpen"), .amount = 1.0f};
    if (open.pose == NULL || !mieni_accept_show(a, &open, 1))
        return;
    const double value = mieni_accept_percent(a, mieni_accept_mouth(a).gap);
    mieni_accept_tell(a, MIEN_ACCEPT_JAW, &open, 1, value, "%s opens the mouth by %.2g %% of head height.",
                      open.pose->name, value);
}

/// Shows poses that seal the lips and measures how far they are apart, beyond rest.
static void test_sealed(MieniAccepting *a, const MieniAmount *amounts, int count, const char *what)
{
    for (int i = 0; i < count; ++i)
        if (amounts[i].pose == NULL)
            return;
    if (!mieni_accept_show(a, amounts, count))
        return;
    const double gap = mieni_accept_mouth(a).gap - a->mouth_at_rest.gap;
    const double value = mieni_accept_percent(a, gap > 0.0 ? gap : 0.0);
    mieni_accept_tell(a, MIEN_ACCEPT_SEAL, amounts, count, value,
                      "Lips are %.2g %% of head height apart with %s.", value, what);
}

static void test_seal(MieniAccepting *a)
{
    static const char *const sealed[] = {"jawForward", "jawLeft", "jawRight", "mouthRollLower",
                                         "mouthRollUpper"};
    const MieniAmount closed[] = {{mieni_accept_role(a, "jawOpen"), 1.0f},
                                  {mieni_accept_role(a, "mouthClose"), 1.0f}};
    const MieniAmount pressed[] = {{mieni_accept_role(a, "mouthPressLeft"), 1.0f},
                                   {mieni_accept_role(a, "mouthPressRight"), 1.0f}};
    test_sealed(a, closed, 2, "jawOpen and mouthClose");
    test_sealed(a, pressed, 2, "mouthPressLeft and mouthPressRight, as for p, b and m");
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; ++i) {
        const MieniAmount one = {.pose = mieni_accept_role(a, sealed[i]), .amount = 1.0f};
        test_sealed(a, &one, 1, sealed[i]);
    }
}

static bool has_part(const MieniAccepting *a, MieniFacePart part)
{
    for (int v = 0; v < a->face.vertex_count; ++v)
        if (a->parts.of_vertex[v] == part)
            return true;
    return false;
}

static void test_teeth(MieniAccepting *a)
{
    if (!has_part(a, MIENI_PART_TEETH)) {
        mieni_accept_skip(a, MIEN_ACCEPT_TEETH, "The mesh has no teeth.");
        return;
    }
    for (int i = 0; i < a->pose_count && mieni_accept_goes_on(a, a->done); ++i) {
        const MieniAmount one = {.pose = &a->poses[i], .amount = 1.0f};
        if (one.pose->turns_head || !mieni_accept_show(a, &one, 1))
            continue;
        const double area = mieni_accept_mouth(a).teeth - a->mouth_at_rest.teeth;
        const double value = mieni_accept_percent(a, mieni_accept_side(area));
        mieni_accept_tell(a, MIEN_ACCEPT_TEETH, &one, 1, value,
                          "With %s a patch of teeth %.3g %% of head height wide is in front of the skin.",
                          one.pose->name, value);
    }
}

/// How far the foremost vertex of the tongue comes forward.
static double tongue_forward(const MieniAccepting *a)
{
    double now = -1e300, rest = -1e300;
    for (int v = 0; v < a->face.vertex_count; ++v)
        if (a->parts.of_vertex[v] == MIENI_PART_TONGUE) {
            const double z = (double)a->face.positions[v].z, before = (double)a->face.rest[v].z;
            now = z > now ? z : now;
            rest = before > rest ? before : rest;
        }
    return now - rest;
}

static void test_tongue(MieniAccepting *a)
{
    const MieniAmount out = {.pose = mieni_accept_role(a, "tongueOut"), .amount = 1.0f};
    if (out.pose == NULL || !has_part(a, MIENI_PART_TONGUE)) {
        mieni_accept_skip(a, MIEN_ACCEPT_TONGUE,
                          out.pose == NULL ? "The face has no tongueOut."
                                           : "The mesh has no tongue that names tell.");
        return;
    }
    if (!mieni_accept_show(a, &out, 1))
        return;
    const MieniMouth mouth = mieni_accept_mouth(a);
    const double value = mouth.tongue > 0 ? mieni_accept_percent(a, tongue_forward(a)) : 0.0;
    mieni_accept_tell(a, MIEN_ACCEPT_TONGUE, &out, 1, value,
                      mouth.tongue > 0 ? "%s brings the tongue forward by %.2g %% of head height."
                                       : "With %s no tongue is seen (%.2g %%).",
                      out.pose->name, value);
    const double pixel = a->mouth.view.side / (double)MIENI_ACCEPT_PIXELS;
    const double rest = pixel * mieni_accept_side((double)a->mouth_at_rest.tongue);
    if (mieni_accept_percent(a, rest) > 1.0)
        mieni_accept_tell(a, MIEN_ACCEPT_TONGUE, NULL, 0, 0.0, "The tongue is seen at rest.");
}

void mieni_accept_test_mouth(MieniAccepting *a)
{
    static const MienAcceptTest tests[] = {MIEN_ACCEPT_JAW, MIEN_ACCEPT_SEAL, MIEN_ACCEPT_TEETH,
                                           MIEN_ACCEPT_TONGUE};
    for (size_t i = 0; i < sizeof tests / sizeof *tests && !a->has_mouth; ++i)
        mieni_accept_skip(a, tests[i], "The face has no jawOpen, by which the mouth is found.");
    if (!a->has_mouth)
        return;
    test_jaw(a);
    test_seal(a);
    if (mieni_accept_wants(a, MIEN_ACCEPT_TEETH))
        test_teeth(a);
    test_tongue(a);
}
