# SPDX-License-Identifier: MIT
"""Many characters at once, and single jobs without an actor."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, List, Mapping, Optional, Tuple, Union

from . import _native as c
from ._bindings import ClipBinding, GraphBinding, PoseBinding
from ._objects import aligned, run
from ._packs import Clip, PoseAsset
from ._records import GraphEvent
from ._views import Array, floats, view

TILE = c.MIEN_TILE


class Tiles:
    """Numbers of many characters in tiles of 16, 64-byte aligned: shape (tiles, rows..., 16)."""

    def __init__(self, characters: int, *rows: int) -> None:
        self.tiles = (characters + TILE - 1) // TILE
        self.shape = (self.tiles, *rows, TILE)
        count = 1
        for length in self.shape:
            count *= length
        self.memory, self.address = aligned(4 * count)
        self.array = view(self.address, ctypes.c_float, self.shape, self.memory, writable=True)

    def tile(self, character: int) -> Any:
        """The floats of a character's tile, for functions of the library."""
        size = 1
        for length in self.shape[1:]:
            size *= length
        return (ctypes.c_float * size).from_address(self.address + 4 * size * (character // TILE))


class Crowd:
    """Many characters with one pose asset. Set curves, run(), read bones.

    Arrays are tiles: curves[character // 16, curve, character % 16]."""

    def __init__(self, binding: PoseBinding, count: int, *, lod: int = 0) -> None:
        skeleton, asset = binding.skeleton, binding.asset
        self.binding, self.count, self.lod = binding, count, lod
        self.bone_count, self.curve_count = skeleton.bone_count_at(lod), skeleton.curve_count
        self._input = Tiles(count, self.bone_count, c.MIEN_TILE_CHANNELS)
        self._bones = Tiles(count, self.bone_count, c.MIEN_TILE_CHANNELS)
        self._curves, self._out_curves = Tiles(count, self.curve_count), Tiles(count, self.curve_count)
        for character in range(self._input.tiles * TILE):
            self.set_input(character, skeleton.rest_pose)
        size = c.mien_crowd_job_scratch_size(asset._pointer)
        self._scratch, scratch = aligned(size)
        self._job = c.MienCrowdJob(asset=asset._pointer, binding=binding._pointer, lod=lod, character_count=count,
                                   bone_count=self.bone_count, input=self._input.address,
                                   out_bones=self._bones.address, curve_count=self.curve_count,
                                   curves=self._curves.address, out_curves=self._out_curves.address, scratch=scratch,
                                   scratch_size=size)
        self._keeps = binding._owner

    def set_input(self, character: int, pose: Any) -> None:
        """The pose that a character starts from, 12 numbers per bone; the rest pose by default."""
        rows = floats(pose, 12 * len(pose), "pose")
        transforms = (c.MienTransform * len(pose)).from_buffer(rows)
        if len(pose) < self.bone_count:
            raise ValueError(f"pose: expected {self.bone_count} bones, got {len(pose)}")
        c.mien_tile_write(self._input.tile(character), self.bone_count, character % TILE, transforms)

    def set(self, character: int, curve: Union[int, str], value: float) -> None:
        """Sets a curve of a character; 0 is absent."""
        index = curve if isinstance(curve, int) else self.binding.skeleton.curve(curve)
        if not 0 <= character < self.count:
            raise IndexError(f"character {character} is out of range")
        self._curves.array[character // TILE, index, character % TILE] = value

    def run(self) -> None:
        """Evaluates all characters: the same bits as an actor of each."""
        run(self._job, c.mien_crowd_job_run, c.mien_crowd_job_validate)

    @property
    def curves(self) -> Array:
        """In: [tile, curve, 16]. Write here."""
        return self._curves.array

    @property
    def out_curves(self) -> Array:
        """Out: [tile, curve, 16]."""
        return self._out_curves.array

    @property
    def bones(self) -> Array:
        """Out: [tile, bone, channel, 16]; channels are rotation x y z w, translation x y z, scale x y z."""
        return self._bones.array

    def pose(self, character: int) -> Array:
        """A copy of a character's bones, 12 numbers per bone."""
        return read_pose(self._bones, self.bone_count, character)


def read_pose(tiles: Tiles, bone_count: int, character: int) -> Array:
    out = (c.MienTransform * bone_count)()
    c.mien_tile_read(tiles.tile(character), bone_count, character % TILE, out)
    return view(ctypes.addressof(out), ctypes.c_float, (bone_count, 12), out, writable=True)


class GraphCrowd:
    """Many characters with one graph, each with its own state, parameters and live curves."""

    def __init__(self, binding: GraphBinding, count: int, *, lod: int = 0, event_capacity: int = 64) -> None:
        skeleton = binding.skeleton
        self.binding, self.count, self.lod = binding, count, lod
        self.bone_count, self.curve_count = skeleton.bone_count_at(lod), skeleton.curve_count
        self._bones = Tiles(count, self.bone_count, c.MIEN_TILE_CHANNELS)
        self._curves = Tiles(count, self.curve_count)
        self._live = (ctypes.c_float * (count * self.curve_count))()
        self._words = c.mien_curve_set_words(self.curve_count)
        self._present = (ctypes.c_uint32 * (count * self._words))()
        self._instances = self._make_instances()
        self._events = (c.MienGraphEvent * event_capacity)()
        self._event_owners, self._event_count = (ctypes.c_int * event_capacity)(), ctypes.c_int()
        size = c.mien_graph_batch_job_scratch_size(binding._pointer)
        self._scratch, scratch = aligned(size)
        self._job = c.MienGraphBatchJob(binding=binding._pointer, instance_count=count,
                                        instances=ctypes.addressof(self._instances), lod=lod,
                                        bone_count=self.bone_count, out_bones=self._bones.address,
                                        curve_count=self.curve_count, out_curves=self._curves.address,
                                        event_capacity=event_capacity, out_events=ctypes.addressof(self._events),
                                        out_event_owners=ctypes.addressof(self._event_owners),
                                        out_event_count=ctypes.addressof(self._event_count), scratch=scratch,
                                        scratch_size=size)
        self._keeps = binding._owner

    def _make_instances(self) -> Any:
        size = c.mien_graph_instance_size(self.binding._pointer)
        step = (size + 63) & ~63
        self._memory, start = aligned(step * self.count)
        instances = (ctypes.c_void_p * self.count)()
        for i in range(self.count):
            instances[i] = c.mien_graph_instance_init(self.binding._pointer, start + step * i, size)
            for live in range(self.binding.graph.info.live_input_count):
                c.mien_graph_instance_set_live_input(instances[i], live, byref(self._set_of(i)))
        return instances

    def _set_of(self, character: int) -> Any:
        """The live curves of a character."""
        return c.MienCurveSet(count=self.curve_count,
                              values=ctypes.addressof(self._live) + 4 * character * self.curve_count,
                              present=ctypes.addressof(self._present) + 4 * character * self._words)

    def _instance(self, character: int) -> int:
        if not 0 <= character < self.count:
            raise IndexError(f"character {character} is out of range")
        return self._instances[character] or 0

    def set(self, character: int, curve: Union[int, str], value: Optional[float]) -> None:
        """Gives a curve a live value in every live input; None removes it."""
        index = curve if isinstance(curve, int) else self.binding.skeleton.curve(curve)
        self._instance(character)
        if value is None:
            c.mien_curve_set_remove(byref(self._set_of(character)), index)
        else:
            c.mien_curve_set_put(byref(self._set_of(character)), index, value)

    def set_parameter(self, character: int, name: str, value: Union[float, bool, str]) -> None:
        """Sets a parameter of a character's graph."""
        instance, index = self._instance(character), self.binding.graph.parameter(name)
        if isinstance(value, str):
            status = c.mien_graph_instance_set_text(instance, index, value.encode())
        else:
            status = c.mien_graph_instance_set_number(instance, index, float(value))
        if status:
            raise ValueError(f"the parameter {name!r} does not take {value!r}")

    def step(self, seconds: float) -> None:
        """Lets seconds pass for all characters, then evaluates."""
        self._job.step = seconds
        run(self._job, c.mien_graph_batch_job_run, c.mien_graph_batch_job_validate)

    @property
    def bones(self) -> Array:
        """Out: [tile, bone, channel, 16]; channels are rotation x y z w, translation x y z, scale x y z."""
        return self._bones.array

    @property
    def curves(self) -> Array:
        """Out: [tile, curve, 16]; 0 if absent."""
        return self._curves.array

    @property
    def events(self) -> List[Tuple[int, GraphEvent]]:
        """Characters and the events that they crossed in the last step."""
        number = min(self._event_count.value, len(self._events))
        return [(self._event_owners[i], GraphEvent.of(self._events[i])) for i in range(number)]

    def pose(self, character: int) -> Array:
        """A copy of a character's bones, 12 numbers per bone."""
        return read_pose(self._bones, self.bone_count, character)


class ClipSampler:
    """Samples a clip at any time. With a binding in the skeleton's order, otherwise in the clip's own."""

    def __init__(self, clip: Clip, binding: Optional[ClipBinding] = None) -> None:
        bones = binding.skeleton.bone_count if binding else clip.info.track_count
        curves = binding.skeleton.curve_count if binding else clip.info.curve_count
        self._values, self._bones = (ctypes.c_float * max(curves, 1))(), (c.MienTransform * max(bones, 1))()
        if binding:
            rest = floats(binding.skeleton.rest_pose, 12 * bones, "rest_pose")
            ctypes.memmove(self._bones, rest, ctypes.sizeof(rest))
        size = c.mien_clip_cursor_size(clip._pointer)
        self._memory, address = aligned(size)
        cursor = c.mien_clip_cursor_init(clip._pointer, address, size)
        out = c.MienCurveSet(count=curves, values=ctypes.addressof(self._values))
        self._job = c.MienClipJob(clip=clip._pointer, binding=binding._pointer if binding else None, cursor=cursor,
                                  out_curves=out, bone_count=bones, out_bones=ctypes.addressof(self._bones))
        self._keeps = (clip._owner, binding._owner if binding else None)
        #: Values after the last sample.
        self.curves = view(ctypes.addressof(self._values), ctypes.c_float, (curves,), self._values)
        #: 12 numbers per bone after the last sample. Bones without a track keep the rest pose.
        self.bones = view(ctypes.addressof(self._bones), ctypes.c_float, (bones, 12), self._bones)

    def sample(self, time: float) -> Array:
        """Samples at a time in seconds. Returns curves."""
        self._job.time = time
        run(self._job, c.mien_clip_job_run, c.mien_clip_job_validate)
        return self.curves


class PoseEvaluator:
    """Evaluates a pose asset from curves or from pose weights, in a skeleton's order or in its own."""

    def __init__(self, asset: PoseAsset, binding: Optional[PoseBinding] = None) -> None:
        info = asset.info
        self.asset = asset
        bones = binding.skeleton.bone_count if binding else info.bone_count
        curves = binding.skeleton.curve_count if binding else info.driven_pose_count + info.curve_count
        rest = binding.skeleton.rest_pose if binding else asset.base
        self._input = (c.MienTransform * bones).from_buffer(floats(rest, 12 * bones, "rest_pose"))
        self._bones = (c.MienTransform * bones)()
        self._values, self._out_values = (ctypes.c_float * max(curves, 1))(), (ctypes.c_float * max(curves, 1))()
        self._weights = (ctypes.c_float * max(info.pose_count, 1))()
        size = c.mien_pose_job_scratch_size(asset._pointer)
        self._scratch, scratch = aligned(size)
        self._job = c.MienPoseJob(asset=asset._pointer, binding=binding._pointer if binding else None, bone_count=bones,
                                  input=ctypes.addressof(self._input), out_bones=ctypes.addressof(self._bones),
                                  curves=c.MienCurveSet(count=curves, values=ctypes.addressof(self._values)),
                                  out_curves=c.MienCurveSet(count=curves, values=ctypes.addressof(self._out_values)),
                                  out_weights=ctypes.addressof(self._weights), scratch=scratch, scratch_size=size)
        self._keeps = (asset._owner, binding._owner if binding else None)
        #: Curves that drive poses. Write here, then run().
        self.curves = view(ctypes.addressof(self._values), ctypes.c_float, (curves,), self._values, writable=True)
        #: Curves after the poses.
        self.out_curves = view(ctypes.addressof(self._out_values), ctypes.c_float, (curves,), self._out_values)
        #: 12 numbers per bone.
        self.bones = view(ctypes.addressof(self._bones), ctypes.c_float, (bones, 12), self._bones)
        #: Final weight of each pose.
        self.weights = view(ctypes.addressof(self._weights), ctypes.c_float, (info.pose_count,), self._weights)

    def run(self, weights: Optional[Mapping[str, float]] = None) -> Array:
        """Evaluates. weights: names of poses and their weights, used instead of curves. Returns bones."""
        rows: List[c.MienPoseWeight] = []
        if weights is not None:
            rows = [c.MienPoseWeight(self.asset.pose(name), weight) for name, weight in weights.items()]
        array = (c.MienPoseWeight * max(len(rows), 1))(*rows)
        self._job.weights = None if weights is None else ctypes.addressof(array)
        self._job.weight_count = len(rows)
        run(self._job, c.mien_pose_job_run, c.mien_pose_job_validate)
        return self.bones
