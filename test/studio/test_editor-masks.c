// SPDX-License-Identifier: MIT
//
// The mask that the editor names where less of a pose is applied than was asked for is the one
// that acts.

#include "support/posing.h"

#include "studio/model/facts/pose_overrides.h"

enum { POSE = 0, FIRST, SECOND, THIRD, CONTROLS };

static const char *const names[CONTROLS] = {"smile", "first", "second", "third"};

/// Controls with the range [-2, 3].
static void make_controls(Rig *rig)
{
    rig_begin(rig, 1);
    for (int i = 0; i < CONTROLS; ++i)
        rig_mover(rig, names[i], 0, 1.0f + (float)i)->driven_settings =
            (MienAuthorDrivenPose){.has_range = true, .min = -2.0f, .max = 3.0f};
}

static void drive(Stage *s, const float values[CONTROLS])
{
    mien_curve_set_clear(&s->job.curves);
    for (int i = 0; i < CONTROLS; ++i)
        mien_curve_set_put(&s->job.curves, i, values[i]);
    stage_run(s);
}

/// What is named for smile; NULL: nothing. And what is left of it.
static void check_named(Rig *rig, const float values[CONTROLS], const char *wanted, float taken, float left)
{
    Loaded l = load_source(&rig->asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    StudioMask mask = {.source = "nothing"};
    drive(&s, values);
    CHECK_NEAR(s.applied[POSE], left, 1e-6);
    CHECK(studio_mask_find(l.asset, names[POSE], s.asked, &mask) == (wanted != NULL));
    if (wanted != NULL && strcmp(mask.source, wanted) != 0)
        printf("%s, not %s\n", mask.source, wanted);
    CHECK(strcmp(mask.source, wanted != NULL ? wanted : "nothing") == 0);
    CHECK_NEAR(mask.taken, taken, 1e-6);
    CHECK(wanted == NULL || mask.asked == s.asked[mien_pose_asset_find_driven_pose(l.asset, wanted)]);
    stage_destroy(&s);
    unload(&l);
}

TEST(sources_count_by_what_is_asked_of_them)
{
    static const int members[] = {FIRST, THIRD};
    Rig rig;
    make_controls(&rig);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, FIRST, 0.75f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, SECOND, 0.5f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, FIRST, THIRD, 1.0f); // nothing of it is applied
    check_named(&rig, (const float[]){1, 1, 0.5f, 1}, "first", 0.75f, 0.25f * 0.75f);
    check_named(&rig, (const float[]){1, 0.25f, 0.5f, 1}, "second", 0.25f, 0.8125f * 0.75f);
    check_named(&rig, (const float[]){1, 0, 0, 1}, NULL, 0, 1);

    make_controls(&rig);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, FIRST, 0.75f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, SECOND, 0.75f);
    rig.groups[rig.asset.group_count++] = (MienAuthorGroup){
        .kind = MIEN_AUTHOR_GROUP_CAP, .members = members, .member_count = 2, .limit = 0.5f};
    check_named(&rig, (const float[]){1, 1, 0.5f, 1}, "first", 0.75f, 0.25f * 0.625f);
}

TEST(sources_count_from_nothing_to_one)
{
    Rig rig;
    make_controls(&rig);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, FIRST, 0.25f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, SECOND, 0.5f);
    check_named(&rig, (const float[]){1, 3, 1, 0}, "second", 0.5f, 0.375f);
    check_named(&rig, (const float[]){1, 1, -2, 0}, "first", 0.25f, 0.75f);
    check_named(&rig, (const float[]){1, -1, -2, 0}, NULL, 0, 1);
    check_named(&rig, (const float[]){1, 0.001f, 0, 0}, NULL, 0, 0.99975f); // none that can be seen
}

TEST(kinds_weigh_as_they_act)
{
    Rig rig;
    make_controls(&rig);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_BLOCK, POSE, FIRST, 1)->threshold = 0.25f;
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, POSE, SECOND, 0.5f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, POSE, THIRD, 0.75f);
    check_named(&rig, (const float[]){1, 0.3f, 1, 0}, "first", 1, 0);
    check_named(&rig, (const float[]){1, 0.25f, 0.25f, 0}, "second", 0.125f, 0.875f);
    check_named(&rig, (const float[]){1, 0, 0.5f, 0.5f}, "third", 0.375f, 0.75f * 0.625f);
}

/// What the job leaves of a pose where only one other is asked for.
static float left_by(Stage *s, int source, float value)
{
    float values[CONTROLS] = {[POSE] = 1};
    values[source] = value;
    drive(s, values);
    return s->applied[POSE];
}

TEST(no_mask_alone_takes_more_than_the_one_named)
{
    uint64_t random = 7;
    for (int round = 0; round < 200; ++round) {
        Rig rig;
        make_controls(&rig);
        for (int c = FIRST; c < CONTROLS; ++c)
            rig_mask(&rig, (MienAuthorOverrideKind)mien_random_index(&random, 3), POSE, c,
                     mien_random_unit(&random))
                ->threshold = mien_random_unit(&random);
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, NULL);
        float values[CONTROLS] = {1}, least = 1;
        for (int c = FIRST; c < CONTROLS; ++c) {
            values[c] = mien_random_between(&random, -0.5f, 1.5f);
            least = fminf(least, left_by(&s, c, values[c]));
        }
        StudioMask mask = {0};
        drive(&s, values);
        if (studio_mask_find(l.asset, names[POSE], s.asked, &mask)) {
            const int source = mien_pose_asset_find_driven_pose(l.asset, mask.source);
            CHECK(left_by(&s, source, values[source]) == least);
            CHECK_NEAR(1 - mask.taken, least, 1e-6);
        } else {
            CHECK(least > 0.999f);
        }
        stage_destroy(&s);
        unload(&l);
    }
}

CHECK_MAIN
{
    RUN(sources_count_by_what_is_asked_of_them);
    RUN(sources_count_from_nothing_to_one);
    RUN(kinds_weigh_as_they_act);
    RUN(no_mask_alone_takes_more_than_the_one_named);
}
