#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a small character as glTF: a triangle per bone, with morphs, poses, takes and
expressions as asked for. Everything is in the text itself, or with --external in a file
beside it."""

import argparse
import base64
import json
import math
import struct
import sys


class Builder:
    def __init__(self):
        self.bytes = b""
        self.views, self.accessors = [], []

    def add(self, rows, kind, component=5126, bounds=False):
        """An accessor over rows of numbers; returns its index."""
        letters = {5126: "f", 5121: "B", 5123: "H"}
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        begin = len(self.bytes)
        for row in rows:
            self.bytes += struct.pack(f"<{len(row)}{letters[component]}", *row)
        self.views.append({"buffer": 0, "byteOffset": begin, "byteLength": len(self.bytes) - begin})
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if bounds:
            accessor["min"] = [min(row[i] for row in rows) for i in range(len(rows[0]))]
            accessor["max"] = [max(row[i] for row in rows) for i in range(len(rows[0]))]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def turned(degrees):
    return [math.sin(math.radians(degrees) / 2), 0, 0, math.cos(math.radians(degrees) / 2)]


def weighted(text):
    name, _, weight = text.partition("=")
    return name, float(weight or 0)


def words(text):
    return text.split(",") if text else []


def make(options):
    build = Builder()
    places = dict((name, [float(x) for x in place.split(",")]) for name, _, place in
                  (item.partition("=") for item in options.place))
    names, parents = [], []
    for item in words(options.bones):
        name, _, parent = item.partition(":")
        parents.append(names.index(parent) if parent else -1)
        names.append(name)
    nodes, model = [], []
    for i, name in enumerate(names):
        place = places.get(name, [0.25 * i, 1.0, 0.0])
        nodes.append({"name": name, "translation": place})
        above = model[parents[i]] if parents[i] >= 0 else [0, 0, 0]
        model.append([a + b for a, b in zip(above, place)])
        if parents[i] >= 0:
            nodes[parents[i]].setdefault("children", []).append(i)
    morphs = [weighted(item) for item in words(options.morphs)]
    roots = [i for i in range(len(names)) if parents[i] < 0]
    gltf = {"asset": {"version": "2.0"}, "nodes": nodes, "scenes": [{"nodes": list(roots)}], "scene": 0}

    if not options.no_mesh:
        positions = [[m[0] + x, m[1] + y, m[2]] for m in model for x, y in ((0, 0), (0.1, 0), (0, 0.1))]
        attributes = {"POSITION": build.add(positions, "VEC3", bounds=True),
                      "JOINTS_0": build.add([[i, 0, 0, 0] for i in range(len(names)) for _ in range(3)], "VEC4", 5121),
                      "WEIGHTS_0": build.add([[1, 0, 0, 0]] * len(positions), "VEC4")}
        primitive = {"attributes": attributes}
        mesh = {"name": "face", "primitives": [primitive]}
        if morphs:
            primitive["targets"] = [{"POSITION": build.add([[0, 0, 0.01 * (m + 1)]] * len(positions), "VEC3", bounds=True)}
                                    for m in range(len(morphs))]
            mesh["extras"] = {"targetNames": [name for name, _ in morphs]}
            mesh["weights"] = [weight for _, weight in morphs]
        inverse = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -m[0], -m[1], -m[2], 1] for m in model]
        gltf["skins"] = [{"joints": list(range(len(names))), "inverseBindMatrices": build.add(inverse, "MAT4")}]
        gltf["meshes"] = [mesh]
        nodes.append({"name": "body", "mesh": 0, "skin": 0})
        gltf["scenes"][0]["nodes"].append(len(nodes) - 1)

    animations = []
    poses = words(options.poses)
    if poses:  # pose i turns bone i
        times = build.add([[i / 24] for i in range(len(poses))], "SCALAR", bounds=True)
        animation = {"name": "faces", "samplers": [], "channels": [], "extras": {"poseNames": poses}}
        for bone in range(1, min(len(poses), len(names))):
            turns = [turned(10 * bone if i == bone else 0) for i in range(len(poses))]
            animation["samplers"].append({"input": times, "output": build.add(turns, "VEC4")})
            animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                          "target": {"node": bone, "path": "rotation"}})
        animations.append(animation)
    for take in words(options.takes):
        times = build.add([[0], [0.5]], "SCALAR", bounds=True)
        animation = {"name": take, "samplers": [], "channels": []}
        if not options.only_curves:
            animation["samplers"].append({"input": times, "output": build.add([turned(0), turned(30)], "VEC4")})
            animation["channels"].append({"sampler": 0, "target": {"node": 0, "path": "rotation"}})
        if morphs and not options.no_mesh:
            rows = [[0.0]] * len(morphs) + [[1.0]] * len(morphs)
            animation["samplers"].append({"input": times, "output": build.add(rows, "SCALAR")})
            animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                          "target": {"node": len(nodes) - 1, "path": "weights"}})
        animations.append(animation)
    if animations:
        gltf["animations"] = animations

    if options.expressions:  # each the morph of the same index; the first holds mouths back
        preset = {}
        for i, name in enumerate(words(options.expressions)):
            preset[name] = {"morphTargetBinds": [{"node": len(nodes) - 1, "index": i, "weight": 1}],
                            "isBinary": i == 1, "overrideMouth": "block" if i == 0 else "none"}
        gltf["extensionsUsed"] = ["VRMC_vrm"]
        gltf["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "expressions": {"preset": preset}}}

    buffer = {"byteLength": len(build.bytes)}
    if options.external:
        buffer["uri"] = options.external.rsplit("/", 1)[-1]
        with open(options.external, "wb") as out:
            out.write(build.bytes)
    else:
        buffer["uri"] = "data:application/octet-stream;base64," + base64.b64encode(build.bytes).decode()
    if build.bytes:
        gltf["buffers"], gltf["bufferViews"], gltf["accessors"] = [buffer], build.views, build.accessors
    return gltf


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bones", default="head,jaw:head,lid_l:head,lid_r:head", help="name:parent,...")
    parser.add_argument("--place", action="append", default=[], help="bone=x,y,z")
    parser.add_argument("--morphs", default="", help="name=weight,...")
    parser.add_argument("--poses", default="", help="names, the first at rest")
    parser.add_argument("--takes", default="", help="names")
    parser.add_argument("--expressions", default="", help="presets of VRM 1")
    parser.add_argument("--external", help="the file for the buffer")
    parser.add_argument("--no-mesh", action="store_true")
    parser.add_argument("--only-curves", action="store_true", help="takes of morphs alone")
    json.dump(make(parser.parse_args()), sys.stdout)


if __name__ == "__main__":
    main()
