// SPDX-License-Identifier: MIT
//
// The four heads of the cast pose each other: every ordered pair against the head's own poses.

#include "support/transferring.h"

static Actor heads[CAST_HEADS];
static double spent; ///< Seconds of the processor, by transfers.

/// Rotations as they are, translations by the lengths of bones: what binding does.
static MienTransform *scale_by_length(const MieniCastHead *from, const MieniCastHead *to,
                                      MienAuthorPose *poses)
{
    const int bones = to->skeleton->bone_count;
    MienTransform *all = calloc((size_t)(from->poses.pose_count * bones), sizeof *all);
    for (int p = 0; p < from->poses.pose_count; ++p) {
        MienTransform *own = all + (size_t)(p * bones);
        poses[p] = from->poses.poses[p];
        for (int b = 0; poses[p].bones != NULL && b < bones; ++b) {
            const MienVec3 a = from->skeleton->bones[b].rest.translation,
                           c = to->skeleton->bones[b].rest.translation, zero = {0};
            const double length = point_distance(a, zero);
            const float ratio = length > 1e-6 ? (float)(point_distance(c, zero) / length) : 1.0f;
            own[b] = poses[p].bones[b];
            own[b].translation = (MienVec3){c.x + ratio * (own[b].translation.x - a.x),
                                            c.y + ratio * (own[b].translation.y - a.y),
                                            c.z + ratio * (own[b].translation.z - a.z)};
        }
        poses[p].bones = poses[p].bones != NULL ? own : NULL;
    }
    return all;
}

static double median_by_length(int from, int to)
{
    MienAuthorPose poses[CAST_MOST_POSES];
    MienAuthorPoseAsset asset = heads[from].head.poses;
    MienTransform *bones = scale_by_length(&heads[from].head, &heads[to].head, poses);
    asset.skeleton = heads[to].head.skeleton;
    asset.poses = poses;
    const double median = compare_poses(&heads[to], &asset, NULL).median;
    free(bones);
    return median;
}

static MienTransfer *transfer(int from, int to)
{
    const MienTransferDesc desc = {.source = &heads[from].head.poses,
                                   .target = heads[to].head.skeleton,
                                   .source_mesh = heads[from].mesh,
                                   .target_mesh = heads[to].mesh};
    MienTransfer *made = NULL;
    MienError error = {0};
    const double begin = processor_seconds();
    require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
    spent += processor_seconds() - begin;
    return made;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/// Eyes are as closed as the source's, and jaws that move keep lips closed.
static void check_seen(const MienAuthorPoseAsset *poses, const MienTransfer *made)
{
    for (int p = 0; p < poses->pose_count; ++p) {
        const MienTransferPose pose = mien_transfer_pose(made, p);
        const char *name = poses->poses[p].name;
        const double closed = 0.5; // one eye is seen of two
        CHECK(pose.is_seen || begins(name, "head"));
        if (begins(name, "eyeSquint") || begins(name, "eyeLookDown"))
            CHECK(fabs((double)pose.target_eyes - (double)pose.source_eyes) <= 0.01);
        if (getenv("MIEN_SHOW") != NULL)
            printf("    %-24s eyes %5.1f, of the source %5.1f; teeth %5.1f, %5.1f\n", name,
                   100.0 * (double)pose.target_eyes, 100.0 * (double)pose.source_eyes,
                   100.0 * (double)pose.target_teeth, 100.0 * (double)pose.source_teeth);
        if (begins(name, "eyeBlink"))
            CHECK((double)pose.target_eyes <= closed + 0.0025);
        if (begins(name, "jawForward") || begins(name, "jawLeft") || begins(name, "jawRight") ||
            strcmp(name, "mouthClose") == 0)
            CHECK(pose.target_teeth <= pose.source_teeth + 0.02f);
        if (strcmp(name, "mouthClose") == 0) // over an open jaw
            CHECK(pose.source_gap <= 0.003f && pose.target_gap <= 0.006f);
    }
}

TEST(every_pair_is_near_the_truth)
{
    double medians = 0.0, p90s = 0.0;
    int pairs = 0;
    for (int from = 0; from < CAST_HEADS; ++from)
        for (int to = 0; to < CAST_HEADS; ++to) {
            if (from == to)
                continue;
            MienTransfer *made = transfer(from, to);
            const PairErrors errors = compare_poses(&heads[to], mien_transfer_poses(made), NULL);
            const double by_length = median_by_length(from, to);
            printf("%s -> %s: %.1f %% (p90 %.1f), by lengths of bones %.1f\n", cast_names[from],
                   cast_names[to], errors.median, errors.p90, by_length);
            CHECK(errors.median <= 13.0);
            CHECK(errors.median < by_length);
            check_seen(mien_transfer_poses(made), made);
            medians += errors.median;
            p90s += errors.p90;
            ++pairs;
            mien_transfer_destroy(made);
        }
    printf("mean of %d pairs: %.2f %%, p90 %.1f; %.2f s each\n", pairs, medians / pairs, p90s / pairs,
           spent / pairs);
    CHECK(medians / pairs <= 9.0);
    CHECK(p90s / pairs <= 27.0);
}

CHECK_MAIN
{
    for (int i = 0; i < CAST_HEADS; ++i)
        open_actor(&heads[i], i, MIENI_CAST_DRAWN);
    RUN(every_pair_is_near_the_truth);
    for (int i = 0; i < CAST_HEADS; ++i)
        close_actor(&heads[i]);
}
