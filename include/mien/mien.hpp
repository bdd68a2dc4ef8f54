// SPDX-License-Identifier: MIT
//
// libmien for C++17: RAII objects, views of arrays, exceptions. Header-only. c() gives the
// pointer that C functions take.
//
// Ownership  Objects own what they hold and are moved, not copied. The parts and the
//            bundle of an Actor must outlive it, as in C: declare them first.
// Threads    As in C: assets are shared freely, an Actor belongs to one thread at a time.
// Memory     Constructors and load_clip allocate. Steps do not.
// Errors     Failures throw mien::Error.

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

/// The status, location and message of a failure.
class Error : public std::runtime_error
{
  public:
    Error(MienStatus status, const MienError &error)
        : std::runtime_error(std::string(mien_status_name(status)) + " " + error.location + ": " +
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

/// For functions without a MienError: throws if a status is a failure.
inline void check(MienStatus status)
{
    if (status != MIEN_OK) {
        MienError error = {};
        std::string("refused").copy(error.message, sizeof error.message - 1);
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
    T *c() noexcept { return held_.get(); }

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
    /// Throws if the bundle lacks the member.
    MienBundleMember operator[](const std::string &name) const
    {
        MienBundleMember member = {};
        call(mien_bundle_get, c(), name.c_str(), &member);
        return member;
    }
    bool has(const std::string &name) const { return mien_bundle_find(c(), name.c_str()) >= 0; }
    /// Names of the members, sorted.
    std::vector<std::string> names() const
    {
        std::vector<std::string> names;
        for (int member = 0; member < mien_bundle_count(c()); ++member)
            names.emplace_back(mien_bundle_name(c(), member));
        return names;
    }
};

/// An asset, loaded in place from a member of a bundle.
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
    View<const MienTransform> rest_pose() const { return {mien_skeleton_rest_pose(c()), bone_count()}; }
};

/// One character: see mien/actor.h.
class Actor : public Handle<MienActor, mien_actor_destroy>
{
  public:
    /// An actor of parts that you loaded.
    explicit Actor(const MienActorDesc &desc)
    {
        call(mien_actor_create, &desc, out());
        keep();
    }
    /// An actor of parts that it loads from a bundle and owns.
    Actor(const Bundle &bundle, const MienActorMembers &members, const MienActorOptions &options = {})
    {
        call(mien_actor_load, bundle.c(), &members, &options, out());
        keep();
    }
    void load_clip(const Bundle &bundle, const std::string &name, const MienActorClipOptions &options = {})
    {
        call(mien_actor_load_clip, c(), bundle.c(), name.c_str(), &options);
    }
    void set_clip(const Clip &clip, const MienActorClipOptions &options = {})
    {
        call(mien_actor_set_clip, c(), clip.c(), &options);
    }
    /// Gives a curve a live value.
    void set_curve(int curve, float value) { check(mien_actor_set_curve(c(), curve, value)); }
    void set_curve(const char *name, float value) { check(mien_actor_set_curve_named(c(), name, value)); }
    /// Removes a live value: the clip's counts.
    void remove_curve(int curve)
    {
        const MienCurveSet set = mien_actor_inputs(c());
        mien_curve_set_remove(&set, curve);
    }
    /// Sets a parameter of the graph.
    void set(const char *parameter, float value) { check(mien_actor_set_number(c(), parameter, value)); }
    void set(const char *parameter, const char *text) { check(mien_actor_set_text(c(), parameter, text)); }
    void set_time(double time) { mien_actor_set_time(c(), time); }
    void set_lod(int lod) { mien_actor_set_lod(c(), lod); }

    /// Lets seconds pass, then evaluates; gives the bones, local, until the next step.
    View<const MienTransform> step(double seconds)
    {
        check(mien_actor_step(c(), seconds));
        return bones();
    }
    View<const MienTransform> bones() const { return {mien_actor_bones(c()), bone_count()}; }
    View<const MienTransform> rest_pose() const { return {mien_actor_rest_pose(c()), bone_count()}; }
    View<const float> morphs() const { return {mien_actor_morphs(c()), mesh().first}; }
    View<const MienMatrix34> palette() { return {mien_actor_palette(c()), mesh().second}; }
    View<const MienMatrix34> model() { return {mien_actor_model(c()), bone_count()}; }
    /// Values of the skeleton's curves after the last step.
    View<const float> curves() const
    {
        const MienCurveSet set = mien_actor_curves(c());
        return {set.values, static_cast<std::size_t>(set.count)};
    }
    /// The value of a curve after the last step; 0 for a bad index.
    float curve(int curve) const
    {
        const MienCurveSet set = mien_actor_curves(c());
        return mien_curve_set_value(&set, curve);
    }
    double time() const { return mien_actor_time(c()); }
    const MienSkeleton *skeleton() const { return mien_actor_skeleton(c()); }
    /// What does not fit.
    std::vector<MienFinding> report() const
    {
        std::vector<MienFinding> rows;
        for (int row = 0; row < mien_actor_report_count(c()); ++row)
            rows.push_back(mien_actor_report(c(), row));
        return rows;
    }

  private:
    std::size_t bone_count() const { return static_cast<std::size_t>(mien_skeleton_bone_count(skeleton())); }
    /// Morphs and joints of the mesh.
    std::pair<std::size_t, std::size_t> mesh() const
    {
        if (mien_actor_mesh(c()) == nullptr)
            return {0, 0};
        const MienMeshInfo info = mien_mesh_info(mien_actor_mesh(c()));
        return {static_cast<std::size_t>(info.morph_count), static_cast<std::size_t>(info.joint_count)};
    }
};

} // namespace mien
