#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what a tracker would see of a morph animation in a .glb: track_points.py FILE.glb POINTS TABLE MAP
[--frames N] [--noise METRES] [--turn]. Points are spread over the vertices that move. The frames are those of the
weights' keys. With --turn the head turns and moves, too."""

import argparse
import json
import math
import random
import struct
from array import array


def load(path):
    data = open(path, "rb").read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def numbers(gltf, binary, index):
    """The floats of an accessor, sparse or not."""
    accessor = gltf["accessors"][index]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    count = accessor["count"] * width

    def view(view_index, offset, code, length):
        start = gltf["bufferViews"][view_index].get("byteOffset", 0) + offset
        out = array(code)
        out.frombytes(binary[start:start + length * out.itemsize])
        return out

    values = (view(accessor["bufferView"], accessor.get("byteOffset", 0), "f", count)
              if "bufferView" in accessor else array("f", bytes(4 * count)))
    if "sparse" in accessor:
        sparse = accessor["sparse"]
        code = {5121: "B", 5123: "H", 5125: "I"}[sparse["indices"]["componentType"]]
        at = view(sparse["indices"]["bufferView"], sparse["indices"].get("byteOffset", 0), code, sparse["count"])
        moved = view(sparse["values"]["bufferView"], sparse["values"].get("byteOffset", 0), "f", sparse["count"] * width)
        for i, vertex in enumerate(at):
            values[vertex * width:vertex * width + width] = moved[i * width:i * width + width]
    return values


def turned(point, frame):
    """As a head turns by up to 20 degrees and moves by up to 4 cm."""
    angle = 0.35 * math.sin(0.1 * frame)
    x, y, z = point
    return (x * math.cos(angle) + z * math.sin(angle) + 0.04 * math.sin(0.07 * frame), y + 0.01,
            z * math.cos(angle) - x * math.sin(angle))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("points", type=int)
    parser.add_argument("table")
    parser.add_argument("map")
    parser.add_argument("--frames", type=int, default=1 << 30)
    parser.add_argument("--noise", type=float, default=0.0)
    parser.add_argument("--turn", action="store_true")
    args = parser.parse_args()
    gltf, binary = load(args.file)
    primitive = gltf["meshes"][0]["primitives"][0]
    rest = numbers(gltf, binary, primitive["attributes"]["POSITION"])
    morphs = [numbers(gltf, binary, target["POSITION"]) for target in primitive["targets"]]
    moving = [v for v in range(len(rest) // 3) if any(any(m[3 * v:3 * v + 3]) for m in morphs)]
    chosen = [moving[i * len(moving) // args.points] for i in range(args.points)]
    animation = gltf["animations"][0]
    sampler = animation["samplers"][[c for c in animation["channels"] if c["target"]["path"] == "weights"][0]["sampler"]]
    times, weights = numbers(gltf, binary, sampler["input"]), numbers(gltf, binary, sampler["output"])
    chance = random.Random(5)
    with open(args.map, "w", encoding="utf-8") as out:
        out.write("point,vertex\n" + "".join(f"p{i},{v}\n" for i, v in enumerate(chosen)))
    with open(args.table, "w", encoding="utf-8") as out:
        out.write("time," + ",".join(f"p{i}.{axis}" for i in range(args.points) for axis in "xyz") + "\n")
        for frame in range(min(len(times), args.frames)):
            row = weights[frame * len(morphs):(frame + 1) * len(morphs)]
            cells = [f"{times[frame]:.6f}"]
            for v in chosen:
                at = [rest[3 * v + axis] + sum(w * m[3 * v + axis] for w, m in zip(row, morphs) if w)
                      for axis in range(3)]
                at = turned(at, frame) if args.turn else at
                cells += [f"{value + (chance.gauss(0, args.noise) if args.noise else 0):.7f}" for value in at]
            out.write(",".join(cells) + "\n")


if __name__ == "__main__":
    main()
