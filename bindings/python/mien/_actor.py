# SPDX-License-Identifier: MIT
"""One character with everything it needs to run once per frame."""

from __future__ import annotations

import ctypes
from ctypes import byref
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple, Union

from . import _native as c
from ._bindings import GraphAssets, MeshBinding, address_of, graph_assets, owners, rest_of
from ._objects import Error, Object, Owner, aligned, call, create, findings, run
from ._packs import Bundle, Clip, Graph, Mesh, PoseAsset, Skeleton
from ._records import Finding, GraphEvent
from ._views import Array, floats, view


@dataclass(frozen=True)
class NodeTrace:
    """Result of a graph's node in one step."""

    is_live: bool  #: Relevant: it was evaluated. If false, all other fields are empty.
    weight: float  #: Its maximum weight in the output, 0 to 1.
    time: float  #: Time of a clip node.
    bones: Array  #: 12 numbers per bone.
    curves: Array  #: Values in the skeleton's order.
    weights: Array  #: Of poses, targets or inputs, by type of node.


class Actor(Object):
    """A character: a skeleton, and pose assets or a graph, and a mesh if it has one.

    step() evaluates; bones, curves, morphs, model and palette are then views of the result:
    the same arrays after every step. An actor belongs to one thread at a time."""

    def __init__(self, skeleton: Skeleton, *, mesh: Optional[Mesh] = None, poses: Union[PoseAsset, Sequence[PoseAsset]] = (),
                 graph: Optional[Graph] = None, assets: Optional[GraphAssets] = None, rest_pose: Any = None, lod: int = 0,
                 event_capacity: int = 64, has_trace: bool = False) -> None:
        parts = [poses] if isinstance(poses, PoseAsset) else list(poses)
        pointers = (ctypes.c_void_p * len(parts))(*(part._pointer for part in parts))
        rest, rows = rest_of(rest_pose, skeleton), graph_assets(assets)
        options = c.MienActorOptions(rest_pose=address_of(rest), lod=lod, event_capacity=event_capacity,
                                     has_trace=has_trace)
        desc = c.MienActorDesc(skeleton=skeleton._pointer, mesh=mesh._pointer if mesh else None,
                               pose_asset_count=len(parts), pose_assets=ctypes.addressof(pointers),
                               graph=graph._pointer if graph else None, asset_count=len(rows),
                               assets=ctypes.addressof(rows), options=options)
        given = [part._owner for part in (skeleton, mesh, graph, *parts) if part is not None]
        self._start(create((c.mien_actor_create, c.mien_actor_destroy), byref(desc), keeps=(*given, *owners(assets))),
                    event_capacity)

    @classmethod
    def load(cls, bundle: Bundle, *, mesh: Optional[str] = None, poses: Optional[str] = None,
             graph: Optional[str] = None, skeleton: Optional[str] = None, lod: int = 0, event_capacity: int = 64,
             has_trace: bool = False) -> Actor:
        """An actor of parts of a bundle, by name. Without a name the skeleton is the only one in it;
        the assets of a graph are found by its own paths."""
        def encoded(name: Optional[str]) -> Optional[bytes]:
            return None if name is None else name.encode()

        members = c.MienActorMembers(skeleton=encoded(skeleton), mesh=encoded(mesh), poses=encoded(poses),
                                     graph=encoded(graph))
        options = c.MienActorOptions(lod=lod, event_capacity=event_capacity, has_trace=has_trace)
        actor = cls.__new__(cls)
        actor._start(create((c.mien_actor_load, c.mien_actor_destroy), bundle._pointer, byref(members), byref(options),
                            keeps=(bundle._owner,)), event_capacity)
        return actor

    def _start(self, owner: Owner, event_capacity: int) -> None:
        super().__init__(owner)
        self._event_capacity = event_capacity
        self._clip: Optional[Owner] = None  # keeps the clip that plays
        self._graph = c.mien_actor_graph(owner.pointer)
        self._inputs: Any = c.mien_actor_inputs(owner.pointer)
        self._input_pose_arrays: dict[str, Any] = {}
        skeleton = c.mien_actor_skeleton(owner.pointer)
        self._bone_count = c.mien_skeleton_bone_count(skeleton)
        self._curve_count = c.mien_skeleton_curve_count(skeleton)
        mesh = c.mien_actor_mesh(owner.pointer)
        info = c.mien_mesh_info(mesh) if mesh else None
        self._morph_count, self._joint_count = (info.morph_count, info.joint_count) if info else (0, 0)
        keeps = (owner,)
        self._bones = view(c.mien_actor_bones(owner.pointer), ctypes.c_float, (self._bone_count, 12), keeps)
        self._curve_set: Any = c.mien_actor_curves(owner.pointer)
        self._curves = view(self._curve_set.values, ctypes.c_float, (self._curve_count,), keeps)
        self._morphs = view(c.mien_actor_morphs(owner.pointer), ctypes.c_float, (self._morph_count,), keeps)

    # Parts

    @property
    def skeleton(self) -> Skeleton:
        skeleton = Skeleton._borrow(c.mien_actor_skeleton(self._pointer), self._owner)
        assert skeleton is not None
        return skeleton

    @property
    def mesh(self) -> Optional[Mesh]:
        return Mesh._borrow(c.mien_actor_mesh(self._pointer), self._owner)

    @property
    def mesh_binding(self) -> Optional[MeshBinding]:
        return MeshBinding._borrow(c.mien_actor_mesh_binding(self._pointer), self._owner, self._bone_count)

    @property
    def graph(self) -> Optional[Graph]:
        return Graph._borrow(c.mien_actor_graph(self._pointer), self._owner)

    @property
    def clip(self) -> Optional[Clip]:
        """The clip that plays."""
        return Clip._borrow(c.mien_actor_clip(self._pointer), self._clip) if self._clip else None

    @property
    def poses(self) -> List[PoseAsset]:
        """The pose assets, without a graph."""
        parts: List[PoseAsset] = []
        while True:
            part = PoseAsset._borrow(c.mien_actor_pose_asset(self._pointer, len(parts)), self._owner)
            if part is None:
                return parts
            parts.append(part)

    @property
    def rest_pose(self) -> Array:
        """12 numbers per bone."""
        return view(c.mien_actor_rest_pose(self._pointer), ctypes.c_float, (self._bone_count, 12), self._owner)

    @property
    def report(self) -> List[Finding]:
        """What does not fit: rows of the mesh, the pose assets, the graph and the clip."""
        return findings(c.mien_actor_report_count, c.mien_actor_report, self._pointer)

    # Inputs

    def play(self, clip: Optional[Clip], *, time: float = 0.0, speed: float = 1.0, loops: bool = False) -> None:
        """Plays a clip from now on; None: none. A graph plays its own clips."""
        options = c.MienActorClipOptions(time=time, speed=speed, loops=loops)
        call(c.mien_actor_set_clip, self._pointer, clip._pointer if clip else None, byref(options))
        self._clip = clip._owner if clip else None

    @property
    def time(self) -> float:
        """The time of the clip in seconds. Set it to move the clip."""
        return c.mien_actor_time(self._pointer)

    @time.setter
    def time(self, time: float) -> None:
        c.mien_actor_set_time(self._pointer, time)

    def set(self, curve: Union[int, str], value: Optional[float]) -> None:
        """Gives a curve a live value, by index or by name. None removes it: the clip's value counts."""
        pointer = self._pointer
        if value is None:
            index = curve if isinstance(curve, int) else self.skeleton.curve(curve)
            c.mien_curve_set_remove(byref(self._inputs), index)
        elif isinstance(curve, int):
            if c.mien_actor_set_curve(pointer, curve, value):
                raise IndexError(f"curve {curve} is out of range")
        elif c.mien_actor_set_curve_named(pointer, curve.encode(), value):
            raise KeyError(f"no curve {curve!r}")

    def clear(self) -> None:
        """Removes all live values."""
        self._owner
        c.mien_curve_set_clear(byref(self._inputs))

    def set_parameter(self, name: str, value: Union[float, bool, str]) -> None:
        """Sets a parameter of the graph: a number or bool, or the text of a name or mask."""
        if isinstance(value, str):
            status = c.mien_actor_set_text(self._pointer, name.encode(), value.encode())
        else:
            status = c.mien_actor_set_number(self._pointer, name.encode(), float(value))
        if status:
            raise Error(status, "the graph has no such parameter, or it does not take this value", name)

    def _instance(self) -> int:
        instance = c.mien_actor_instance(self._pointer)
        if not instance or not self._graph:
            raise ValueError("this actor has no graph")
        return instance

    def node_time(self, node: str) -> float:
        """Time of a clip node of the graph, seconds."""
        instance = self._instance()
        return c.mien_graph_instance_time(instance, c.mien_graph_find_node(self._graph, node.encode()))

    def set_node_time(self, node: str, time: float) -> None:
        """Moves a clip node of the graph to a time."""
        instance = self._instance()
        if c.mien_graph_instance_set_time(instance, c.mien_graph_find_node(self._graph, node.encode()), time):
            raise KeyError(f"no clip node {node!r}")

    def set_input_pose(self, node: str, bones: Any, weight: float = 1.0) -> None:
        """Sets the pose of an input pose node, 12 numbers per bone; None: none. The numbers are copied."""
        instance = self._instance()
        index = c.mien_graph_find_input_pose(self._graph, node.encode())
        array = None
        if bones is not None:
            numbers = floats(bones, 12 * self._bone_count, "bones")
            array = (c.MienTransform * self._bone_count).from_buffer(numbers)
        if c.mien_graph_instance_set_input_pose(instance, index, array, None, weight):
            raise KeyError(f"no input pose {node!r}")
        self._input_pose_arrays[node] = array

    # Steps

    def step(self, seconds: float = 0.0) -> Array:
        """Lets seconds pass, then evaluates. Returns bones."""
        held = self._held
        if held is None:
            raise ValueError("this Actor is closed")
        status = c.mien_actor_step(held.pointer, seconds)
        if status:
            raise Error(status)
        return self._bones

    def restart(self) -> None:
        """Goes back to the start: clip time 0, the graph as it was created. Live values stay."""
        c.mien_actor_restart(self._pointer)

    def set_lod(self, lod: int) -> None:
        """Changes the LOD from the next step on. Bones that it lacks return to rest."""
        c.mien_actor_set_lod(self._pointer, lod)

    def set_tracing(self, is_on: bool) -> None:
        """Switches the trace on and off, if the actor has one."""
        c.mien_actor_set_tracing(self._pointer, is_on)

    # Results

    @property
    def bones(self) -> Array:
        """Local transforms per bone: rotation x y z w, translation x y z, 0, scale x y z, 0."""
        return self._bones

    @property
    def bone_count(self) -> int:
        """Number of bones at the LOD. The others are at rest."""
        return c.mien_actor_bone_count(self._pointer)

    @property
    def curves(self) -> Array:
        """Values of the skeleton's curves after the last step."""
        return self._curves

    def curve(self, curve: Union[int, str]) -> Optional[float]:
        """The value of a curve after the last step; None if it is absent."""
        index = curve if isinstance(curve, int) else self.skeleton.curve(curve)
        self._owner
        if not c.mien_curve_set_has(byref(self._curve_set), index):
            return None
        return c.mien_curve_set_value(byref(self._curve_set), index)

    @property
    def morphs(self) -> Array:
        """Weights of the mesh's morph targets."""
        return self._morphs

    def weights(self, pose_asset: int = 0) -> Array:
        """Weights of a pose asset's poses."""
        part = c.mien_actor_pose_asset(self._pointer, pose_asset)
        if not part:
            raise IndexError(f"there is no pose asset {pose_asset}")
        count = c.mien_pose_asset_info(part).pose_count
        return view(c.mien_actor_weights(self._pointer, pose_asset), ctypes.c_float, (count,), self._owner)

    @property
    def model(self) -> Array:
        """Model matrices: three rows of four numbers per bone."""
        return view(c.mien_actor_model(self._pointer), ctypes.c_float, (self._bone_count, 3, 4), self._owner)

    @property
    def palette(self) -> Optional[Array]:
        """Skinning matrices: three rows of four numbers per joint; None without a mesh."""
        address = c.mien_actor_palette(self._pointer)
        return view(address, ctypes.c_float, (self._joint_count, 3, 4), self._owner) if address else None

    @property
    def events(self) -> List[GraphEvent]:
        """Events that the graph's clips crossed in the last step, at most event_capacity."""
        count = ctypes.c_int()
        address = c.mien_actor_events(self._pointer, byref(count))
        number = min(count.value, self._event_capacity)
        if not address or number <= 0:
            return []
        return [GraphEvent.of(row) for row in (c.MienGraphEvent * number).from_address(address)]

    def trace(self, node: Union[int, str]) -> NodeTrace:
        """What a node of the graph did in the last step that was traced; needs has_trace."""
        trace = c.mien_actor_trace(self._pointer)
        if not trace:
            raise ValueError("this actor has no trace: create it with has_trace=True and a graph")
        index = node if isinstance(node, int) else c.mien_graph_find_node(self._graph, node.encode())
        s: Any = c.mien_graph_trace_node(trace, index)
        keeps, count = self._owner, self.bone_count
        return NodeTrace(s.is_live, s.weight, s.time, view(s.bones, ctypes.c_float, (count, 12), keeps),
                         view(s.curves.values, ctypes.c_float, (s.curves.count,), keeps),
                         view(s.weights, ctypes.c_float, (s.weight_count,), keeps))

    def skin(self) -> Tuple[Array, Optional[Array]]:
        """Positions and normals of the posed mesh, three numbers per vertex, in memory of their own."""
        mesh = self.mesh
        if mesh is None:
            raise ValueError("this actor has no mesh")
        info = mesh.info
        positions = (ctypes.c_float * (3 * info.vertex_count))()
        normals = (ctypes.c_float * (3 * info.vertex_count))() if info.has_normals else None
        size = c.mien_skin_job_scratch_size(mesh._pointer)
        memory, scratch = aligned(size)
        job = c.MienSkinJob(mesh=mesh._pointer, joint_count=info.joint_count, palette=c.mien_actor_palette(self._pointer),
                            morph_count=info.morph_count, weights=c.mien_actor_morphs(self._pointer),
                            vertex_count=info.vertex_count, out_positions=ctypes.addressof(positions),
                            out_normals=address_of(normals), scratch=scratch, scratch_size=size)
        run(job, c.mien_skin_job_run, c.mien_skin_job_validate)
        del memory
        shape = info.vertex_count, 3
        return (view(ctypes.addressof(positions), ctypes.c_float, shape, positions, True),
                None if normals is None else view(ctypes.addressof(normals), ctypes.c_float, shape, normals, True))
