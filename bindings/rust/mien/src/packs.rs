// SPDX-License-Identifier: MIT

//! Packs: files, bundles and the assets in them. Assets borrow the bytes that they were loaded from.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr;
use mien_sys as c;

use crate::error::{call, Error, Result};
use crate::native::{count_of, find, index_of, int, slice_of, text_of, Handle, Object, Shared, Text};
use crate::records::*;

/// Defines a type that wraps a shared object of the library, and how it is destroyed.
macro_rules! shared {
    ($(#[$doc:meta])* $name:ident, $handle:ident, $destroy:ident) => {
        impl Object for c::$handle {
            unsafe fn destroy(pointer: *mut Self) {
                c::$destroy(pointer)
            }
        }
        impl Shared for c::$handle {}

        $(#[$doc])*
        pub struct $name<'a> {
            pub(crate) handle: Handle<'a, c::$handle>,
        }

        impl<'a> $name<'a> {
            pub(crate) fn c(&self) -> *const c::$handle {
                self.handle.pointer()
            }
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(out, "{} at {:p}", stringify!($name), self.handle.pointer())
            }
        }
    };
}

/// Defines a kind of pack.
macro_rules! pack {
    ($(#[$doc:meta])* $name:ident, $handle:ident, $load:ident, $destroy:ident) => {
        shared!($(#[$doc])* $name, $handle, $destroy);

        impl<'a> $name<'a> {
            /// Loads a pack and checks it completely. Bytes at a multiple of 64, as those of a
            /// [`File`], are used in place; others are copied.
            pub fn load(bytes: &'a [u8]) -> Result<$name<'a>> {
                Ok($name { handle: load(c::$load, bytes, false)? })
            }

            #[allow(dead_code)] // a bundle is no member
            fn load_member(member: &Member<'a>) -> Result<$name<'a>> {
                Ok($name { handle: load(c::$load, member.data, true)? })
            }
        }
    };
}

type Load<T> = unsafe extern "C" fn(
    *const c::c_void,
    usize,
    *const c::MienLoadOptions,
    *mut *mut T,
    *mut c::MienError,
) -> c::MienStatus;

fn load<T: Object>(function: Load<T>, bytes: &[u8], trust_hash: bool) -> Result<Handle<'_, T>> {
    let borrow_data = bytes.as_ptr() as usize % c::MIEN_PACK_ALIGNMENT as usize == 0;
    let options = c::MienLoadOptions { borrow_data, trust_hash, ..Default::default() };
    Handle::create(|out, error| unsafe { function(bytes.as_ptr().cast(), bytes.len(), &options, out, error) })
}

impl Object for c::MienFile {
    unsafe fn destroy(pointer: *mut Self) {
        c::mien_file_close(pointer)
    }
}
impl Shared for c::MienFile {}

/// The bytes of a file, aligned so that packs in them are used in place.
pub struct File {
    handle: Handle<'static, c::MienFile>,
}

impl File {
    /// Reads a file into memory.
    #[cfg(feature = "std")]
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<File> {
        File::open(&path_text(path.as_ref())?, true)
    }

    /// Reads a file into memory.
    #[cfg(not(feature = "std"))]
    pub fn read(path: &str) -> Result<File> {
        File::open(&Text::new(path.as_bytes())?, true)
    }

    /// Maps a file, where the system can.
    ///
    /// # Safety
    /// The file must not change while it is mapped: the bytes were checked once, and are used
    /// without more checks. [`File::read`] is safe in any case.
    #[cfg(feature = "std")]
    pub unsafe fn map(path: impl AsRef<std::path::Path>) -> Result<File> {
        File::open(&path_text(path.as_ref())?, false)
    }

    fn open(path: &Text, copy: bool) -> Result<File> {
        let options = c::MienFileOptions { copy, ..Default::default() };
        let open = |out, error| unsafe { c::mien_file_open(path.pointer(), &options, out, error) };
        Ok(File { handle: Handle::create(open)? })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        let file = self.handle.pointer();
        unsafe {
            let (data, size) = (c::mien_file_data(file), c::mien_file_size(file));
            if data.is_null() || size == 0 {
                return &[];
            }
            core::slice::from_raw_parts(data.cast(), size)
        }
    }
}

#[cfg(all(feature = "std", unix))]
fn path_text(path: &std::path::Path) -> Result<Text> {
    use std::os::unix::ffi::OsStrExt;
    Text::new(path.as_os_str().as_bytes())
}

#[cfg(all(feature = "std", not(unix)))]
fn path_text(path: &std::path::Path) -> Result<Text> {
    let text = path.to_str().ok_or_else(|| Error::argument("", "the path is not valid Unicode"))?;
    Text::new(text.as_bytes())
}

/// Kind, version, size and hash of a pack, without loading it. Checks the hash.
pub fn inspect(bytes: &[u8]) -> Result<PackInfo> {
    let mut info = c::MienPackInfo::default();
    call(|error| unsafe { c::mien_pack_inspect(bytes.as_ptr().cast(), bytes.len(), false, &mut info, error) })?;
    Ok(PackInfo { kind: PackKind::of(info.kind), version: info.version, size: info.size, hash: info.hash })
}

/// SHA-256, as stored in packs.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    unsafe { c::mien_sha256(bytes.as_ptr().cast(), bytes.len(), hash.as_mut_ptr()) };
    hash
}

pack!(
    /// Many named packs. Its assets borrow from it.
    Bundle, MienBundle, mien_bundle_load, mien_bundle_destroy
);

impl Bundle<'_> {
    /// Number of members.
    pub fn count(&self) -> usize {
        count_of(unsafe { c::mien_bundle_count(self.c()) })
    }

    /// Names of the members, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        (0..self.count()).map(move |i| unsafe { text_of(c::mien_bundle_name(self.c(), int(i))) })
    }

    /// The members, sorted by name.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
        (0..self.count()).map(move |i| unsafe { Member::of(c::mien_bundle_member(self.c(), int(i))) })
    }

    /// Whether there is a member of this name.
    pub fn contains(&self, name: &str) -> bool {
        find(name, |name| unsafe { c::mien_bundle_find(self.c(), name) }).is_some()
    }

    /// A member by name.
    pub fn member(&self, name: &str) -> Result<Member<'_>> {
        let (name, mut out) = (Text::new(name.as_bytes())?, c::MienBundleMember::default());
        call(|error| unsafe { c::mien_bundle_get(self.c(), name.pointer(), &mut out, error) })?;
        Ok(unsafe { Member::of(out) })
    }

    /// Loads a skeleton, in place.
    pub fn skeleton(&self, name: &str) -> Result<Skeleton<'_>> {
        Skeleton::load_member(&self.member(name)?)
    }

    /// Loads a pose asset, in place.
    pub fn poses(&self, name: &str) -> Result<PoseAsset<'_>> {
        PoseAsset::load_member(&self.member(name)?)
    }

    /// Loads a clip, in place.
    pub fn clip(&self, name: &str) -> Result<Clip<'_>> {
        Clip::load_member(&self.member(name)?)
    }

    /// Loads a mesh, in place.
    pub fn mesh(&self, name: &str) -> Result<Mesh<'_>> {
        Mesh::load_member(&self.member(name)?)
    }

    /// Loads a graph, in place.
    pub fn graph(&self, name: &str) -> Result<Graph<'_>> {
        Graph::load_member(&self.member(name)?)
    }

    /// Loads the assets that a graph names, in the order of its slots; None for those that are not here.
    pub fn assets_of(&self, graph: &Graph<'_>) -> Result<Vec<Option<GraphAsset<'_>>>> {
        graph.slots().map(|slot| self.asset_of(&slot)).collect()
    }

    fn asset_of(&self, slot: &GraphSlot<'_>) -> Result<Option<GraphAsset<'_>>> {
        let name = slot.path.strip_suffix(".json").unwrap_or(slot.path);
        if !self.contains(name) {
            return Ok(None);
        }
        Ok(Some(match slot.kind {
            ValueKind::Clip => GraphAsset::Clip(self.clip(name)?),
            _ => GraphAsset::Poses(self.poses(name)?),
        }))
    }
}

/// One pack in a bundle.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Unique within the bundle.
    pub name: &'a str,
    /// Never a bundle.
    pub kind: PackKind,
    /// Format version of this kind.
    pub version: u32,
    /// A complete pack.
    pub data: &'a [u8],
    private: PhantomData<()>,
}

impl<'a> Member<'a> {
    unsafe fn of(s: c::MienBundleMember) -> Member<'a> {
        let data: &[u8] =
            if s.data.is_null() { &[] } else { core::slice::from_raw_parts(s.data.cast(), s.size) };
        Member { name: text_of(s.name), kind: PackKind::of(s.kind), version: s.version, data, private: PhantomData }
    }
}

pack!(
    /// Bones with parents and a rest pose, and a curve table.
    Skeleton, MienSkeleton, mien_skeleton_load, mien_skeleton_destroy
);

/// A bone of your own engine.
#[derive(Clone, Copy, Debug)]
pub struct Bone<'a> {
    /// Unique within the skeleton.
    pub name: &'a str,
    /// An earlier bone, or None for a root.
    pub parent: Option<usize>,
    /// Local, in metres.
    pub rest: Transform,
}

impl Skeleton<'static> {
    /// A skeleton of your own engine's bones and curves: results are in your order.
    pub fn create(bones: &[Bone<'_>], curves: &[&str]) -> Result<Skeleton<'static>> {
        let texts = |names: &mut dyn Iterator<Item = &str>| -> Result<Vec<Text>> {
            names.map(|name| Text::new(name.as_bytes())).collect()
        };
        let bone_texts = texts(&mut bones.iter().map(|bone| bone.name))?;
        let curve_texts = texts(&mut curves.iter().copied())?;
        let bone_names: Vec<_> = bone_texts.iter().map(Text::pointer).collect();
        let curve_names: Vec<_> = curve_texts.iter().map(Text::pointer).collect();
        let parents: Vec<_> = bones.iter().map(|bone| bone.parent.map_or(-1, int)).collect();
        let rest: Vec<_> = bones.iter().map(|bone| bone.rest).collect();
        let desc = c::MienSkeletonDesc {
            bone_count: int(bones.len()),
            curve_count: int(curves.len()),
            bone_names: bone_names.as_ptr(),
            bone_parents: parents.as_ptr(),
            rest_pose: rest.as_ptr(),
            curve_names: curve_names.as_ptr(),
            allocator: ptr::null(),
        };
        let create = |out, error| unsafe { c::mien_skeleton_create(&desc, out, error) };
        Ok(Skeleton { handle: Handle::create(create)? })
    }
}

impl Skeleton<'_> {
    /// Number of bones at LOD 0.
    pub fn bone_count(&self) -> usize {
        count_of(unsafe { c::mien_skeleton_bone_count(self.c()) })
    }

    /// Number of bones at an LOD: the first bones of the skeleton.
    pub fn bone_count_at(&self, lod: usize) -> usize {
        count_of(unsafe { c::mien_skeleton_bone_count_at(self.c(), int(lod)) })
    }

    /// Number of curves in the table.
    pub fn curve_count(&self) -> usize {
        count_of(unsafe { c::mien_skeleton_curve_count(self.c()) })
    }

    /// Names of the bones.
    pub fn bones(&self) -> impl Iterator<Item = &str> {
        (0..self.bone_count()).map(move |i| unsafe { text_of(c::mien_skeleton_bone_name(self.c(), int(i))) })
    }

    /// Names of the curves.
    pub fn curves(&self) -> impl Iterator<Item = &str> {
        (0..self.curve_count()).map(move |i| unsafe { text_of(c::mien_skeleton_curve_name(self.c(), int(i))) })
    }

    /// Index of a bone.
    pub fn bone(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_skeleton_find_bone(self.c(), name) })
    }

    /// Index of a curve.
    pub fn curve(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_skeleton_find_curve(self.c(), name) })
    }

    /// Parent of a bone; None for a root.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        index_of(unsafe { c::mien_skeleton_bone_parent(self.c(), int(bone)) })
    }

    /// The last LOD that has a bone; [`crate::ALL_LODS`]: all.
    pub fn bone_max_lod(&self, bone: usize) -> usize {
        count_of(unsafe { c::mien_skeleton_bone_max_lod(self.c(), int(bone)) })
    }

    /// The last LOD that uses a curve; [`crate::ALL_LODS`]: all.
    pub fn curve_max_lod(&self, curve: usize) -> usize {
        count_of(unsafe { c::mien_skeleton_curve_max_lod(self.c(), int(curve)) })
    }

    /// Local transforms per bone.
    pub fn rest_pose(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_skeleton_rest_pose(self.c()), int(self.bone_count())) }
    }

    /// SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and clips.
    pub fn interface_hash(&self) -> [u8; 32] {
        let mut hash = [0; 32];
        unsafe { c::mien_skeleton_interface_hash(self.c(), hash.as_mut_ptr()) };
        hash
    }
}

pack!(
    /// Named poses for one skeleton, each driven by the curve with its name.
    PoseAsset, MienPoseAsset, mien_pose_asset_load, mien_pose_asset_destroy
);

impl PoseAsset<'_> {
    /// Counts and properties.
    pub fn info(&self) -> PoseAssetInfo {
        unsafe { c::mien_pose_asset_info(self.c()) }
    }

    /// The poses.
    pub fn poses(&self) -> impl Iterator<Item = PoseInfo<'_>> {
        (0..self.info().pose_count).map(move |i| unsafe { PoseInfo::of(c::mien_pose_asset_pose(self.c(), i)) })
    }

    /// The curve-driven poses.
    pub fn driven_poses(&self) -> impl Iterator<Item = DrivenPose> + '_ {
        (0..self.info().driven_pose_count).map(move |i| unsafe { c::mien_pose_asset_driven_pose(self.c(), i) })
    }

    /// Names of the asset's bones.
    pub fn bones(&self) -> impl Iterator<Item = &str> {
        (0..self.info().bone_count).map(move |i| unsafe { text_of(c::mien_pose_asset_bone_name(self.c(), i)) })
    }

    /// Names of the curves that poses set.
    pub fn curves(&self) -> impl Iterator<Item = &str> {
        (0..self.info().curve_count).map(move |i| unsafe { text_of(c::mien_pose_asset_curve_name(self.c(), i)) })
    }

    /// The base pose that poses are relative to, per bone.
    pub fn base(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_pose_asset_base(self.c()), self.info().bone_count) }
    }

    /// Index of a pose.
    pub fn pose(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_pose_asset_find_pose(self.c(), name) })
    }

    /// Index of the curve-driven pose with this curve name.
    pub fn driven_pose(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_pose_asset_find_driven_pose(self.c(), name) })
    }

    /// Index of a bone.
    pub fn bone(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_pose_asset_find_bone(self.c(), name) })
    }

    /// Index of a curve that poses set.
    pub fn curve(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_pose_asset_find_curve(self.c(), name) })
    }
}

pack!(
    /// Packed animation: curves, bone tracks and events over time.
    Clip, MienClip, mien_clip_load, mien_clip_destroy
);

impl Clip<'_> {
    /// Length, counts and origin.
    pub fn info(&self) -> ClipInfo<'_> {
        unsafe { ClipInfo::of(c::mien_clip_info(self.c())) }
    }

    /// Seconds.
    pub fn length(&self) -> f64 {
        self.info().length
    }

    /// Names of the curves.
    pub fn curves(&self) -> impl Iterator<Item = &str> {
        (0..self.info().curve_count).map(move |i| unsafe { text_of(c::mien_clip_curve_name(self.c(), int(i))) })
    }

    /// Names of the bones that have tracks.
    pub fn bones(&self) -> impl Iterator<Item = &str> {
        (0..self.info().track_count).map(move |i| unsafe { text_of(c::mien_clip_track_bone(self.c(), int(i))) })
    }

    /// Index of a curve.
    pub fn curve(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_clip_find_curve(self.c(), name) })
    }

    /// Index of a bone's track.
    pub fn track(&self, bone: &str) -> Option<usize> {
        find(bone, |bone| unsafe { c::mien_clip_find_track(self.c(), bone) })
    }

    /// Named moments, sorted by time.
    pub fn events(&self) -> impl Iterator<Item = ClipEvent<'_>> {
        (0..self.info().event_count).map(move |i| self.event(int(i)))
    }

    /// Events from start to before end, in seconds.
    pub fn events_between(&self, start: f64, end: f64) -> impl Iterator<Item = ClipEvent<'_>> {
        let at = |time| unsafe { c::mien_clip_find_event(self.c(), time) };
        (at(start)..at(end)).map(move |i| self.event(i))
    }

    fn event(&self, index: c::c_int) -> ClipEvent<'_> {
        let event = unsafe { c::mien_clip_event(self.c(), index) };
        ClipEvent { name: unsafe { text_of(event.name) }, time: event.time }
    }
}

pack!(
    /// Vertices, triangles, joints that bind them to bones, and morph targets.
    Mesh, MienMesh, mien_mesh_load, mien_mesh_destroy
);

impl Mesh<'_> {
    /// Counts and the bounding box.
    pub fn info(&self) -> MeshInfo {
        unsafe { c::mien_mesh_info(self.c()) }
    }

    /// Positions in metres.
    pub fn positions(&self) -> &[Vec3] {
        unsafe { slice_of(c::mien_mesh_positions(self.c()), self.info().vertex_count) }
    }

    /// Normals; empty if the mesh has none.
    pub fn normals(&self) -> &[Vec3] {
        unsafe { slice_of(c::mien_mesh_normals(self.c()), self.info().vertex_count) }
    }

    /// Texture coordinates, (0, 0) is the image's upper left corner; empty if the mesh has none.
    pub fn uvs(&self) -> &[[f32; 2]] {
        unsafe { slice_of(c::mien_mesh_uvs(self.c()).cast(), self.info().vertex_count) }
    }

    /// Linear red, green, blue and opacity, 65535 is 1; empty if the mesh has none.
    pub fn colors(&self) -> &[[u16; 4]] {
        unsafe { slice_of(c::mien_mesh_colors(self.c()).cast(), self.info().vertex_count) }
    }

    /// Three vertices per triangle, counterclockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        unsafe { slice_of(c::mien_mesh_indices(self.c()).cast(), self.info().index_count / 3) }
    }

    /// influence_stride joints per vertex.
    pub fn vertex_joints(&self) -> &[u16] {
        let info = self.info();
        unsafe { slice_of(c::mien_mesh_vertex_joints(self.c()), info.vertex_count * info.influence_stride) }
    }

    /// influence_stride weights per vertex.
    pub fn vertex_weights(&self) -> &[f32] {
        let info = self.info();
        unsafe { slice_of(c::mien_mesh_vertex_weights(self.c()), info.vertex_count * info.influence_stride) }
    }

    /// Triangles with one material, as ranges of the indices.
    pub fn submeshes(&self) -> impl Iterator<Item = Submesh<'_>> {
        (0..self.info().submesh_count).map(move |i| unsafe { Submesh::of(c::mien_mesh_submesh(self.c(), i)) })
    }

    /// The materials.
    pub fn materials(&self) -> impl Iterator<Item = Material<'_>> {
        (0..self.info().material_count).map(move |i| unsafe { Material::of(c::mien_mesh_material(self.c(), i)) })
    }

    /// Locations of the images.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        (0..self.info().image_count).map(move |i| unsafe { text_of(c::mien_mesh_image_name(self.c(), i)) })
    }

    /// The morph targets.
    pub fn morphs(&self) -> impl Iterator<Item = Morph<'_>> {
        (0..self.info().morph_count).map(move |i| unsafe { Morph::of(c::mien_mesh_morph(self.c(), i)) })
    }

    /// Index of a morph target.
    pub fn morph(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_mesh_find_morph(self.c(), name) })
    }

    /// Names of the bones used by the joints or the rest pose.
    pub fn bones(&self) -> impl Iterator<Item = &str> {
        (0..self.info().bone_count).map(move |i| unsafe { text_of(c::mien_mesh_bone_name(self.c(), i)) })
    }

    /// Index of a bone.
    pub fn bone(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_mesh_find_bone(self.c(), name) })
    }

    /// Local transforms of the first rest_pose_count bones.
    pub fn rest_pose(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_mesh_rest_pose(self.c()), self.info().rest_pose_count) }
    }

    /// The joints: a bone of the mesh and its inverse bind matrix.
    pub fn joints(&self) -> impl Iterator<Item = Joint> + '_ {
        (0..self.info().joint_count).map(move |i| unsafe { c::mien_mesh_joint(self.c(), i) })
    }
}

pack!(
    /// Computes a character's final pose from clips, curves and parameters.
    Graph, MienGraph, mien_graph_load, mien_graph_destroy
);

/// An asset for a slot of a graph.
#[derive(Debug)]
pub enum GraphAsset<'a> {
    /// For slots of clips.
    Clip(Clip<'a>),
    /// For slots of pose assets.
    Poses(PoseAsset<'a>),
}

impl Graph<'_> {
    /// Counts.
    pub fn info(&self) -> GraphInfo {
        unsafe { c::mien_graph_info(self.c()) }
    }

    /// Nodes in evaluation order; the last one is the output.
    pub fn nodes(&self) -> impl Iterator<Item = NodeInfo<'_>> {
        (0..self.info().node_count).map(move |i| unsafe { NodeInfo::of(c::mien_graph_node(self.c(), i)) })
    }

    /// Index of a node by id.
    pub fn node(&self, id: &str) -> Option<usize> {
        find(id, |id| unsafe { c::mien_graph_find_node(self.c(), id) })
    }

    /// The node connected to an input of a node.
    pub fn input(&self, node: usize, input: usize) -> Option<usize> {
        index_of(unsafe { c::mien_graph_node_input(self.c(), int(node), int(input)) })
    }

    /// Values that your program sets.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'_>> {
        (0..self.info().parameter_count).map(move |i| unsafe { Parameter::of(c::mien_graph_parameter(self.c(), i)) })
    }

    /// Index of a parameter.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_graph_find_parameter(self.c(), name) })
    }

    /// Slots for clips and pose assets.
    pub fn slots(&self) -> impl Iterator<Item = GraphSlot<'_>> {
        (0..self.info().asset_slot_count).map(move |i| unsafe { GraphSlot::of(c::mien_graph_asset_slot(self.c(), i)) })
    }

    /// The slot of a node's asset.
    pub fn slot_of(&self, node: usize) -> Option<usize> {
        index_of(unsafe { c::mien_graph_node_asset(self.c(), int(node)) })
    }

    /// Index of a live input by the node's id.
    pub fn live_input(&self, id: &str) -> Option<usize> {
        find(id, |id| unsafe { c::mien_graph_find_live_input(self.c(), id) })
    }

    /// Index of an input pose by the node's id.
    pub fn input_pose(&self, id: &str) -> Option<usize> {
        find(id, |id| unsafe { c::mien_graph_find_input_pose(self.c(), id) })
    }

    /// Index of a mask.
    pub fn mask(&self, name: &str) -> Option<usize> {
        find(name, |name| unsafe { c::mien_graph_find_mask(self.c(), name) })
    }

    /// The solver of a pose driver; zeros for other nodes.
    pub fn driver(&self, node: usize) -> DriverInfo {
        unsafe { c::mien_graph_driver(self.c(), int(node)) }
    }
}

/// Checks the length of a rest pose and gives its address.
pub(crate) fn rest_pointer(rest: Option<&[Transform]>, skeleton: &Skeleton<'_>) -> Result<*const Transform> {
    match rest {
        None => Ok(ptr::null()),
        Some(rest) if rest.len() == skeleton.bone_count() => Ok(rest.as_ptr()),
        Some(_) => Err(Error::argument("rest_pose", "a rest pose needs a transform per bone of the skeleton")),
    }
}
