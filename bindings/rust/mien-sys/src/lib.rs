// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

//! The C API of libmien: its constants, structs and functions.
//!
//! Every function is unsafe: the comments of the headers state which pointers must be valid,
//! who owns what, and which thread may call it.

#![no_std]

pub use core::ffi::c_void;

/// int of C, on every machine that the library supports.
#[allow(non_camel_case_types)]
pub type c_int = i32;

/// char of C: unsigned on ARM, except on Apple's and Windows machines.
#[cfg(all(any(target_arch = "aarch64", target_arch = "arm"), not(any(target_vendor = "apple", windows))))]
#[allow(non_camel_case_types)]
pub type c_char = u8;
/// char of C: unsigned on ARM, except on Apple's and Windows machines.
#[cfg(not(all(any(target_arch = "aarch64", target_arch = "arm"), not(any(target_vendor = "apple", windows)))))]
#[allow(non_camel_case_types)]
pub type c_char = i8;

/// Version of these headers. mien_version() is that of the library.
pub const MIEN_VERSION_MAJOR: c_int = 0;
pub const MIEN_VERSION_MINOR: c_int = 1;
pub const MIEN_VERSION_PATCH: c_int = 0;
pub const MIEN_VERSION: &str = "0.1.0";
/// Size limits of every asset. Files that exceed them are refused.
pub const MIEN_MAX_BONES: c_int = 65535;
pub const MIEN_MAX_POSES: c_int = 65535;
pub const MIEN_MAX_CURVES: c_int = 65535;
/// Bytes of UTF-8, without the terminating zero.
pub const MIEN_MAX_NAME: c_int = 255;
pub const MIEN_MAX_LODS: c_int = 16;
/// As a max LOD: present at every LOD.
pub const MIEN_ALL_LODS: c_int = 255;
/// Bones per vertex.
pub const MIEN_MAX_INFLUENCES: c_int = 8;
pub const MIEN_MAX_JOINTS: c_int = 65535;
pub const MIEN_MAX_MORPHS: c_int = 65535;
pub const MIEN_MAX_VERTICES: c_int = 16777216;
/// Four triangles per vertex.
pub const MIEN_MAX_INDICES: c_int = 201326592;
/// Also materials, and images.
pub const MIEN_MAX_SUBMESHES: c_int = 65535;
/// Range ends of curve-driven poses, gains, offsets and positions.
pub const MIEN_MAX_WEIGHT: f32 = 1000.0;
/// Components of translations (metres) and scales.
pub const MIEN_MAX_LENGTH: f32 = 1000000.0;
/// Curve values stored in assets.
pub const MIEN_MAX_CURVE: f32 = 1000000000.0;
pub const MIEN_PACK_ALIGNMENT: c_int = 64;
/// Maximum number of members in a bundle.
pub const MIEN_MAX_MEMBERS: c_int = 16777216;
/// The curves that a job writes, by index.
pub const MIEN_LIFE_CURVES: c_int = 14;
pub const MIEN_LIFE_MAX_TARGETS: c_int = 16;
/// Crowds store characters in tiles of 16, so that a vector contains one channel of several characters.
pub const MIEN_TILE: c_int = 16;
/// Rotation x y z w, translation x y z, scale x y z.
pub const MIEN_TILE_CHANNELS: c_int = 10;

/// Result of a call. Zero is success.
pub type MienStatus = c_int;
pub const MIEN_OK: MienStatus = 0;
/// Invalid call: NULL, or a count or index out of range.
pub const MIEN_ERROR_ARGUMENT: MienStatus = 1;
/// The allocator returned NULL.
pub const MIEN_ERROR_MEMORY: MienStatus = 2;
/// The file system reported an error.
pub const MIEN_ERROR_FILE: MienStatus = 3;
/// The bytes are not valid.
pub const MIEN_ERROR_CORRUPT: MienStatus = 4;
/// The content hash does not match: the bytes are damaged or modified.
pub const MIEN_ERROR_HASH: MienStatus = 5;
/// Unsupported format version.
pub const MIEN_ERROR_VERSION: MienStatus = 6;
/// A pack of a different kind than requested.
pub const MIEN_ERROR_KIND: MienStatus = 7;
/// This machine is not supported: packs need little-endian, drawing needs OpenGL 3.3.
pub const MIEN_ERROR_HOST: MienStatus = 8;
/// A limit of the format is exceeded.
pub const MIEN_ERROR_LIMIT: MienStatus = 9;
/// Invalid values: not finite, out of range or duplicate.
pub const MIEN_ERROR_DATA: MienStatus = 10;
/// The caller cancelled the call.
pub const MIEN_ERROR_CANCELLED: MienStatus = 11;

/// Kinds of rows in a binding's report. Only a scaled bone is harmless.
pub type MienFindingKind = c_int;
/// A graph's slot is empty; name: the path of the asset.
pub const MIEN_FINDING_MISSING_ASSET: MienFindingKind = 1;
/// The skeleton lacks the bone.
pub const MIEN_FINDING_MISSING_BONE: MienFindingKind = 2;
/// No curve has the name of this curve-driven pose.
pub const MIEN_FINDING_MISSING_POSE_CURVE: MienFindingKind = 3;
/// The skeleton lacks the curve: it is not read or written.
pub const MIEN_FINDING_MISSING_CURVE: MienFindingKind = 4;
/// No curve has the morph target's name: it keeps its own weight.
pub const MIEN_FINDING_MISSING_MORPH_CURVE: MienFindingKind = 5;
/// The pose asset lacks the pose.
pub const MIEN_FINDING_MISSING_POSE: MienFindingKind = 6;
/// A curve has the name of an in-between or a corrective, which curves cannot drive.
pub const MIEN_FINDING_NOT_CURVE_DRIVEN: MienFindingKind = 7;
/// The bone's translations are scaled to the mesh.
pub const MIEN_FINDING_SCALED_BONE: MienFindingKind = 8;

/// Instruction sets of the kernels. All of them give the same bits.
pub type MienIsa = c_int;
/// The fastest set that this processor supports.
pub const MIEN_ISA_BEST: MienIsa = 0;
pub const MIEN_ISA_SCALAR: MienIsa = 1;
pub const MIEN_ISA_SSE2: MienIsa = 2;
pub const MIEN_ISA_AVX2: MienIsa = 3;
pub const MIEN_ISA_AVX512: MienIsa = 4;
pub const MIEN_ISA_NEON: MienIsa = 5;
pub const MIEN_ISA_WASM128: MienIsa = 6;

pub type MienPackKind = c_int;
pub const MIEN_PACK_SKELETON: MienPackKind = 1;
pub const MIEN_PACK_POSE_ASSET: MienPackKind = 2;
pub const MIEN_PACK_CLIP: MienPackKind = 3;
pub const MIEN_PACK_BUNDLE: MienPackKind = 4;
pub const MIEN_PACK_MESH: MienPackKind = 5;
pub const MIEN_PACK_GRAPH: MienPackKind = 6;

/// Type of a parameter or an asset slot.
pub type MienGraphValueType = c_int;
pub const MIEN_GRAPH_FLOAT: MienGraphValueType = 1;
pub const MIEN_GRAPH_INT: MienGraphValueType = 2;
pub const MIEN_GRAPH_BOOL: MienGraphValueType = 3;
/// Name of a pose.
pub const MIEN_GRAPH_NAME: MienGraphValueType = 4;
pub const MIEN_GRAPH_CLIP: MienGraphValueType = 5;
pub const MIEN_GRAPH_POSES: MienGraphValueType = 6;
pub const MIEN_GRAPH_MASK: MienGraphValueType = 7;

/// Kinds of events.
pub type MienLifeEventKind = c_int;
/// size: how far the eye closes, 0.25 to 1.
pub const MIEN_LIFE_BLINK: MienLifeEventKind = 1;
/// Looks at a target; size: a number from 0 to 1 that picks it.
pub const MIEN_LIFE_LOOK: MienLifeEventKind = 2;
/// Looks away; size: the angle in degrees.
pub const MIEN_LIFE_AWAY: MienLifeEventKind = 3;
/// A small saccade; size: its angle from the point, degrees.
pub const MIEN_LIFE_GLANCE: MienLifeEventKind = 4;
/// Begins to inhale; size: the part of the duration that is inhaled.
pub const MIEN_LIFE_BREATH: MienLifeEventKind = 5;

/// Storage layout to use. All give the same bits; automatic selects the fastest.
pub type MienPoseLayout = c_int;
pub const MIEN_LAYOUT_AUTO: MienPoseLayout = 0;
/// Pose by pose: fastest for few active poses.
pub const MIEN_LAYOUT_POSES: MienPoseLayout = 1;
/// Bone by bone: fastest for many active poses.
pub const MIEN_LAYOUT_ROWS: MienPoseLayout = 2;

#[repr(C)]
pub struct MienFile {
    private: [u8; 0],
}

#[repr(C)]
pub struct MienBundle {
    private: [u8; 0],
}

#[repr(C)]
pub struct MienSkeleton {
    private: [u8; 0],
}

/// A clip that is ready to sample.
#[repr(C)]
pub struct MienClip {
    private: [u8; 0],
}

/// A binding: maps a clip's names to a skeleton's indices, once.
#[repr(C)]
pub struct MienClipBinding {
    private: [u8; 0],
}

/// Remembers the last sampled position. It makes the next sample faster and does not change results.
#[repr(C)]
pub struct MienClipCursor {
    private: [u8; 0],
}

#[repr(C)]
pub struct MienPoseAsset {
    private: [u8; 0],
}

/// A binding: maps the asset's names to a skeleton's indices, once.
#[repr(C)]
pub struct MienPoseBinding {
    private: [u8; 0],
}

/// A graph that is ready to bind.
#[repr(C)]
pub struct MienGraph {
    private: [u8; 0],
}

/// A binding: a graph with all that one kind of character needs, by index.
#[repr(C)]
pub struct MienGraphBinding {
    private: [u8; 0],
}

/// State of a character: times, fades, states, smoothed curves, parameters.
#[repr(C)]
pub struct MienGraphInstance {
    private: [u8; 0],
}

/// Results of all nodes in one step, to find the origin of a value.
#[repr(C)]
pub struct MienGraphTrace {
    private: [u8; 0],
}

#[repr(C)]
pub struct MienMesh {
    private: [u8; 0],
}

/// A binding: maps the mesh's names to a skeleton's indices, once.
#[repr(C)]
pub struct MienMeshBinding {
    private: [u8; 0],
}

#[repr(C)]
pub struct MienActor {
    private: [u8; 0],
}

/// A generator: settings, checked and prepared.
#[repr(C)]
pub struct MienLife {
    private: [u8; 0],
}

/// Describes an error. Output only; may be NULL. Unchanged on success.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienError {
    pub status: MienStatus,
    /// In a text file, from 1; 0 if unknown.
    pub line: c_int,
    /// In a text file, from 1; 0 if unknown.
    pub column: c_int,
    /// In a binary file, bytes; 0 if unknown.
    pub offset: usize,
    /// "line 12, poses\[3\].name", "section PNAM", "byte 1024"; may be empty.
    pub location: [c_char; 96],
    /// One sentence for the user.
    pub message: [c_char; 160],
}

impl Default for MienError {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// One row of a binding's report.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienFinding {
    pub kind: MienFindingKind,
    /// In the asset that has the name: a bone, track, curve, control, pose or morph. -1: none.
    pub index: c_int,
    /// The graph's node; -1 outside graphs.
    pub node: c_int,
    /// Belongs to the asset or the graph.
    pub name: *const c_char,
    /// The scale of translations for a scaled bone, otherwise 1.
    pub factor: f32,
}

impl Default for MienFinding {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Memory for one call and for the objects it creates. free receives the size passed to allocate. Alignment is a power of two, at most 64.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienAllocator {
    pub user: *mut c_void,
    pub allocate: Option<unsafe extern "C" fn(user: *mut c_void, size: usize, alignment: usize) -> *mut c_void>,
    pub free: Option<unsafe extern "C" fn(user: *mut c_void, memory: *mut c_void, size: usize, alignment: usize)>,
}

impl Default for MienAllocator {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to load a pack. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienLoadOptions {
    /// NULL for malloc and free. Must outlive the loaded asset.
    pub allocator: *const MienAllocator,
    /// Use your bytes in place: 64-byte aligned, constant, outliving the asset.
    pub borrow_data: bool,
    /// Do not check the content hash. The structure is always checked.
    pub trust_hash: bool,
    /// Kernels to use; MIEN_ISA_BEST selects them. Unavailable ones are refused.
    pub isa: MienIsa,
}

impl Default for MienLoadOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPackInfo {
    /// Format version of this kind.
    pub version: u32,
    pub kind: MienPackKind,
    /// Size in bytes, including the header.
    pub size: u64,
    pub section_count: c_int,
    /// SHA-256 of everything after the hash field.
    pub hash: [u8; 32],
}

impl Default for MienPackInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to open a file. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienFileOptions {
    /// NULL for malloc and free. Must outlive the file.
    pub allocator: *const MienAllocator,
    /// Read into memory instead of mapping: for files that an untrusted writer could truncate.
    pub copy: bool,
}

impl Default for MienFileOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// One pack in a bundle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienBundleMember {
    /// UTF-8, unique within the bundle: "faces/ada.poses".
    pub name: *const c_char,
    /// Never a bundle; may be a kind unknown to this library.
    pub kind: MienPackKind,
    /// Format version of this kind.
    pub version: u32,
    /// A complete pack, 64-byte aligned: load it with borrow_data. Identical members share their bytes.
    pub data: *const c_void,
    pub size: usize,
}

impl Default for MienBundleMember {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Curve values by index. The value of an absent curve must be 0, because readers may skip the presence bits. The functions below ensure this.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienCurveSet {
    /// Number of curves in the table.
    pub count: c_int,
    /// count values.
    pub values: *mut f32,
    /// mien_curve_set_words(count) words, bit i%32 of word i/32; may be NULL.
    pub present: *mut u32,
}

impl Default for MienCurveSet {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienVec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

impl Default for MienVec3 {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Hamilton quaternion; a * b applies b first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienQuat {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

impl Default for MienQuat {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A local transform: maps p to rotation(scale * p) + translation, in the parent's space. 48 bytes. Each member starts at a multiple of 16 bytes, so a bone is three vector loads; float alignment is sufficient.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienTransform {
    pub rotation: MienQuat,
    /// Metres.
    pub translation: MienVec3,
    /// Set to 0. Evaluation may write here.
    pub reserved0: f32,
    pub scale: MienVec3,
    /// Set to 0. Evaluation may write here.
    pub reserved1: f32,
}

impl Default for MienTransform {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// An affine matrix of three rows and four columns: maps p to row . (p, 1).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMatrix34 {
    pub m: [f32; 12],
}

impl Default for MienMatrix34 {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A skeleton of your own engine: its bones and curves, in its own order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienSkeletonDesc {
    pub bone_count: c_int,
    pub curve_count: c_int,
    /// bone_count names, all different.
    pub bone_names: *const *const c_char,
    /// Index of each bone's parent, which comes before it, or -1. NULL: all -1.
    pub bone_parents: *const c_int,
    /// bone_count local transforms, in metres.
    pub rest_pose: *const MienTransform,
    /// curve_count names, all different. May be NULL if there are none.
    pub curve_names: *const *const c_char,
    /// NULL for malloc and free. Must outlive the skeleton.
    pub allocator: *const MienAllocator,
}

impl Default for MienSkeletonDesc {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienClipInfo {
    /// Seconds. Times outside the clip give its first or last frame.
    pub length: f64,
    pub rate: c_int,
    pub rate_divisor: c_int,
    pub frame_count: c_int,
    pub curve_count: c_int,
    pub track_count: c_int,
    pub event_count: c_int,
    /// Number of constant curves.
    pub constant_curve_count: c_int,
    /// Path of a sound file, or "".
    pub sound: *const c_char,
    /// Start of the sound, in seconds.
    pub sound_offset: f64,
    /// Origin of the clip, or "".
    pub source: *const c_char,
    /// Size of the curve samples.
    pub curve_bytes: usize,
    /// Size of the track samples.
    pub track_bytes: usize,
    /// Kernels in use.
    pub isa: MienIsa,
}

impl Default for MienClipInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A named moment in a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienClipEvent {
    pub name: *const c_char,
    /// Seconds.
    pub time: f64,
}

impl Default for MienClipEvent {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to bind. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienClipBindingOptions {
    /// NULL for malloc and free. Must outlive the binding.
    pub allocator: *const MienAllocator,
    /// The mesh's own rest pose; NULL: the skeleton's.
    pub mesh_rest_pose: *const MienTransform,
    /// One bit per curve of the skeleton: curves to sample; NULL: all.
    pub used_curves: *const u32,
}

impl Default for MienClipBindingOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Samples a clip at one time. Zero-initialise, then fill. Curves and bones are in the skeleton's order. Without a binding they are in the clip's order: curve i is its curve i, bone i its track i.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienClipJob {
    pub clip: *const MienClip,
    /// NULL: the clip's own order.
    pub binding: *const MienClipBinding,
    /// A cursor of this clip; may be NULL.
    pub cursor: *mut MienClipCursor,
    /// Seconds; NaN counts as 0.
    pub time: f64,
    /// Out: the clip's curves; others are unchanged. count 0: none.
    pub out_curves: MienCurveSet,
    /// Length of out_bones; tracks of later bones are skipped.
    pub bone_count: c_int,
    /// Out: the clip's bones; others are unchanged. May be NULL.
    pub out_bones: *mut MienTransform,
}

impl Default for MienClipJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a pose asset.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPoseAssetInfo {
    pub pose_count: c_int,
    /// Number of curve-driven poses.
    pub driven_pose_count: c_int,
    /// Bones of the asset, its tracks.
    pub bone_count: c_int,
    /// Curves set by its poses (morph targets, materials).
    pub curve_count: c_int,
    /// (pose, bone) pairs that move.
    pub entry_count: c_int,
    pub is_additive: bool,
    /// Evaluated as in Unreal instead of by Mien's rules.
    pub is_unreal: bool,
    /// Some pose changes scale; otherwise evaluation is faster.
    pub has_scale: bool,
    /// Size of the rest pose it was authored on, metres.
    pub extent: f32,
    /// Kernels in use.
    pub isa: MienIsa,
}

impl Default for MienPoseAssetInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a pose.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPoseInfo {
    /// UTF-8, never NULL, unique within the asset.
    pub name: *const c_char,
    /// The curve-driven pose that drives it, -1 for a corrective.
    pub driven_pose: c_int,
    /// An in-between at position on a curve-driven pose, instead of at 1.
    pub is_inbetween: bool,
    /// Weight of the curve-driven pose at which it has full weight.
    pub position: f32,
    /// Number of bones with a stored entry.
    pub bone_count: c_int,
    /// Number of curves with a stored entry.
    pub curve_count: c_int,
}

impl Default for MienPoseInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Settings of a curve-driven pose.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienDrivenPose {
    /// Index of the pose; its curve has the pose's name.
    pub pose: c_int,
    /// Range of the input weight.
    pub min: f32,
    /// Range of the input weight.
    pub max: f32,
    /// Index of its group, or -1.
    pub group: c_int,
}

impl Default for MienDrivenPose {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to bind. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPoseBindingOptions {
    /// NULL for malloc and free. Must outlive the binding.
    pub allocator: *const MienAllocator,
    /// The mesh's own rest pose, per skeleton bone; NULL for the skeleton's. If its bone lengths differ from the asset's, translations are scaled; if its bones are turned in another way, poses turn bones alike in model space (rule A13).
    pub mesh_rest_pose: *const MienTransform,
}

impl Default for MienPoseBindingOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a graph.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphInfo {
    /// In evaluation order; the last node is the output.
    pub node_count: c_int,
    pub parameter_count: c_int,
    /// Slots for clips and pose assets.
    pub asset_slot_count: c_int,
    pub mask_count: c_int,
    /// Live input nodes: they read curves that your program sets.
    pub live_input_count: c_int,
    /// Input pose nodes: they read poses that your program sets.
    pub input_pose_count: c_int,
    /// Poses stored at the same time.
    pub buffer_count: c_int,
}

impl Default for MienGraphInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// One node.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphNodeInfo {
    /// Unique within the graph.
    pub id: *const c_char,
    /// "clip", "poses", "layer", ...
    pub r#type: *const c_char,
    /// Returns an offset, not a pose.
    pub is_delta: bool,
    pub input_count: c_int,
}

impl Default for MienGraphNodeInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A value set by your program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphParameter {
    /// Unique within the graph.
    pub name: *const c_char,
    pub r#type: MienGraphValueType,
    /// Default of a float, int or bool.
    pub number: f32,
    /// Default of a name or mask; path of an asset; or "".
    pub text: *const c_char,
}

impl Default for MienGraphParameter {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A slot for a clip or a pose asset. It belongs to one node, or to a parameter that nodes share.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphAssetSlot {
    /// MIEN_GRAPH_CLIP or MIEN_GRAPH_POSES.
    pub r#type: MienGraphValueType,
    /// Path of the asset as in the text: "faces/ada.poses.json". "": none.
    pub path: *const c_char,
    /// Or -1.
    pub node: c_int,
    /// Or -1.
    pub parameter: c_int,
    /// Accepts only additive pose assets: the result is a delta.
    pub needs_additive: bool,
    /// Accepts only absolute pose assets.
    pub needs_absolute: bool,
}

impl Default for MienGraphAssetSlot {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a pose driver's solver.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphDriverInfo {
    pub target_count: c_int,
    pub bone_count: c_int,
    /// Degrees or metres; automatic values are computed.
    pub radius: f32,
    /// Of the kernel matrix, in the 1-norm, before lambda; at most 1e30, which means singular. 0: the solver has no matrix.
    pub condition: f64,
    /// Value added to its diagonal.
    pub lambda: f64,
    /// Largest deviation from 1 and 0 at the targets themselves.
    pub target_error: f32,
    /// unreal: the determinant is zero, so all weights are 0.
    pub is_invalid: bool,
}

impl Default for MienGraphDriverInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// The asset in a slot; NULL leaves the slot empty.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphAsset {
    pub clip: *const MienClip,
    pub poses: *const MienPoseAsset,
}

impl Default for MienGraphAsset {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to bind. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphBindingOptions {
    /// NULL for malloc and free. Must outlive the binding.
    pub allocator: *const MienAllocator,
    /// The mesh's own rest pose, copied; NULL: the skeleton's.
    pub mesh_rest_pose: *const MienTransform,
    /// The graph's asset count, or 0.
    pub asset_count: c_int,
    pub assets: *const MienGraphAsset,
}

impl Default for MienGraphBindingOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A clip event that a step crossed: at its start or inside it, not at its end. Clips that are not relevant to the output have no events.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphEvent {
    /// The clip node.
    pub node: c_int,
    /// Belongs to the clip.
    pub name: *const c_char,
    /// Weight of the node in the output.
    pub weight: f32,
}

impl Default for MienGraphEvent {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Result of a node in one step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphNodeTrace {
    /// Relevant: it was evaluated. If false, all other fields are empty.
    pub is_live: bool,
    /// Its maximum weight in the output, 0 to 1.
    pub weight: f32,
    /// Time of a clip node.
    pub time: f64,
    /// As many as in the job.
    pub bones: *const MienTransform,
    pub curves: MienCurveSet,
    /// Poses of its asset; targets of a driver that drives curves; inputs
    pub weight_count: c_int,
    /// of blend by int and state machine.
    pub weights: *const f32,
}

impl Default for MienGraphNodeTrace {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// One step of one character. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphJob {
    pub binding: *const MienGraphBinding,
    /// An instance of this binding.
    pub instance: *mut MienGraphInstance,
    /// Seconds since the last step; negative and non-finite values count as 0.
    pub step: f64,
    /// LOD; 0 has all bones.
    pub lod: c_int,
    /// Length of out_bones: the skeleton's bone count, or that of the LOD.
    pub bone_count: c_int,
    /// Out: the final pose, local.
    pub out_bones: *mut MienTransform,
    /// Out: the final curves, in the skeleton's order; count 0: none.
    pub out_curves: MienCurveSet,
    /// Length of out_events.
    pub event_capacity: c_int,
    /// Out: sorted by node, then by time. May be NULL.
    pub out_events: *mut MienGraphEvent,
    /// Out: number of all crossed events, even beyond the capacity. May be NULL.
    pub out_event_count: *mut c_int,
    /// Out: a trace of this binding; takes time. May be NULL.
    pub trace: *mut MienGraphTrace,
    /// Working memory, 64-byte aligned.
    pub scratch: *mut c_void,
    /// At least mien_graph_job_scratch_size().
    pub scratch_size: usize,
}

impl Default for MienGraphJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Runs one step for many characters of one binding. Results are tiles, as in MienCrowdJob. The last tile is complete: lanes without a character are undefined. Pass about 256 characters at a time, so that results are still in the cache when you use them. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienGraphBatchJob {
    pub binding: *const MienGraphBinding,
    pub instance_count: c_int,
    /// All different, all of this binding.
    pub instances: *const *mut MienGraphInstance,
    /// As in MienGraphJob.
    pub step: f64,
    pub lod: c_int,
    /// The skeleton's bone count, or that of the LOD.
    pub bone_count: c_int,
    /// Out: tiles of mien_tile_size(bone_count) floats, 64-byte aligned.
    pub out_bones: *mut f32,
    /// The skeleton's curve count; 0: none.
    pub curve_count: c_int,
    /// Out: \[tile\]\[curve\]\[MIEN_TILE\], 64-byte aligned; 0 if absent.
    pub out_curves: *mut f32,
    /// Out: \[tile\]\[curve\], bit k for character k. May be NULL.
    pub out_present: *mut u16,
    /// As in MienGraphJob, one character after another.
    pub event_capacity: c_int,
    /// May be NULL.
    pub out_events: *mut MienGraphEvent,
    /// Out: index of the event's instance. May be NULL.
    pub out_event_owners: *mut c_int,
    /// May be NULL.
    pub out_event_count: *mut c_int,
    pub scratch: *mut c_void,
    /// At least mien_graph_batch_job_scratch_size().
    pub scratch_size: usize,
}

impl Default for MienGraphBatchJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Properties of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMeshInfo {
    pub vertex_count: c_int,
    /// Three per triangle.
    pub index_count: c_int,
    /// Maximum joints per vertex, 1 to MIEN_MAX_INFLUENCES.
    pub influence_count: c_int,
    /// Elements per vertex in the influence arrays: 4 or 8.
    pub influence_stride: c_int,
    pub joint_count: c_int,
    /// Bones named by the mesh.
    pub bone_count: c_int,
    /// Number of bones, from the first, with their own rest transform.
    pub rest_pose_count: c_int,
    pub morph_count: c_int,
    /// Sum of all morph targets' vertices.
    pub morph_vertex_count: c_int,
    pub submesh_count: c_int,
    pub material_count: c_int,
    pub image_count: c_int,
    pub has_normals: bool,
    pub has_uvs: bool,
    pub has_colors: bool,
    /// Bounding box of the positions, without morph targets and bones.
    pub min: MienVec3,
    /// Bounding box of the positions, without morph targets and bones.
    pub max: MienVec3,
    /// Kernels in use.
    pub isa: MienIsa,
}

impl Default for MienMeshInfo {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A submesh: triangles with one material, as a range of the indices. Submeshes cover the indices in order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienSubmesh {
    /// Not unique.
    pub name: *const c_char,
    /// -1: none.
    pub material: c_int,
    pub first_index: c_int,
    pub index_count: c_int,
}

impl Default for MienSubmesh {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMeshMaterial {
    /// Not unique.
    pub name: *const c_char,
    /// Linear red, green, blue and opacity.
    pub base_color: [f32; 4],
    pub roughness: f32,
    pub metallic: f32,
    /// Multiplies the base colour; -1: none.
    pub image: c_int,
}

impl Default for MienMeshMaterial {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A morph target: vertex offsets at weight 1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMorph {
    /// Name of its curve. Unique within the mesh.
    pub name: *const c_char,
    /// Weight if no curve drives it.
    pub weight: f32,
    pub vertex_count: c_int,
    /// Ascending.
    pub vertices: *const u32,
    /// Offsets, one per vertex in vertices.
    pub positions: *const MienVec3,
    /// Offsets, or NULL.
    pub normals: *const MienVec3,
}

impl Default for MienMorph {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A joint: a bone and its inverse bind matrix. Several joints may use the same bone with different matrices.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMeshJoint {
    /// Bone of the mesh.
    pub bone: c_int,
    /// Inverse bind matrix: from vertex space to bone space.
    pub inverse: MienMatrix34,
}

impl Default for MienMeshJoint {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to bind. Zero-initialise: zero is every field's default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMeshBindingOptions {
    /// NULL for malloc and free. Must outlive the binding.
    pub allocator: *const MienAllocator,
}

impl Default for MienMeshBindingOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to make an actor. Zero-initialise: zero is the default of every field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienActorOptions {
    /// NULL for malloc and free. Must outlive the actor.
    pub allocator: *const MienAllocator,
    /// A local transform per bone, copied; NULL: the mesh's, or the skeleton's without a mesh.
    pub rest_pose: *const MienTransform,
    /// LOD; 0 is the most detailed.
    pub lod: c_int,
    /// Events of a graph that are kept per step, at most 65536.
    pub event_capacity: c_int,
    /// Keep what every node of a graph does; costs time.
    pub has_trace: bool,
}

impl Default for MienActorOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// The parts of an actor. Zero-initialise, then fill; only the skeleton is needed. Give pose assets, or a graph that names its own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienActorDesc {
    pub skeleton: *const MienSkeleton,
    /// For morphs, the palette and the rest pose.
    pub mesh: *const MienMesh,
    pub pose_asset_count: c_int,
    /// Applied one after another.
    pub pose_assets: *const *const MienPoseAsset,
    pub graph: *const MienGraph,
    /// As many as the graph has, or 0.
    pub asset_count: c_int,
    pub assets: *const MienGraphAsset,
    pub options: MienActorOptions,
}

impl Default for MienActorDesc {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Names of the parts in a bundle: "ada.mesh". NULL: none. A graph's clips and pose assets are found by the graph's own paths; those that the bundle lacks are reported.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienActorMembers {
    /// NULL: the only one in the bundle.
    pub skeleton: *const c_char,
    pub mesh: *const c_char,
    pub poses: *const c_char,
    pub graph: *const c_char,
}

impl Default for MienActorMembers {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// How to play a clip. Zero-initialise: zero is the default of every field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienActorClipOptions {
    /// Where to start, seconds.
    pub time: f64,
    /// Seconds of the clip per second; 0 counts as 1. To pause, step by 0.
    pub speed: f64,
    /// Start again at the end. Otherwise the last moment is held.
    pub loops: bool,
}

impl Default for MienActorClipOptions {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Behaviour that depends on whether the character listens or speaks.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienLifeManner {
    /// Mean number of blinks per minute, 0 to 120.
    pub blink_rate: f32,
    /// Mean seconds of looking at a target, 0.5 to 600.
    pub look_time: f32,
    /// Mean seconds of looking away from it, 0.2 to 600; 0: never looks away.
    pub away_time: f32,
    /// Mean number of breaths per minute, 0 to 60.
    pub breath_rate: f32,
    /// Part of a breath in which air flows in, 0.05 to 0.95.
    pub inhale: f32,
    /// Root mean square of the head's own yaw, degrees, 0 to 20; pitch has 0.8 of it, roll 0.6.
    pub head_sway: f32,
}

impl Default for MienLifeManner {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// All numbers of a generator. Start from mien_life_default_settings. docs/life.md has the source of each default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienLifeSettings {
    /// Another seed gives other events with the same statistics.
    pub seed: u32,
    pub listening: MienLifeManner,
    pub speaking: MienLifeManner,
    /// Standard deviation of the logarithm of blink intervals, 0 to 1.5.
    pub blink_spread: f32,
    /// Shortest blink interval, seconds, 0 to 2; at most half of the mean counts.
    pub blink_least: f32,
    /// Seconds, 0.01 to 1.
    pub blink_closing: f32,
    /// Seconds, 0 to 1.
    pub blink_closed: f32,
    /// Seconds, 0.01 to 1.
    pub blink_opening: f32,
    /// Part of the blinks that close the eye, 0 to 1; others close it by 1/4, 1/2 or 3/4.
    pub blink_complete: f32,
    /// Gaze shifts larger than this come with a blink, degrees, 0 to 180.
    pub blink_shift: f32,
    /// How often they do, 0 to 1.
    pub blink_shift_chance: f32,
    /// Standard deviation of the logarithm of look and away times, 0 to 1.5.
    pub gaze_spread: f32,
    /// Scale of the exponential distribution of angles, degrees, 0 to 60.
    pub away_size: f32,
    /// Largest angle, degrees, 0 to 60.
    pub away_limit: f32,
    /// Distance of what is looked at then, metres, 0.1 to 1000.
    pub away_distance: f32,
    /// Mean seconds between small saccades around a point, 0.1 to 60.
    pub glance_time: f32,
    /// Mean angle between them and the point, degrees, 0 to 10.
    pub glance_size: f32,
    /// Duration of a saccade of 0 degrees, seconds, 0.005 to 0.2.
    pub saccade_base: f32,
    /// Further seconds per degree, 0 to 0.02.
    pub saccade_slope: f32,
    /// Seconds of a change of distance, 0.02 to 1.
    pub vergence_time: f32,
    /// Between the eyes' centres, metres, 0 to 1; 0: no vergence.
    pub eye_distance: f32,
    /// Largest angle between eye and head, degrees, 5 to 90; the head does the rest.
    pub eye_limit: f32,
    /// Part of a gaze direction that the head turns, 0 to 1.
    pub head_follow: f32,
    /// Seconds of such a turn, 0.05 to 1.
    pub head_time: f32,
    /// Changes of direction of the head's own motion, per second, 0.01 to 5.
    pub head_sway_rate: f32,
    /// Standard deviation of the logarithm of breath durations, 0 to 1.5.
    pub breath_spread: f32,
    /// How far the head rises with a full breath, degrees, 0 to 10.
    pub breath_nod: f32,
    /// Angle of eyeLookIn and eyeLookOut at 1, degrees, 5 to 90.
    pub look_side: f32,
    /// Angle of eyeLookUp at 1, degrees, 5 to 90.
    pub look_up: f32,
    /// Angle of eyeLookDown at 1, degrees, 5 to 90.
    pub look_down: f32,
    /// Angle of headYaw at 1, degrees, 1 to 180; positive turns to the left.
    pub head_yaw: f32,
    /// Angle of headPitch at 1, degrees, 1 to 180; positive turns down.
    pub head_pitch: f32,
    /// Angle of headRoll at 1, degrees, 1 to 180; positive lowers the left ear.
    pub head_roll: f32,
}

impl Default for MienLifeSettings {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Computes the curves at a time. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienLifeJob {
    pub life: *const MienLife,
    /// Seconds, within +-1e9; beyond, and NaN, as 0.
    pub time: f64,
    /// 0 listens, 1 speaks; clamped. Values between blend both behaviours.
    pub speaking: f32,
    /// At most MIEN_LIFE_MAX_TARGETS; 0: one target, 1 m ahead.
    pub target_count: c_int,
    /// Points to look at, from the middle between the eyes of a head at rest. They may move between jobs; a point that is not finite counts as 1 m ahead.
    pub targets: *const MienVec3,
    /// Out: MIEN_LIFE_CURVES values. breath is 1 with full lungs.
    pub out_values: *mut f32,
}

impl Default for MienLifeJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Something that happens.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienLifeEvent {
    pub kind: MienLifeEventKind,
    /// Seconds.
    pub time: f64,
    /// Of a blink: until the eye is open. Others: until the next of its kind, or the look or away that follows.
    pub duration: f64,
    /// See the kinds.
    pub size: f32,
}

impl Default for MienLifeEvent {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// A pose weight that is set directly, without curves.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPoseWeight {
    pub pose: c_int,
    pub weight: f32,
}

impl Default for MienPoseWeight {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Evaluates one character. Zero-initialise, then fill. Bones and curves are in the order of the binding's skeleton. Without a binding, bones are in the asset's order, and curves are its curve-driven poses followed by the curves set by its poses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPoseJob {
    pub asset: *const MienPoseAsset,
    /// NULL: the asset's own order.
    pub binding: *const MienPoseBinding,
    /// LOD; 0 has all bones.
    pub lod: c_int,
    /// Length of input and out_bones: the skeleton's bone count, or that of the LOD.
    pub bone_count: c_int,
    /// In: per bone, local space.
    pub input: *const MienTransform,
    /// Out: may be input; then only affected bones are written.
    pub out_bones: *mut MienTransform,
    /// In: curves that drive poses. NaN counts as 0.
    pub curves: MienCurveSet,
    /// Out: the curves set by active poses; others are copied from curves. May be the same arrays. count 0: none.
    pub out_curves: MienCurveSet,
    /// In: used instead of curves if not NULL. In mien assets, weights
    pub weights: *const MienPoseWeight,
    /// of the same pose add up; unlisted poses have weight 0.
    pub weight_count: c_int,
    pub layout: MienPoseLayout,
    /// Unreal assets only: apply negative weights.
    pub allow_negative: bool,
    /// Unreal additive assets only: write the offset (rotation, translation, scale minus one) instead of applying it to the input.
    pub write_delta: bool,
    /// Out: input weight per curve-driven pose, before overrides and groups. May be NULL.
    pub out_input_weights: *mut f32,
    /// Out: final weight per curve-driven pose. May be NULL.
    pub out_final_weights: *mut f32,
    /// Out: weight per pose. May be NULL.
    pub out_weights: *mut f32,
    /// Working memory, 64-byte aligned.
    pub scratch: *mut c_void,
    /// At least mien_pose_job_scratch_size().
    pub scratch_size: usize,
}

impl Default for MienPoseJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Evaluates many characters with one asset. Every array consists of consecutive tiles of MIEN_TILE characters; the last tile is complete even if fewer characters remain. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienCrowdJob {
    pub asset: *const MienPoseAsset,
    /// NULL: the asset's own order.
    pub binding: *const MienPoseBinding,
    /// LOD; 0 has all bones.
    pub lod: c_int,
    pub character_count: c_int,
    /// The skeleton's bone count, or that of the LOD.
    pub bone_count: c_int,
    /// In: tiles, 64-byte aligned.
    pub input: *const f32,
    /// Out: tiles, 64-byte aligned. May be input.
    pub out_bones: *mut f32,
    /// The binding's curve count.
    pub curve_count: c_int,
    /// In: \[tile\]\[curve\]\[MIEN_TILE\] values, 64-byte aligned; 0 if absent.
    pub curves: *const f32,
    /// In: \[tile\]\[curve\], bit k for character k; may be NULL.
    pub present: *const u16,
    /// Out: same layout as curves; may be curves, or NULL.
    pub out_curves: *mut f32,
    /// Out: same layout as present; may be present, or NULL.
    pub out_present: *mut u16,
    /// Out: \[tile\]\[pose\]\[MIEN_TILE\]. May be NULL.
    pub out_weights: *mut f32,
    /// Working memory, 64-byte aligned.
    pub scratch: *mut c_void,
    /// At least mien_crowd_job_scratch_size().
    pub scratch_size: usize,
}

impl Default for MienCrowdJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Converts local transforms to model matrices. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienModelJob {
    pub skeleton: *const MienSkeleton,
    /// Length of out_model, at most the skeleton's bone count.
    pub bone_count: c_int,
    /// Length of local, at most bone_count: the bone count of an LOD.
    pub local_count: c_int,
    /// In: per bone, local space, normalised rotations.
    pub local: *const MienTransform,
    /// In: bone_count transforms, used for bones from local_count on; for example mien_mesh_binding_rest_pose. NULL: the skeleton's.
    pub rest_pose: *const MienTransform,
    /// Out: per bone, from bone space to model space.
    pub out_model: *mut MienMatrix34,
}

impl Default for MienModelJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Computes a matrix per joint from model matrices. Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienPaletteJob {
    pub binding: *const MienMeshBinding,
    /// Length of model: the skeleton's bone count.
    pub bone_count: c_int,
    /// In: result of mien_model_job_run.
    pub model: *const MienMatrix34,
    /// Length of out_palette: the mesh's joint count.
    pub joint_count: c_int,
    /// Out: per joint, model times inverse bind matrix: from vertex space to model space. Three rows of four numbers, ready for a GPU.
    pub out_palette: *mut MienMatrix34,
}

impl Default for MienPaletteJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Computes morph weights from curves (rule A6). Zero-initialise, then fill.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienMorphJob {
    pub binding: *const MienMeshBinding,
    /// LOD; 0 has all curves. Curves that the LOD does not use are absent.
    pub lod: c_int,
    /// In: in the skeleton's order. NaN counts as 0.
    pub curves: MienCurveSet,
    /// Length of out_weights: the mesh's morph count.
    pub morph_count: c_int,
    /// Out: the curve's value, unclamped; without a curve, the mesh's own weight.
    pub out_weights: *mut f32,
}

impl Default for MienMorphJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

/// Applies morph targets and skinning to a range of vertices. You can run ranges on several threads. Zero-initialise, then fill. A position is the sum of weight * palette * (position + sum of morph weight * offset). A normal is transformed by the inverse transpose of the same blended matrix and normalised, so it stays perpendicular to the surface under any scale and shear. If the result has no direction (a bone scaled to zero), the morphed normal is kept.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MienSkinJob {
    pub mesh: *const MienMesh,
    /// Length of palette: the mesh's joint count.
    pub joint_count: c_int,
    /// In: result of mien_palette_job_run.
    pub palette: *const MienMatrix34,
    /// Length of weights: the mesh's morph count; ignored without weights.
    pub morph_count: c_int,
    /// In: result of mien_morph_job_run, finite; NULL: the mesh's own.
    pub weights: *const f32,
    pub first_vertex: c_int,
    pub vertex_count: c_int,
    /// Out: vertex_count positions, starting with first_vertex.
    pub out_positions: *mut MienVec3,
    /// Out: vertex_count normals; may be NULL. Needs a mesh with normals.
    pub out_normals: *mut MienVec3,
    /// Working memory, 64-byte aligned.
    pub scratch: *mut c_void,
    /// At least mien_skin_job_scratch_size().
    pub scratch_size: usize,
}

impl Default for MienSkinJob {
    fn default() -> Self {
        // Zeros are valid for every field: numbers, false, null pointers and None.
        unsafe { core::mem::zeroed() }
    }
}

#[link(name = "mien")]
extern "C" {
    /// A constant name such as "MIEN_ERROR_CORRUPT"; never NULL.
    pub fn mien_status_name(status: MienStatus) -> *const c_char;
    /// "scalar", "avx2", ...; "best" for MIEN_ISA_BEST. Never NULL.
    pub fn mien_isa_name(isa: MienIsa) -> *const c_char;
    /// Whether this build has kernels for isa and this processor can run them. Queries the processor on every call, which is slow in virtual machines.
    pub fn mien_isa_is_available(isa: MienIsa) -> bool;
    /// The library's version, "0.1.0".
    pub fn mien_version() -> *const c_char;
    /// Reads and checks a pack's header and section table without loading it. Input is untrusted. Checks the hash unless trust_hash is set. Writes *out_info only on success.
    pub fn mien_pack_inspect(data: *const c_void, size: usize, trust_hash: bool, out_info: *mut MienPackInfo, error: *mut MienError) -> MienStatus;
    /// "skeleton", "pose asset", "clip", "bundle", "mesh", "graph"; otherwise "unknown". Never NULL.
    pub fn mien_pack_kind_name(kind: MienPackKind) -> *const c_char;
    /// SHA-256 of size bytes, as stored in packs.
    pub fn mien_sha256(data: *const c_void, size: usize, out_hash: *mut u8);
    /// Opens a file for reading. Maps it where the system supports that, aligned so that packs in it can be borrowed. Refuses files larger than 4 GiB. On failure *out_file is NULL and error, if given, describes the problem.
    pub fn mien_file_open(path: *const c_char, options: *const MienFileOptions, out_file: *mut *mut MienFile, error: *mut MienError) -> MienStatus;
    /// The file's bytes, valid until it is closed.
    pub fn mien_file_data(file: *const MienFile) -> *const c_void;
    /// File size in bytes.
    pub fn mien_file_size(file: *const MienFile) -> usize;
    /// Accepts NULL.
    pub fn mien_file_close(file: *mut MienFile);
    /// Loads a bundle. Input is untrusted: the table, the names and each member's header are checked here; a member's contents when you load that member. On failure *out_bundle is NULL and error, if given, describes the problem.
    pub fn mien_bundle_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_bundle: *mut *mut MienBundle, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_bundle_destroy(bundle: *mut MienBundle);
    /// Number of members. They are sorted by name.
    pub fn mien_bundle_count(bundle: *const MienBundle) -> c_int;
    /// Name of a member.
    pub fn mien_bundle_name(bundle: *const MienBundle, member: c_int) -> *const c_char;
    /// Index of the member with this name, or -1. Case-sensitive.
    pub fn mien_bundle_find(bundle: *const MienBundle, name: *const c_char) -> c_int;
    /// Member by index. The bundle's hash covers it: if that hash was checked, you can load the member with trust_hash.
    pub fn mien_bundle_member(bundle: *const MienBundle, member: c_int) -> MienBundleMember;
    /// Member by name. Returns MIEN_ERROR_DATA if the bundle has no such member: *out_member is then empty, and the name is the error's location.
    pub fn mien_bundle_get(bundle: *const MienBundle, name: *const c_char, out_member: *mut MienBundleMember, error: *mut MienError) -> MienStatus;
    /// Number of words for the presence bits of count curves.
    pub fn mien_curve_set_words(count: c_int) -> c_int;
    /// Makes all curves absent.
    pub fn mien_curve_set_clear(set: *const MienCurveSet);
    /// Sets a curve's value and makes it present. NaN is stored as 0.
    pub fn mien_curve_set_put(set: *const MienCurveSet, curve: c_int, value: f32);
    /// Makes one curve absent.
    pub fn mien_curve_set_remove(set: *const MienCurveSet, curve: c_int);
    /// Value of a curve; 0 if absent.
    pub fn mien_curve_set_value(set: *const MienCurveSet, curve: c_int) -> f32;
    /// Whether the curve is present; without presence bits, whether it is not 0.
    pub fn mien_curve_set_has(set: *const MienCurveSet, curve: c_int) -> bool;
    /// No rotation, no translation, scale 1.
    pub fn mien_transform_identity() -> MienTransform;
    /// a * b: applies b first. The result is not normalised.
    pub fn mien_quat_multiply(a: MienQuat, b: MienQuat) -> MienQuat;
    /// q normalised; the identity if its squared length is below 2^-20.
    pub fn mien_quat_normalize(q: MienQuat) -> MienQuat;
    /// Rotates v by q, which must have length 1.
    pub fn mien_quat_rotate(q: MienQuat, v: MienVec3) -> MienVec3;
    /// parent o child: the child's transform in the space of the parent's parent. Exact for uniform scale. For non-uniform scale, rotation and scale are composed separately, as engines do, and shear is lost.
    pub fn mien_transform_compose(parent: *const MienTransform, child: *const MienTransform) -> MienTransform;
    /// e to the power of x. Error below 0.75 ulp, 0.9 for denormal results; 0 below -745.2, infinity above 709.8, NaN for NaN.
    pub fn mien_exp(x: f64) -> f64;
    /// Natural logarithm. Error below 1 ulp; -infinity at 0, NaN below and for NaN.
    pub fn mien_log(x: f64) -> f64;
    /// x to the power of y, for x >= 0. Relative error below 2^-42 for normal results. 1 if y is 0 or x is 1; otherwise NaN for negative x and for NaN.
    pub fn mien_pow(x: f64, y: f64) -> f64;
    /// Sine and cosine of x in radians. Error below 0.9 ulp for |x| \<= 2^20. Larger and non-finite values count as 0.
    pub fn mien_sincos(x: f64, out_sine: *mut f64, out_cosine: *mut f64);
    /// Angle of (x, y) in (-pi, pi\]. Error below 0.6 ulp; 0 if both are zero or either is NaN. Zeros count as +0.
    pub fn mien_atan2(y: f64, x: f64) -> f64;
    /// Loads a skeleton pack. Input is untrusted and is checked completely, once. On failure *out_skeleton is NULL and error, if given, describes the problem.
    pub fn mien_skeleton_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_skeleton: *mut *mut MienSkeleton, error: *mut MienError) -> MienStatus;
    /// Creates a skeleton without a pack, so that pose assets, clips, graphs and meshes can be bound to the bones and curves of your engine: results are in your order. Everything is copied. The bones are those of every LOD. On failure *out_skeleton is NULL and error, if given, names the bone or curve.
    pub fn mien_skeleton_create(desc: *const MienSkeletonDesc, out_skeleton: *mut *mut MienSkeleton, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_skeleton_destroy(skeleton: *mut MienSkeleton);
    /// Number of bones at LOD 0.
    pub fn mien_skeleton_bone_count(skeleton: *const MienSkeleton) -> c_int;
    /// Number of curves in the table.
    pub fn mien_skeleton_curve_count(skeleton: *const MienSkeleton) -> c_int;
    /// Number of bones at an LOD. They are the first bones of the skeleton.
    pub fn mien_skeleton_bone_count_at(skeleton: *const MienSkeleton, lod: c_int) -> c_int;
    /// Name of a bone.
    pub fn mien_skeleton_bone_name(skeleton: *const MienSkeleton, bone: c_int) -> *const c_char;
    /// -1 for a root.
    pub fn mien_skeleton_bone_parent(skeleton: *const MienSkeleton, bone: c_int) -> c_int;
    /// Max LOD of a bone: the last LOD that has it, or MIEN_ALL_LODS.
    pub fn mien_skeleton_bone_max_lod(skeleton: *const MienSkeleton, bone: c_int) -> c_int;
    /// Name of a curve of the table.
    pub fn mien_skeleton_curve_name(skeleton: *const MienSkeleton, curve: c_int) -> *const c_char;
    /// Max LOD of a curve: the last LOD that uses it, or MIEN_ALL_LODS.
    pub fn mien_skeleton_curve_max_lod(skeleton: *const MienSkeleton, curve: c_int) -> c_int;
    /// The rest pose: bone_count local transforms.
    pub fn mien_skeleton_rest_pose(skeleton: *const MienSkeleton) -> *const MienTransform;
    /// Index of the bone with this name, or -1. Look it up once and store the index.
    pub fn mien_skeleton_find_bone(skeleton: *const MienSkeleton, name: *const c_char) -> c_int;
    /// Index of the curve with this name, or -1. Look it up once and store the index.
    pub fn mien_skeleton_find_curve(skeleton: *const MienSkeleton, name: *const c_char) -> c_int;
    /// SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and clips. Curves and the rest pose are not included.
    pub fn mien_skeleton_interface_hash(skeleton: *const MienSkeleton, out_hash: *mut u8);
    /// Loads a clip pack. Always checks the structure; checks the hash unless trust_hash is set.
    pub fn mien_clip_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_clip: *mut *mut MienClip, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_clip_destroy(clip: *mut MienClip);
    /// Properties of a clip.
    pub fn mien_clip_info(clip: *const MienClip) -> MienClipInfo;
    /// Name of a curve.
    pub fn mien_clip_curve_name(clip: *const MienClip, curve: c_int) -> *const c_char;
    /// -1 if absent.
    pub fn mien_clip_find_curve(clip: *const MienClip, name: *const c_char) -> c_int;
    /// Name of a track's bone.
    pub fn mien_clip_track_bone(clip: *const MienClip, track: c_int) -> *const c_char;
    /// -1 if absent.
    pub fn mien_clip_find_track(clip: *const MienClip, bone: *const c_char) -> c_int;
    /// One event. Events are sorted by time.
    pub fn mien_clip_event(clip: *const MienClip, event: c_int) -> MienClipEvent;
    /// Index of the first event at or after time; the event count if none. The events of a step from t0 to t1, without t1, run from find(t0) to below find(t1).
    pub fn mien_clip_find_event(clip: *const MienClip, time: f64) -> c_int;
    /// Binds a clip to a skeleton. Curves and bones that the skeleton lacks are skipped and reported. Bone lengths follow the mesh (rule A13).
    pub fn mien_clip_binding_create(clip: *const MienClip, skeleton: *const MienSkeleton, options: *const MienClipBindingOptions, out_binding: *mut *mut MienClipBinding, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_clip_binding_destroy(binding: *mut MienClipBinding);
    /// The skeleton's curve for a curve of the clip, or -1.
    pub fn mien_clip_binding_curve(binding: *const MienClipBinding, curve: c_int) -> c_int;
    /// The skeleton's bone for a track of the clip, or -1.
    pub fn mien_clip_binding_bone(binding: *const MienClipBinding, track: c_int) -> c_int;
    /// Number of rows in the report: missing curves and bones, scaled bones.
    pub fn mien_clip_binding_report_count(binding: *const MienClipBinding) -> c_int;
    /// One row of the report. Curves come first, then tracks.
    pub fn mien_clip_binding_report(binding: *const MienClipBinding, row: c_int) -> MienFinding;
    /// Size of a cursor for this clip, in bytes.
    pub fn mien_clip_cursor_size(clip: *const MienClip) -> usize;
    /// Creates a cursor in 64-byte aligned memory; NULL if too small or misaligned.
    pub fn mien_clip_cursor_init(clip: *const MienClip, memory: *mut c_void, size: usize) -> *mut MienClipCursor;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_clip_job_validate(job: *const MienClipJob, error: *mut MienError) -> MienStatus;
    /// Samples a clip. Never allocates. Returns MIEN_ERROR_ARGUMENT, before anything is written, for a NULL, or a binding or cursor of a different clip.
    pub fn mien_clip_job_run(job: *const MienClipJob) -> MienStatus;
    /// Samples several clips or times in sequence. Same bits as separate calls, but faster for many clips: the next clip's bytes are fetched while the current one is decoded.
    pub fn mien_clip_jobs_run(jobs: *const MienClipJob, count: c_int) -> MienStatus;
    /// Loads a pose asset pack. Input is untrusted and is checked completely, once. On failure *out_asset is NULL and error, if given, describes the problem.
    pub fn mien_pose_asset_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_asset: *mut *mut MienPoseAsset, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_pose_asset_destroy(asset: *mut MienPoseAsset);
    /// Properties of a pose asset.
    pub fn mien_pose_asset_info(asset: *const MienPoseAsset) -> MienPoseAssetInfo;
    /// One pose by index.
    pub fn mien_pose_asset_pose(asset: *const MienPoseAsset, pose: c_int) -> MienPoseInfo;
    /// -1 if absent.
    pub fn mien_pose_asset_find_pose(asset: *const MienPoseAsset, name: *const c_char) -> c_int;
    /// One curve-driven pose by index.
    pub fn mien_pose_asset_driven_pose(asset: *const MienPoseAsset, driven_pose: c_int) -> MienDrivenPose;
    /// Index of the curve-driven pose with this curve name, or -1. Ignores ASCII case in unreal assets.
    pub fn mien_pose_asset_find_driven_pose(asset: *const MienPoseAsset, name: *const c_char) -> c_int;
    /// Name of a bone of the asset.
    pub fn mien_pose_asset_bone_name(asset: *const MienPoseAsset, bone: c_int) -> *const c_char;
    /// -1 if absent.
    pub fn mien_pose_asset_find_bone(asset: *const MienPoseAsset, name: *const c_char) -> c_int;
    /// The base pose that poses are relative to: bone_count local transforms.
    pub fn mien_pose_asset_base(asset: *const MienPoseAsset) -> *const MienTransform;
    /// Name of a curve set by the poses.
    pub fn mien_pose_asset_curve_name(asset: *const MienPoseAsset, curve: c_int) -> *const c_char;
    /// -1 if absent.
    pub fn mien_pose_asset_find_curve(asset: *const MienPoseAsset, name: *const c_char) -> c_int;
    /// Binds an asset to a skeleton's bones and curve table. Missing names are not errors; the binding lists them. The binding refers to the asset, which must outlive it, and copies the skeleton's data.
    pub fn mien_pose_binding_create(asset: *const MienPoseAsset, skeleton: *const MienSkeleton, options: *const MienPoseBindingOptions, out_binding: *mut *mut MienPoseBinding, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_pose_binding_destroy(binding: *mut MienPoseBinding);
    /// Number of rows in the report: missing names and scaled bones.
    pub fn mien_pose_binding_report_count(binding: *const MienPoseBinding) -> c_int;
    /// One row of the report. Its name belongs to the asset.
    pub fn mien_pose_binding_report(binding: *const MienPoseBinding, row: c_int) -> MienFinding;
    /// Loads a graph pack. Always checks the structure; checks the hash unless trust_hash is set.
    pub fn mien_graph_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_graph: *mut *mut MienGraph, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_graph_destroy(graph: *mut MienGraph);
    /// Properties of a graph.
    pub fn mien_graph_info(graph: *const MienGraph) -> MienGraphInfo;
    /// One node by index.
    pub fn mien_graph_node(graph: *const MienGraph, node: c_int) -> MienGraphNodeInfo;
    /// -1 if absent.
    pub fn mien_graph_find_node(graph: *const MienGraph, id: *const c_char) -> c_int;
    /// The node connected to an input; -1 if unconnected.
    pub fn mien_graph_node_input(graph: *const MienGraph, node: c_int, input: c_int) -> c_int;
    /// One parameter by index.
    pub fn mien_graph_parameter(graph: *const MienGraph, parameter: c_int) -> MienGraphParameter;
    /// -1 if absent.
    pub fn mien_graph_find_parameter(graph: *const MienGraph, name: *const c_char) -> c_int;
    /// One slot by index.
    pub fn mien_graph_asset_slot(graph: *const MienGraph, slot: c_int) -> MienGraphAssetSlot;
    /// The slot of a node's clip or pose asset, its own or a parameter's; -1 if the node has no asset.
    pub fn mien_graph_node_asset(graph: *const MienGraph, node: c_int) -> c_int;
    /// Index of a live input or input pose node by id. Each type counts from 0. -1 if absent.
    pub fn mien_graph_find_live_input(graph: *const MienGraph, id: *const c_char) -> c_int;
    /// -1 if absent.
    pub fn mien_graph_find_input_pose(graph: *const MienGraph, id: *const c_char) -> c_int;
    /// -1 if absent.
    pub fn mien_graph_find_mask(graph: *const MienGraph, name: *const c_char) -> c_int;
    /// Solver of a driver node; zeros for other nodes.
    pub fn mien_graph_driver(graph: *const MienGraph, node: c_int) -> MienGraphDriverInfo;
    /// Binds a graph to a skeleton. Missing names are reported but are not errors. An asset of the wrong type for its slot is an error.
    pub fn mien_graph_binding_create(graph: *const MienGraph, skeleton: *const MienSkeleton, options: *const MienGraphBindingOptions, out_binding: *mut *mut MienGraphBinding, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_graph_binding_destroy(binding: *mut MienGraphBinding);
    /// Number of rows in the report; 0 if there is nothing to report.
    pub fn mien_graph_binding_report_count(binding: *const MienGraphBinding) -> c_int;
    /// One row of the report.
    pub fn mien_graph_binding_report(binding: *const MienGraphBinding, row: c_int) -> MienFinding;
    /// The mesh's rest pose as stored in the binding: one transform per bone.
    pub fn mien_graph_binding_rest_pose(binding: *const MienGraphBinding) -> *const MienTransform;
    /// Size of an instance, in bytes.
    pub fn mien_graph_instance_size(binding: *const MienGraphBinding) -> usize;
    /// Creates an instance in its initial state in 64-byte aligned memory; NULL if too small or misaligned.
    pub fn mien_graph_instance_init(binding: *const MienGraphBinding, memory: *mut c_void, size: usize) -> *mut MienGraphInstance;
    /// Creates an instance that continues from another one, with different assets or a different version of the graph. Nodes with the same id and type keep their state, parameters with the same name and type their value, live inputs and input poses with the same id their arrays.
    pub fn mien_graph_instance_rebind(from: *const MienGraphInstance, binding: *const MienGraphBinding, memory: *mut c_void, size: usize) -> *mut MienGraphInstance;
    /// Sets a float, int or bool. Ints are truncated, NaN is 0.
    pub fn mien_graph_instance_set_number(instance: *mut MienGraphInstance, parameter: c_int, value: f32) -> MienStatus;
    /// Sets a name or a mask, which must exist in the binding. Slow: it searches.
    pub fn mien_graph_instance_set_text(instance: *mut MienGraphInstance, parameter: c_int, text: *const c_char) -> MienStatus;
    /// Sets the curves of a live input, in the skeleton's order; NULL: none. Jobs read the arrays when they run; they must not be the job's own arrays.
    pub fn mien_graph_instance_set_live_input(instance: *mut MienGraphInstance, live_input: c_int, curves: *const MienCurveSet) -> MienStatus;
    /// Sets the pose of an input pose node, one transform per bone of the skeleton; NULL: none. A delta has rotations minus the identity and scales minus 1. If curves is NULL, the node's input provides the curves. Jobs read the arrays when they run; they must not be the job's own arrays.
    pub fn mien_graph_instance_set_input_pose(instance: *mut MienGraphInstance, input_pose: c_int, bones: *const MienTransform, curves: *const MienCurveSet, weight: f32) -> MienStatus;
    /// Time of a clip node in seconds; 0 for other nodes.
    pub fn mien_graph_instance_time(instance: *const MienGraphInstance, node: c_int) -> f64;
    /// Sets the time of a clip node.
    pub fn mien_graph_instance_set_time(instance: *mut MienGraphInstance, node: c_int, time: f64) -> MienStatus;
    /// Size of a trace, in bytes.
    pub fn mien_graph_trace_size(binding: *const MienGraphBinding) -> usize;
    /// Creates a trace in 64-byte aligned memory; NULL if too small or misaligned.
    pub fn mien_graph_trace_init(binding: *const MienGraphBinding, memory: *mut c_void, size: usize) -> *mut MienGraphTrace;
    /// Result of a node in the last job that used the trace.
    pub fn mien_graph_trace_node(trace: *const MienGraphTrace, node: c_int) -> MienGraphNodeTrace;
    /// Size of the scratch memory for any job on this binding, in bytes.
    pub fn mien_graph_job_scratch_size(binding: *const MienGraphBinding) -> usize;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_graph_job_validate(job: *const MienGraphJob, error: *mut MienError) -> MienStatus;
    /// Runs the step. Never allocates.
    pub fn mien_graph_job_run(job: *const MienGraphJob) -> MienStatus;
    /// Size of the scratch memory for any batch on this binding, in bytes.
    pub fn mien_graph_batch_job_scratch_size(binding: *const MienGraphBinding) -> usize;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_graph_batch_job_validate(job: *const MienGraphBatchJob, error: *mut MienError) -> MienStatus;
    /// Runs the step. Never allocates. Gives the same bits as mien_graph_job_run per character.
    pub fn mien_graph_batch_job_run(job: *const MienGraphBatchJob) -> MienStatus;
    /// Loads a mesh pack. Input is untrusted and is checked completely, once. On failure *out_mesh is NULL and error, if given, describes the problem.
    pub fn mien_mesh_load(data: *const c_void, size: usize, options: *const MienLoadOptions, out_mesh: *mut *mut MienMesh, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_mesh_destroy(mesh: *mut MienMesh);
    /// Properties of a mesh.
    pub fn mien_mesh_info(mesh: *const MienMesh) -> MienMeshInfo;
    /// vertex_count positions, metres.
    pub fn mien_mesh_positions(mesh: *const MienMesh) -> *const MienVec3;
    /// vertex_count normals, or NULL.
    pub fn mien_mesh_normals(mesh: *const MienMesh) -> *const MienVec3;
    /// Two numbers per vertex, (0, 0) is the image's upper left corner; or NULL.
    pub fn mien_mesh_uvs(mesh: *const MienMesh) -> *const f32;
    /// Four numbers per vertex: linear red, green, blue and opacity; 65535 is 1. They multiply the material's base colour. NULL: all 1.
    pub fn mien_mesh_colors(mesh: *const MienMesh) -> *const u16;
    /// index_count vertices, three per triangle, counterclockwise seen from outside.
    pub fn mien_mesh_indices(mesh: *const MienMesh) -> *const u32;
    /// influence_stride joints per vertex. Unused elements repeat the first joint.
    pub fn mien_mesh_vertex_joints(mesh: *const MienMesh) -> *const u16;
    /// influence_stride weights per vertex, >= 0, with a sum near 1. Unused weights are 0 and last.
    pub fn mien_mesh_vertex_weights(mesh: *const MienMesh) -> *const f32;
    /// One submesh by index.
    pub fn mien_mesh_submesh(mesh: *const MienMesh, submesh: c_int) -> MienSubmesh;
    /// One material by index.
    pub fn mien_mesh_material(mesh: *const MienMesh, material: c_int) -> MienMeshMaterial;
    /// Location of an image: "faces/skin.png", or "faces/ada.glb#images/0" inside a file.
    pub fn mien_mesh_image_name(mesh: *const MienMesh, image: c_int) -> *const c_char;
    /// One morph target by index.
    pub fn mien_mesh_morph(mesh: *const MienMesh, morph: c_int) -> MienMorph;
    /// -1 if absent.
    pub fn mien_mesh_find_morph(mesh: *const MienMesh, name: *const c_char) -> c_int;
    /// Name of a bone used by the joints or the rest pose.
    pub fn mien_mesh_bone_name(mesh: *const MienMesh, bone: c_int) -> *const c_char;
    /// -1 if absent.
    pub fn mien_mesh_find_bone(mesh: *const MienMesh, name: *const c_char) -> c_int;
    /// The mesh's own rest pose: local transforms of the first rest_pose_count bones.
    pub fn mien_mesh_rest_pose(mesh: *const MienMesh) -> *const MienTransform;
    /// One joint by index.
    pub fn mien_mesh_joint(mesh: *const MienMesh, joint: c_int) -> MienMeshJoint;
    /// Binds a mesh to a skeleton's bones and curve table. Missing names are not errors; the binding lists them. Vertices of a missing bone follow the skeleton's first bone, as if fixed to it in the mesh's rest pose. A morph target without a curve keeps its own weight. The binding refers to the mesh, which must outlive it, and copies the skeleton's data.
    pub fn mien_mesh_binding_create(mesh: *const MienMesh, skeleton: *const MienSkeleton, options: *const MienMeshBindingOptions, out_binding: *mut *mut MienMeshBinding, error: *mut MienError) -> MienStatus;
    /// Accepts NULL.
    pub fn mien_mesh_binding_destroy(binding: *mut MienMeshBinding);
    /// The mesh's rest pose on the skeleton: the skeleton's own, overridden by the mesh's, one local transform per bone of the skeleton. Use it as mesh_rest_pose in MienPoseBindingOptions and MienClipBindingOptions.
    pub fn mien_mesh_binding_rest_pose(binding: *const MienMeshBinding) -> *const MienTransform;
    /// The skeleton's bone for a joint; -1 if missing.
    pub fn mien_mesh_binding_bone(binding: *const MienMeshBinding, joint: c_int) -> c_int;
    /// The skeleton's curve that drives a morph target; -1 if missing.
    pub fn mien_mesh_binding_curve(binding: *const MienMeshBinding, morph: c_int) -> c_int;
    /// Number of rows in the report: missing names.
    pub fn mien_mesh_binding_report_count(binding: *const MienMeshBinding) -> c_int;
    /// One row of the report.
    pub fn mien_mesh_binding_report(binding: *const MienMeshBinding, row: c_int) -> MienFinding;
    /// Makes an actor in its rest pose. On failure *out_actor is NULL.
    pub fn mien_actor_create(desc: *const MienActorDesc, out_actor: *mut *mut MienActor, error: *mut MienError) -> MienStatus;
    /// NULL is fine.
    pub fn mien_actor_destroy(actor: *mut MienActor);
    /// Loads the parts from a bundle, in place, and makes an actor that owns them. options may be NULL. A failure in a part starts the error's location with the part's name.
    pub fn mien_actor_load(bundle: *const MienBundle, members: *const MienActorMembers, options: *const MienActorOptions, out_actor: *mut *mut MienActor, error: *mut MienError) -> MienStatus;
    /// Plays a clip from now on; NULL: none. Refused with a graph, which plays its own clips. options may be NULL. On failure the actor plays what it played.
    pub fn mien_actor_set_clip(actor: *mut MienActor, clip: *const MienClip, options: *const MienActorClipOptions, error: *mut MienError) -> MienStatus;
    /// The same for a clip in a bundle, which the actor then owns until it plays another.
    pub fn mien_actor_load_clip(actor: *mut MienActor, bundle: *const MienBundle, name: *const c_char, options: *const MienActorClipOptions, error: *mut MienError) -> MienStatus;
    /// The time of the clip, seconds; 0 with a graph.
    pub fn mien_actor_time(actor: *const MienActor) -> f64;
    /// Moves the clip to a time. The next step starts there.
    pub fn mien_actor_set_time(actor: *mut MienActor, time: f64);
    /// Gives a curve of the skeleton a live value. It replaces the clip's; in a graph it comes out of every live input. MIEN_ERROR_ARGUMENT for a bad index.
    pub fn mien_actor_set_curve(actor: *mut MienActor, curve: c_int, value: f32) -> MienStatus;
    /// The same by name, which is looked up: keep the index where speed counts.
    pub fn mien_actor_set_curve_named(actor: *mut MienActor, name: *const c_char, value: f32) -> MienStatus;
    /// All live values, to put, remove and clear them by the functions of curve sets.
    pub fn mien_actor_inputs(actor: *mut MienActor) -> MienCurveSet;
    /// Sets a float, int or bool parameter of the graph by name.
    pub fn mien_actor_set_number(actor: *mut MienActor, parameter: *const c_char, value: f32) -> MienStatus;
    /// Sets a name or mask parameter of the graph by name.
    pub fn mien_actor_set_text(actor: *mut MienActor, parameter: *const c_char, text: *const c_char) -> MienStatus;
    /// The graph's instance, for what else it can do; NULL without a graph.
    pub fn mien_actor_instance(actor: *mut MienActor) -> *mut MienGraphInstance;
    /// Changes the LOD from the next step on. Bones that it lacks return to rest.
    pub fn mien_actor_set_lod(actor: *mut MienActor, lod: c_int);
    /// Switches the trace on and off, if the actor has one; it starts on.
    pub fn mien_actor_set_tracing(actor: *mut MienActor, is_on: bool);
    /// Lets seconds pass, then evaluates. Seconds that are not finite count as 0; a clip may run backwards, a graph not. Never allocates.
    pub fn mien_actor_step(actor: *mut MienActor, seconds: f64) -> MienStatus;
    /// Goes back to the start: clip time 0, the graph as it was created. Live values stay.
    pub fn mien_actor_restart(actor: *mut MienActor);
    /// Local transforms, one per bone of the skeleton.
    pub fn mien_actor_bones(actor: *const MienActor) -> *const MienTransform;
    /// Number of bones at the LOD. The others are at rest.
    pub fn mien_actor_bone_count(actor: *const MienActor) -> c_int;
    /// Curves of the skeleton's table, after poses or the graph.
    pub fn mien_actor_curves(actor: *const MienActor) -> MienCurveSet;
    /// Weights of the mesh's morphs; NULL without a mesh.
    pub fn mien_actor_morphs(actor: *const MienActor) -> *const f32;
    /// Weights of a pose asset's poses; NULL for a bad index.
    pub fn mien_actor_weights(actor: *const MienActor, pose_asset: c_int) -> *const f32;
    /// Model matrices, one per bone, computed on the first call after a step.
    pub fn mien_actor_model(actor: *mut MienActor) -> *const MienMatrix34;
    /// Skinning matrices, one per joint of the mesh, computed on the first call after a step; NULL without a mesh.
    pub fn mien_actor_palette(actor: *mut MienActor) -> *const MienMatrix34;
    /// Events that the graph's clips crossed in the last step. *out_count is the number that were crossed; at most event_capacity are in the array.
    pub fn mien_actor_events(actor: *const MienActor, out_count: *mut c_int) -> *const MienGraphEvent;
    /// What the graph's nodes did in the last step that was traced; NULL without.
    pub fn mien_actor_trace(actor: *const MienActor) -> *const MienGraphTrace;
    /// Never NULL.
    pub fn mien_actor_skeleton(actor: *const MienActor) -> *const MienSkeleton;
    /// May be NULL.
    pub fn mien_actor_mesh(actor: *const MienActor) -> *const MienMesh;
    /// May be NULL.
    pub fn mien_actor_mesh_binding(actor: *const MienActor) -> *const MienMeshBinding;
    /// May be NULL.
    pub fn mien_actor_graph(actor: *const MienActor) -> *const MienGraph;
    /// May be NULL.
    pub fn mien_actor_clip(actor: *const MienActor) -> *const MienClip;
    /// The pose asset at an index; NULL beyond.
    pub fn mien_actor_pose_asset(actor: *const MienActor, pose_asset: c_int) -> *const MienPoseAsset;
    /// The rest pose: a local transform per bone of the skeleton.
    pub fn mien_actor_rest_pose(actor: *const MienActor) -> *const MienTransform;
    /// Number of rows in the report of the mesh, the pose assets, the graph and the clip, in this order.
    pub fn mien_actor_report_count(actor: *const MienActor) -> c_int;
    /// One row of the report.
    pub fn mien_actor_report(actor: *const MienActor, row: c_int) -> MienFinding;
    /// Settings with a source, or a choice where there is none; seed 0.
    pub fn mien_life_default_settings() -> MienLifeSettings;
    /// Creates a generator. allocator may be NULL and must outlive it. MIEN_ERROR_DATA for a number out of range; the error names it.
    pub fn mien_life_create(settings: *const MienLifeSettings, allocator: *const MienAllocator, out_life: *mut *mut MienLife, error: *mut MienError) -> MienStatus;
    /// Frees the generator. NULL is allowed.
    pub fn mien_life_destroy(life: *mut MienLife);
    /// The name of a curve: eyeBlinkLeft, eyeLookInLeft, ..., headYaw, headPitch, headRoll, breath. NULL out of range.
    pub fn mien_life_curve_name(curve: c_int) -> *const c_char;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_life_job_validate(job: *const MienLifeJob, error: *mut MienError) -> MienStatus;
    /// Runs the job.
    pub fn mien_life_job_run(job: *const MienLifeJob) -> MienStatus;
    /// Lists events of one kind with from \<= time \< to, in order of time, and returns their number. Only the first capacity of them are written; out_events may be NULL if capacity is 0. Blinks that come with large gaze shifts depend on targets and are not listed.
    pub fn mien_life_events(life: *const MienLife, kind: MienLifeEventKind, is_speaking: bool, from: f64, to: f64, out_events: *mut MienLifeEvent, capacity: c_int) -> c_int;
    /// Size of the scratch memory for any job on this asset, in bytes.
    pub fn mien_pose_job_scratch_size(asset: *const MienPoseAsset) -> usize;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_pose_job_validate(job: *const MienPoseJob, error: *mut MienError) -> MienStatus;
    /// Runs the job. Never allocates.
    pub fn mien_pose_job_run(job: *const MienPoseJob) -> MienStatus;
    /// Number of floats in a tile of bones: channel c of bone b of character k in the tile is at \[(b * MIEN_TILE_CHANNELS + c) * MIEN_TILE + k\].
    pub fn mien_tile_size(bone_count: c_int) -> usize;
    /// Copies a character's pose into lane k of a tile.
    pub fn mien_tile_write(tile: *mut f32, bone_count: c_int, k: c_int, pose: *const MienTransform);
    /// Copies lane k of a tile into a character's pose.
    pub fn mien_tile_read(tile: *const f32, bone_count: c_int, k: c_int, out_pose: *mut MienTransform);
    /// Size of the scratch memory for any crowd job on this asset, in bytes.
    pub fn mien_crowd_job_scratch_size(asset: *const MienPoseAsset) -> usize;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_crowd_job_validate(job: *const MienCrowdJob, error: *mut MienError) -> MienStatus;
    /// Runs the job. Never allocates. Gives the same bits as mien_pose_job_run per character.
    pub fn mien_crowd_job_run(job: *const MienCrowdJob) -> MienStatus;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_model_job_validate(job: *const MienModelJob, error: *mut MienError) -> MienStatus;
    /// Runs the job. Exact for any scale: unlike transforms composed by mien_transform_compose, matrices keep shear.
    pub fn mien_model_job_run(job: *const MienModelJob) -> MienStatus;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_palette_job_validate(job: *const MienPaletteJob, error: *mut MienError) -> MienStatus;
    /// Runs the job.
    pub fn mien_palette_job_run(job: *const MienPaletteJob) -> MienStatus;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_morph_job_validate(job: *const MienMorphJob, error: *mut MienError) -> MienStatus;
    /// Runs the job.
    pub fn mien_morph_job_run(job: *const MienMorphJob) -> MienStatus;
    /// Size of the scratch memory for any skin job on this mesh, in bytes. Independent of the vertex count.
    pub fn mien_skin_job_scratch_size(mesh: *const MienMesh) -> usize;
    /// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
    pub fn mien_skin_job_validate(job: *const MienSkinJob, error: *mut MienError) -> MienStatus;
    /// Runs the job.
    pub fn mien_skin_job_run(job: *const MienSkinJob) -> MienStatus;
}
