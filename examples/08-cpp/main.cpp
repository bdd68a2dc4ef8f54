// SPDX-License-Identifier: MIT
//
// One performance on two faces, in C++.

#include "mien/mien.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

namespace
{

/// An actor of a bundle with one skeleton.
mien::Actor load(const mien::Bundle &bundle, const char *mesh, const char *graph)
{
    MienActorMembers members = {};
    members.mesh = mesh;
    members.graph = graph;
    return mien::Actor(bundle, members);
}

/// The rotation of a bone from its rest pose, in degrees.
double turned(const mien::Actor &actor, int bone)
{
    const auto at = static_cast<std::size_t>(bone);
    MienQuat back = actor.rest_pose()[at].rotation;
    back = {-back.x, -back.y, -back.z, back.w};
    const MienQuat q = mien_quat_multiply(actor.bones()[at].rotation, back);
    return 2.0 * std::atan2(std::hypot(q.x, q.y, q.z), std::fabs(q.w)) * 57.29577951308232;
}

void play(const char *path)
{
    const mien::File file(path);
    const mien::Bundle bundle(file);
    const mien::Skeleton skeleton(bundle["ada.skeleton"]);
    mien::Actor ada = load(bundle, "ada.mesh", "cast.graph"),
                bruno = load(bundle, "bruno.mesh", "bruno.graph");
    const int jaw = skeleton.bone("jaw"), open = skeleton.curve("jawOpen");

    std::printf("%zu bones, %zu curves\n", skeleton.bone_count(), skeleton.curve_count());
    for (mien::Actor *who : {&ada, &bruno})
        who->set("pace", 0.5f); // of the body that breathes
    for (int frame = 0; frame <= 6; ++frame) {
        std::printf("%4.1f s", 0.8 * frame);
        for (mien::Actor *who : {&ada, &bruno}) {
            who->step(frame == 0 ? 0.0 : 0.8);
            std::printf("  jawOpen %.2f jaw %4.1f degrees", static_cast<double>(who->curve(open)),
                        turned(*who, jaw));
        }
        std::printf("\n");
    }

    // A live value replaces the clip's; the actor may be moved elsewhere meanwhile.
    mien::Actor moved = std::move(ada);
    moved.set_curve(open, 1.0f);
    moved.step(0.0);
    std::printf("live    jawOpen %.2f jaw %4.1f degrees\n", static_cast<double>(moved.curve(open)),
                turned(moved, jaw));

    try {
        const mien::PoseAsset missing(bundle["missing.poses"]);
    } catch (const mien::Error &error) {
        std::printf("missing: %s\n", error.what());
    }
    try {
        const mien::Clip wrong(bundle["ada.mesh"]);
    } catch (const mien::Error &error) {
        std::printf("a mesh as a clip: %s\n", error.what());
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s BUNDLE\n", argv[0]);
        return 2;
    }
    try {
        play(argv[1]);
    } catch (const mien::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
