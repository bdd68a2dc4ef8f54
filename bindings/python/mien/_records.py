# SPDX-License-Identifier: MIT
# Generated from include/mien by scripts/checks/bindings --fix: do not edit.
"""Structs that functions of libmien return, as Python values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from . import _native as c


@dataclass(frozen=True)
class Vec3:
    x: float
    y: float
    z: float

    @classmethod
    def of(cls, s: c.MienVec3) -> Vec3:
        return cls(
            s.x,
            s.y,
            s.z,
        )


@dataclass(frozen=True)
class Matrix34:
    """An affine matrix of three rows and four columns: maps p to row . (p, 1)."""

    m: Tuple[float, ...]

    @classmethod
    def of(cls, s: c.MienMatrix34) -> Matrix34:
        return cls(
            tuple(s.m),
        )


@dataclass(frozen=True)
class Finding:
    """One row of a binding's report."""

    kind: c.MienFindingKind
    index: int  #: In the asset that has the name: a bone, track, curve, control, pose or morph. -1: none.
    node: int  #: The graph's node; -1 outside graphs.
    name: str  #: Belongs to the asset or the graph.
    factor: float  #: The scale of translations for a scaled bone, otherwise 1.

    @classmethod
    def of(cls, s: c.MienFinding) -> Finding:
        return cls(
            c.MienFindingKind(s.kind),
            s.index,
            s.node,
            (s.name or b"").decode(),
            s.factor,
        )


@dataclass(frozen=True)
class PackInfo:
    version: int  #: Format version of this kind.
    kind: c.MienPackKind
    size: int  #: Size in bytes, including the header.
    section_count: int
    hash: bytes  #: SHA-256 of everything after the hash field.

    @classmethod
    def of(cls, s: c.MienPackInfo) -> PackInfo:
        return cls(
            s.version,
            c.MienPackKind(s.kind),
            s.size,
            s.section_count,
            bytes(s.hash),
        )


@dataclass(frozen=True)
class PoseAssetInfo:
    """Properties of a pose asset."""

    pose_count: int
    driven_pose_count: int  #: Number of curve-driven poses.
    bone_count: int  #: Bones of the asset, its tracks.
    curve_count: int  #: Curves set by its poses (morph targets, materials).
    entry_count: int  #: (pose, bone) pairs that move.
    is_additive: bool
    is_unreal: bool  #: Evaluated as in Unreal instead of by Mien's rules.
    has_scale: bool  #: Some pose changes scale; otherwise evaluation is faster.
    extent: float  #: Size of the rest pose it was authored on, metres.
    isa: c.MienIsa  #: Kernels in use.

    @classmethod
    def of(cls, s: c.MienPoseAssetInfo) -> PoseAssetInfo:
        return cls(
            s.pose_count,
            s.driven_pose_count,
            s.bone_count,
            s.curve_count,
            s.entry_count,
            s.is_additive,
            s.is_unreal,
            s.has_scale,
            s.extent,
            c.MienIsa(s.isa),
        )


@dataclass(frozen=True)
class PoseInfo:
    """Properties of a pose."""

    name: str  #: UTF-8, never NULL, unique within the asset.
    driven_pose: int  #: The curve-driven pose that drives it, -1 for a corrective.
    is_inbetween: bool  #: An in-between at position on a curve-driven pose, instead of at 1.
    position: float  #: Weight of the curve-driven pose at which it has full weight.
    bone_count: int  #: Number of bones with a stored entry.
    curve_count: int  #: Number of curves with a stored entry.

    @classmethod
    def of(cls, s: c.MienPoseInfo) -> PoseInfo:
        return cls(
            (s.name or b"").decode(),
            s.driven_pose,
            s.is_inbetween,
            s.position,
            s.bone_count,
            s.curve_count,
        )


@dataclass(frozen=True)
class DrivenPose:
    """Settings of a curve-driven pose."""

    pose: int  #: Index of the pose; its curve has the pose's name.
    min: float  #: Range of the input weight.
    max: float  #: Range of the input weight.
    group: int  #: Index of its group, or -1.

    @classmethod
    def of(cls, s: c.MienDrivenPose) -> DrivenPose:
        return cls(
            s.pose,
            s.min,
            s.max,
            s.group,
        )


@dataclass(frozen=True)
class ClipInfo:
    """Properties of a clip."""

    length: float  #: Seconds. Times outside the clip give its first or last frame.
    rate: int
    rate_divisor: int
    frame_count: int
    curve_count: int
    track_count: int
    event_count: int
    constant_curve_count: int  #: Number of constant curves.
    sound: str  #: Path of a sound file, or "".
    sound_offset: float  #: Start of the sound, in seconds.
    source: str  #: Origin of the clip, or "".
    curve_bytes: int  #: Size of the curve samples.
    track_bytes: int  #: Size of the track samples.
    isa: c.MienIsa  #: Kernels in use.

    @classmethod
    def of(cls, s: c.MienClipInfo) -> ClipInfo:
        return cls(
            s.length,
            s.rate,
            s.rate_divisor,
            s.frame_count,
            s.curve_count,
            s.track_count,
            s.event_count,
            s.constant_curve_count,
            (s.sound or b"").decode(),
            s.sound_offset,
            (s.source or b"").decode(),
            s.curve_bytes,
            s.track_bytes,
            c.MienIsa(s.isa),
        )


@dataclass(frozen=True)
class ClipEvent:
    """A named moment in a clip."""

    name: str
    time: float  #: Seconds.

    @classmethod
    def of(cls, s: c.MienClipEvent) -> ClipEvent:
        return cls(
            (s.name or b"").decode(),
            s.time,
        )


@dataclass(frozen=True)
class MeshInfo:
    """Properties of a mesh."""

    vertex_count: int
    index_count: int  #: Three per triangle.
    influence_count: int  #: Maximum joints per vertex, 1 to MIEN_MAX_INFLUENCES.
    influence_stride: int  #: Elements per vertex in the influence arrays: 4 or 8.
    joint_count: int
    bone_count: int  #: Bones named by the mesh.
    rest_pose_count: int  #: Number of bones, from the first, with their own rest transform.
    morph_count: int
    morph_vertex_count: int  #: Sum of all morph targets' vertices.
    submesh_count: int
    material_count: int
    image_count: int
    has_normals: bool
    has_uvs: bool
    has_colors: bool
    min: Vec3  #: Bounding box of the positions, without morph targets and bones.
    max: Vec3  #: Bounding box of the positions, without morph targets and bones.
    isa: c.MienIsa  #: Kernels in use.

    @classmethod
    def of(cls, s: c.MienMeshInfo) -> MeshInfo:
        return cls(
            s.vertex_count,
            s.index_count,
            s.influence_count,
            s.influence_stride,
            s.joint_count,
            s.bone_count,
            s.rest_pose_count,
            s.morph_count,
            s.morph_vertex_count,
            s.submesh_count,
            s.material_count,
            s.image_count,
            s.has_normals,
            s.has_uvs,
            s.has_colors,
            Vec3.of(s.min),
            Vec3.of(s.max),
            c.MienIsa(s.isa),
        )


@dataclass(frozen=True)
class Submesh:
    """A submesh: triangles with one material, as a range of the indices. Submeshes cover the
    indices in order."""

    name: str  #: Not unique.
    material: int  #: -1: none.
    first_index: int
    index_count: int

    @classmethod
    def of(cls, s: c.MienSubmesh) -> Submesh:
        return cls(
            (s.name or b"").decode(),
            s.material,
            s.first_index,
            s.index_count,
        )


@dataclass(frozen=True)
class MeshMaterial:
    name: str  #: Not unique.
    base_color: Tuple[float, ...]  #: Linear red, green, blue and opacity.
    roughness: float
    metallic: float
    image: int  #: Multiplies the base colour; -1: none.

    @classmethod
    def of(cls, s: c.MienMeshMaterial) -> MeshMaterial:
        return cls(
            (s.name or b"").decode(),
            tuple(s.base_color),
            s.roughness,
            s.metallic,
            s.image,
        )


@dataclass(frozen=True)
class MeshJoint:
    """A joint: a bone and its inverse bind matrix. Several joints may use the same bone with
    different matrices."""

    bone: int  #: Bone of the mesh.
    inverse: Matrix34  #: Inverse bind matrix: from vertex space to bone space.

    @classmethod
    def of(cls, s: c.MienMeshJoint) -> MeshJoint:
        return cls(
            s.bone,
            Matrix34.of(s.inverse),
        )


@dataclass(frozen=True)
class GraphInfo:
    """Properties of a graph."""

    node_count: int  #: In evaluation order; the last node is the output.
    parameter_count: int
    asset_slot_count: int  #: Slots for clips and pose assets.
    mask_count: int
    live_input_count: int  #: Live input nodes: they read curves that your program sets.
    input_pose_count: int  #: Input pose nodes: they read poses that your program sets.
    buffer_count: int  #: Poses stored at the same time.

    @classmethod
    def of(cls, s: c.MienGraphInfo) -> GraphInfo:
        return cls(
            s.node_count,
            s.parameter_count,
            s.asset_slot_count,
            s.mask_count,
            s.live_input_count,
            s.input_pose_count,
            s.buffer_count,
        )


@dataclass(frozen=True)
class GraphNodeInfo:
    """One node."""

    id: str  #: Unique within the graph.
    type: str  #: "clip", "poses", "layer", ...
    is_delta: bool  #: Returns an offset, not a pose.
    input_count: int

    @classmethod
    def of(cls, s: c.MienGraphNodeInfo) -> GraphNodeInfo:
        return cls(
            (s.id or b"").decode(),
            (s.type or b"").decode(),
            s.is_delta,
            s.input_count,
        )


@dataclass(frozen=True)
class GraphParameter:
    """A value set by your program."""

    name: str  #: Unique within the graph.
    type: c.MienGraphValueType
    number: float  #: Default of a float, int or bool.
    text: str  #: Default of a name or mask; path of an asset; or "".

    @classmethod
    def of(cls, s: c.MienGraphParameter) -> GraphParameter:
        return cls(
            (s.name or b"").decode(),
            c.MienGraphValueType(s.type),
            s.number,
            (s.text or b"").decode(),
        )


@dataclass(frozen=True)
class GraphAssetSlot:
    """A slot for a clip or a pose asset. It belongs to one node, or to a parameter that nodes
    share."""

    type: c.MienGraphValueType  #: MIEN_GRAPH_CLIP or MIEN_GRAPH_POSES.
    path: str  #: Path of the asset as in the text: "faces/ada.poses.json". "": none.
    node: int  #: Or -1.
    parameter: int  #: Or -1.
    needs_additive: bool  #: Accepts only additive pose assets: the result is a delta.
    needs_absolute: bool  #: Accepts only absolute pose assets.

    @classmethod
    def of(cls, s: c.MienGraphAssetSlot) -> GraphAssetSlot:
        return cls(
            c.MienGraphValueType(s.type),
            (s.path or b"").decode(),
            s.node,
            s.parameter,
            s.needs_additive,
            s.needs_absolute,
        )


@dataclass(frozen=True)
class GraphDriverInfo:
    """Properties of a pose driver's solver."""

    target_count: int
    bone_count: int
    radius: float  #: Degrees or metres; automatic values are computed.
    condition: float  #: Of the kernel matrix, in the 1-norm, before lambda; at most 1e30, which means singular. 0: the solver has no matrix.
    lambda_: float  #: Value added to its diagonal.
    target_error: float  #: Largest deviation from 1 and 0 at the targets themselves.
    is_invalid: bool  #: unreal: the determinant is zero, so all weights are 0.

    @classmethod
    def of(cls, s: c.MienGraphDriverInfo) -> GraphDriverInfo:
        return cls(
            s.target_count,
            s.bone_count,
            s.radius,
            s.condition,
            getattr(s, "lambda"),
            s.target_error,
            s.is_invalid,
        )


@dataclass(frozen=True)
class GraphEvent:
    """A clip event that a step crossed: at its start or inside it, not at its end. Clips that
    are not relevant to the output have no events."""

    node: int  #: The clip node.
    name: str  #: Belongs to the clip.
    weight: float  #: Weight of the node in the output.

    @classmethod
    def of(cls, s: c.MienGraphEvent) -> GraphEvent:
        return cls(
            s.node,
            (s.name or b"").decode(),
            s.weight,
        )
