// SPDX-License-Identifier: MIT

//! Bindings: names of an asset become indices of a skeleton, once. Each reports what does not fit.

use alloc::vec::Vec;
use core::ptr;
use mien_sys as c;

use crate::error::Result;
use crate::native::{index_of, int, slice_of, Handle, Object, Shared};
use crate::packs::{rest_pointer, Clip, Graph, GraphAsset, Mesh, PoseAsset, Skeleton};
use crate::records::{Finding, Transform};

macro_rules! report {
    ($count:ident, $row:ident) => {
        /// What does not fit.
        pub fn report(&self) -> impl Iterator<Item = Finding<'_>> {
            (0..unsafe { c::$count(self.c()) }).map(move |i| unsafe { Finding::of(c::$row(self.c(), i)) })
        }
    };
}

macro_rules! destroyed {
    ($handle:ident, $destroy:ident) => {
        impl Object for c::$handle {
            unsafe fn destroy(pointer: *mut Self) {
                c::$destroy(pointer)
            }
        }
        impl Shared for c::$handle {}
    };
}

destroyed!(MienPoseBinding, mien_pose_binding_destroy);
destroyed!(MienClipBinding, mien_clip_binding_destroy);
destroyed!(MienMeshBinding, mien_mesh_binding_destroy);
destroyed!(MienGraphBinding, mien_graph_binding_destroy);

/// A pose asset on a skeleton.
pub struct PoseBinding<'a> {
    handle: Handle<'a, c::MienPoseBinding>,
    pub(crate) asset: &'a PoseAsset<'a>,
    pub(crate) skeleton: &'a Skeleton<'a>,
}

impl<'a> PoseBinding<'a> {
    /// Binds. rest_pose: the mesh's own, per bone of the skeleton.
    pub fn new(
        asset: &'a PoseAsset<'a>,
        skeleton: &'a Skeleton<'a>,
        rest_pose: Option<&'a [Transform]>,
    ) -> Result<PoseBinding<'a>> {
        let mesh_rest_pose = rest_pointer(rest_pose, skeleton)?;
        let options = c::MienPoseBindingOptions { mesh_rest_pose, ..Default::default() };
        let handle = Handle::create(|out, error| unsafe {
            c::mien_pose_binding_create(asset.c(), skeleton.c(), &options, out, error)
        })?;
        Ok(PoseBinding { handle, asset, skeleton })
    }

    pub(crate) fn c(&self) -> *const c::MienPoseBinding {
        self.handle.pointer()
    }

    report!(mien_pose_binding_report_count, mien_pose_binding_report);
}

/// A clip on a skeleton.
pub struct ClipBinding<'a> {
    handle: Handle<'a, c::MienClipBinding>,
    pub(crate) clip: &'a Clip<'a>,
    pub(crate) skeleton: &'a Skeleton<'a>,
}

impl<'a> ClipBinding<'a> {
    /// Binds. rest_pose: the mesh's own, per bone of the skeleton.
    pub fn new(
        clip: &'a Clip<'a>,
        skeleton: &'a Skeleton<'a>,
        rest_pose: Option<&'a [Transform]>,
    ) -> Result<ClipBinding<'a>> {
        let mesh_rest_pose = rest_pointer(rest_pose, skeleton)?;
        let options = c::MienClipBindingOptions { mesh_rest_pose, ..Default::default() };
        let handle = Handle::create(|out, error| unsafe {
            c::mien_clip_binding_create(clip.c(), skeleton.c(), &options, out, error)
        })?;
        Ok(ClipBinding { handle, clip, skeleton })
    }

    pub(crate) fn c(&self) -> *const c::MienClipBinding {
        self.handle.pointer()
    }

    /// The skeleton's curve for a curve of the clip.
    pub fn curve(&self, curve: usize) -> Option<usize> {
        index_of(unsafe { c::mien_clip_binding_curve(self.c(), int(curve)) })
    }

    /// The skeleton's bone for a track of the clip.
    pub fn bone(&self, track: usize) -> Option<usize> {
        index_of(unsafe { c::mien_clip_binding_bone(self.c(), int(track)) })
    }

    report!(mien_clip_binding_report_count, mien_clip_binding_report);
}

/// A mesh on a skeleton.
pub struct MeshBinding<'a> {
    handle: Handle<'a, c::MienMeshBinding>,
    bone_count: usize,
}

impl<'a> MeshBinding<'a> {
    /// Binds.
    pub fn new(mesh: &'a Mesh<'a>, skeleton: &Skeleton<'_>) -> Result<MeshBinding<'a>> {
        let handle = Handle::create(|out, error| unsafe {
            c::mien_mesh_binding_create(mesh.c(), skeleton.c(), ptr::null(), out, error)
        })?;
        Ok(MeshBinding { handle, bone_count: skeleton.bone_count() })
    }

    /// # Safety
    /// The pointer is null or valid for 'a, and its skeleton has this number of bones.
    pub(crate) unsafe fn borrow(pointer: *const c::MienMeshBinding, bone_count: usize) -> Option<MeshBinding<'a>> {
        Some(MeshBinding { handle: Handle::borrow(pointer)?, bone_count })
    }

    pub(crate) fn c(&self) -> *const c::MienMeshBinding {
        self.handle.pointer()
    }

    /// The mesh's rest pose, per bone of the skeleton.
    pub fn rest_pose(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_mesh_binding_rest_pose(self.c()), int(self.bone_count)) }
    }

    /// The skeleton's bone for a joint.
    pub fn bone(&self, joint: usize) -> Option<usize> {
        index_of(unsafe { c::mien_mesh_binding_bone(self.c(), int(joint)) })
    }

    /// The skeleton's curve that drives a morph target.
    pub fn curve(&self, morph: usize) -> Option<usize> {
        index_of(unsafe { c::mien_mesh_binding_curve(self.c(), int(morph)) })
    }

    report!(mien_mesh_binding_report_count, mien_mesh_binding_report);
}

/// A graph on a skeleton.
pub struct GraphBinding<'a> {
    handle: Handle<'a, c::MienGraphBinding>,
    pub(crate) graph: &'a Graph<'a>,
    pub(crate) skeleton: &'a Skeleton<'a>,
}

impl<'a> GraphBinding<'a> {
    /// Binds. assets: for the graph's slots, in order, or none; see [`crate::Bundle::assets_of`].
    /// rest_pose: the mesh's own, per bone of the skeleton.
    pub fn new(
        graph: &'a Graph<'a>,
        skeleton: &'a Skeleton<'a>,
        assets: &'a [Option<GraphAsset<'a>>],
        rest_pose: Option<&'a [Transform]>,
    ) -> Result<GraphBinding<'a>> {
        let rows = rows_of(assets);
        let options = c::MienGraphBindingOptions {
            mesh_rest_pose: rest_pointer(rest_pose, skeleton)?,
            asset_count: int(rows.len()),
            assets: rows.as_ptr(),
            ..Default::default()
        };
        let handle = Handle::create(|out, error| unsafe {
            c::mien_graph_binding_create(graph.c(), skeleton.c(), &options, out, error)
        })?;
        Ok(GraphBinding { handle, graph, skeleton })
    }

    pub(crate) fn c(&self) -> *const c::MienGraphBinding {
        self.handle.pointer()
    }

    /// The rest pose, per bone of the skeleton.
    pub fn rest_pose(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_graph_binding_rest_pose(self.c()), int(self.skeleton.bone_count())) }
    }

    report!(mien_graph_binding_report_count, mien_graph_binding_report);
}

/// The assets of a graph's slots, as the library takes them.
pub(crate) fn rows_of(assets: &[Option<GraphAsset<'_>>]) -> Vec<c::MienGraphAsset> {
    let row = |asset: &Option<GraphAsset<'_>>| match asset {
        Some(GraphAsset::Clip(clip)) => c::MienGraphAsset { clip: clip.c(), ..Default::default() },
        Some(GraphAsset::Poses(poses)) => c::MienGraphAsset { poses: poses.c(), ..Default::default() },
        None => c::MienGraphAsset::default(),
    };
    assets.iter().map(row).collect()
}
