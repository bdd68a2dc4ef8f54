# SPDX-License-Identifier: MIT
"""Packs: files, bundles, and the assets in them."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Iterator, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _native as c
from ._objects import Error, Object, Owner, call, create
from ._records import (ClipEvent, ClipInfo, DrivenPose, GraphAssetSlot, GraphDriverInfo, GraphInfo, GraphNodeInfo,
                       GraphParameter, MeshInfo, MeshJoint, MeshMaterial, PackInfo, PoseAssetInfo, PoseInfo, Submesh)
from ._views import Array, floats, view

Bytes = Union[bytes, bytearray, memoryview]
Source = Union[str, "os.PathLike[str]", Bytes, "Member"]
P = TypeVar("P", bound="Pack")


class File(Object):
    """A file, mapped into memory where the system can; copy=True reads it instead."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, copy: bool = False) -> None:
        options = c.MienFileOptions(copy=copy)
        super().__init__(create((c.mien_file_open, c.mien_file_close), os.fsencode(path), byref(options)))
        self.path = os.fspath(path)

    @property
    def address(self) -> int:
        """Where the bytes are."""
        return c.mien_file_data(self._pointer) or 0

    def __len__(self) -> int:
        return c.mien_file_size(self._pointer)

    @property
    def data(self) -> Array:
        """The bytes, not copied."""
        return view(self.address, ctypes.c_uint8, (len(self),), self._owner)


@dataclass(frozen=True)
class Member:
    """One pack in a bundle. Load it by the class of its kind, or by bundle[name]."""

    name: str
    kind: int  #: A PackKind, or a number that this version does not know.
    version: int
    size: int
    address: int
    owner: Owner

    @property
    def data(self) -> Array:
        """The bytes, not copied."""
        return view(self.address, ctypes.c_uint8, (self.size,), self.owner)


class Pack(Object):
    """An asset that was loaded from a path, from bytes, or from a member of a bundle.

    Files and members are used in place; bytes are copied. Damaged packs raise Error."""

    kind: ClassVar[c.MienPackKind]
    _functions: ClassVar[Tuple[Callable[..., int], Callable[[Any], None]]]

    def __init__(self, source: Source, *, trust_hash: bool = False, isa: int = c.MienIsa.BEST) -> None:
        if isinstance(source, Member):
            data: Any = source.address
            size, keeps, trust_hash = source.size, source.owner, True  # the bundle's hash covers it
        elif isinstance(source, (bytes, bytearray, memoryview)):
            data, keeps = bytes(source), None
            size = len(data)
        else:
            file = File(source)
            data, size, keeps = file.address, len(file), file._owner
        options = c.MienLoadOptions(borrow_data=keeps is not None, trust_hash=trust_hash, isa=int(isa))
        super().__init__(create(self._functions, data, size, byref(options), keeps=(keeps,)))

    @classmethod
    def _borrow(cls: Type[P], pointer: Optional[int], keeps: Owner) -> Optional[P]:
        """An object for a pointer that another object owns."""
        if not pointer:
            return None
        pack = cls.__new__(cls)
        Object.__init__(pack, Owner(pointer, None, (keeps,)))
        return pack

    def _names(self, count: int, name: Callable[[Any, int], bytes]) -> Tuple[str, ...]:
        return tuple(name(self._pointer, i).decode() for i in range(count))

    def _index(self, find: Callable[[Any, Any], int], name: str, what: str) -> int:
        index = find(self._pointer, name.encode())
        if index < 0:
            raise KeyError(f"no {what} {name!r}")
        return index

    def _transforms(self, address: Optional[int], count: int) -> Array:
        return view(address, ctypes.c_float, (count, 12), self._owner)


class Skeleton(Pack):
    """Bones with parents and a rest pose, and a curve table."""

    kind = c.MienPackKind.SKELETON
    _functions = (c.mien_skeleton_load, c.mien_skeleton_destroy)

    @classmethod
    def create(cls, bones: Sequence[str], rest_pose: Any, parents: Optional[Sequence[int]] = None,
               curves: Sequence[str] = ()) -> Skeleton:
        """A skeleton of your own bones and curves, in your order. rest_pose: 12 numbers per bone."""
        if parents is not None and len(parents) != len(bones):
            raise ValueError(f"parents: expected {len(bones)} numbers, got {len(parents)}")
        names = (ctypes.c_char_p * len(bones))(*(name.encode() for name in bones))
        curve_names = (ctypes.c_char_p * len(curves))(*(name.encode() for name in curves))
        numbers = None if parents is None else (ctypes.c_int * len(parents))(*parents)
        rest = floats(rest_pose, 12 * len(bones), "rest_pose")
        desc = c.MienSkeletonDesc(bone_count=len(bones), curve_count=len(curves), bone_names=ctypes.addressof(names),
                                  bone_parents=None if numbers is None else ctypes.addressof(numbers),
                                  rest_pose=ctypes.addressof(rest), curve_names=ctypes.addressof(curve_names))
        skeleton = cls.__new__(cls)
        Object.__init__(skeleton, create((c.mien_skeleton_create, c.mien_skeleton_destroy), byref(desc)))
        return skeleton

    @property
    def bone_count(self) -> int:
        return c.mien_skeleton_bone_count(self._pointer)

    @property
    def curve_count(self) -> int:
        return c.mien_skeleton_curve_count(self._pointer)

    def bone_count_at(self, lod: int) -> int:
        """Number of bones at an LOD. They are the first bones."""
        return c.mien_skeleton_bone_count_at(self._pointer, lod)

    @property
    def bones(self) -> Tuple[str, ...]:
        """Names of the bones."""
        return self._names(self.bone_count, c.mien_skeleton_bone_name)

    @property
    def parents(self) -> Tuple[int, ...]:
        """Index of each bone's parent; -1 for a root."""
        return tuple(c.mien_skeleton_bone_parent(self._pointer, i) for i in range(self.bone_count))

    @property
    def curves(self) -> Tuple[str, ...]:
        """Names of the curves."""
        return self._names(self.curve_count, c.mien_skeleton_curve_name)

    @property
    def bone_max_lods(self) -> Tuple[int, ...]:
        """The last LOD that has each bone."""
        return tuple(c.mien_skeleton_bone_max_lod(self._pointer, i) for i in range(self.bone_count))

    @property
    def curve_max_lods(self) -> Tuple[int, ...]:
        """The last LOD that uses each curve."""
        return tuple(c.mien_skeleton_curve_max_lod(self._pointer, i) for i in range(self.curve_count))

    @property
    def rest_pose(self) -> Array:
        """Local transforms, 12 numbers per bone."""
        return self._transforms(c.mien_skeleton_rest_pose(self._pointer), self.bone_count)

    def bone(self, name: str) -> int:
        """Index of a bone; KeyError if there is none."""
        return self._index(c.mien_skeleton_find_bone, name, "bone")

    def curve(self, name: str) -> int:
        """Index of a curve; KeyError if there is none."""
        return self._index(c.mien_skeleton_find_curve, name, "curve")

    @property
    def interface_hash(self) -> bytes:
        """SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and clips."""
        out = (ctypes.c_uint8 * 32)()
        c.mien_skeleton_interface_hash(self._pointer, out)
        return bytes(out)


class PoseAsset(Pack):
    """Named poses for one skeleton, each driven by the curve with its name."""

    kind = c.MienPackKind.POSE_ASSET
    _functions = (c.mien_pose_asset_load, c.mien_pose_asset_destroy)

    @property
    def info(self) -> PoseAssetInfo:
        return PoseAssetInfo.of(c.mien_pose_asset_info(self._pointer))

    @property
    def poses(self) -> List[PoseInfo]:
        return [PoseInfo.of(c.mien_pose_asset_pose(self._pointer, i)) for i in range(self.info.pose_count)]

    @property
    def driven_poses(self) -> List[DrivenPose]:
        return [DrivenPose.of(c.mien_pose_asset_driven_pose(self._pointer, i))
                for i in range(self.info.driven_pose_count)]

    @property
    def bones(self) -> Tuple[str, ...]:
        """Names of the asset's bones."""
        return self._names(self.info.bone_count, c.mien_pose_asset_bone_name)

    @property
    def curves(self) -> Tuple[str, ...]:
        """Names of the curves that poses set."""
        return self._names(self.info.curve_count, c.mien_pose_asset_curve_name)

    @property
    def base(self) -> Array:
        """The base pose that poses are relative to, 12 numbers per bone."""
        return self._transforms(c.mien_pose_asset_base(self._pointer), self.info.bone_count)

    def pose(self, name: str) -> int:
        """Index of a pose; KeyError if there is none."""
        return self._index(c.mien_pose_asset_find_pose, name, "pose")

    def driven_pose(self, name: str) -> int:
        """Index of the curve-driven pose with a curve name; KeyError if there is none."""
        return self._index(c.mien_pose_asset_find_driven_pose, name, "curve-driven pose")

    def bone(self, name: str) -> int:
        """Index of a bone; KeyError if there is none."""
        return self._index(c.mien_pose_asset_find_bone, name, "bone")

    def curve(self, name: str) -> int:
        """Index of a curve that poses set; KeyError if there is none."""
        return self._index(c.mien_pose_asset_find_curve, name, "curve")


class Clip(Pack):
    """Packed animation: curves, bone tracks and events over time."""

    kind = c.MienPackKind.CLIP
    _functions = (c.mien_clip_load, c.mien_clip_destroy)

    @property
    def info(self) -> ClipInfo:
        return ClipInfo.of(c.mien_clip_info(self._pointer))

    @property
    def length(self) -> float:
        """Seconds."""
        return self.info.length

    @property
    def curves(self) -> Tuple[str, ...]:
        """Names of the curves."""
        return self._names(self.info.curve_count, c.mien_clip_curve_name)

    @property
    def bones(self) -> Tuple[str, ...]:
        """Names of the bones that have tracks."""
        return self._names(self.info.track_count, c.mien_clip_track_bone)

    @property
    def events(self) -> List[ClipEvent]:
        """Named moments, sorted by time."""
        return [ClipEvent.of(c.mien_clip_event(self._pointer, i)) for i in range(self.info.event_count)]

    def events_between(self, start: float, end: float) -> List[ClipEvent]:
        """Events from start to before end."""
        first, last = (c.mien_clip_find_event(self._pointer, time) for time in (start, end))
        return [ClipEvent.of(c.mien_clip_event(self._pointer, i)) for i in range(first, last)]

    def curve(self, name: str) -> int:
        """Index of a curve; KeyError if there is none."""
        return self._index(c.mien_clip_find_curve, name, "curve")

    def track(self, bone: str) -> int:
        """Index of a bone's track; KeyError if there is none."""
        return self._index(c.mien_clip_find_track, bone, "track of bone")


@dataclass(frozen=True)
class Morph:
    """A morph target: vertex offsets at weight 1."""

    name: str  #: Name of its curve.
    weight: float  #: Weight if no curve drives it.
    vertices: Array  #: Indices of the vertices that it moves, ascending.
    positions: Array  #: Offsets, three numbers per vertex in vertices.
    normals: Optional[Array]  #: Offsets of the normals.


class Mesh(Pack):
    """Vertices, triangles, joints that bind them to bones, and morph targets."""

    kind = c.MienPackKind.MESH
    _functions = (c.mien_mesh_load, c.mien_mesh_destroy)

    @property
    def info(self) -> MeshInfo:
        return MeshInfo.of(c.mien_mesh_info(self._pointer))

    def _array(self, address: Optional[int], kind: Any, rows: int, columns: int) -> Optional[Array]:
        return view(address, kind, (rows, columns), self._owner) if address else None

    @property
    def positions(self) -> Array:
        """Three numbers per vertex, metres."""
        return view(c.mien_mesh_positions(self._pointer), ctypes.c_float, (self.info.vertex_count, 3), self._owner)

    @property
    def normals(self) -> Optional[Array]:
        """Three numbers per vertex."""
        return self._array(c.mien_mesh_normals(self._pointer), ctypes.c_float, self.info.vertex_count, 3)

    @property
    def uvs(self) -> Optional[Array]:
        """Two numbers per vertex; (0, 0) is the image's upper left corner."""
        return self._array(c.mien_mesh_uvs(self._pointer), ctypes.c_float, self.info.vertex_count, 2)

    @property
    def colors(self) -> Optional[Array]:
        """Four numbers per vertex: linear red, green, blue and opacity; 65535 is 1."""
        return self._array(c.mien_mesh_colors(self._pointer), ctypes.c_uint16, self.info.vertex_count, 4)

    @property
    def triangles(self) -> Array:
        """Three vertices per triangle, counterclockwise seen from outside."""
        return view(c.mien_mesh_indices(self._pointer), ctypes.c_uint32, (self.info.index_count // 3, 3), self._owner)

    @property
    def vertex_joints(self) -> Array:
        """Joints per vertex, influence_stride of them."""
        shape = self.info.vertex_count, self.info.influence_stride
        return view(c.mien_mesh_vertex_joints(self._pointer), ctypes.c_uint16, shape, self._owner)

    @property
    def vertex_weights(self) -> Array:
        """Weights per vertex, influence_stride of them."""
        shape = self.info.vertex_count, self.info.influence_stride
        return view(c.mien_mesh_vertex_weights(self._pointer), ctypes.c_float, shape, self._owner)

    @property
    def submeshes(self) -> List[Submesh]:
        return [Submesh.of(c.mien_mesh_submesh(self._pointer, i)) for i in range(self.info.submesh_count)]

    @property
    def materials(self) -> List[MeshMaterial]:
        return [MeshMaterial.of(c.mien_mesh_material(self._pointer, i)) for i in range(self.info.material_count)]

    @property
    def images(self) -> Tuple[str, ...]:
        """Locations of the images."""
        return self._names(self.info.image_count, c.mien_mesh_image_name)

    @property
    def morphs(self) -> List[Morph]:
        return [self._morph(i) for i in range(self.info.morph_count)]

    def _morph(self, index: int) -> Morph:
        s: Any = c.mien_mesh_morph(self._pointer, index)
        vertices = view(s.vertices, ctypes.c_uint32, (s.vertex_count,), self._owner)
        positions = view(s.positions, ctypes.c_float, (s.vertex_count, 3), self._owner)
        return Morph(s.name.decode(), s.weight, vertices, positions,
                     self._array(s.normals, ctypes.c_float, s.vertex_count, 3))

    def morph(self, name: str) -> int:
        """Index of a morph target; KeyError if there is none."""
        return self._index(c.mien_mesh_find_morph, name, "morph target")

    @property
    def bones(self) -> Tuple[str, ...]:
        """Names of the bones used by the joints or the rest pose."""
        return self._names(self.info.bone_count, c.mien_mesh_bone_name)

    def bone(self, name: str) -> int:
        """Index of a bone; KeyError if there is none."""
        return self._index(c.mien_mesh_find_bone, name, "bone")

    @property
    def rest_pose(self) -> Array:
        """Local transforms of the first rest_pose_count bones, 12 numbers per bone."""
        return self._transforms(c.mien_mesh_rest_pose(self._pointer), self.info.rest_pose_count)

    @property
    def joints(self) -> List[MeshJoint]:
        return [MeshJoint.of(c.mien_mesh_joint(self._pointer, i)) for i in range(self.info.joint_count)]


class Graph(Pack):
    """Computes a character's final pose from clips, curves and parameters."""

    kind = c.MienPackKind.GRAPH
    _functions = (c.mien_graph_load, c.mien_graph_destroy)

    @property
    def info(self) -> GraphInfo:
        return GraphInfo.of(c.mien_graph_info(self._pointer))

    @property
    def nodes(self) -> List[GraphNodeInfo]:
        """Nodes in evaluation order; the last one is the output."""
        return [GraphNodeInfo.of(c.mien_graph_node(self._pointer, i)) for i in range(self.info.node_count)]

    def node(self, id: str) -> int:
        """Index of a node by id; KeyError if there is none."""
        return self._index(c.mien_graph_find_node, id, "node")

    def inputs(self, node: int) -> Tuple[int, ...]:
        """The nodes connected to a node's inputs; -1: none."""
        count = GraphNodeInfo.of(c.mien_graph_node(self._pointer, node)).input_count
        return tuple(c.mien_graph_node_input(self._pointer, node, i) for i in range(count))

    @property
    def parameters(self) -> List[GraphParameter]:
        """Values that your program sets."""
        return [GraphParameter.of(c.mien_graph_parameter(self._pointer, i)) for i in range(self.info.parameter_count)]

    def parameter(self, name: str) -> int:
        """Index of a parameter; KeyError if there is none."""
        return self._index(c.mien_graph_find_parameter, name, "parameter")

    @property
    def slots(self) -> List[GraphAssetSlot]:
        """Slots for clips and pose assets."""
        return [GraphAssetSlot.of(c.mien_graph_asset_slot(self._pointer, i)) for i in range(self.info.asset_slot_count)]

    def slot_of(self, node: int) -> int:
        """The slot of a node's asset; -1 if it has none."""
        return c.mien_graph_node_asset(self._pointer, node)

    def live_input(self, id: str) -> int:
        """Index of a live input by the node's id; KeyError if there is none."""
        return self._index(c.mien_graph_find_live_input, id, "live input")

    def input_pose(self, id: str) -> int:
        """Index of an input pose by the node's id; KeyError if there is none."""
        return self._index(c.mien_graph_find_input_pose, id, "input pose")

    def mask(self, name: str) -> int:
        """Index of a mask; KeyError if there is none."""
        return self._index(c.mien_graph_find_mask, name, "mask")

    def driver(self, node: int) -> GraphDriverInfo:
        """The solver of a pose driver; zeros for other nodes."""
        return GraphDriverInfo.of(c.mien_graph_driver(self._pointer, node))


Asset = Union[Skeleton, PoseAsset, Clip, Mesh, Graph]
CLASSES: Tuple[Type[Asset], ...] = (Skeleton, PoseAsset, Clip, Mesh, Graph)


class Bundle(Pack):
    """Many named packs in one file: names in order, bundle[name] loads one.

    The kind of asset is that of the member; skeleton(), poses(), clip(), mesh() and graph()
    give the same with a precise type, and raise Error for another kind."""

    kind = c.MienPackKind.BUNDLE
    _functions = (c.mien_bundle_load, c.mien_bundle_destroy)

    def __len__(self) -> int:
        return c.mien_bundle_count(self._pointer)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and c.mien_bundle_find(self._pointer, name.encode()) >= 0

    @property
    def names(self) -> Tuple[str, ...]:
        """Names of the members, sorted."""
        return self._names(len(self), c.mien_bundle_name)

    @property
    def members(self) -> List[Member]:
        """All members."""
        return [self._member(c.mien_bundle_member(self._pointer, i)) for i in range(len(self))]

    def _member(self, s: Any) -> Member:
        return Member(s.name.decode(), s.kind, s.version, s.size, s.data, self._owner)

    def member(self, name: str) -> Member:
        """A member by name; Error with the name if there is none."""
        out = c.MienBundleMember()
        call(c.mien_bundle_get, self._pointer, name.encode(), byref(out))
        return self._member(out)

    def __getitem__(self, name: str) -> Asset:
        member = self.member(name)
        for asset in CLASSES:
            if asset.kind == member.kind:
                return asset(member)
        raise Error(c.MienStatus.ERROR_KIND, "this version of libmien does not know the kind of this pack", name)

    def skeleton(self, name: str) -> Skeleton:
        return Skeleton(self.member(name))

    def poses(self, name: str) -> PoseAsset:
        return PoseAsset(self.member(name))

    def clip(self, name: str) -> Clip:
        return Clip(self.member(name))

    def mesh(self, name: str) -> Mesh:
        return Mesh(self.member(name))

    def graph(self, name: str) -> Graph:
        return Graph(self.member(name))

    def assets_of(self, graph: Graph) -> List[Optional[Union[Clip, PoseAsset]]]:
        """The assets that a graph names, in the order of its slots; None for those that are not here."""
        return [self._asset_of(slot) for slot in graph.slots]

    def _asset_of(self, slot: GraphAssetSlot) -> Optional[Union[Clip, PoseAsset]]:
        name = slot.path[:-len(".json")] if slot.path.endswith(".json") else slot.path
        if name not in self:
            return None
        return self.clip(name) if slot.type == c.MienGraphValueType.CLIP else self.poses(name)


def inspect(source: Union[str, "os.PathLike[str]", Bytes], *, trust_hash: bool = False) -> PackInfo:
    """Kind, version, size and hash of a pack, without loading it."""
    info = c.MienPackInfo()
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        call(c.mien_pack_inspect, data, len(data), trust_hash, byref(info))
    else:
        with File(source) as file:
            call(c.mien_pack_inspect, file.address, len(file), trust_hash, byref(info))
    return PackInfo.of(info)


def load(source: Union[str, "os.PathLike[str]", Bytes]) -> Union[Asset, Bundle]:
    """Loads a pack of any kind."""
    kind = inspect(source, trust_hash=True).kind
    for asset in CLASSES:
        if asset.kind == kind:
            return asset(source)
    return Bundle(source)


def kind_name(kind: int) -> str:
    """ "skeleton", "pose asset", "clip", "bundle", "mesh", "graph"; otherwise "unknown"."""
    return c.mien_pack_kind_name(kind).decode()


def sha256(data: Bytes) -> bytes:
    """SHA-256, as stored in packs."""
    out, given = (ctypes.c_uint8 * 32)(), bytes(data)
    c.mien_sha256(given, len(given), out)
    return bytes(out)
