# SPDX-License-Identifier: MIT
"""Mien: one facial performance on every face. Load packs, play clips and graphs, read bones.

    with mien.Bundle("cast.mien") as bundle:
        actor = mien.Actor.load(bundle, mesh="pip.mesh", poses="pip.poses")
        actor.play(bundle.clip("sentence.clip"))
        bones = actor.step(1 / 60)

Arrays are numpy arrays where numpy is installed, otherwise memoryviews; neither is a copy."""

from __future__ import annotations

from typing import List

from . import _native as c
from . import math
from ._actor import Actor, NodeTrace
from ._bindings import ClipBinding, GraphBinding, MeshBinding, PoseBinding
from ._crowd import ClipSampler, Crowd, GraphCrowd, PoseEvaluator
from ._native import MienFindingKind as FindingKind
from ._native import MienGraphValueType as GraphValueType
from ._native import MienIsa as Isa
from ._native import MienPackKind as PackKind
from ._native import MienStatus as Status
from ._objects import Error, Object
from ._packs import (Asset, Bundle, Clip, File, Graph, Member, Mesh, Morph, Pack, PoseAsset, Skeleton, inspect, kind_name,
                     load, sha256)
from ._program import (BuildResult, BundleResult, Cancelled, CommandError, CreatedAsset, Diagnostic, InputError, Message,
                       Program, Result, UsageError, WriteError)
from ._records import (ClipEvent, ClipInfo, DrivenPose, Finding, GraphAssetSlot, GraphDriverInfo, GraphEvent, GraphInfo,
                       GraphNodeInfo, GraphParameter, Matrix34, MeshInfo, MeshJoint, MeshMaterial, PackInfo,
                       PoseAssetInfo, PoseInfo, Submesh, Vec3)
from ._views import Array

__version__ = c.MIEN_VERSION
__all__ = [
    "Actor", "Array", "Asset", "BuildResult", "Bundle", "BundleResult", "Cancelled", "Clip", "ClipBinding",
    "ClipEvent", "ClipInfo", "ClipSampler", "CommandError", "CreatedAsset", "Crowd", "Diagnostic", "DrivenPose",
    "Error", "File", "Finding", "FindingKind", "Graph", "GraphAssetSlot", "GraphBinding", "GraphCrowd",
    "GraphDriverInfo", "GraphEvent", "GraphInfo", "GraphNodeInfo", "GraphParameter", "GraphValueType", "InputError",
    "Isa", "Matrix34", "Member", "Mesh", "MeshBinding", "MeshInfo", "MeshJoint", "MeshMaterial", "Message", "Morph",
    "NodeTrace", "Object", "Pack", "PackInfo", "PackKind", "PoseAsset", "PoseAssetInfo", "PoseBinding",
    "PoseEvaluator", "PoseInfo", "Program", "ROTATION", "Result", "SCALE", "Skeleton", "Status", "Submesh",
    "TRANSLATION", "UsageError", "Vec3", "WriteError", "inspect", "isas", "kind_name", "library_version", "load",
    "math", "sha256",
]

#: Columns of a bone: bones[:, mien.ROTATION] and so on, with numpy.
ROTATION, TRANSLATION, SCALE = slice(0, 4), slice(4, 7), slice(8, 11)


def library_version() -> str:
    """The version of the loaded library."""
    return c.mien_version().decode()


def isas() -> List[str]:
    """Names of the instruction sets that this processor and this library have."""
    return [c.mien_isa_name(isa).decode() for isa in Isa if isa != Isa.BEST and c.mien_isa_is_available(isa)]


if library_version().split(".")[:2] != __version__.split(".")[:2]:
    raise ImportError(f"this package is for libmien {__version__}, but the library is {library_version()}")
