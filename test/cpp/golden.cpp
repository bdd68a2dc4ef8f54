// SPDX-License-Identifier: MIT
//
// Plays the stages of mien-web-truth by mien.hpp and prints the hashes that it prints.
//
//   mien-cpp-golden BUNDLE FRAMES

#include "mien/mien.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace
{

using Hash = std::array<std::uint8_t, 32>;
using Bytes = std::vector<std::uint8_t>;

/// Numbers as the program draws them: 24 bits of a linear congruence.
class Random
{
  public:
    int draw()
    {
        state_ = state_ * 1664525U + 1013904223U;
        return static_cast<int>(state_ >> 8);
    }
    double between(double low, double high) { return low + (high - low) * (draw() / 16777216.0); }

  private:
    std::uint32_t state_ = 2026;
};

template <typename T> void put(Bytes &bytes, const T *data, std::size_t count)
{
    const auto *start = reinterpret_cast<const std::uint8_t *>(data);
    bytes.insert(bytes.end(), start, start + count * sizeof(T));
}

Hash hash_of(const Bytes &bytes)
{
    Hash hash = {};
    mien_sha256(bytes.data(), bytes.size(), hash.data());
    return hash;
}

/// The parts of a stage.
class Stage
{
  public:
    Stage(const mien::Bundle &bundle, const std::string &name)
        : skeleton_(bundle[name + "/skeleton"]), mesh_(part<mien::Mesh>(bundle, name + "/mesh")),
          poses_(part<mien::PoseAsset>(bundle, name + "/poses")),
          clip_(part<mien::Clip>(bundle, name + "/clip")), graph_(part<mien::Graph>(bundle, name + "/graph"))
    {
        const int slots = graph_ ? mien_graph_info(graph_->c()).asset_slot_count : 0;
        for (int slot = 0; slot < slots; ++slot)
            assets_.push_back(asset(bundle, name + "/asset_" + std::to_string(slot)));
    }

    mien::Actor actor() const
    {
        MienActorDesc desc = {};
        const MienPoseAsset *poses = poses_ ? poses_->c() : nullptr;
        desc.skeleton = skeleton_.c();
        desc.mesh = mesh_ ? mesh_->c() : nullptr;
        desc.pose_asset_count = poses_ ? 1 : 0;
        desc.pose_assets = &poses;
        desc.graph = graph_ ? graph_->c() : nullptr;
        desc.asset_count = static_cast<int>(assets_.size());
        desc.assets = assets_.data();
        mien::Actor actor(desc);
        MienActorClipOptions options = {};
        options.loops = true;
        if (clip_)
            actor.set_clip(*clip_, options);
        return actor;
    }

    int curve_count() const { return static_cast<int>(skeleton_.curve_count()); }

    std::vector<std::string> parameters() const
    {
        std::vector<std::string> names;
        const int count = graph_ ? mien_graph_info(graph_->c()).parameter_count : 0;
        for (int i = 0; i < count; ++i)
            names.emplace_back(mien_graph_parameter(graph_->c(), i).name);
        return names;
    }

  private:
    template <typename T> static std::optional<T> part(const mien::Bundle &bundle, const std::string &name)
    {
        return bundle.has(name) ? std::optional<T>(std::in_place, bundle[name]) : std::nullopt;
    }

    MienGraphAsset asset(const mien::Bundle &bundle, const std::string &name)
    {
        MienGraphAsset asset = {};
        if (bundle.has(name) && bundle[name].kind == MIEN_PACK_CLIP)
            asset.clip = asset_clips_.emplace_back(std::make_unique<mien::Clip>(bundle[name]))->c();
        else if (bundle.has(name))
            asset.poses = asset_poses_.emplace_back(std::make_unique<mien::PoseAsset>(bundle[name]))->c();
        return asset;
    }

    mien::Skeleton skeleton_;
    std::optional<mien::Mesh> mesh_;
    std::optional<mien::PoseAsset> poses_;
    std::optional<mien::Clip> clip_;
    std::optional<mien::Graph> graph_;
    std::vector<MienGraphAsset> assets_;
    std::vector<std::unique_ptr<mien::Clip>> asset_clips_;
    std::vector<std::unique_ptr<mien::PoseAsset>> asset_poses_;
};

/// What the host does before a frame.
void draw_inputs(mien::Actor &actor, int curve_count, const std::vector<std::string> &parameters,
                 Random &random)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const float odd[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity, -0.0F, 1e-42F, -3e38F};
    for (int left = random.draw() % 4 + 1; left > 0 && curve_count > 0; --left) {
        const int curve = random.draw() % curve_count;
        const int way = random.draw() % 16, which = random.draw() % 6;
        const auto value = static_cast<float>(random.between(-1.0, 2.0));
        if (way < 3)
            actor.remove_curve(curve);
        else
            actor.set_curve(curve, way == 3 ? odd[which] : value);
    }
    for (const std::string &name : parameters) {
        try {
            actor.set(name.c_str(), static_cast<float>(random.between(-0.25, 1.25)));
        } catch (const mien::Error &error) {
            if (error.status() != MIEN_ERROR_ARGUMENT) // not all are numbers
                throw;
        }
    }
}

Hash play(const mien::Bundle &bundle, const std::string &name, int frames)
{
    const Stage stage(bundle, name);
    mien::Actor actor = stage.actor();
    const std::vector<std::string> parameters = stage.parameters();
    Random random;
    Bytes bytes;
    for (int frame = 0; frame < frames; ++frame) {
        draw_inputs(actor, stage.curve_count(), parameters, random);
        for (const MienTransform &bone : actor.step(random.between(0.0, 0.15))) { // without what is reserved
            put(bytes, &bone.rotation, 1);
            put(bytes, &bone.translation, 1);
            put(bytes, &bone.scale, 1);
        }
        put(bytes, actor.curves().data(), actor.curves().size());
        put(bytes, actor.morphs().data(), actor.morphs().size());
        put(bytes, actor.model().data(), actor.model().size());
    }
    return hash_of(bytes);
}

void print_hash(const Hash &hash, const std::string &name)
{
    for (const std::uint8_t byte : hash)
        std::printf("%02x", static_cast<unsigned>(byte));
    std::printf(" %s\n", name.c_str());
}

void play_all(const char *path, int frames)
{
    const mien::File file(path);
    const mien::Bundle bundle(file);
    std::set<std::string> stages;
    for (const std::string &name : bundle.names())
        stages.insert(name.substr(0, name.find('/')));
    Bytes all;
    for (const std::string &stage : stages) {
        const Hash hash = play(bundle, stage, frames);
        put(all, hash.data(), hash.size());
        print_hash(hash, stage);
    }
    print_hash(hash_of(all), "all");
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3) {
        std::fprintf(stderr, "Usage: mien-cpp-golden BUNDLE FRAMES\n");
        return 2;
    }
    try {
        play_all(arguments[1], std::atoi(arguments[2]));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "mien-cpp-golden: %s\n", error.what());
        return 3;
    }
    return 0;
}
