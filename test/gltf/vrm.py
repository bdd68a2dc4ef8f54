# SPDX-License-Identifier: MIT
"""Expressions and motion, by three-vrm and by Mien."""

import json
import shutil
import tempfile
from pathlib import Path

from common import files_of, find_data, find_node, json_of, node, run


def morph_name(gltf, node, target):
    """What Mien calls a target of a node's mesh; without a name it is called after its mesh, or after the node
    if others show that mesh too."""
    number = gltf["nodes"][node]["mesh"]
    mesh = gltf["meshes"][number]
    for place in [mesh, *mesh["primitives"]]:
        names = place.get("extras", {}).get("targetNames", [])
        if target < len(names):
            return names[target]
    if sum(other.get("mesh") == number for other in gltf["nodes"]) > 1:
        return f"{gltf['nodes'][node].get('name', f'node_{node}')}.{target}"
    return f"{mesh.get('name', f'mesh_{number}')}.{target}"


def expected_weights(gltf, sample):
    """Weights of morphs by name, all that nodes say that move together."""
    weights = {}
    for node, targets in sample["weights"].items():
        for target, weight in targets.items():
            weights.setdefault(morph_name(gltf, int(node), int(target)), set()).add(weight)
    return weights


def rows_of(text):
    """The lines of gltf-express: [(what, {name: value})]."""
    rows = []
    for line in text.splitlines():
        what, *cells = line.split("\t")
        rows.append((what, {name: float(value) for name, value in zip(cells[::2], cells[1::2])}))
    return rows


def compare_face(path, theirs, ours):
    """What differs between the samples of three-vrm and those of Mien, as sentences, and the largest
    difference of a weight."""
    gltf, findings, worst = json_of(path), [], 0.0
    names = [next(iter(row)) for what, row in ours if what == "expression"]
    binary = {name for what, row in ours if what == "expression" for name, value in row.items() if value}
    if sorted(names) != sorted(item["name"] for item in theirs["expressions"]):
        return [f"other expressions: {names}"], worst
    if binary != {item["name"] for item in theirs["expressions"] if item["isBinary"]}:
        findings.append(f"others are binary: {sorted(binary)}")
    applied = [row for what, row in ours if what == "applied"]
    morphs = [row for what, row in ours if what == "morphs"]
    for sample, weights, values in zip(theirs["samples"], applied, morphs, strict=True):
        off = {name: abs(weights[name] - sample["applied"].get(name, 0.0)) for name in names}
        expected = expected_weights(gltf, sample)
        for name in expected.keys() | values.keys():
            off[name] = max(abs(values.get(name, 0.0) - weight) for weight in expected.get(name, {0.0}))
        worst = max([worst, *off.values()])
        wrong = [name for name, value in off.items() if value > 1e-5]
        if wrong:
            findings.append(f"{sample['input']}: {wrong}")
    return findings, worst


def multiply(a, b):
    """Quaternions x, y, z, w."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rest_rotations(gltf):
    """Per node: its parent's rotation at rest in the world, and its own."""
    rests = {}

    def visit(number, parent):
        node = gltf["nodes"][number]
        own = multiply(parent, node.get("rotation", (0, 0, 0, 1)))
        rests[number] = parent, own
        for child in node.get("children", []):
            visit(child, own)

    children = {child for node in gltf["nodes"] for child in node.get("children", [])}
    for number in set(range(len(gltf["nodes"]))) - children:
        visit(number, (0, 0, 0, 1))
    return rests


def compare_motion(path, theirs, ours):
    """What differs between a VRMA by three-vrm and by Mien. three-vrm tells rotations of bones as if
    none were rotated at rest."""
    gltf, findings, worst, count = json_of(path), [], 0.0, 0
    bones = gltf["extensions"]["VRMC_vrm_animation"].get("humanoid", {}).get("humanBones", {})
    rests, take = rest_rotations(gltf), ours["takes"][0]
    if abs(take["length"] - theirs["duration"]) > 1e-5:
        findings.append(f"another length: {take['length']}")
    pairs = [(name, take["curves"].get(name, [9.0]), [value for (value,) in values])
             for name, values in theirs["expressions"].items()]
    for bone, values in theirs["rotations"].items():
        number = bones[bone]["node"]
        parent, own = rests[number]
        inverse = (-own[0], -own[1], -own[2], own[3])
        for i, (turn, sample) in enumerate(zip(values, take["tracks"].get(gltf["nodes"][number]["name"], []))):
            turned = multiply(multiply(parent, sample[:4]), inverse)
            sign = 1 if sum(a * b for a, b in zip(turned, turn)) > 0 else -1
            pairs.append((f"{bone}, time {i}", [sign * value for value in turned], turn))
    for name, values, expected in pairs:
        off = max(abs(a - b) for a, b in zip(values, expected, strict=True))
        worst, count = max(worst, off), count + 1
        if off > 1e-4:
            findings.append(f"{name}: off by {off:.3g}")
    if count != len(theirs["expressions"]) + len(theirs["rotations"]) * len(theirs["times"]):
        findings.append("bones that are not animated")
    print(f"{path}: {count} curves and rotations, largest difference {worst:.2g}, {len(findings)} findings")
    return findings


def express(tools, path, theirs):
    """Runs gltf-express on the inputs that three-vrm got."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as inputs:
        for sample in theirs["samples"]:
            print(*(f"{name}\t{value}" for name, value in sample["input"].items()), sep="\t", file=inputs)
        inputs.flush()
        return run([tools["express"], path, inputs.name])


def make_masked(data, folder):
    """A VRM whose expressions override each other in every way, made of one whose do not: few files have
    that. Targets of its first mesh get names, so that nodes share them."""
    base = data / "vrm/three-vrm/cube.gltf"
    gltf = json_of(base)
    gltf["meshes"][0]["extras"] = {"targetNames": ["wide", "high"]}

    def expression(node, index, weight, **more):
        return {"morphTargetBinds": [{"node": node, "index": index, "weight": weight}], **more}

    gltf["extensions"]["VRMC_vrm"]["expressions"] = {
        "preset": {
            "happy": expression(18, 0, 0.5, overrideMouth="blend", overrideBlink="blend"),
            "sad": expression(18, 0, 0.75, overrideMouth="blend", overrideBlink="block", overrideLookAt="blend"),
            "angry": expression(21, 0, 1, isBinary=True, overrideLookAt="blend", overrideMouth="block"),
            "aa": expression(21, 1, 1),
            "ih": expression(21, 1, -0.25, overrideBlink="blend"),
            "blink": {"morphTargetBinds": [{"node": node, "index": 1, "weight": 0.5} for node in (1, 2, 16)]},
            "blinkLeft": expression(18, 1, 1, isBinary=True),
            "lookUp": expression(20, 1, 1, overrideMouth="blend"),
        },
        "custom": {"wink": expression(20, 0, 1, overrideBlink="block"), "mad": expression(20, 0, 2)},
    }
    for part in [*gltf["buffers"], *gltf["images"]]:
        shutil.copy(base.parent / part["uri"], folder)
    path = Path(folder, "masked.gltf")
    path.write_text(json.dumps(gltf), encoding="utf-8")
    return path


def test_three_vrm(tools, paths):
    find_node()
    with tempfile.TemporaryDirectory() as folder:
        if not paths:
            data = find_data()
            paths = [path for path in files_of(data) if "VRM" in str(json_of(path).get("extensionsUsed"))]
            paths.append(make_masked(data, folder))
        return compare_vrm(tools, paths)


def compare_vrm(tools, paths):
    found = json.loads(node("vrm.mjs", "--times", 10, *paths).stdout or "{}")
    wrong = 0
    for path in paths:
        theirs, findings = found.get(str(path), {}), []
        if not theirs:
            findings.append("three-vrm finds nothing in it")
        if "vrm" in theirs:
            face = theirs["vrm"]
            findings, worst = compare_face(path, face, rows_of(express(tools, path, face)))
            print(f"{path}: {len(face['expressions'])} expressions, {len(face['samples'])} inputs, "
                  f"largest difference {worst:.2g}, {len(findings)} findings")
        if "animations" in theirs:
            ours = json.loads(run([tools["sample"], 10, path]))
            findings += compare_motion(path, theirs["animations"][0], ours)
        for finding in findings[:10]:
            print(f"{path}: {finding}")
        wrong += bool(findings)
    print(f"{len(paths)} files, {wrong} wrong")
    return 1 if wrong or not paths else 0
