# SPDX-License-Identifier: MIT
"""Poses as a glTF file that `mien poses create` reads: a node per bone, an animation with a key per pose."""

import json
import struct

import numpy as np


class Buffer:
    """The binary part of a .glb, and its accessors."""

    def __init__(self):
        self.data, self.accessors = bytearray(), []

    def add(self, values, kind):
        values = np.ascontiguousarray(values, "<f4")
        accessor = {"bufferView": 0, "byteOffset": len(self.data), "componentType": 5126, "count": len(values), "type": kind}
        if kind == "SCALAR":
            accessor["min"], accessor["max"] = [float(values.min())], [float(values.max())]
        self.accessors.append(accessor)
        self.data += values.tobytes()
        return len(self.accessors) - 1


def write(path, names, parents, rest_pose, poses, curves, pose_names, rate):
    """poses: 12 numbers per bone for each pose. curves: values per pose, by name. pose_names: None for default names."""
    nodes = [{"name": name, "rotation": [float(x) for x in row[0:4]], "translation": [float(x) for x in row[4:7]],
              "scale": [float(x) for x in row[8:11]]} for name, row in zip(names, rest_pose)]
    for child, parent in enumerate(parents):
        if parent >= 0:
            nodes[parent].setdefault("children", []).append(child)
    poses, buffer = np.asarray(poses, np.float32), Buffer()
    times = buffer.add(np.arange(len(poses)) / rate, "SCALAR")
    samplers, channels = [], []

    def channel(values, kind, target):
        channels.append({"sampler": len(samplers), "target": target})
        samplers.append({"input": times, "output": buffer.add(values, kind), "interpolation": "LINEAR"})

    for bone in range(len(names)):
        for name, kind, columns in (("rotation", "VEC4", slice(0, 4)), ("translation", "VEC3", slice(4, 7)),
                                    ("scale", "VEC3", slice(8, 11))):
            channel(poses[:, bone, columns], kind, {"node": bone, "path": name})
    for index, values in enumerate(curves.values()):
        channel(values, "SCALAR", {"path": "pointer", "extensions": {
            "KHR_animation_pointer": {"pointer": f"/extras/mien/curves/{index}"}}})
    document = {
        "asset": {"version": "2.0", "generator": "Mien for Blender"}, "scene": 0,
        "scenes": [{"nodes": [i for i, parent in enumerate(parents) if parent < 0]}], "nodes": nodes,
        "skins": [{"joints": list(range(len(names)))}],
        "animations": [{"name": "poses", "channels": channels, "samplers": samplers,
                        "extras": {"poseNames": pose_names} if pose_names else {}}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(buffer.data)}],
        "accessors": buffer.accessors, "buffers": [{"byteLength": len(buffer.data)}]}
    if curves:
        document["extensionsUsed"] = ["KHR_animation_pointer"]
        document["extras"] = {"mien": {"curveNames": list(curves), "curves": [0] * len(curves)}}
    path.write_bytes(glb(document, bytes(buffer.data)))


def glb(document, data):
    text = json.dumps(document, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    return (struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)) + struct.pack("<II", len(text), 0x4E4F534A) +
            text + struct.pack("<II", len(data), 0x004E4942) + data)
