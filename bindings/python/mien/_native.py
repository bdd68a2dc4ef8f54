# SPDX-License-Identifier: MIT
# Generated from include/mien by scripts/checks/bindings --fix: do not edit.
"""The C API of libmien: its constants, structs and functions, as ctypes."""

from __future__ import annotations

import ctypes
import enum
from ctypes import CFUNCTYPE, POINTER
from ctypes import c_bool, c_char, c_char_p, c_double, c_float, c_int, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64
from ctypes import c_void_p
from typing import Any, Callable, Optional

from ._library import bind

MIEN_VERSION_MAJOR = 0  #: Version of these headers. mien_version() is that of the library.
MIEN_VERSION_MINOR = 1
MIEN_VERSION_PATCH = 0
MIEN_VERSION = "0.1.0"
MIEN_MAX_BONES = 65535  #: Size limits of every asset. Files that exceed them are refused.
MIEN_MAX_POSES = 65535
MIEN_MAX_CURVES = 65535
MIEN_MAX_NAME = 255  #: Bytes of UTF-8, without the terminating zero.
MIEN_MAX_LODS = 16
MIEN_ALL_LODS = 255  #: As a max LOD: present at every LOD.
MIEN_MAX_INFLUENCES = 8  #: Bones per vertex.
MIEN_MAX_JOINTS = 65535
MIEN_MAX_MORPHS = 65535
MIEN_MAX_VERTICES = 16777216
MIEN_MAX_INDICES = 201326592  #: Four triangles per vertex.
MIEN_MAX_SUBMESHES = 65535  #: Also materials, and images.
MIEN_MAX_WEIGHT = 1000.0  #: Range ends of curve-driven poses, gains, offsets and positions.
MIEN_MAX_LENGTH = 1000000.0  #: Components of translations (metres) and scales.
MIEN_MAX_CURVE = 1000000000.0  #: Curve values stored in assets.
MIEN_PACK_ALIGNMENT = 64
MIEN_MAX_MEMBERS = 16777216  #: Maximum number of members in a bundle.
MIEN_LIFE_CURVES = 14  #: The curves that a job writes, by index.
MIEN_LIFE_MAX_TARGETS = 16
MIEN_TILE = 16  #: Crowds store characters in tiles of 16, so that a vector contains one channel of several characters.
MIEN_TILE_CHANNELS = 10  #: Rotation x y z w, translation x y z, scale x y z.


class MienStatus(enum.IntEnum):
    """Result of a call. Zero is success."""

    OK = 0
    ERROR_ARGUMENT = 1  #: Invalid call: NULL, or a count or index out of range.
    ERROR_MEMORY = 2  #: The allocator returned NULL.
    ERROR_FILE = 3  #: The file system reported an error.
    ERROR_CORRUPT = 4  #: The bytes are not valid.
    ERROR_HASH = 5  #: The content hash does not match: the bytes are damaged or modified.
    ERROR_VERSION = 6  #: Unsupported format version.
    ERROR_KIND = 7  #: A pack of a different kind than requested.
    ERROR_HOST = 8  #: This machine is not supported: packs need little-endian, drawing needs OpenGL 3.3.
    ERROR_LIMIT = 9  #: A limit of the format is exceeded.
    ERROR_DATA = 10  #: Invalid values: not finite, out of range or duplicate.
    ERROR_CANCELLED = 11  #: The caller cancelled the call.


class MienFindingKind(enum.IntEnum):
    """Kinds of rows in a binding's report. Only a scaled bone is harmless."""

    MISSING_ASSET = 1  #: A graph's slot is empty; name: the path of the asset.
    MISSING_BONE = 2  #: The skeleton lacks the bone.
    MISSING_POSE_CURVE = 3  #: No curve has the name of this curve-driven pose.
    MISSING_CURVE = 4  #: The skeleton lacks the curve: it is not read or written.
    MISSING_MORPH_CURVE = 5  #: No curve has the morph target's name: it keeps its own weight.
    MISSING_POSE = 6  #: The pose asset lacks the pose.
    NOT_CURVE_DRIVEN = 7  #: A curve has the name of an in-between or a corrective, which curves cannot drive.
    SCALED_BONE = 8  #: The bone's translations are scaled to the mesh.


class MienIsa(enum.IntEnum):
    """Instruction sets of the kernels. All of them give the same bits."""

    BEST = 0  #: The fastest set that this processor supports.
    SCALAR = 1
    SSE2 = 2
    AVX2 = 3
    AVX512 = 4
    NEON = 5
    WASM128 = 6


class MienPackKind(enum.IntEnum):
    SKELETON = 1
    POSE_ASSET = 2
    CLIP = 3
    BUNDLE = 4
    MESH = 5
    GRAPH = 6


class MienGraphValueType(enum.IntEnum):
    """Type of a parameter or an asset slot."""

    FLOAT = 1
    INT = 2
    BOOL = 3
    NAME = 4  #: Name of a pose.
    CLIP = 5
    POSES = 6
    MASK = 7


class MienLifeEventKind(enum.IntEnum):
    """Kinds of events."""

    BLINK = 1  #: size: how far the eye closes, 0.25 to 1.
    LOOK = 2  #: Looks at a target; size: a number from 0 to 1 that picks it.
    AWAY = 3  #: Looks away; size: the angle in degrees.
    GLANCE = 4  #: A small saccade; size: its angle from the point, degrees.
    BREATH = 5  #: Begins to inhale; size: the part of the duration that is inhaled.


class MienPoseLayout(enum.IntEnum):
    """Storage layout to use. All give the same bits; automatic selects the fastest."""

    AUTO = 0
    POSES = 1  #: Pose by pose: fastest for few active poses.
    ROWS = 2  #: Bone by bone: fastest for many active poses.


class MienError(ctypes.Structure):
    """Describes an error. Output only; may be NULL. Unchanged on success."""

    status: int
    line: int
    column: int
    offset: int
    location: bytes
    message: bytes
    _fields_ = [
        ("status", c_int),
        ("line", c_int),
        ("column", c_int),
        ("offset", c_size_t),
        ("location", c_char * 96),
        ("message", c_char * 160),
    ]


class MienFinding(ctypes.Structure):
    """One row of a binding's report."""

    kind: int
    index: int
    node: int
    name: Optional[bytes]
    factor: float
    _fields_ = [
        ("kind", c_int),
        ("index", c_int),
        ("node", c_int),
        ("name", c_char_p),
        ("factor", c_float),
    ]


class MienAllocator(ctypes.Structure):
    """Memory for one call and for the objects it creates. free receives the size passed to
    allocate. Alignment is a power of two, at most 64."""

    user: Optional[int]
    allocate: Any
    free: Any
    _fields_ = [
        ("user", c_void_p),
        ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_size_t)),
        ("free", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_size_t)),
    ]


class MienLoadOptions(ctypes.Structure):
    """How to load a pack. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    borrow_data: bool
    trust_hash: bool
    isa: int
    _fields_ = [
        ("allocator", c_void_p),
        ("borrow_data", c_bool),
        ("trust_hash", c_bool),
        ("isa", c_int),
    ]


class MienPackInfo(ctypes.Structure):
    version: int
    kind: int
    size: int
    section_count: int
    hash: ctypes.Array[c_uint8]
    _fields_ = [
        ("version", c_uint32),
        ("kind", c_int),
        ("size", c_uint64),
        ("section_count", c_int),
        ("hash", c_uint8 * 32),
    ]


class MienFileOptions(ctypes.Structure):
    """How to open a file. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    copy: bool
    _fields_ = [
        ("allocator", c_void_p),
        ("copy", c_bool),
    ]


class MienBundleMember(ctypes.Structure):
    """One pack in a bundle."""

    name: Optional[bytes]
    kind: int
    version: int
    data: Optional[int]
    size: int
    _fields_ = [
        ("name", c_char_p),
        ("kind", c_int),
        ("version", c_uint32),
        ("data", c_void_p),
        ("size", c_size_t),
    ]


class MienCurveSet(ctypes.Structure):
    """Curve values by index. The value of an absent curve must be 0, because readers may skip
    the presence bits. The functions below ensure this."""

    count: int
    values: Optional[int]
    present: Optional[int]
    _fields_ = [
        ("count", c_int),
        ("values", c_void_p),
        ("present", c_void_p),
    ]


class MienVec3(ctypes.Structure):
    x: float
    y: float
    z: float
    _fields_ = [
        ("x", c_float),
        ("y", c_float),
        ("z", c_float),
    ]


class MienQuat(ctypes.Structure):
    """Hamilton quaternion; a * b applies b first."""

    x: float
    y: float
    z: float
    w: float
    _fields_ = [
        ("x", c_float),
        ("y", c_float),
        ("z", c_float),
        ("w", c_float),
    ]


class MienTransform(ctypes.Structure):
    """A local transform: maps p to rotation(scale * p) + translation, in the parent's space. 48
    bytes. Each member starts at a multiple of 16 bytes, so a bone is three vector loads; float
    alignment is sufficient."""

    rotation: MienQuat
    translation: MienVec3
    reserved0: float
    scale: MienVec3
    reserved1: float
    _fields_ = [
        ("rotation", MienQuat),
        ("translation", MienVec3),
        ("reserved0", c_float),
        ("scale", MienVec3),
        ("reserved1", c_float),
    ]


class MienMatrix34(ctypes.Structure):
    """An affine matrix of three rows and four columns: maps p to row . (p, 1)."""

    m: ctypes.Array[c_float]
    _fields_ = [
        ("m", c_float * 12),
    ]


class MienSkeletonDesc(ctypes.Structure):
    """A skeleton of your own engine: its bones and curves, in its own order."""

    bone_count: int
    curve_count: int
    bone_names: Optional[int]
    bone_parents: Optional[int]
    rest_pose: Optional[int]
    curve_names: Optional[int]
    allocator: Optional[int]
    _fields_ = [
        ("bone_count", c_int),
        ("curve_count", c_int),
        ("bone_names", c_void_p),
        ("bone_parents", c_void_p),
        ("rest_pose", c_void_p),
        ("curve_names", c_void_p),
        ("allocator", c_void_p),
    ]


class MienClipInfo(ctypes.Structure):
    """Properties of a clip."""

    length: float
    rate: int
    rate_divisor: int
    frame_count: int
    curve_count: int
    track_count: int
    event_count: int
    constant_curve_count: int
    sound: Optional[bytes]
    sound_offset: float
    source: Optional[bytes]
    curve_bytes: int
    track_bytes: int
    isa: int
    _fields_ = [
        ("length", c_double),
        ("rate", c_int),
        ("rate_divisor", c_int),
        ("frame_count", c_int),
        ("curve_count", c_int),
        ("track_count", c_int),
        ("event_count", c_int),
        ("constant_curve_count", c_int),
        ("sound", c_char_p),
        ("sound_offset", c_double),
        ("source", c_char_p),
        ("curve_bytes", c_size_t),
        ("track_bytes", c_size_t),
        ("isa", c_int),
    ]


class MienClipEvent(ctypes.Structure):
    """A named moment in a clip."""

    name: Optional[bytes]
    time: float
    _fields_ = [
        ("name", c_char_p),
        ("time", c_double),
    ]


class MienClipBindingOptions(ctypes.Structure):
    """How to bind. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    mesh_rest_pose: Optional[int]
    used_curves: Optional[int]
    _fields_ = [
        ("allocator", c_void_p),
        ("mesh_rest_pose", c_void_p),
        ("used_curves", c_void_p),
    ]


class MienClipJob(ctypes.Structure):
    """Samples a clip at one time. Zero-initialise, then fill. Curves and bones are in the
    skeleton's order. Without a binding they are in the clip's order: curve i is its curve i,
    bone i its track i."""

    clip: Optional[int]
    binding: Optional[int]
    cursor: Optional[int]
    time: float
    out_curves: MienCurveSet
    bone_count: int
    out_bones: Optional[int]
    _fields_ = [
        ("clip", c_void_p),
        ("binding", c_void_p),
        ("cursor", c_void_p),
        ("time", c_double),
        ("out_curves", MienCurveSet),
        ("bone_count", c_int),
        ("out_bones", c_void_p),
    ]


class MienPoseAssetInfo(ctypes.Structure):
    """Properties of a pose asset."""

    pose_count: int
    driven_pose_count: int
    bone_count: int
    curve_count: int
    entry_count: int
    is_additive: bool
    is_unreal: bool
    has_scale: bool
    extent: float
    isa: int
    _fields_ = [
        ("pose_count", c_int),
        ("driven_pose_count", c_int),
        ("bone_count", c_int),
        ("curve_count", c_int),
        ("entry_count", c_int),
        ("is_additive", c_bool),
        ("is_unreal", c_bool),
        ("has_scale", c_bool),
        ("extent", c_float),
        ("isa", c_int),
    ]


class MienPoseInfo(ctypes.Structure):
    """Properties of a pose."""

    name: Optional[bytes]
    driven_pose: int
    is_inbetween: bool
    position: float
    bone_count: int
    curve_count: int
    _fields_ = [
        ("name", c_char_p),
        ("driven_pose", c_int),
        ("is_inbetween", c_bool),
        ("position", c_float),
        ("bone_count", c_int),
        ("curve_count", c_int),
    ]


class MienDrivenPose(ctypes.Structure):
    """Settings of a curve-driven pose."""

    pose: int
    min: float
    max: float
    group: int
    _fields_ = [
        ("pose", c_int),
        ("min", c_float),
        ("max", c_float),
        ("group", c_int),
    ]


class MienPoseBindingOptions(ctypes.Structure):
    """How to bind. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    mesh_rest_pose: Optional[int]
    _fields_ = [
        ("allocator", c_void_p),
        ("mesh_rest_pose", c_void_p),
    ]


class MienGraphInfo(ctypes.Structure):
    """Properties of a graph."""

    node_count: int
    parameter_count: int
    asset_slot_count: int
    mask_count: int
    live_input_count: int
    input_pose_count: int
    buffer_count: int
    _fields_ = [
        ("node_count", c_int),
        ("parameter_count", c_int),
        ("asset_slot_count", c_int),
        ("mask_count", c_int),
        ("live_input_count", c_int),
        ("input_pose_count", c_int),
        ("buffer_count", c_int),
    ]


class MienGraphNodeInfo(ctypes.Structure):
    """One node."""

    id: Optional[bytes]
    type: Optional[bytes]
    is_delta: bool
    input_count: int
    _fields_ = [
        ("id", c_char_p),
        ("type", c_char_p),
        ("is_delta", c_bool),
        ("input_count", c_int),
    ]


class MienGraphParameter(ctypes.Structure):
    """A value set by your program."""

    name: Optional[bytes]
    type: int
    number: float
    text: Optional[bytes]
    _fields_ = [
        ("name", c_char_p),
        ("type", c_int),
        ("number", c_float),
        ("text", c_char_p),
    ]


class MienGraphAssetSlot(ctypes.Structure):
    """A slot for a clip or a pose asset. It belongs to one node, or to a parameter that nodes
    share."""

    type: int
    path: Optional[bytes]
    node: int
    parameter: int
    needs_additive: bool
    needs_absolute: bool
    _fields_ = [
        ("type", c_int),
        ("path", c_char_p),
        ("node", c_int),
        ("parameter", c_int),
        ("needs_additive", c_bool),
        ("needs_absolute", c_bool),
    ]


class MienGraphDriverInfo(ctypes.Structure):
    """Properties of a pose driver's solver."""

    target_count: int
    bone_count: int
    radius: float
    condition: float
    target_error: float
    is_invalid: bool
    _fields_ = [
        ("target_count", c_int),
        ("bone_count", c_int),
        ("radius", c_float),
        ("condition", c_double),
        ("lambda", c_double),
        ("target_error", c_float),
        ("is_invalid", c_bool),
    ]


class MienGraphAsset(ctypes.Structure):
    """The asset in a slot; NULL leaves the slot empty."""

    clip: Optional[int]
    poses: Optional[int]
    _fields_ = [
        ("clip", c_void_p),
        ("poses", c_void_p),
    ]


class MienGraphBindingOptions(ctypes.Structure):
    """How to bind. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    mesh_rest_pose: Optional[int]
    asset_count: int
    assets: Optional[int]
    _fields_ = [
        ("allocator", c_void_p),
        ("mesh_rest_pose", c_void_p),
        ("asset_count", c_int),
        ("assets", c_void_p),
    ]


class MienGraphEvent(ctypes.Structure):
    """A clip event that a step crossed: at its start or inside it, not at its end. Clips that
    are not relevant to the output have no events."""

    node: int
    name: Optional[bytes]
    weight: float
    _fields_ = [
        ("node", c_int),
        ("name", c_char_p),
        ("weight", c_float),
    ]


class MienGraphNodeTrace(ctypes.Structure):
    """Result of a node in one step."""

    is_live: bool
    weight: float
    time: float
    bones: Optional[int]
    curves: MienCurveSet
    weight_count: int
    weights: Optional[int]
    _fields_ = [
        ("is_live", c_bool),
        ("weight", c_float),
        ("time", c_double),
        ("bones", c_void_p),
        ("curves", MienCurveSet),
        ("weight_count", c_int),
        ("weights", c_void_p),
    ]


class MienGraphJob(ctypes.Structure):
    """One step of one character. Zero-initialise, then fill."""

    binding: Optional[int]
    instance: Optional[int]
    step: float
    lod: int
    bone_count: int
    out_bones: Optional[int]
    out_curves: MienCurveSet
    event_capacity: int
    out_events: Optional[int]
    out_event_count: Optional[int]
    trace: Optional[int]
    scratch: Optional[int]
    scratch_size: int
    _fields_ = [
        ("binding", c_void_p),
        ("instance", c_void_p),
        ("step", c_double),
        ("lod", c_int),
        ("bone_count", c_int),
        ("out_bones", c_void_p),
        ("out_curves", MienCurveSet),
        ("event_capacity", c_int),
        ("out_events", c_void_p),
        ("out_event_count", c_void_p),
        ("trace", c_void_p),
        ("scratch", c_void_p),
        ("scratch_size", c_size_t),
    ]


class MienGraphBatchJob(ctypes.Structure):
    """Runs one step for many characters of one binding. Results are tiles, as in MienCrowdJob.
    The last tile is complete: lanes without a character are undefined. Pass about 256
    characters at a time, so that results are still in the cache when you use them. Zero-
    initialise, then fill."""

    binding: Optional[int]
    instance_count: int
    instances: Optional[int]
    step: float
    lod: int
    bone_count: int
    out_bones: Optional[int]
    curve_count: int
    out_curves: Optional[int]
    out_present: Optional[int]
    event_capacity: int
    out_events: Optional[int]
    out_event_owners: Optional[int]
    out_event_count: Optional[int]
    scratch: Optional[int]
    scratch_size: int
    _fields_ = [
        ("binding", c_void_p),
        ("instance_count", c_int),
        ("instances", c_void_p),
        ("step", c_double),
        ("lod", c_int),
        ("bone_count", c_int),
        ("out_bones", c_void_p),
        ("curve_count", c_int),
        ("out_curves", c_void_p),
        ("out_present", c_void_p),
        ("event_capacity", c_int),
        ("out_events", c_void_p),
        ("out_event_owners", c_void_p),
        ("out_event_count", c_void_p),
        ("scratch", c_void_p),
        ("scratch_size", c_size_t),
    ]


class MienMeshInfo(ctypes.Structure):
    """Properties of a mesh."""

    vertex_count: int
    index_count: int
    influence_count: int
    influence_stride: int
    joint_count: int
    bone_count: int
    rest_pose_count: int
    morph_count: int
    morph_vertex_count: int
    submesh_count: int
    material_count: int
    image_count: int
    has_normals: bool
    has_uvs: bool
    has_colors: bool
    min: MienVec3
    max: MienVec3
    isa: int
    _fields_ = [
        ("vertex_count", c_int),
        ("index_count", c_int),
        ("influence_count", c_int),
        ("influence_stride", c_int),
        ("joint_count", c_int),
        ("bone_count", c_int),
        ("rest_pose_count", c_int),
        ("morph_count", c_int),
        ("morph_vertex_count", c_int),
        ("submesh_count", c_int),
        ("material_count", c_int),
        ("image_count", c_int),
        ("has_normals", c_bool),
        ("has_uvs", c_bool),
        ("has_colors", c_bool),
        ("min", MienVec3),
        ("max", MienVec3),
        ("isa", c_int),
    ]


class MienSubmesh(ctypes.Structure):
    """A submesh: triangles with one material, as a range of the indices. Submeshes cover the
    indices in order."""

    name: Optional[bytes]
    material: int
    first_index: int
    index_count: int
    _fields_ = [
        ("name", c_char_p),
        ("material", c_int),
        ("first_index", c_int),
        ("index_count", c_int),
    ]


class MienMeshMaterial(ctypes.Structure):
    name: Optional[bytes]
    base_color: ctypes.Array[c_float]
    roughness: float
    metallic: float
    image: int
    _fields_ = [
        ("name", c_char_p),
        ("base_color", c_float * 4),
        ("roughness", c_float),
        ("metallic", c_float),
        ("image", c_int),
    ]


class MienMorph(ctypes.Structure):
    """A morph target: vertex offsets at weight 1."""

    name: Optional[bytes]
    weight: float
    vertex_count: int
    vertices: Optional[int]
    positions: Optional[int]
    normals: Optional[int]
    _fields_ = [
        ("name", c_char_p),
        ("weight", c_float),
        ("vertex_count", c_int),
        ("vertices", c_void_p),
        ("positions", c_void_p),
        ("normals", c_void_p),
    ]


class MienMeshJoint(ctypes.Structure):
    """A joint: a bone and its inverse bind matrix. Several joints may use the same bone with
    different matrices."""

    bone: int
    inverse: MienMatrix34
    _fields_ = [
        ("bone", c_int),
        ("inverse", MienMatrix34),
    ]


class MienMeshBindingOptions(ctypes.Structure):
    """How to bind. Zero-initialise: zero is every field's default."""

    allocator: Optional[int]
    _fields_ = [
        ("allocator", c_void_p),
    ]


class MienActorOptions(ctypes.Structure):
    """How to make an actor. Zero-initialise: zero is the default of every field."""

    allocator: Optional[int]
    rest_pose: Optional[int]
    lod: int
    event_capacity: int
    has_trace: bool
    _fields_ = [
        ("allocator", c_void_p),
        ("rest_pose", c_void_p),
        ("lod", c_int),
        ("event_capacity", c_int),
        ("has_trace", c_bool),
    ]


class MienActorDesc(ctypes.Structure):
    """The parts of an actor. Zero-initialise, then fill; only the skeleton is needed. Give pose
    assets, or a graph that names its own."""

    skeleton: Optional[int]
    mesh: Optional[int]
    pose_asset_count: int
    pose_assets: Optional[int]
    graph: Optional[int]
    asset_count: int
    assets: Optional[int]
    options: MienActorOptions
    _fields_ = [
        ("skeleton", c_void_p),
        ("mesh", c_void_p),
        ("pose_asset_count", c_int),
        ("pose_assets", c_void_p),
        ("graph", c_void_p),
        ("asset_count", c_int),
        ("assets", c_void_p),
        ("options", MienActorOptions),
    ]


class MienActorMembers(ctypes.Structure):
    """Names of the parts in a bundle: "ada.mesh". NULL: none. A graph's clips and pose assets
    are found by the graph's own paths; those that the bundle lacks are reported."""

    skeleton: Optional[bytes]
    mesh: Optional[bytes]
    poses: Optional[bytes]
    graph: Optional[bytes]
    _fields_ = [
        ("skeleton", c_char_p),
        ("mesh", c_char_p),
        ("poses", c_char_p),
        ("graph", c_char_p),
    ]


class MienActorClipOptions(ctypes.Structure):
    """How to play a clip. Zero-initialise: zero is the default of every field."""

    time: float
    speed: float
    loops: bool
    _fields_ = [
        ("time", c_double),
        ("speed", c_double),
        ("loops", c_bool),
    ]


class MienLifeManner(ctypes.Structure):
    """Behaviour that depends on whether the character listens or speaks."""

    blink_rate: float
    look_time: float
    away_time: float
    breath_rate: float
    inhale: float
    head_sway: float
    _fields_ = [
        ("blink_rate", c_float),
        ("look_time", c_float),
        ("away_time", c_float),
        ("breath_rate", c_float),
        ("inhale", c_float),
        ("head_sway", c_float),
    ]


class MienLifeSettings(ctypes.Structure):
    """All numbers of a generator. Start from mien_life_default_settings. docs/life.md has the
    source of each default."""

    seed: int
    listening: MienLifeManner
    speaking: MienLifeManner
    blink_spread: float
    blink_least: float
    blink_closing: float
    blink_closed: float
    blink_opening: float
    blink_complete: float
    blink_shift: float
    blink_shift_chance: float
    gaze_spread: float
    away_size: float
    away_limit: float
    away_distance: float
    glance_time: float
    glance_size: float
    saccade_base: float
    saccade_slope: float
    vergence_time: float
    eye_distance: float
    eye_limit: float
    head_follow: float
    head_time: float
    head_sway_rate: float
    breath_spread: float
    breath_nod: float
    look_side: float
    look_up: float
    look_down: float
    head_yaw: float
    head_pitch: float
    head_roll: float
    _fields_ = [
        ("seed", c_uint32),
        ("listening", MienLifeManner),
        ("speaking", MienLifeManner),
        ("blink_spread", c_float),
        ("blink_least", c_float),
        ("blink_closing", c_float),
        ("blink_closed", c_float),
        ("blink_opening", c_float),
        ("blink_complete", c_float),
        ("blink_shift", c_float),
        ("blink_shift_chance", c_float),
        ("gaze_spread", c_float),
        ("away_size", c_float),
        ("away_limit", c_float),
        ("away_distance", c_float),
        ("glance_time", c_float),
        ("glance_size", c_float),
        ("saccade_base", c_float),
        ("saccade_slope", c_float),
        ("vergence_time", c_float),
        ("eye_distance", c_float),
        ("eye_limit", c_float),
        ("head_follow", c_float),
        ("head_time", c_float),
        ("head_sway_rate", c_float),
        ("breath_spread", c_float),
        ("breath_nod", c_float),
        ("look_side", c_float),
        ("look_up", c_float),
        ("look_down", c_float),
        ("head_yaw", c_float),
        ("head_pitch", c_float),
        ("head_roll", c_float),
    ]


class MienLifeJob(ctypes.Structure):
    """Computes the curves at a time. Zero-initialise, then fill."""

    life: Optional[int]
    time: float
    speaking: float
    target_count: int
    targets: Optional[int]
    out_values: Optional[int]
    _fields_ = [
        ("life", c_void_p),
        ("time", c_double),
        ("speaking", c_float),
        ("target_count", c_int),
        ("targets", c_void_p),
        ("out_values", c_void_p),
    ]


class MienLifeEvent(ctypes.Structure):
    """Something that happens."""

    kind: int
    time: float
    duration: float
    size: float
    _fields_ = [
        ("kind", c_int),
        ("time", c_double),
        ("duration", c_double),
        ("size", c_float),
    ]


class MienPoseWeight(ctypes.Structure):
    """A pose weight that is set directly, without curves."""

    pose: int
    weight: float
    _fields_ = [
        ("pose", c_int),
        ("weight", c_float),
    ]


class MienPoseJob(ctypes.Structure):
    """Evaluates one character. Zero-initialise, then fill. Bones and curves are in the order of
    the binding's skeleton. Without a binding, bones are in the asset's order, and curves are
    its curve-driven poses followed by the curves set by its poses."""

    asset: Optional[int]
    binding: Optional[int]
    lod: int
    bone_count: int
    input: Optional[int]
    out_bones: Optional[int]
    curves: MienCurveSet
    out_curves: MienCurveSet
    weights: Optional[int]
    weight_count: int
    layout: int
    allow_negative: bool
    write_delta: bool
    out_input_weights: Optional[int]
    out_final_weights: Optional[int]
    out_weights: Optional[int]
    scratch: Optional[int]
    scratch_size: int
    _fields_ = [
        ("asset", c_void_p),
        ("binding", c_void_p),
        ("lod", c_int),
        ("bone_count", c_int),
        ("input", c_void_p),
        ("out_bones", c_void_p),
        ("curves", MienCurveSet),
        ("out_curves", MienCurveSet),
        ("weights", c_void_p),
        ("weight_count", c_int),
        ("layout", c_int),
        ("allow_negative", c_bool),
        ("write_delta", c_bool),
        ("out_input_weights", c_void_p),
        ("out_final_weights", c_void_p),
        ("out_weights", c_void_p),
        ("scratch", c_void_p),
        ("scratch_size", c_size_t),
    ]


class MienCrowdJob(ctypes.Structure):
    """Evaluates many characters with one asset. Every array consists of consecutive tiles of
    MIEN_TILE characters; the last tile is complete even if fewer characters remain. Zero-
    initialise, then fill."""

    asset: Optional[int]
    binding: Optional[int]
    lod: int
    character_count: int
    bone_count: int
    input: Optional[int]
    out_bones: Optional[int]
    curve_count: int
    curves: Optional[int]
    present: Optional[int]
    out_curves: Optional[int]
    out_present: Optional[int]
    out_weights: Optional[int]
    scratch: Optional[int]
    scratch_size: int
    _fields_ = [
        ("asset", c_void_p),
        ("binding", c_void_p),
        ("lod", c_int),
        ("character_count", c_int),
        ("bone_count", c_int),
        ("input", c_void_p),
        ("out_bones", c_void_p),
        ("curve_count", c_int),
        ("curves", c_void_p),
        ("present", c_void_p),
        ("out_curves", c_void_p),
        ("out_present", c_void_p),
        ("out_weights", c_void_p),
        ("scratch", c_void_p),
        ("scratch_size", c_size_t),
    ]


class MienModelJob(ctypes.Structure):
    """Converts local transforms to model matrices. Zero-initialise, then fill."""

    skeleton: Optional[int]
    bone_count: int
    local_count: int
    local: Optional[int]
    rest_pose: Optional[int]
    out_model: Optional[int]
    _fields_ = [
        ("skeleton", c_void_p),
        ("bone_count", c_int),
        ("local_count", c_int),
        ("local", c_void_p),
        ("rest_pose", c_void_p),
        ("out_model", c_void_p),
    ]


class MienPaletteJob(ctypes.Structure):
    """Computes a matrix per joint from model matrices. Zero-initialise, then fill."""

    binding: Optional[int]
    bone_count: int
    model: Optional[int]
    joint_count: int
    out_palette: Optional[int]
    _fields_ = [
        ("binding", c_void_p),
        ("bone_count", c_int),
        ("model", c_void_p),
        ("joint_count", c_int),
        ("out_palette", c_void_p),
    ]


class MienMorphJob(ctypes.Structure):
    """Computes morph weights from curves (rule A6). Zero-initialise, then fill."""

    binding: Optional[int]
    lod: int
    curves: MienCurveSet
    morph_count: int
    out_weights: Optional[int]
    _fields_ = [
        ("binding", c_void_p),
        ("lod", c_int),
        ("curves", MienCurveSet),
        ("morph_count", c_int),
        ("out_weights", c_void_p),
    ]


class MienSkinJob(ctypes.Structure):
    """Applies morph targets and skinning to a range of vertices. You can run ranges on several
    threads. Zero-initialise, then fill. A position is the sum of weight * palette * (position +
    sum of morph weight * offset). A normal is transformed by the inverse transpose of the same
    blended matrix and normalised, so it stays perpendicular to the surface under any scale and
    shear. If the result has no direction (a bone scaled to zero), the morphed normal is kept."""

    mesh: Optional[int]
    joint_count: int
    palette: Optional[int]
    morph_count: int
    weights: Optional[int]
    first_vertex: int
    vertex_count: int
    out_positions: Optional[int]
    out_normals: Optional[int]
    scratch: Optional[int]
    scratch_size: int
    _fields_ = [
        ("mesh", c_void_p),
        ("joint_count", c_int),
        ("palette", c_void_p),
        ("morph_count", c_int),
        ("weights", c_void_p),
        ("first_vertex", c_int),
        ("vertex_count", c_int),
        ("out_positions", c_void_p),
        ("out_normals", c_void_p),
        ("scratch", c_void_p),
        ("scratch_size", c_size_t),
    ]


# A constant name such as "MIEN_ERROR_CORRUPT"; never NULL.
mien_status_name: Callable[[int], bytes] = bind(
    "mien_status_name", c_char_p, c_int)
# "scalar", "avx2", ...; "best" for MIEN_ISA_BEST. Never NULL.
mien_isa_name: Callable[[int], bytes] = bind(
    "mien_isa_name", c_char_p, c_int)
# Whether this build has kernels for isa and this processor can run them. Queries the processor on
# every call, which is slow in virtual machines.
mien_isa_is_available: Callable[[int], bool] = bind(
    "mien_isa_is_available", c_bool, c_int)
# The library's version, "0.1.0".
mien_version: Callable[[], bytes] = bind(
    "mien_version", c_char_p)
# Reads and checks a pack's header and section table without loading it. Input is untrusted. Checks
# the hash unless trust_hash is set. Writes *out_info only on success.
mien_pack_inspect: Callable[[Any, int, bool, Any, Any], int] = bind(
    "mien_pack_inspect", c_int, c_void_p, c_size_t, c_bool, POINTER(MienPackInfo), POINTER(MienError))
# "skeleton", "pose asset", "clip", "bundle", "mesh", "graph"; otherwise "unknown". Never NULL.
mien_pack_kind_name: Callable[[int], bytes] = bind(
    "mien_pack_kind_name", c_char_p, c_int)
# SHA-256 of size bytes, as stored in packs.
mien_sha256: Callable[[Any, int, Any], None] = bind(
    "mien_sha256", None, c_void_p, c_size_t, POINTER(c_uint8))
# Opens a file for reading. Maps it where the system supports that, aligned so that packs in it can
# be borrowed. Refuses files larger than 4 GiB. On failure *out_file is NULL and error, if given,
# describes the problem.
mien_file_open: Callable[[Optional[bytes], Any, Any, Any], int] = bind(
    "mien_file_open", c_int, c_char_p, POINTER(MienFileOptions), POINTER(c_void_p), POINTER(MienError))
# The file's bytes, valid until it is closed.
mien_file_data: Callable[[Any], Optional[int]] = bind(
    "mien_file_data", c_void_p, c_void_p)
# File size in bytes.
mien_file_size: Callable[[Any], int] = bind(
    "mien_file_size", c_size_t, c_void_p)
# Accepts NULL.
mien_file_close: Callable[[Any], None] = bind(
    "mien_file_close", None, c_void_p)
# Loads a bundle. Input is untrusted: the table, the names and each member's header are checked
# here; a member's contents when you load that member. On failure *out_bundle is NULL and error, if
# given, describes the problem.
mien_bundle_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_bundle_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_bundle_destroy: Callable[[Any], None] = bind(
    "mien_bundle_destroy", None, c_void_p)
# Number of members. They are sorted by name.
mien_bundle_count: Callable[[Any], int] = bind(
    "mien_bundle_count", c_int, c_void_p)
# Name of a member.
mien_bundle_name: Callable[[Any, int], bytes] = bind(
    "mien_bundle_name", c_char_p, c_void_p, c_int)
# Index of the member with this name, or -1. Case-sensitive.
mien_bundle_find: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_bundle_find", c_int, c_void_p, c_char_p)
# Member by index. The bundle's hash covers it: if that hash was checked, you can load the member
# with trust_hash.
mien_bundle_member: Callable[[Any, int], MienBundleMember] = bind(
    "mien_bundle_member", MienBundleMember, c_void_p, c_int)
# Member by name. Returns MIEN_ERROR_DATA if the bundle has no such member: *out_member is then
# empty, and the name is the error's location.
mien_bundle_get: Callable[[Any, Optional[bytes], Any, Any], int] = bind(
    "mien_bundle_get", c_int, c_void_p, c_char_p, POINTER(MienBundleMember), POINTER(MienError))
# Number of words for the presence bits of count curves.
mien_curve_set_words: Callable[[int], int] = bind(
    "mien_curve_set_words", c_int, c_int)
# Makes all curves absent.
mien_curve_set_clear: Callable[[Any], None] = bind(
    "mien_curve_set_clear", None, POINTER(MienCurveSet))
# Sets a curve's value and makes it present. NaN is stored as 0.
mien_curve_set_put: Callable[[Any, int, float], None] = bind(
    "mien_curve_set_put", None, POINTER(MienCurveSet), c_int, c_float)
# Makes one curve absent.
mien_curve_set_remove: Callable[[Any, int], None] = bind(
    "mien_curve_set_remove", None, POINTER(MienCurveSet), c_int)
# Value of a curve; 0 if absent.
mien_curve_set_value: Callable[[Any, int], float] = bind(
    "mien_curve_set_value", c_float, POINTER(MienCurveSet), c_int)
# Whether the curve is present; without presence bits, whether it is not 0.
mien_curve_set_has: Callable[[Any, int], bool] = bind(
    "mien_curve_set_has", c_bool, POINTER(MienCurveSet), c_int)
# No rotation, no translation, scale 1.
mien_transform_identity: Callable[[], MienTransform] = bind(
    "mien_transform_identity", MienTransform)
# a * b: applies b first. The result is not normalised.
mien_quat_multiply: Callable[[MienQuat, MienQuat], MienQuat] = bind(
    "mien_quat_multiply", MienQuat, MienQuat, MienQuat)
# q normalised; the identity if its squared length is below 2^-20.
mien_quat_normalize: Callable[[MienQuat], MienQuat] = bind(
    "mien_quat_normalize", MienQuat, MienQuat)
# Rotates v by q, which must have length 1.
mien_quat_rotate: Callable[[MienQuat, MienVec3], MienVec3] = bind(
    "mien_quat_rotate", MienVec3, MienQuat, MienVec3)
# parent o child: the child's transform in the space of the parent's parent. Exact for uniform
# scale. For non-uniform scale, rotation and scale are composed separately, as engines do, and shear
# is lost.
mien_transform_compose: Callable[[Any, Any], MienTransform] = bind(
    "mien_transform_compose", MienTransform, POINTER(MienTransform), POINTER(MienTransform))
# e to the power of x. Error below 0.75 ulp, 0.9 for denormal results; 0 below -745.2, infinity
# above 709.8, NaN for NaN.
mien_exp: Callable[[float], float] = bind(
    "mien_exp", c_double, c_double)
# Natural logarithm. Error below 1 ulp; -infinity at 0, NaN below and for NaN.
mien_log: Callable[[float], float] = bind(
    "mien_log", c_double, c_double)
# x to the power of y, for x >= 0. Relative error below 2^-42 for normal results. 1 if y is 0 or x
# is 1; otherwise NaN for negative x and for NaN.
mien_pow: Callable[[float, float], float] = bind(
    "mien_pow", c_double, c_double, c_double)
# Sine and cosine of x in radians. Error below 0.9 ulp for |x| <= 2^20. Larger and non-finite values
# count as 0.
mien_sincos: Callable[[float, Any, Any], None] = bind(
    "mien_sincos", None, c_double, POINTER(c_double), POINTER(c_double))
# Angle of (x, y) in (-pi, pi]. Error below 0.6 ulp; 0 if both are zero or either is NaN. Zeros
# count as +0.
mien_atan2: Callable[[float, float], float] = bind(
    "mien_atan2", c_double, c_double, c_double)
# Loads a skeleton pack. Input is untrusted and is checked completely, once. On failure
# *out_skeleton is NULL and error, if given, describes the problem.
mien_skeleton_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_skeleton_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Creates a skeleton without a pack, so that pose assets, clips, graphs and meshes can be bound to
# the bones and curves of your engine: results are in your order. Everything is copied. The bones
# are those of every LOD. On failure *out_skeleton is NULL and error, if given, names the bone or
# curve.
mien_skeleton_create: Callable[[Any, Any, Any], int] = bind(
    "mien_skeleton_create", c_int, POINTER(MienSkeletonDesc), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_skeleton_destroy: Callable[[Any], None] = bind(
    "mien_skeleton_destroy", None, c_void_p)
# Number of bones at LOD 0.
mien_skeleton_bone_count: Callable[[Any], int] = bind(
    "mien_skeleton_bone_count", c_int, c_void_p)
# Number of curves in the table.
mien_skeleton_curve_count: Callable[[Any], int] = bind(
    "mien_skeleton_curve_count", c_int, c_void_p)
# Number of bones at an LOD. They are the first bones of the skeleton.
mien_skeleton_bone_count_at: Callable[[Any, int], int] = bind(
    "mien_skeleton_bone_count_at", c_int, c_void_p, c_int)
# Name of a bone.
mien_skeleton_bone_name: Callable[[Any, int], bytes] = bind(
    "mien_skeleton_bone_name", c_char_p, c_void_p, c_int)
# -1 for a root.
mien_skeleton_bone_parent: Callable[[Any, int], int] = bind(
    "mien_skeleton_bone_parent", c_int, c_void_p, c_int)
# Max LOD of a bone: the last LOD that has it, or MIEN_ALL_LODS.
mien_skeleton_bone_max_lod: Callable[[Any, int], int] = bind(
    "mien_skeleton_bone_max_lod", c_int, c_void_p, c_int)
# Name of a curve of the table.
mien_skeleton_curve_name: Callable[[Any, int], bytes] = bind(
    "mien_skeleton_curve_name", c_char_p, c_void_p, c_int)
# Max LOD of a curve: the last LOD that uses it, or MIEN_ALL_LODS.
mien_skeleton_curve_max_lod: Callable[[Any, int], int] = bind(
    "mien_skeleton_curve_max_lod", c_int, c_void_p, c_int)
# The rest pose: bone_count local transforms.
mien_skeleton_rest_pose: Callable[[Any], Optional[int]] = bind(
    "mien_skeleton_rest_pose", c_void_p, c_void_p)
# Index of the bone with this name, or -1. Look it up once and store the index.
mien_skeleton_find_bone: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_skeleton_find_bone", c_int, c_void_p, c_char_p)
# Index of the curve with this name, or -1. Look it up once and store the index.
mien_skeleton_find_curve: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_skeleton_find_curve", c_int, c_void_p, c_char_p)
# SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and clips.
# Curves and the rest pose are not included.
mien_skeleton_interface_hash: Callable[[Any, Any], None] = bind(
    "mien_skeleton_interface_hash", None, c_void_p, POINTER(c_uint8))
# Loads a clip pack. Always checks the structure; checks the hash unless trust_hash is set.
mien_clip_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_clip_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_clip_destroy: Callable[[Any], None] = bind(
    "mien_clip_destroy", None, c_void_p)
# Properties of a clip.
mien_clip_info: Callable[[Any], MienClipInfo] = bind(
    "mien_clip_info", MienClipInfo, c_void_p)
# Name of a curve.
mien_clip_curve_name: Callable[[Any, int], bytes] = bind(
    "mien_clip_curve_name", c_char_p, c_void_p, c_int)
# -1 if absent.
mien_clip_find_curve: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_clip_find_curve", c_int, c_void_p, c_char_p)
# Name of a track's bone.
mien_clip_track_bone: Callable[[Any, int], bytes] = bind(
    "mien_clip_track_bone", c_char_p, c_void_p, c_int)
# -1 if absent.
mien_clip_find_track: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_clip_find_track", c_int, c_void_p, c_char_p)
# One event. Events are sorted by time.
mien_clip_event: Callable[[Any, int], MienClipEvent] = bind(
    "mien_clip_event", MienClipEvent, c_void_p, c_int)
# Index of the first event at or after time; the event count if none. The events of a step from t0
# to t1, without t1, run from find(t0) to below find(t1).
mien_clip_find_event: Callable[[Any, float], int] = bind(
    "mien_clip_find_event", c_int, c_void_p, c_double)
# Binds a clip to a skeleton. Curves and bones that the skeleton lacks are skipped and reported.
# Bone lengths follow the mesh (rule A13).
mien_clip_binding_create: Callable[[Any, Any, Any, Any, Any], int] = bind(
    "mien_clip_binding_create", c_int, c_void_p, c_void_p, POINTER(MienClipBindingOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_clip_binding_destroy: Callable[[Any], None] = bind(
    "mien_clip_binding_destroy", None, c_void_p)
# The skeleton's curve for a curve of the clip, or -1.
mien_clip_binding_curve: Callable[[Any, int], int] = bind(
    "mien_clip_binding_curve", c_int, c_void_p, c_int)
# The skeleton's bone for a track of the clip, or -1.
mien_clip_binding_bone: Callable[[Any, int], int] = bind(
    "mien_clip_binding_bone", c_int, c_void_p, c_int)
# Number of rows in the report: missing curves and bones, scaled bones.
mien_clip_binding_report_count: Callable[[Any], int] = bind(
    "mien_clip_binding_report_count", c_int, c_void_p)
# One row of the report. Curves come first, then tracks.
mien_clip_binding_report: Callable[[Any, int], MienFinding] = bind(
    "mien_clip_binding_report", MienFinding, c_void_p, c_int)
# Size of a cursor for this clip, in bytes.
mien_clip_cursor_size: Callable[[Any], int] = bind(
    "mien_clip_cursor_size", c_size_t, c_void_p)
# Creates a cursor in 64-byte aligned memory; NULL if too small or misaligned.
mien_clip_cursor_init: Callable[[Any, Any, int], Optional[int]] = bind(
    "mien_clip_cursor_init", c_void_p, c_void_p, c_void_p, c_size_t)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_clip_job_validate: Callable[[Any, Any], int] = bind(
    "mien_clip_job_validate", c_int, POINTER(MienClipJob), POINTER(MienError))
# Samples a clip. Never allocates. Returns MIEN_ERROR_ARGUMENT, before anything is written, for a
# NULL, or a binding or cursor of a different clip.
mien_clip_job_run: Callable[[Any], int] = bind(
    "mien_clip_job_run", c_int, POINTER(MienClipJob))
# Samples several clips or times in sequence. Same bits as separate calls, but faster for many
# clips: the next clip's bytes are fetched while the current one is decoded.
mien_clip_jobs_run: Callable[[Any, int], int] = bind(
    "mien_clip_jobs_run", c_int, POINTER(MienClipJob), c_int)
# Loads a pose asset pack. Input is untrusted and is checked completely, once. On failure *out_asset
# is NULL and error, if given, describes the problem.
mien_pose_asset_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_pose_asset_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_pose_asset_destroy: Callable[[Any], None] = bind(
    "mien_pose_asset_destroy", None, c_void_p)
# Properties of a pose asset.
mien_pose_asset_info: Callable[[Any], MienPoseAssetInfo] = bind(
    "mien_pose_asset_info", MienPoseAssetInfo, c_void_p)
# One pose by index.
mien_pose_asset_pose: Callable[[Any, int], MienPoseInfo] = bind(
    "mien_pose_asset_pose", MienPoseInfo, c_void_p, c_int)
# -1 if absent.
mien_pose_asset_find_pose: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_pose_asset_find_pose", c_int, c_void_p, c_char_p)
# One curve-driven pose by index.
mien_pose_asset_driven_pose: Callable[[Any, int], MienDrivenPose] = bind(
    "mien_pose_asset_driven_pose", MienDrivenPose, c_void_p, c_int)
# Index of the curve-driven pose with this curve name, or -1. Ignores ASCII case in unreal assets.
mien_pose_asset_find_driven_pose: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_pose_asset_find_driven_pose", c_int, c_void_p, c_char_p)
# Name of a bone of the asset.
mien_pose_asset_bone_name: Callable[[Any, int], bytes] = bind(
    "mien_pose_asset_bone_name", c_char_p, c_void_p, c_int)
# -1 if absent.
mien_pose_asset_find_bone: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_pose_asset_find_bone", c_int, c_void_p, c_char_p)
# The base pose that poses are relative to: bone_count local transforms.
mien_pose_asset_base: Callable[[Any], Optional[int]] = bind(
    "mien_pose_asset_base", c_void_p, c_void_p)
# Name of a curve set by the poses.
mien_pose_asset_curve_name: Callable[[Any, int], bytes] = bind(
    "mien_pose_asset_curve_name", c_char_p, c_void_p, c_int)
# -1 if absent.
mien_pose_asset_find_curve: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_pose_asset_find_curve", c_int, c_void_p, c_char_p)
# Binds an asset to a skeleton's bones and curve table. Missing names are not errors; the binding
# lists them. The binding refers to the asset, which must outlive it, and copies the skeleton's
# data.
mien_pose_binding_create: Callable[[Any, Any, Any, Any, Any], int] = bind(
    "mien_pose_binding_create", c_int, c_void_p, c_void_p, POINTER(MienPoseBindingOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_pose_binding_destroy: Callable[[Any], None] = bind(
    "mien_pose_binding_destroy", None, c_void_p)
# Number of rows in the report: missing names and scaled bones.
mien_pose_binding_report_count: Callable[[Any], int] = bind(
    "mien_pose_binding_report_count", c_int, c_void_p)
# One row of the report. Its name belongs to the asset.
mien_pose_binding_report: Callable[[Any, int], MienFinding] = bind(
    "mien_pose_binding_report", MienFinding, c_void_p, c_int)
# Loads a graph pack. Always checks the structure; checks the hash unless trust_hash is set.
mien_graph_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_graph_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_graph_destroy: Callable[[Any], None] = bind(
    "mien_graph_destroy", None, c_void_p)
# Properties of a graph.
mien_graph_info: Callable[[Any], MienGraphInfo] = bind(
    "mien_graph_info", MienGraphInfo, c_void_p)
# One node by index.
mien_graph_node: Callable[[Any, int], MienGraphNodeInfo] = bind(
    "mien_graph_node", MienGraphNodeInfo, c_void_p, c_int)
# -1 if absent.
mien_graph_find_node: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_graph_find_node", c_int, c_void_p, c_char_p)
# The node connected to an input; -1 if unconnected.
mien_graph_node_input: Callable[[Any, int, int], int] = bind(
    "mien_graph_node_input", c_int, c_void_p, c_int, c_int)
# One parameter by index.
mien_graph_parameter: Callable[[Any, int], MienGraphParameter] = bind(
    "mien_graph_parameter", MienGraphParameter, c_void_p, c_int)
# -1 if absent.
mien_graph_find_parameter: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_graph_find_parameter", c_int, c_void_p, c_char_p)
# One slot by index.
mien_graph_asset_slot: Callable[[Any, int], MienGraphAssetSlot] = bind(
    "mien_graph_asset_slot", MienGraphAssetSlot, c_void_p, c_int)
# The slot of a node's clip or pose asset, its own or a parameter's; -1 if the node has no asset.
mien_graph_node_asset: Callable[[Any, int], int] = bind(
    "mien_graph_node_asset", c_int, c_void_p, c_int)
# Index of a live input or input pose node by id. Each type counts from 0. -1 if absent.
mien_graph_find_live_input: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_graph_find_live_input", c_int, c_void_p, c_char_p)
# -1 if absent.
mien_graph_find_input_pose: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_graph_find_input_pose", c_int, c_void_p, c_char_p)
# -1 if absent.
mien_graph_find_mask: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_graph_find_mask", c_int, c_void_p, c_char_p)
# Solver of a driver node; zeros for other nodes.
mien_graph_driver: Callable[[Any, int], MienGraphDriverInfo] = bind(
    "mien_graph_driver", MienGraphDriverInfo, c_void_p, c_int)
# Binds a graph to a skeleton. Missing names are reported but are not errors. An asset of the wrong
# type for its slot is an error.
mien_graph_binding_create: Callable[[Any, Any, Any, Any, Any], int] = bind(
    "mien_graph_binding_create", c_int, c_void_p, c_void_p, POINTER(MienGraphBindingOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_graph_binding_destroy: Callable[[Any], None] = bind(
    "mien_graph_binding_destroy", None, c_void_p)
# Number of rows in the report; 0 if there is nothing to report.
mien_graph_binding_report_count: Callable[[Any], int] = bind(
    "mien_graph_binding_report_count", c_int, c_void_p)
# One row of the report.
mien_graph_binding_report: Callable[[Any, int], MienFinding] = bind(
    "mien_graph_binding_report", MienFinding, c_void_p, c_int)
# The mesh's rest pose as stored in the binding: one transform per bone.
mien_graph_binding_rest_pose: Callable[[Any], Optional[int]] = bind(
    "mien_graph_binding_rest_pose", c_void_p, c_void_p)
# Size of an instance, in bytes.
mien_graph_instance_size: Callable[[Any], int] = bind(
    "mien_graph_instance_size", c_size_t, c_void_p)
# Creates an instance in its initial state in 64-byte aligned memory; NULL if too small or
# misaligned.
mien_graph_instance_init: Callable[[Any, Any, int], Optional[int]] = bind(
    "mien_graph_instance_init", c_void_p, c_void_p, c_void_p, c_size_t)
# Creates an instance that continues from another one, with different assets or a different version
# of the graph. Nodes with the same id and type keep their state, parameters with the same name and
# type their value, live inputs and input poses with the same id their arrays.
mien_graph_instance_rebind: Callable[[Any, Any, Any, int], Optional[int]] = bind(
    "mien_graph_instance_rebind", c_void_p, c_void_p, c_void_p, c_void_p, c_size_t)
# Sets a float, int or bool. Ints are truncated, NaN is 0.
mien_graph_instance_set_number: Callable[[Any, int, float], int] = bind(
    "mien_graph_instance_set_number", c_int, c_void_p, c_int, c_float)
# Sets a name or a mask, which must exist in the binding. Slow: it searches.
mien_graph_instance_set_text: Callable[[Any, int, Optional[bytes]], int] = bind(
    "mien_graph_instance_set_text", c_int, c_void_p, c_int, c_char_p)
# Sets the curves of a live input, in the skeleton's order; NULL: none. Jobs read the arrays when
# they run; they must not be the job's own arrays.
mien_graph_instance_set_live_input: Callable[[Any, int, Any], int] = bind(
    "mien_graph_instance_set_live_input", c_int, c_void_p, c_int, POINTER(MienCurveSet))
# Sets the pose of an input pose node, one transform per bone of the skeleton; NULL: none. A delta
# has rotations minus the identity and scales minus 1. If curves is NULL, the node's input provides
# the curves. Jobs read the arrays when they run; they must not be the job's own arrays.
mien_graph_instance_set_input_pose: Callable[[Any, int, Any, Any, float], int] = bind(
    "mien_graph_instance_set_input_pose", c_int, c_void_p, c_int, POINTER(MienTransform), POINTER(MienCurveSet), c_float)
# Time of a clip node in seconds; 0 for other nodes.
mien_graph_instance_time: Callable[[Any, int], float] = bind(
    "mien_graph_instance_time", c_double, c_void_p, c_int)
# Sets the time of a clip node.
mien_graph_instance_set_time: Callable[[Any, int, float], int] = bind(
    "mien_graph_instance_set_time", c_int, c_void_p, c_int, c_double)
# Size of a trace, in bytes.
mien_graph_trace_size: Callable[[Any], int] = bind(
    "mien_graph_trace_size", c_size_t, c_void_p)
# Creates a trace in 64-byte aligned memory; NULL if too small or misaligned.
mien_graph_trace_init: Callable[[Any, Any, int], Optional[int]] = bind(
    "mien_graph_trace_init", c_void_p, c_void_p, c_void_p, c_size_t)
# Result of a node in the last job that used the trace.
mien_graph_trace_node: Callable[[Any, int], MienGraphNodeTrace] = bind(
    "mien_graph_trace_node", MienGraphNodeTrace, c_void_p, c_int)
# Size of the scratch memory for any job on this binding, in bytes.
mien_graph_job_scratch_size: Callable[[Any], int] = bind(
    "mien_graph_job_scratch_size", c_size_t, c_void_p)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_graph_job_validate: Callable[[Any, Any], int] = bind(
    "mien_graph_job_validate", c_int, POINTER(MienGraphJob), POINTER(MienError))
# Runs the step. Never allocates.
mien_graph_job_run: Callable[[Any], int] = bind(
    "mien_graph_job_run", c_int, POINTER(MienGraphJob))
# Size of the scratch memory for any batch on this binding, in bytes.
mien_graph_batch_job_scratch_size: Callable[[Any], int] = bind(
    "mien_graph_batch_job_scratch_size", c_size_t, c_void_p)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_graph_batch_job_validate: Callable[[Any, Any], int] = bind(
    "mien_graph_batch_job_validate", c_int, POINTER(MienGraphBatchJob), POINTER(MienError))
# Runs the step. Never allocates. Gives the same bits as mien_graph_job_run per character.
mien_graph_batch_job_run: Callable[[Any], int] = bind(
    "mien_graph_batch_job_run", c_int, POINTER(MienGraphBatchJob))
# Loads a mesh pack. Input is untrusted and is checked completely, once. On failure *out_mesh is
# NULL and error, if given, describes the problem.
mien_mesh_load: Callable[[Any, int, Any, Any, Any], int] = bind(
    "mien_mesh_load", c_int, c_void_p, c_size_t, POINTER(MienLoadOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_mesh_destroy: Callable[[Any], None] = bind(
    "mien_mesh_destroy", None, c_void_p)
# Properties of a mesh.
mien_mesh_info: Callable[[Any], MienMeshInfo] = bind(
    "mien_mesh_info", MienMeshInfo, c_void_p)
# vertex_count positions, metres.
mien_mesh_positions: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_positions", c_void_p, c_void_p)
# vertex_count normals, or NULL.
mien_mesh_normals: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_normals", c_void_p, c_void_p)
# Two numbers per vertex, (0, 0) is the image's upper left corner; or NULL.
mien_mesh_uvs: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_uvs", c_void_p, c_void_p)
# Four numbers per vertex: linear red, green, blue and opacity; 65535 is 1. They multiply the
# material's base colour. NULL: all 1.
mien_mesh_colors: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_colors", c_void_p, c_void_p)
# index_count vertices, three per triangle, counterclockwise seen from outside.
mien_mesh_indices: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_indices", c_void_p, c_void_p)
# influence_stride joints per vertex. Unused elements repeat the first joint.
mien_mesh_vertex_joints: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_vertex_joints", c_void_p, c_void_p)
# influence_stride weights per vertex, >= 0, with a sum near 1. Unused weights are 0 and last.
mien_mesh_vertex_weights: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_vertex_weights", c_void_p, c_void_p)
# One submesh by index.
mien_mesh_submesh: Callable[[Any, int], MienSubmesh] = bind(
    "mien_mesh_submesh", MienSubmesh, c_void_p, c_int)
# One material by index.
mien_mesh_material: Callable[[Any, int], MienMeshMaterial] = bind(
    "mien_mesh_material", MienMeshMaterial, c_void_p, c_int)
# Location of an image: "faces/skin.png", or "faces/ada.glb#images/0" inside a file.
mien_mesh_image_name: Callable[[Any, int], bytes] = bind(
    "mien_mesh_image_name", c_char_p, c_void_p, c_int)
# One morph target by index.
mien_mesh_morph: Callable[[Any, int], MienMorph] = bind(
    "mien_mesh_morph", MienMorph, c_void_p, c_int)
# -1 if absent.
mien_mesh_find_morph: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_mesh_find_morph", c_int, c_void_p, c_char_p)
# Name of a bone used by the joints or the rest pose.
mien_mesh_bone_name: Callable[[Any, int], bytes] = bind(
    "mien_mesh_bone_name", c_char_p, c_void_p, c_int)
# -1 if absent.
mien_mesh_find_bone: Callable[[Any, Optional[bytes]], int] = bind(
    "mien_mesh_find_bone", c_int, c_void_p, c_char_p)
# The mesh's own rest pose: local transforms of the first rest_pose_count bones.
mien_mesh_rest_pose: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_rest_pose", c_void_p, c_void_p)
# One joint by index.
mien_mesh_joint: Callable[[Any, int], MienMeshJoint] = bind(
    "mien_mesh_joint", MienMeshJoint, c_void_p, c_int)
# Binds a mesh to a skeleton's bones and curve table. Missing names are not errors; the binding
# lists them. Vertices of a missing bone follow the skeleton's first bone, as if fixed to it in the
# mesh's rest pose. A morph target without a curve keeps its own weight. The binding refers to the
# mesh, which must outlive it, and copies the skeleton's data.
mien_mesh_binding_create: Callable[[Any, Any, Any, Any, Any], int] = bind(
    "mien_mesh_binding_create", c_int, c_void_p, c_void_p, POINTER(MienMeshBindingOptions), POINTER(c_void_p), POINTER(MienError))
# Accepts NULL.
mien_mesh_binding_destroy: Callable[[Any], None] = bind(
    "mien_mesh_binding_destroy", None, c_void_p)
# The mesh's rest pose on the skeleton: the skeleton's own, overridden by the mesh's, one local
# transform per bone of the skeleton. Use it as mesh_rest_pose in MienPoseBindingOptions and
# MienClipBindingOptions.
mien_mesh_binding_rest_pose: Callable[[Any], Optional[int]] = bind(
    "mien_mesh_binding_rest_pose", c_void_p, c_void_p)
# The skeleton's bone for a joint; -1 if missing.
mien_mesh_binding_bone: Callable[[Any, int], int] = bind(
    "mien_mesh_binding_bone", c_int, c_void_p, c_int)
# The skeleton's curve that drives a morph target; -1 if missing.
mien_mesh_binding_curve: Callable[[Any, int], int] = bind(
    "mien_mesh_binding_curve", c_int, c_void_p, c_int)
# Number of rows in the report: missing names.
mien_mesh_binding_report_count: Callable[[Any], int] = bind(
    "mien_mesh_binding_report_count", c_int, c_void_p)
# One row of the report.
mien_mesh_binding_report: Callable[[Any, int], MienFinding] = bind(
    "mien_mesh_binding_report", MienFinding, c_void_p, c_int)
# Makes an actor in its rest pose. On failure *out_actor is NULL.
mien_actor_create: Callable[[Any, Any, Any], int] = bind(
    "mien_actor_create", c_int, POINTER(MienActorDesc), POINTER(c_void_p), POINTER(MienError))
# NULL is fine.
mien_actor_destroy: Callable[[Any], None] = bind(
    "mien_actor_destroy", None, c_void_p)
# Loads the parts from a bundle, in place, and makes an actor that owns them. options may be NULL. A
# failure in a part starts the error's location with the part's name.
mien_actor_load: Callable[[Any, Any, Any, Any, Any], int] = bind(
    "mien_actor_load", c_int, c_void_p, POINTER(MienActorMembers), POINTER(MienActorOptions), POINTER(c_void_p), POINTER(MienError))
# Plays a clip from now on; NULL: none. Refused with a graph, which plays its own clips. options may
# be NULL. On failure the actor plays what it played.
mien_actor_set_clip: Callable[[Any, Any, Any, Any], int] = bind(
    "mien_actor_set_clip", c_int, c_void_p, c_void_p, POINTER(MienActorClipOptions), POINTER(MienError))
# The same for a clip in a bundle, which the actor then owns until it plays another.
mien_actor_load_clip: Callable[[Any, Any, Optional[bytes], Any, Any], int] = bind(
    "mien_actor_load_clip", c_int, c_void_p, c_void_p, c_char_p, POINTER(MienActorClipOptions), POINTER(MienError))
# The time of the clip, seconds; 0 with a graph.
mien_actor_time: Callable[[Any], float] = bind(
    "mien_actor_time", c_double, c_void_p)
# Moves the clip to a time. The next step starts there.
mien_actor_set_time: Callable[[Any, float], None] = bind(
    "mien_actor_set_time", None, c_void_p, c_double)
# Gives a curve of the skeleton a live value. It replaces the clip's; in a graph it comes out of
# every live input. MIEN_ERROR_ARGUMENT for a bad index.
mien_actor_set_curve: Callable[[Any, int, float], int] = bind(
    "mien_actor_set_curve", c_int, c_void_p, c_int, c_float)
# The same by name, which is looked up: keep the index where speed counts.
mien_actor_set_curve_named: Callable[[Any, Optional[bytes], float], int] = bind(
    "mien_actor_set_curve_named", c_int, c_void_p, c_char_p, c_float)
# All live values, to put, remove and clear them by the functions of curve sets.
mien_actor_inputs: Callable[[Any], MienCurveSet] = bind(
    "mien_actor_inputs", MienCurveSet, c_void_p)
# Sets a float, int or bool parameter of the graph by name.
mien_actor_set_number: Callable[[Any, Optional[bytes], float], int] = bind(
    "mien_actor_set_number", c_int, c_void_p, c_char_p, c_float)
# Sets a name or mask parameter of the graph by name.
mien_actor_set_text: Callable[[Any, Optional[bytes], Optional[bytes]], int] = bind(
    "mien_actor_set_text", c_int, c_void_p, c_char_p, c_char_p)
# The graph's instance, for what else it can do; NULL without a graph.
mien_actor_instance: Callable[[Any], Optional[int]] = bind(
    "mien_actor_instance", c_void_p, c_void_p)
# Changes the LOD from the next step on. Bones that it lacks return to rest.
mien_actor_set_lod: Callable[[Any, int], None] = bind(
    "mien_actor_set_lod", None, c_void_p, c_int)
# Switches the trace on and off, if the actor has one; it starts on.
mien_actor_set_tracing: Callable[[Any, bool], None] = bind(
    "mien_actor_set_tracing", None, c_void_p, c_bool)
# Lets seconds pass, then evaluates. Seconds that are not finite count as 0; a clip may run
# backwards, a graph not. Never allocates.
mien_actor_step: Callable[[Any, float], int] = bind(
    "mien_actor_step", c_int, c_void_p, c_double)
# Goes back to the start: clip time 0, the graph as it was created. Live values stay.
mien_actor_restart: Callable[[Any], None] = bind(
    "mien_actor_restart", None, c_void_p)
# Local transforms, one per bone of the skeleton.
mien_actor_bones: Callable[[Any], Optional[int]] = bind(
    "mien_actor_bones", c_void_p, c_void_p)
# Number of bones at the LOD. The others are at rest.
mien_actor_bone_count: Callable[[Any], int] = bind(
    "mien_actor_bone_count", c_int, c_void_p)
# Curves of the skeleton's table, after poses or the graph.
mien_actor_curves: Callable[[Any], MienCurveSet] = bind(
    "mien_actor_curves", MienCurveSet, c_void_p)
# Weights of the mesh's morphs; NULL without a mesh.
mien_actor_morphs: Callable[[Any], Optional[int]] = bind(
    "mien_actor_morphs", c_void_p, c_void_p)
# Weights of a pose asset's poses; NULL for a bad index.
mien_actor_weights: Callable[[Any, int], Optional[int]] = bind(
    "mien_actor_weights", c_void_p, c_void_p, c_int)
# Model matrices, one per bone, computed on the first call after a step.
mien_actor_model: Callable[[Any], Optional[int]] = bind(
    "mien_actor_model", c_void_p, c_void_p)
# Skinning matrices, one per joint of the mesh, computed on the first call after a step; NULL
# without a mesh.
mien_actor_palette: Callable[[Any], Optional[int]] = bind(
    "mien_actor_palette", c_void_p, c_void_p)
# Events that the graph's clips crossed in the last step. *out_count is the number that were
# crossed; at most event_capacity are in the array.
mien_actor_events: Callable[[Any, Any], Optional[int]] = bind(
    "mien_actor_events", c_void_p, c_void_p, POINTER(c_int))
# What the graph's nodes did in the last step that was traced; NULL without.
mien_actor_trace: Callable[[Any], Optional[int]] = bind(
    "mien_actor_trace", c_void_p, c_void_p)
# Never NULL.
mien_actor_skeleton: Callable[[Any], Optional[int]] = bind(
    "mien_actor_skeleton", c_void_p, c_void_p)
# May be NULL.
mien_actor_mesh: Callable[[Any], Optional[int]] = bind(
    "mien_actor_mesh", c_void_p, c_void_p)
# May be NULL.
mien_actor_mesh_binding: Callable[[Any], Optional[int]] = bind(
    "mien_actor_mesh_binding", c_void_p, c_void_p)
# May be NULL.
mien_actor_graph: Callable[[Any], Optional[int]] = bind(
    "mien_actor_graph", c_void_p, c_void_p)
# May be NULL.
mien_actor_clip: Callable[[Any], Optional[int]] = bind(
    "mien_actor_clip", c_void_p, c_void_p)
# The pose asset at an index; NULL beyond.
mien_actor_pose_asset: Callable[[Any, int], Optional[int]] = bind(
    "mien_actor_pose_asset", c_void_p, c_void_p, c_int)
# The rest pose: a local transform per bone of the skeleton.
mien_actor_rest_pose: Callable[[Any], Optional[int]] = bind(
    "mien_actor_rest_pose", c_void_p, c_void_p)
# Number of rows in the report of the mesh, the pose assets, the graph and the clip, in this order.
mien_actor_report_count: Callable[[Any], int] = bind(
    "mien_actor_report_count", c_int, c_void_p)
# One row of the report.
mien_actor_report: Callable[[Any, int], MienFinding] = bind(
    "mien_actor_report", MienFinding, c_void_p, c_int)
# Settings with a source, or a choice where there is none; seed 0.
mien_life_default_settings: Callable[[], MienLifeSettings] = bind(
    "mien_life_default_settings", MienLifeSettings)
# Creates a generator. allocator may be NULL and must outlive it. MIEN_ERROR_DATA for a number out
# of range; the error names it.
mien_life_create: Callable[[Any, Any, Any, Any], int] = bind(
    "mien_life_create", c_int, POINTER(MienLifeSettings), POINTER(MienAllocator), POINTER(c_void_p), POINTER(MienError))
# Frees the generator. NULL is allowed.
mien_life_destroy: Callable[[Any], None] = bind(
    "mien_life_destroy", None, c_void_p)
# The name of a curve: eyeBlinkLeft, eyeLookInLeft, ..., headYaw, headPitch, headRoll, breath. NULL
# out of range.
mien_life_curve_name: Callable[[int], bytes] = bind(
    "mien_life_curve_name", c_char_p, c_int)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_life_job_validate: Callable[[Any, Any], int] = bind(
    "mien_life_job_validate", c_int, POINTER(MienLifeJob), POINTER(MienError))
# Runs the job.
mien_life_job_run: Callable[[Any], int] = bind(
    "mien_life_job_run", c_int, POINTER(MienLifeJob))
# Lists events of one kind with from <= time < to, in order of time, and returns their number. Only
# the first capacity of them are written; out_events may be NULL if capacity is 0. Blinks that come
# with large gaze shifts depend on targets and are not listed.
mien_life_events: Callable[[Any, int, bool, float, float, Any, int], int] = bind(
    "mien_life_events", c_int, c_void_p, c_int, c_bool, c_double, c_double, POINTER(MienLifeEvent), c_int)
# Size of the scratch memory for any job on this asset, in bytes.
mien_pose_job_scratch_size: Callable[[Any], int] = bind(
    "mien_pose_job_scratch_size", c_size_t, c_void_p)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_pose_job_validate: Callable[[Any, Any], int] = bind(
    "mien_pose_job_validate", c_int, POINTER(MienPoseJob), POINTER(MienError))
# Runs the job. Never allocates.
mien_pose_job_run: Callable[[Any], int] = bind(
    "mien_pose_job_run", c_int, POINTER(MienPoseJob))
# Number of floats in a tile of bones: channel c of bone b of character k in the tile is at [(b *
# MIEN_TILE_CHANNELS + c) * MIEN_TILE + k].
mien_tile_size: Callable[[int], int] = bind(
    "mien_tile_size", c_size_t, c_int)
# Copies a character's pose into lane k of a tile.
mien_tile_write: Callable[[Any, int, int, Any], None] = bind(
    "mien_tile_write", None, POINTER(c_float), c_int, c_int, POINTER(MienTransform))
# Copies lane k of a tile into a character's pose.
mien_tile_read: Callable[[Any, int, int, Any], None] = bind(
    "mien_tile_read", None, POINTER(c_float), c_int, c_int, POINTER(MienTransform))
# Size of the scratch memory for any crowd job on this asset, in bytes.
mien_crowd_job_scratch_size: Callable[[Any], int] = bind(
    "mien_crowd_job_scratch_size", c_size_t, c_void_p)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_crowd_job_validate: Callable[[Any, Any], int] = bind(
    "mien_crowd_job_validate", c_int, POINTER(MienCrowdJob), POINTER(MienError))
# Runs the job. Never allocates. Gives the same bits as mien_pose_job_run per character.
mien_crowd_job_run: Callable[[Any], int] = bind(
    "mien_crowd_job_run", c_int, POINTER(MienCrowdJob))
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_model_job_validate: Callable[[Any, Any], int] = bind(
    "mien_model_job_validate", c_int, POINTER(MienModelJob), POINTER(MienError))
# Runs the job. Exact for any scale: unlike transforms composed by mien_transform_compose, matrices
# keep shear.
mien_model_job_run: Callable[[Any], int] = bind(
    "mien_model_job_run", c_int, POINTER(MienModelJob))
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_palette_job_validate: Callable[[Any, Any], int] = bind(
    "mien_palette_job_validate", c_int, POINTER(MienPaletteJob), POINTER(MienError))
# Runs the job.
mien_palette_job_run: Callable[[Any], int] = bind(
    "mien_palette_job_run", c_int, POINTER(MienPaletteJob))
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_morph_job_validate: Callable[[Any, Any], int] = bind(
    "mien_morph_job_validate", c_int, POINTER(MienMorphJob), POINTER(MienError))
# Runs the job.
mien_morph_job_run: Callable[[Any], int] = bind(
    "mien_morph_job_run", c_int, POINTER(MienMorphJob))
# Size of the scratch memory for any skin job on this mesh, in bytes. Independent of the vertex
# count.
mien_skin_job_scratch_size: Callable[[Any], int] = bind(
    "mien_skin_job_scratch_size", c_size_t, c_void_p)
# Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
mien_skin_job_validate: Callable[[Any, Any], int] = bind(
    "mien_skin_job_validate", c_int, POINTER(MienSkinJob), POINTER(MienError))
# Runs the job.
mien_skin_job_run: Callable[[Any], int] = bind(
    "mien_skin_job_run", c_int, POINTER(MienSkinJob))
