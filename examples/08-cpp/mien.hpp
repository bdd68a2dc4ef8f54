// SPDX-License-Identifier: MIT
//
// libmien for C++17, in one header to copy: RAII objects, array views, exceptions. c()
// returns the pointer for the C API.
//
// Ownership  Objects own their contents and are moved, not copied. Objects that a binding
//            or an instance refers to must outlive it, as in C: declare them first.
// Threads    As in C: threads may share assets and bindings; only one thread at a time
//            may use a Player.
// Errors     Failures throw mien::Error. A job that ran once does not throw again.

#pragma once

#include "mien/mien.h"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mien
{

/// What went wrong, where, in one sentence.
class Error : public std::runtime_error
{
  public:
    Error(MienStatus status, const MienError &error)
        : std::runtime_error(std::string(mien_status_name(status)) + " " + error.place + ": " +
                             error.message),
          status_(status)
    {
    }
    MienStatus status() const noexcept { return status_; }

  private:
    MienStatus status_;
};

/// Calls a function of libmien with a MienError as its last argument, and throws if it fails.
template <typename Function, typename... Arguments> void call(Function function, Arguments &&...arguments)
{
    MienError error = {};
    const MienStatus status = function(std::forward<Arguments>(arguments)..., &error);
    if (status != MIEN_OK)
        throw Error(status, error);
}

/// Jobs have no MienError: they are refused as a whole.
inline void check(MienStatus status)
{
    if (status != MIEN_OK) {
        MienError error = {};
        std::string("the job was refused").copy(error.message, sizeof error.message - 1);
        throw Error(status, error);
    }
}

/// A pointer and a length, as std::span in C++20.
template <typename T> class View
{
  public:
    View(T *data, std::size_t size) : data_(data), size_(size) {}
    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    T &operator[](std::size_t i) const { return data_[i]; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + size_; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// An object of libmien and the function that destroys it.
template <typename T, void (*destroy)(T *)> class Handle
{
  public:
    const T *c() const noexcept { return held_.get(); }

  protected:
    T **out() noexcept { return &made_; }
    void keep() noexcept { held_.reset(std::exchange(made_, nullptr)); }

  private:
    struct Destroyer {
        void operator()(T *held) const noexcept { destroy(held); }
    };
    std::unique_ptr<T, Destroyer> held_;
    T *made_ = nullptr;
};

/// A file, mapped where that is possible.
class File : public Handle<MienFile, mien_file_close>
{
  public:
    explicit File(const std::string &path)
    {
        call(mien_file_open, path.c_str(), nullptr, out());
        keep();
    }
    View<const std::byte> bytes() const
    {
        return {static_cast<const std::byte *>(mien_file_data(c())), mien_file_size(c())};
    }
};

/// Packs by name. It borrows the bytes: keep the file.
class Bundle : public Handle<MienBundle, mien_bundle_destroy>
{
  public:
    explicit Bundle(const File &file)
    {
        MienLoadOptions options = {};
        options.borrow_data = true;
        call(mien_bundle_load, file.bytes().data(), file.bytes().size(), &options, out());
        keep();
    }
    /// Throws if there is no such member, and says which.
    MienBundleMember operator[](const std::string &name) const
    {
        MienBundleMember member = {};
        call(mien_bundle_get, c(), name.c_str(), &member);
        return member;
    }
};

/// How all kinds of assets are loaded from a bundle, in place.
template <typename T, void (*destroy)(T *),
          MienStatus (*load)(const void *, std::size_t, const MienLoadOptions *, T **, MienError *)>
class Asset : public Handle<T, destroy>
{
  public:
    explicit Asset(const MienBundleMember &member)
    {
        MienLoadOptions options = {};
        options.borrow_data = true;
        options.trust_hash = true; // the bundle's covers it
        call(load, member.data, member.size, &options, this->out());
        this->keep();
    }
};

using PoseAsset = Asset<MienPoseAsset, mien_pose_asset_destroy, mien_pose_asset_load>;
using Clip = Asset<MienClip, mien_clip_destroy, mien_clip_load>;
using Graph = Asset<MienGraph, mien_graph_destroy, mien_graph_load>;
using Mesh = Asset<MienMesh, mien_mesh_destroy, mien_mesh_load>;

class Skeleton : public Asset<MienSkeleton, mien_skeleton_destroy, mien_skeleton_load>
{
  public:
    using Asset::Asset;
    int bone(const char *name) const { return mien_skeleton_find_bone(c(), name); }
    int curve(const char *name) const { return mien_skeleton_find_curve(c(), name); }
    std::size_t bone_count() const { return static_cast<std::size_t>(mien_skeleton_bone_count(c())); }
    std::size_t curve_count() const { return static_cast<std::size_t>(mien_skeleton_curve_count(c())); }
    View<const MienTransform> reference() const { return {mien_skeleton_reference(c()), bone_count()}; }
};

/// Values of a skeleton's curves.
class Curves
{
  public:
    explicit Curves(const Skeleton &skeleton)
        : values_(skeleton.curve_count()),
          present_(static_cast<std::size_t>(mien_curve_set_words(static_cast<int>(values_.size()))))
    {
    }
    MienCurveSet c() { return {static_cast<int>(values_.size()), values_.data(), present_.data()}; }
    void clear()
    {
        const MienCurveSet set = c();
        mien_curve_set_clear(&set);
    }
    void put(int curve, float value)
    {
        const MienCurveSet set = c();
        mien_curve_set_put(&set, curve, value);
    }
    float operator[](int curve) const { return values_.at(static_cast<std::size_t>(curve)); }

  private:
    std::vector<float> values_;
    std::vector<uint32_t> present_;
};

class MeshBinding : public Handle<MienMeshBinding, mien_mesh_binding_destroy>
{
  public:
    MeshBinding(const Mesh &mesh, const Skeleton &skeleton)
    {
        call(mien_mesh_binding_create, mesh.c(), skeleton.c(), nullptr, out());
        keep();
    }
    const MienTransform *reference() const { return mien_mesh_binding_reference(c()); }
};

/// Clips and pose assets of a graph, in the order of its places.
struct GraphAssets {
    std::vector<Clip> clips;
    std::vector<PoseAsset> poses;
};

/// A graph with all that one kind of character needs. It loads the clips and pose assets
/// that the graph names from the bundle and keeps them: as a base that comes first, so
/// that they go last.
class GraphBinding : private GraphAssets, public Handle<MienGraphBinding, mien_graph_binding_destroy>
{
  public:
    GraphBinding(const Graph &graph, const Skeleton &skeleton, const MeshBinding &mesh, const Bundle &bundle)
    {
        std::vector<MienGraphAsset> places;
        for (int i = 0; i < mien_graph_info(graph.c()).asset_count; ++i) {
            const MienGraphAssetPlace place = mien_graph_asset(graph.c(), i);
            const std::string path = place.path;
            const MienBundleMember member = bundle[path.substr(0, path.rfind(".json"))];
            MienGraphAsset asset = {};
            if (place.type == MIEN_GRAPH_CLIP)
                asset.clip = clips.emplace_back(member).c();
            else
                asset.poses = poses.emplace_back(member).c();
            places.push_back(asset);
        }
        MienGraphBindingOptions options = {};
        options.mesh_reference = mesh.reference();
        options.asset_count = static_cast<int>(places.size());
        options.assets = places.data();
        call(mien_graph_binding_create, graph.c(), skeleton.c(), &options, out());
        keep();
    }
};

/// Memory in whole cache lines, as instances and scratch want it.
class Lines
{
  public:
    explicit Lines(std::size_t size) : lines_(size / sizeof(Line) + 1) {}
    void *data() { return lines_.data(); }
    std::size_t size() const { return lines_.size() * sizeof(Line); }

  private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> lines_;
};

/// One character that a graph moves. Steps neither allocate nor look up names.
class Player
{
  public:
    Player(const Graph &graph, const GraphBinding &binding, const Skeleton &skeleton)
        : curves(skeleton), live(skeleton), graph_(&graph), binding_(&binding), bones_(skeleton.bone_count()),
          memory_(mien_graph_instance_size(binding.c())), scratch_(mien_graph_job_scratch_size(binding.c())),
          instance_(mien_graph_instance_init(binding.c(), memory_.data(), memory_.size()))
    {
    }
    Player(Player &&) = default; // the instance is in the memory, which stays where it is
    Player(const Player &) = delete;
    /// Sets a parameter of the graph.
    void set(const char *parameter, float value)
    {
        const int index = mien_graph_find_parameter(graph_->c(), parameter);
        check(mien_graph_instance_set_number(instance_, index, value));
    }
    /// From now on the values in live come out of a source of the graph.
    void use_live(const char *source)
    {
        const MienCurveSet set = live.c();
        const int index = mien_graph_find_source(graph_->c(), source);
        check(mien_graph_instance_set_source(instance_, index, &set));
    }
    /// Lets seconds pass and gives the pose, local, until the next step.
    View<const MienTransform> step(double seconds)
    {
        MienGraphJob job = {};
        job.binding = binding_->c();
        job.instance = instance_;
        job.step = seconds;
        job.bone_count = static_cast<int>(bones_.size());
        job.out_bones = bones_.data();
        job.out_curves = curves.c();
        job.scratch = scratch_.data();
        job.scratch_size = scratch_.size();
        check(mien_graph_job_run(&job));
        return {bones_.data(), bones_.size()};
    }

    Curves curves; ///< Out: what the last step left.
    Curves live;   ///< In: for a source.

  private:
    const Graph *graph_;
    const GraphBinding *binding_;
    std::vector<MienTransform> bones_;
    Lines memory_, scratch_;
    MienGraphInstance *instance_;
};

} // namespace mien
