// SPDX-License-Identifier: MIT

//! Plain values: what packs, bindings and graphs consist of.

use mien_sys as c;

use crate::native::{count_of, index_of, slice_of, text_of};

pub use c::MienDrivenPose as DrivenPose;
pub use c::MienGraphDriverInfo as DriverInfo;
pub use c::MienGraphInfo as GraphInfo;
pub use c::MienMatrix34 as Matrix34;
pub use c::MienMeshInfo as MeshInfo;
pub use c::MienMeshJoint as Joint;
pub use c::MienPoseAssetInfo as PoseAssetInfo;
pub use c::MienQuat as Quat;
pub use c::MienTransform as Transform;
pub use c::MienVec3 as Vec3;

/// The kind of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackKind {
    /// Bones and curves.
    Skeleton,
    /// Poses.
    PoseAsset,
    /// Animation.
    Clip,
    /// Many packs.
    Bundle,
    /// Vertices, joints and morph targets.
    Mesh,
    /// A program of nodes.
    Graph,
    /// A kind of a newer library.
    Other(i32),
}

impl PackKind {
    pub(crate) fn of(kind: c::MienPackKind) -> PackKind {
        match kind {
            c::MIEN_PACK_SKELETON => PackKind::Skeleton,
            c::MIEN_PACK_POSE_ASSET => PackKind::PoseAsset,
            c::MIEN_PACK_CLIP => PackKind::Clip,
            c::MIEN_PACK_BUNDLE => PackKind::Bundle,
            c::MIEN_PACK_MESH => PackKind::Mesh,
            c::MIEN_PACK_GRAPH => PackKind::Graph,
            other => PackKind::Other(other),
        }
    }

    /// "skeleton", "pose asset" and so on; "unknown" for other kinds.
    pub fn name(self) -> &'static str {
        let kind = match self {
            PackKind::Skeleton => c::MIEN_PACK_SKELETON,
            PackKind::PoseAsset => c::MIEN_PACK_POSE_ASSET,
            PackKind::Clip => c::MIEN_PACK_CLIP,
            PackKind::Bundle => c::MIEN_PACK_BUNDLE,
            PackKind::Mesh => c::MIEN_PACK_MESH,
            PackKind::Graph => c::MIEN_PACK_GRAPH,
            PackKind::Other(other) => other,
        };
        unsafe { text_of(c::mien_pack_kind_name(kind)) }
    }
}

/// The header of a pack.
#[derive(Clone, Copy, Debug)]
pub struct PackInfo {
    /// What it contains.
    pub kind: PackKind,
    /// Format version of this kind.
    pub version: u32,
    /// Bytes, with the header.
    pub size: u64,
    /// SHA-256 of everything after the hash field.
    pub hash: [u8; 32],
}

/// A pose of a pose asset.
#[derive(Clone, Copy, Debug)]
pub struct PoseInfo<'a> {
    /// Unique within the asset.
    pub name: &'a str,
    /// The curve-driven pose that drives it; None for a corrective.
    pub driven_pose: Option<usize>,
    /// An in-between.
    pub is_inbetween: bool,
    /// Weight of the curve-driven pose at which it has full weight.
    pub position: f32,
    /// Number of bones that it moves.
    pub bone_count: usize,
    /// Number of curves that it sets.
    pub curve_count: usize,
}

impl PoseInfo<'_> {
    pub(crate) unsafe fn of(s: c::MienPoseInfo) -> Self {
        PoseInfo {
            name: text_of(s.name),
            driven_pose: index_of(s.driven_pose),
            is_inbetween: s.is_inbetween,
            position: s.position,
            bone_count: count_of(s.bone_count),
            curve_count: count_of(s.curve_count),
        }
    }
}

/// Properties of a clip.
#[derive(Clone, Copy, Debug)]
pub struct ClipInfo<'a> {
    /// Seconds.
    pub length: f64,
    /// Frames per second, times the divisor.
    pub rate: i32,
    /// Divides the rate.
    pub rate_divisor: i32,
    /// Number of frames.
    pub frame_count: usize,
    /// Number of curves.
    pub curve_count: usize,
    /// Number of bone tracks.
    pub track_count: usize,
    /// Number of events.
    pub event_count: usize,
    /// Path of a sound file, or "".
    pub sound: &'a str,
    /// Start of the sound, seconds.
    pub sound_offset: f64,
    /// Origin of the clip, or "".
    pub source: &'a str,
}

impl ClipInfo<'_> {
    pub(crate) unsafe fn of(s: c::MienClipInfo) -> Self {
        ClipInfo {
            length: s.length,
            rate: s.rate,
            rate_divisor: s.rate_divisor,
            frame_count: count_of(s.frame_count),
            curve_count: count_of(s.curve_count),
            track_count: count_of(s.track_count),
            event_count: count_of(s.event_count),
            sound: text_of(s.sound),
            sound_offset: s.sound_offset,
            source: text_of(s.source),
        }
    }
}

/// A named moment in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipEvent<'a> {
    /// Not unique.
    pub name: &'a str,
    /// Seconds.
    pub time: f64,
}

/// Triangles with one material.
#[derive(Clone, Copy, Debug)]
pub struct Submesh<'a> {
    /// Not unique.
    pub name: &'a str,
    /// None: no material.
    pub material: Option<usize>,
    /// In the indices, three per triangle.
    pub first_index: usize,
    /// Three per triangle.
    pub index_count: usize,
}

impl Submesh<'_> {
    pub(crate) unsafe fn of(s: c::MienSubmesh) -> Self {
        Submesh {
            name: text_of(s.name),
            material: index_of(s.material),
            first_index: count_of(s.first_index),
            index_count: count_of(s.index_count),
        }
    }
}

/// A material.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// Not unique.
    pub name: &'a str,
    /// Linear red, green, blue and opacity.
    pub base_color: [f32; 4],
    /// 0 to 1.
    pub roughness: f32,
    /// 0 to 1.
    pub metallic: f32,
    /// Multiplies the base colour; None: no image.
    pub image: Option<usize>,
}

impl Material<'_> {
    pub(crate) unsafe fn of(s: c::MienMeshMaterial) -> Self {
        Material {
            name: text_of(s.name),
            base_color: s.base_color,
            roughness: s.roughness,
            metallic: s.metallic,
            image: index_of(s.image),
        }
    }
}

/// A morph target: vertex offsets at weight 1.
#[derive(Clone, Copy, Debug)]
pub struct Morph<'a> {
    /// Name of its curve. Unique within the mesh.
    pub name: &'a str,
    /// Weight if no curve drives it.
    pub weight: f32,
    /// The vertices that it moves, ascending.
    pub vertices: &'a [u32],
    /// An offset per vertex.
    pub positions: &'a [Vec3],
    /// An offset per vertex, or empty.
    pub normals: &'a [Vec3],
}

impl Morph<'_> {
    pub(crate) unsafe fn of(s: c::MienMorph) -> Self {
        Morph {
            name: text_of(s.name),
            weight: s.weight,
            vertices: slice_of(s.vertices, s.vertex_count),
            positions: slice_of(s.positions, s.vertex_count),
            normals: slice_of(s.normals, s.vertex_count),
        }
    }
}

/// A node of a graph.
#[derive(Clone, Copy, Debug)]
pub struct NodeInfo<'a> {
    /// Unique within the graph.
    pub id: &'a str,
    /// "clip", "poses", "layer" and so on.
    pub kind: &'a str,
    /// Returns an offset, not a pose.
    pub is_delta: bool,
    /// Number of inputs.
    pub input_count: usize,
}

impl NodeInfo<'_> {
    pub(crate) unsafe fn of(s: c::MienGraphNodeInfo) -> Self {
        NodeInfo {
            id: text_of(s.id),
            kind: text_of(s.r#type),
            is_delta: s.is_delta,
            input_count: count_of(s.input_count),
        }
    }
}

/// Type of a parameter or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// A number.
    Float,
    /// A whole number.
    Int,
    /// 0 or 1.
    Bool,
    /// Name of a pose.
    Name,
    /// A clip.
    Clip,
    /// A pose asset.
    Poses,
    /// A mask.
    Mask,
    /// A type of a newer library.
    Other(i32),
}

impl ValueKind {
    fn of(kind: c::MienGraphValueType) -> ValueKind {
        match kind {
            c::MIEN_GRAPH_FLOAT => ValueKind::Float,
            c::MIEN_GRAPH_INT => ValueKind::Int,
            c::MIEN_GRAPH_BOOL => ValueKind::Bool,
            c::MIEN_GRAPH_NAME => ValueKind::Name,
            c::MIEN_GRAPH_CLIP => ValueKind::Clip,
            c::MIEN_GRAPH_POSES => ValueKind::Poses,
            c::MIEN_GRAPH_MASK => ValueKind::Mask,
            other => ValueKind::Other(other),
        }
    }
}

/// A value of a graph that your program sets.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Unique within the graph.
    pub name: &'a str,
    /// Its type.
    pub kind: ValueKind,
    /// Default of a float, int or bool.
    pub number: f32,
    /// Default of a name or mask; path of an asset; or "".
    pub text: &'a str,
}

impl Parameter<'_> {
    pub(crate) unsafe fn of(s: c::MienGraphParameter) -> Self {
        Parameter {
            name: text_of(s.name),
            kind: ValueKind::of(s.r#type),
            number: s.number,
            text: text_of(s.text),
        }
    }
}

/// A slot for a clip or a pose asset.
#[derive(Clone, Copy, Debug)]
pub struct GraphSlot<'a> {
    /// Clip or Poses.
    pub kind: ValueKind,
    /// Path of the asset as in the text: "faces/ada.poses.json"; or "".
    pub path: &'a str,
    /// The node that it belongs to.
    pub node: Option<usize>,
    /// The parameter that it belongs to.
    pub parameter: Option<usize>,
    /// Accepts only additive pose assets.
    pub needs_additive: bool,
    /// Accepts only absolute pose assets.
    pub needs_absolute: bool,
}

impl GraphSlot<'_> {
    pub(crate) unsafe fn of(s: c::MienGraphAssetSlot) -> Self {
        GraphSlot {
            kind: ValueKind::of(s.r#type),
            path: text_of(s.path),
            node: index_of(s.node),
            parameter: index_of(s.parameter),
            needs_additive: s.needs_additive,
            needs_absolute: s.needs_absolute,
        }
    }
}

/// A clip event that a graph's step crossed.
#[derive(Clone, Copy, Debug)]
pub struct GraphEvent<'a> {
    /// The clip node.
    pub node: usize,
    /// The event's name.
    pub name: &'a str,
    /// Weight of the node in the output.
    pub weight: f32,
}

impl GraphEvent<'_> {
    pub(crate) unsafe fn of(s: &c::MienGraphEvent) -> Self {
        GraphEvent { node: count_of(s.node), name: text_of(s.name), weight: s.weight }
    }
}

/// What does not fit. Only a scaled bone is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
    /// A graph's slot is empty; name: the path of the asset.
    MissingAsset,
    /// The skeleton lacks the bone.
    MissingBone,
    /// No curve has the name of this curve-driven pose.
    MissingPoseCurve,
    /// The skeleton lacks the curve.
    MissingCurve,
    /// No curve has the morph target's name.
    MissingMorphCurve,
    /// The pose asset lacks the pose.
    MissingPose,
    /// A curve has the name of an in-between or a corrective.
    NotCurveDriven,
    /// The bone's translations are scaled to the mesh.
    ScaledBone,
    /// A kind of a newer library.
    Other(i32),
}

/// One row of a report.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'a> {
    /// What is wrong.
    pub kind: FindingKind,
    /// In the asset that has the name.
    pub index: Option<usize>,
    /// The graph's node.
    pub node: Option<usize>,
    /// The name that does not fit.
    pub name: &'a str,
    /// The scale of translations for a scaled bone, otherwise 1.
    pub factor: f32,
}

impl Finding<'_> {
    pub(crate) unsafe fn of(s: c::MienFinding) -> Self {
        let kind = match s.kind {
            c::MIEN_FINDING_MISSING_ASSET => FindingKind::MissingAsset,
            c::MIEN_FINDING_MISSING_BONE => FindingKind::MissingBone,
            c::MIEN_FINDING_MISSING_POSE_CURVE => FindingKind::MissingPoseCurve,
            c::MIEN_FINDING_MISSING_CURVE => FindingKind::MissingCurve,
            c::MIEN_FINDING_MISSING_MORPH_CURVE => FindingKind::MissingMorphCurve,
            c::MIEN_FINDING_MISSING_POSE => FindingKind::MissingPose,
            c::MIEN_FINDING_NOT_CURVE_DRIVEN => FindingKind::NotCurveDriven,
            c::MIEN_FINDING_SCALED_BONE => FindingKind::ScaledBone,
            other => FindingKind::Other(other),
        };
        Finding { kind, index: index_of(s.index), node: index_of(s.node), name: text_of(s.name), factor: s.factor }
    }
}
