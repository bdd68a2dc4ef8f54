# SPDX-License-Identifier: MIT
"""Bindings: names of an asset become indices of a skeleton, once. Each has a report of what does not fit."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, List, Optional, Sequence, Union

from . import _native as c
from ._objects import Object, Owner, create, findings
from ._packs import Clip, Graph, Mesh, PoseAsset, Skeleton
from ._records import Finding
from ._views import Array, floats, view


def rest_of(rest_pose: Any, skeleton: Skeleton) -> Any:
    """A rest pose as an array of floats, or None."""
    return None if rest_pose is None else floats(rest_pose, 12 * skeleton.bone_count, "rest_pose")


def address_of(array: Any) -> Optional[int]:
    return None if array is None else ctypes.addressof(array)


class PoseBinding(Object):
    """A pose asset on a skeleton. rest_pose: the mesh's own, 12 numbers per bone of the skeleton."""

    def __init__(self, asset: PoseAsset, skeleton: Skeleton, rest_pose: Any = None) -> None:
        rest = rest_of(rest_pose, skeleton)
        options = c.MienPoseBindingOptions(mesh_rest_pose=address_of(rest))
        super().__init__(create((c.mien_pose_binding_create, c.mien_pose_binding_destroy), asset._pointer,
                                skeleton._pointer, byref(options), keeps=(asset._owner, rest)))
        self.asset, self.skeleton = asset, skeleton

    @property
    def report(self) -> List[Finding]:
        """Missing names and scaled bones."""
        return findings(c.mien_pose_binding_report_count, c.mien_pose_binding_report, self._pointer)


class ClipBinding(Object):
    """A clip on a skeleton. rest_pose: the mesh's own, 12 numbers per bone of the skeleton."""

    def __init__(self, clip: Clip, skeleton: Skeleton, rest_pose: Any = None) -> None:
        rest = rest_of(rest_pose, skeleton)
        options = c.MienClipBindingOptions(mesh_rest_pose=address_of(rest))
        super().__init__(create((c.mien_clip_binding_create, c.mien_clip_binding_destroy), clip._pointer,
                                skeleton._pointer, byref(options), keeps=(clip._owner, skeleton._owner, rest)))
        self.clip, self.skeleton = clip, skeleton

    def curve(self, curve: int) -> int:
        """The skeleton's curve for a curve of the clip, or -1."""
        return c.mien_clip_binding_curve(self._pointer, curve)

    def bone(self, track: int) -> int:
        """The skeleton's bone for a track of the clip, or -1."""
        return c.mien_clip_binding_bone(self._pointer, track)

    @property
    def report(self) -> List[Finding]:
        """Missing curves and bones, scaled bones."""
        return findings(c.mien_clip_binding_report_count, c.mien_clip_binding_report, self._pointer)


class MeshBinding(Object):
    """A mesh on a skeleton."""

    def __init__(self, mesh: Mesh, skeleton: Skeleton) -> None:
        super().__init__(create((c.mien_mesh_binding_create, c.mien_mesh_binding_destroy), mesh._pointer,
                                skeleton._pointer, byref(c.MienMeshBindingOptions()), keeps=(mesh._owner,)))
        self._bone_count = skeleton.bone_count

    @classmethod
    def _borrow(cls, pointer: Optional[int], keeps: Owner, bone_count: int) -> Optional[MeshBinding]:
        if not pointer:
            return None
        binding = cls.__new__(cls)
        Object.__init__(binding, Owner(pointer, None, (keeps,)))
        binding._bone_count = bone_count
        return binding

    @property
    def rest_pose(self) -> Array:
        """The mesh's rest pose, 12 numbers per bone of the skeleton."""
        return view(c.mien_mesh_binding_rest_pose(self._pointer), ctypes.c_float, (self._bone_count, 12), self._owner)

    def bone(self, joint: int) -> int:
        """The skeleton's bone for a joint, or -1."""
        return c.mien_mesh_binding_bone(self._pointer, joint)

    def curve(self, morph: int) -> int:
        """The skeleton's curve that drives a morph target, or -1."""
        return c.mien_mesh_binding_curve(self._pointer, morph)

    @property
    def report(self) -> List[Finding]:
        """Missing names."""
        return findings(c.mien_mesh_binding_report_count, c.mien_mesh_binding_report, self._pointer)


GraphAssets = Sequence[Optional[Union[Clip, PoseAsset]]]


def graph_assets(assets: Optional[GraphAssets]) -> Any:
    """Assets for the slots of a graph as an array of structs."""
    rows = (c.MienGraphAsset * len(assets or ()))()
    for row, asset in zip(rows, assets or ()):
        if isinstance(asset, Clip):
            row.clip = asset._pointer
        elif asset is not None:
            row.poses = asset._pointer
    return rows


def owners(assets: Optional[GraphAssets]) -> List[Owner]:
    return [asset._owner for asset in assets or () if asset is not None]


class GraphBinding(Object):
    """A graph on a skeleton. assets: for the graph's slots, in order; see Bundle.assets_of."""

    def __init__(self, graph: Graph, skeleton: Skeleton, assets: Optional[GraphAssets] = None,
                 rest_pose: Any = None) -> None:
        rest, rows = rest_of(rest_pose, skeleton), graph_assets(assets)
        options = c.MienGraphBindingOptions(mesh_rest_pose=address_of(rest), asset_count=len(rows),
                                            assets=ctypes.addressof(rows))
        super().__init__(create((c.mien_graph_binding_create, c.mien_graph_binding_destroy), graph._pointer,
                                skeleton._pointer, byref(options),
                                keeps=(graph._owner, skeleton._owner, rest, *owners(assets))))
        self.graph, self.skeleton = graph, skeleton

    @property
    def rest_pose(self) -> Array:
        """The rest pose, 12 numbers per bone of the skeleton."""
        return view(c.mien_graph_binding_rest_pose(self._pointer), ctypes.c_float, (self.skeleton.bone_count, 12),
                    self._owner)

    @property
    def report(self) -> List[Finding]:
        """Missing names and assets, scaled bones."""
        return findings(c.mien_graph_binding_report_count, c.mien_graph_binding_report, self._pointer)
