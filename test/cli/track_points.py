#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what a tracker would see of a morph animation in a .glb: track_points.py FILE.glb POINTS TABLE MAP
[--frames N] [--noise METRES] [--turn] [--actor SEED] [--range TABLE LABELS]. Points are spread over the vertices
that move. The frames are those of the weights' keys. With --turn the head turns and moves, too. With --actor each
morph target moves by another part; --range writes a take in which the actor holds each for half a second."""

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
    parser.add_argument("--actor", type=int)
    parser.add_argument("--range", nargs=2)
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
    if args.actor is not None:
        gains = random.Random(args.actor)
        for morph in morphs:
            gain = gains.uniform(0.5, 1.0)
            morph[:] = array("f", (gain * value for value in morph))

    def write(path, rows):
        with open(path, "w", encoding="utf-8") as out:
            out.write("time," + ",".join(f"p{i}.{axis}" for i in range(args.points) for axis in "xyz") + "\n")
            for frame, (time, row) in enumerate(rows):
                cells = [f"{time:.6f}"]
                for v in chosen:
                    at = [rest[3 * v + axis] + sum(w * m[3 * v + axis] for w, m in zip(row, morphs) if w)
                          for axis in range(3)]
                    at = turned(at, frame) if args.turn else at
                    cells += [f"{value + (chance.gauss(0, args.noise) if args.noise else 0):.7f}" for value in at]
                out.write(",".join(cells) + "\n")

    count = len(morphs)
    write(args.table, [(times[f], weights[f * count:(f + 1) * count]) for f in range(min(len(times), args.frames))])
    if args.range:
        held = [("neutral", [])] + [(name, [0] * i + [1]) for i, name in enumerate(gltf["meshes"][0]["extras"]["targetNames"])]
        write(args.range[0], [((15 * h + i) / 30, row) for h, (_, row) in enumerate(held) for i in range(15)])
        with open(args.range[1], "w", encoding="utf-8") as out:
            out.write("pose,begin,end\n" + "".join(f"{name},{h / 2},{h / 2 + 0.46}\n" for h, (name, _) in enumerate(held)))


if __name__ == "__main__":
    main()
