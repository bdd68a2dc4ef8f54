// SPDX-License-Identifier: MIT
//
// Plays one performance on two faces, in C++, with mien.hpp.

#include "mien.hpp"

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace
{

/// A character of a bundle. What a member refers to is declared above it.
struct Character {
    Character(const mien::Bundle &bundle, const mien::Skeleton &skeleton, const std::string &name,
              const std::string &graph_name)
        : mesh(bundle[name + ".mesh"]), mesh_binding(mesh, skeleton), graph(bundle[graph_name + ".graph"]),
          binding(graph, skeleton, mesh_binding, bundle), player(graph, binding, skeleton)
    {
    }
    mien::Mesh mesh;
    mien::MeshBinding mesh_binding;
    mien::Graph graph;
    mien::GraphBinding binding;
    mien::Player player;
};

/// Degrees that a bone is turned by, compared with the mesh's reference pose.
double turned(const Character &character, mien::View<const MienTransform> pose, int bone)
{
    MienQuat back = character.mesh_binding.reference()[bone].rotation;
    back = {-back.x, -back.y, -back.z, back.w};
    const MienQuat q = mien_quat_multiply(pose[static_cast<std::size_t>(bone)].rotation, back);
    return 2.0 * std::atan2(std::hypot(q.x, q.y, q.z), std::fabs(q.w)) * 57.29577951308232;
}

void play(const char *path)
{
    const mien::File file(path);
    const mien::Bundle bundle(file);
    const mien::Skeleton skeleton(bundle["ada.skeleton"]);
    Character ada(bundle, skeleton, "ada", "cast"), bruno(bundle, skeleton, "bruno", "bruno");
    const int jaw = skeleton.bone("jaw"), open = skeleton.curve("jawOpen");

    std::printf("%zu bones, %zu curves\n", skeleton.bone_count(), skeleton.curve_count());
    for (Character *who : {&ada, &bruno})
        who->player.set("pace", 0.5f); // of the body that breathes
    for (int frame = 0; frame <= 6; ++frame) {
        std::printf("%4.1f s", 0.8 * frame);
        for (Character *who : {&ada, &bruno}) {
            const auto pose = who->player.step(frame == 0 ? 0.0 : 0.8);
            std::printf("  jawOpen %.2f jaw %4.1f degrees", static_cast<double>(who->player.curves[open]),
                        turned(*who, pose, jaw));
        }
        std::printf("\n");
    }

    // A value of ours takes the clip's place; the player may be moved elsewhere meanwhile.
    mien::Player moved = std::move(ada.player);
    moved.use_live("live");
    moved.live.put(open, 1.0f);
    const auto pose = moved.step(0.0);
    std::printf("live    jawOpen %.2f jaw %4.1f degrees\n", static_cast<double>(moved.curves[open]),
                turned(ada, pose, jaw));

    try {
        const mien::PoseAsset nobody(bundle["nobody.poses"]);
    } catch (const mien::Error &error) {
        std::printf("nobody: %s\n", error.what());
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
