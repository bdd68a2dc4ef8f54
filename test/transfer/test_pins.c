// SPDX-License-Identifier: MIT
//
// Poses that a head has already teach the others.

#include "support/transferring.h"

static const char *const taught[] = {"jawOpen",  "mouthSmile",  "eyeBlink",
                                     "browDown", "mouthPucker", "browInnerUp"};
static int taught_count;

static bool is_taught(const char *name)
{
    for (int i = 0; i < taught_count; ++i)
        if (strncmp(name, taught[i], strlen(taught[i])) == 0)
            return true;
    return false;
}

/// The errors of all poses that are not pinned.
static PairErrors errors_with(const Actor *from, Actor *to, int count)
{
    MienTransferPin pins[CAST_MOST_POSES];
    MienTransferDesc desc = {.source = &from->head.poses, .target = to->head.skeleton, .pins = pins};
    MienTransfer *made = NULL;
    MienError error = {0};
    taught_count = count;
    for (int p = 0; p < from->head.poses.pose_count; ++p)
        if (is_taught(from->head.poses.poses[p].name))
            pins[desc.pin_count++] = (MienTransferPin){p, to->head.poses.poses[p].bones, NULL};
    require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
    const PairErrors errors = compare_poses(to, mien_transfer_poses(made), is_taught);
    mien_transfer_destroy(made);
    return errors;
}

TEST(three_pins_teach_the_other_poses)
{
    static const int pairs[][2] = {{0, 1}, {0, 2}, {0, 3}, {2, 1}, {3, 0}};
    static Actor heads[CAST_HEADS];
    for (int i = 0; i < CAST_HEADS; ++i)
        open_actor(&heads[i], i, MIENI_CAST_DRAWN);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        const int from = pairs[i][0], to = pairs[i][1];
        PairErrors errors[3];
        for (int k = 0; k < 3; ++k)
            errors[k] = errors_with(&heads[from], &heads[to], 3 * k);
        printf("%s -> %s: %.1f %% (p90 %.0f), with three pins %.1f (%.0f), with six %.1f (%.0f)\n",
               cast_names[from], cast_names[to], errors[0].median, errors[0].p90, errors[1].median,
               errors[1].p90, errors[2].median, errors[2].p90);
        CHECK(errors[1].median <= 4.5 && errors[2].median <= 4.5);
    }
    for (int i = 0; i < CAST_HEADS; ++i)
        close_actor(&heads[i]);
}

CHECK_MAIN { RUN(three_pins_teach_the_other_poses); }
