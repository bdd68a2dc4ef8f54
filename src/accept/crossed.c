// SPDX-License-Identifier: MIT
//
// Tests of skin that goes through itself: with one pose, and with two of a region.

#include "core/float_rules.h"

#include "accept/accepting.h"

#include <string.h>

static void test_crossings(MieniAccepting *a)
{
    for (int i = 0;
         i < a->pose_count && mieni_accept_goes_on(a, 0.3 + 0.2 * (double)i / (double)a->pose_count); ++i) {
        const MieniAmount amounts[] = {{&a->poses[i], 1.0f}, {mieni_accept_companion(a, &a->poses[i]), 1.0f}};
        const MieniAmount one = amounts[0];
        if (one.pose->turns_head || !mieni_accept_show(a, amounts, amounts[1].pose != NULL ? 2 : 1))
            continue;
        const double value = mieni_accept_percent(a, mieni_accept_crossed(a, false));
        mieni_accept_tell(a, MIEN_ACCEPT_CROSSINGS, &one, 1, value,
                          "With %s a patch of skin %.3g %% of head height wide goes through other skin.",
                          one.pose->name, value);
    }
}

/// The part of the face that a role belongs to: eyes and brows of one side, or mouth, jaw and cheeks.
static int region_of(const char *role)
{
    const size_t length = strlen(role);
    const bool is_left = length > 4 && strcmp(role + length - 4, "Left") == 0;
    if (strncmp(role, "eye", 3) == 0 || strncmp(role, "brow", 4) == 0)
        return is_left ? 1 : 2;
    return strncmp(role, "tongue", 6) == 0 ? 0 : 3;
}

/// Whether two roles are opposites: they are not shown at once.
static bool are_opposite(const char *one, const char *two)
{
    static const char *const pairs[][2] = {
        {"jawLeft", "jawRight"},        {"mouthLeft", "mouthRight"},     {"eyeBlink", "eyeWide"},
        {"eyeSquint", "eyeWide"},       {"eyeLookUp", "eyeLookDown"},    {"eyeLookIn", "eyeLookOut"},
        {"mouthSmile", "mouthFrown"},   {"browDown", "browInnerUp"},     {"browDown", "browOuterUp"},
        {"mouthFunnel", "mouthPucker"}, {"mouthPucker", "mouthStretch"}, {"mouthFunnel", "mouthStretch"},
        {"eyeBlink", "eyeLookUp"}};
    if (strcmp(one, "mouthClose") == 0 || strcmp(two, "mouthClose") == 0) // which is for an open jaw
        return strcmp(one, "jawOpen") != 0 && strcmp(two, "jawOpen") != 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
        for (int k = 0; k < 2; ++k)
            if (strncmp(one, pairs[i][k], strlen(pairs[i][k])) == 0 &&
                strncmp(two, pairs[i][1 - k], strlen(pairs[i][1 - k])) == 0)
                return true;
    return false;
}

static void test_pairs_of(MieniAccepting *a, int first)
{
    for (int j = first + 1; j < a->role_count; ++j) {
        const MieniAmount both[] = {{&a->roles[first], 1.0f}, {&a->roles[j], 1.0f}};
        const char *one = both[0].pose->name, *two = both[1].pose->name;
        if (region_of(one) == 0 || region_of(one) != region_of(two) || are_opposite(one, two) ||
            !mieni_accept_show(a, both, 2))
            continue;
        const double value = mieni_accept_percent(a, mieni_accept_crossed(a, false));
        mieni_accept_tell(
            a, MIEN_ACCEPT_PAIRS, both, 2, value,
            "With %s and %s a patch of skin %.3g %% of head height wide goes through other skin.", one, two,
            value);
    }
}

void mieni_accept_test_crossings(MieniAccepting *a)
{
    if (mieni_accept_wants(a, MIEN_ACCEPT_CROSSINGS))
        test_crossings(a);
    for (int i = 0; mieni_accept_wants(a, MIEN_ACCEPT_PAIRS) && i < a->role_count &&
                    mieni_accept_goes_on(a, 0.5 + 0.5 * (double)i / (double)a->role_count);
         ++i)
        test_pairs_of(a, i);
}
