// SPDX-License-Identifier: MIT
//
// Five characters whose bones have other rest rotations: their poses turn bones alike in model space,
// so a transfer must give exactly the poses that each has.

#include "support/humans.h"

#include "mien_transfer/transfer.h"

static Human humans[HUMANS];

/// The angle between two rotations, degrees.
static double angle_between(MienQuat a, MienQuat b)
{
    const double p[4] = {(double)a.x, (double)a.y, (double)a.z, (double)a.w};
    const double q[4] = {(double)b.x, (double)b.y, (double)b.z, (double)b.w};
    double sum = 0.0, difference = 0.0;
    for (int k = 0; k < 4; ++k) {
        sum += (p[k] + q[k]) * (p[k] + q[k]);
        difference += (p[k] - q[k]) * (p[k] - q[k]);
    }
    return 4.0 * atan2(sqrt(sum < difference ? sum : difference), sqrt(sum < difference ? difference : sum)) *
           180.0 / 3.14159265358979323846;
}

static double worst_angle(const MienAuthorPoseAsset *truth, const MienAuthorPoseAsset *posed)
{
    double worst = 0.0;
    for (int p = 0; p < truth->pose_count; ++p)
        for (int b = 0; b < truth->skeleton->bone_count; ++b) {
            const double angle =
                angle_between(truth->poses[p].bones[b].rotation, posed->poses[p].bones[b].rotation);
            worst = angle > worst ? angle : worst;
        }
    return worst;
}

/// The largest distance between vertices of the same character, percent of the head.
static double worst_vertex(Human *human, const MienAuthorPoseAsset *poses)
{
    static Actor posed;
    const int vertices = human->actor.head.mesh.vertex_count;
    double worst = 0.0;
    posed = (Actor){.head = human->actor.head};
    open_actor_with(&posed, poses);
    for (int p = 0; p < poses->pose_count; ++p) {
        const Look look = {.name = poses->poses[p].name, .curves = {{poses->poses[p].name, 1.0f}}};
        show_look(&human->actor, &look);
        show_look(&posed, &look);
        for (int v = 0; v < vertices; ++v) {
            const MienVec3 a = human->actor.positions[v], b = posed.positions[v];
            const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                         z = (double)a.z - (double)b.z, off = sqrt(x * x + y * y + z * z);
            worst = off > worst ? off : worst;
        }
    }
    posed.head = (MieniCastHead){0}; // the human's
    close_actor(&posed);
    return 100.0 * worst / (double)human->actor.head.height;
}

TEST(all_twenty_pairs_are_exact)
{
    double angle = 0.0, vertex = 0.0;
    for (int i = 0; i < HUMANS; ++i)
        if (!open_human(&humans[i], human_files[i]))
            SKIP("no test data");
    for (int from = 0; from < HUMANS; ++from)
        for (int to = 0; to < HUMANS; ++to) {
            MienAuthorSkeleton skeleton = humans[to].skeleton;
            const MienTransferDesc desc = {.source = &humans[from].asset, .target = &skeleton};
            MienTransfer *made = NULL;
            MienError error = {0};
            require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
            const double a = worst_angle(&humans[to].asset, mien_transfer_poses(made));
            const double v = worst_vertex(&humans[to], mien_transfer_poses(made));
            angle = a > angle ? a : angle;
            vertex = v > vertex ? v : vertex;
            mien_transfer_destroy(made);
        }
    printf("worst bone %.2g degrees, worst vertex %.2g %% of the head\n", angle, vertex);
    CHECK(angle <= 0.01);
    CHECK(vertex <= 0.001);
    for (int i = 0; i < HUMANS; ++i)
        close_human(&humans[i]);
}

CHECK_MAIN { RUN(all_twenty_pairs_are_exact); }
