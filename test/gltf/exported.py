# SPDX-License-Identifier: MIT
"""What mien export writes, read by the validator, three.js and three-vrm."""

import array
import contextlib
import json
import math
import operator
import re
import shutil
import struct
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from common import find_data, find_node, json_of, node, run

SOURCES = [
    "khronos/Fox/glTF-Binary/Fox.glb",
    "khronos/InterpolationTest/glTF-Binary/InterpolationTest.glb",
    "khronos/MorphStressTest/glTF-Binary/MorphStressTest.glb",
    "khronos/RecursiveSkeletons/glTF-Binary/RecursiveSkeletons.glb",
    "khronos/SimpleSkin/glTF/SimpleSkin.gltf",
    "threejs/RobotExpressive.glb",
    "makehuman-derived/mh_child_head.glb",
    "ict-facekit/ict_head_57morphs_alexrom3.glb",
    "vrm/godot-vrm/Godette_vrm_v4.vrm",
    "vrm/three-vrm/cube.gltf",
    "vrm/vrm-specification/VRMC_vrm_expressions_isBinary_Overridden.vrm",
    "vrm/vrm-specification/VRMC_vrm_expressions_isBinary_Overrides.vrm",
]
MOTION = "vrm/three-vrm/test.vrma"  # has the curve "happy", which both kinds of VRM know
MASKED = "vrm/three-vrm/cube.gltf"  # gets masks that it does not have
REST = "animation_-1"  # how a scene at rest ends up being called
NEAR = 1e-4  # of the model's size, or of a weight


@dataclass
class Project:
    """A source, imported into a project of its own, and what was exported from there."""
    name: str
    folder: Path
    source: Path
    outputs: dict = field(default_factory=dict)  # form: file


def export(mien, project, form, file, mesh, *options):
    run([mien, "export", "--project", project.folder, mesh, *options, "-o", project.folder / file])
    project.outputs[form] = project.folder / file


def make_project(mien, data, relative, folder):
    source = data / relative
    project = Project(relative, folder, folder / source.name)
    folder.mkdir()
    run([mien, "init", folder])
    parts = [part["uri"] for kind in ("buffers", "images") for part in json_of(source).get(kind, []) if "uri" in part]
    for name in [source.name, *(part for part in parts if not part.startswith("data:"))]:
        shutil.copy(source.parent / name, folder)
    run([mien, "import", "--project", folder, project.source])
    (mesh,) = folder.glob("*.mesh.json")
    clips = [part for clip in sorted(folder.glob("*.clip.json")) for part in ("--clip", clip)]
    export(mien, project, "baked", "baked.glb", mesh, *clips)
    export(mien, project, "curves", "curves.glb", mesh, "--clips-as", "curves", *clips)
    if list(folder.glob("*.poses.json")):
        export(mien, project, "frames", "frames.glb", mesh, "--poses-as", "frames")
        export(mien, project, "khr", "khr.glb", mesh, "--poses-as", "khr", "--khr-draft")
    if "VRM" in str(json_of(source).get("extensionsUsed")):
        motion = folder / Path(MOTION).name
        shutil.copy(data / MOTION, motion)
        run([mien, "import", "--project", folder, motion])
        (clip,) = folder.glob("test*.clip.json")
        export(mien, project, "vrm", "faces.vrm", mesh, "--poses-as", "vrm")
        export(mien, project, "vrma", "motion.vrma", mesh, "--clip", clip)
        with contextlib.suppress(SystemExit):  # nothing to export where the expression moves nothing
            export(mien, project, "played", "played.glb", mesh, "--clip", clip)
    if relative == MASKED:
        (poses,) = folder.glob("*.poses.json")
        for target in ("blink", "blinkLeft", "blinkRight"):
            run([mien, "poses", "override", "--project", folder, poses, target, "aa", "--kind", "sum"])
        export(mien, project, "masked", "masked.vrm", mesh, "--poses-as", "vrm")
    paths = [channel["target"]["path"] for animation in json_of(source).get("animations", [])
             for channel in animation["channels"]]
    if clips and set(paths) - {"weights"}:
        (skeleton,) = folder.glob("*.skeleton.json")
        export(mien, project, "bones", "bones.glb", skeleton, *clips)
    return project


def check_valid(projects):
    """No output has an error that its source does not have."""
    paths = [path for project in projects for path in (project.source, *project.outputs.values())]
    errors = json.loads(node("validate.mjs", "--json", *paths).stdout)
    findings = []
    for project in projects:
        own = errors[str(project.source)]
        for form, path in project.outputs.items():
            new = sorted(set(errors[str(path)]) - set(own))
            findings += [f"{project.name}: {form}: {error}" for error in new[:5]]
        if own:
            print(f"{project.name}: the source itself has {len(own)} errors, and so have exports")
    print(f"validator: {sum(len(project.outputs) for project in projects)} files, {len(findings)} findings")
    return findings


@dataclass
class Poses:
    """What three.mjs wrote: how many vertices, and where they are at times of each animation."""
    blocks: list
    animations: dict  # name: (duration, [positions])
    size: float


def read_poses(path):
    data, at = path.read_bytes(), 4

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    block_count, animation_count = take("II")
    blocks = []
    for _ in range(block_count):
        _, _, vertices, indices = take("iiII")
        blocks.append((vertices, indices))
        at += 4 * indices
    floats, animations = 3 * sum(vertices for vertices, _ in blocks), {}
    for _ in range(animation_count):
        (length,) = take("I")
        name = take(f"{length}s")[0].decode() or f"animation_{len(animations) - 1}"
        duration, times = take("dI")
        places = []
        for _ in range(times):
            at += 8
            places.append(array.array("f", data[at:at + 4 * floats]))
            at += 4 * floats
        animations[name] = duration, places
    rest = animations.pop(REST)[1][0]
    size = math.dist([min(rest[k::3]) for k in range(3)], [max(rest[k::3]) for k in range(3)]) if rest else 1.0
    return Poses(blocks, animations, size or 1.0)


def furthest(a, b):
    """The largest difference of two lists of numbers; of different lengths, all that can be."""
    return max(map(abs, map(operator.sub, a, b)), default=0.0) if len(a) == len(b) else math.inf


def poses_of(paths, count):
    """The poses that three.js computes for files at count times of each animation."""
    with tempfile.TemporaryDirectory() as folder:
        node("three.mjs", "--times", count, "--out", folder, *paths)
        return [read_poses(Path(folder, f"{i}.poses")) for i in range(len(paths))]


class Tally:
    """Counts comparisons and keeps what is wrong."""

    def __init__(self, what):
        self.what, self.count, self.worst, self.findings = what, 0, 0.0, []

    def near(self, name, off):
        self.count, self.worst = self.count + 1, max(self.worst, off)
        if not off <= NEAR:
            self.findings.append(f"{name}: off by {off:.2g}")

    def same(self, name, one, other):
        self.count += 1
        if one != other:
            self.findings.append(f"{name}: {str(one)[:200]} is not {str(other)[:200]}")

    def close(self):
        print(f"{self.what}: {self.count} comparisons, largest difference {self.worst:.2g}, "
              f"{len(self.findings)} findings")
        return self.findings


def check_baked(projects):
    """Baked animations are in three.js what those of the source are."""
    tally = Tally("baked, by three.js")
    found = poses_of([path for project in projects for path in (project.source, project.outputs["baked"])], 10)
    for project, source, output in zip(projects, found[::2], found[1::2]):
        tally.same(f"{project.name}: meshes", output.blocks, source.blocks)
        tally.same(f"{project.name}: animations", list(output.animations), list(source.animations))
        for name, (duration, places) in source.animations.items():
            their_duration, their_places = output.animations.get(name, (-1.0, []))
            tally.near(f"{project.name}: length of {name}", abs(duration - their_duration))
            off = max(map(furthest, places, their_places), default=math.inf)
            tally.near(f"{project.name}: {name}", off / source.size)
    return tally.close()


def check_faces(project):
    """A pose asset that was made of frames becomes the same frames again, and expressions that end as
    these frames are."""
    tally = Tally("poses, by three.js")
    gltf, frames, khr = map(json_of, (project.source, project.outputs["frames"], project.outputs["khr"]))
    names = gltf["animations"][0]["extras"]["poseNames"]
    (sequence,) = [item for item in frames["animations"] if item["name"] != gltf["animations"][0]["name"]]
    written = sequence["extras"]["poseNames"]
    tally.same("names of frames", written, names)
    truth, = poses_of([project.source], len(names))
    shown, = poses_of([project.outputs["frames"]], len(written))
    ended, = poses_of([project.outputs["khr"]], 2)
    frame_of = dict(zip(names, truth.animations[gltf["animations"][0]["name"]][1]))
    for name, places in zip(written, shown.animations[sequence["name"]][1]):
        tally.near(f"frame {name}", furthest(places, frame_of[name]) / truth.size)
    expressions = khr["extensions"]["KHR_character_expression"]["expressions"]
    tally.same("expressions", [item["expression"] for item in expressions], names[1:])  # the first is rest
    for item in expressions:
        _, places = ended.animations[khr["animations"][item["animation"]]["name"]]
        tally.near(f"expression {item['expression']}", furthest(places[1], frame_of[item["expression"]]) / truth.size)
        tally.near(f"expression {item['expression']} at 0", furthest(places[0], frame_of[names[0]]) / truth.size)
    return tally.close()


def check_curves(tools, projects):
    """What was written as curves is read back as what it was, and three.js finds the same names."""
    tally = Tally("curves")
    found = json.loads(node("three.mjs", "--times", 2,
                            *(path for project in projects
                              for path in (project.source, project.outputs["curves"]))).stdout)
    for project in projects:
        source, output = found[str(project.source)], found[str(project.outputs["curves"])]
        for key in ("bones", "morphs", "blocks"):
            tally.same(f"{project.name}: {key}", output[key], source[key])
        forms = {"curves": project.outputs["curves"]}
        if "bones" in project.outputs:
            forms["bones"] = project.outputs["bones"]
        before = json.loads(run([tools["sample"], 10, project.source]))
        for form, path in forms.items():
            after = json.loads(run([tools["sample"], 10, path]))
            compare_takes(tally, f"{project.name}: {form}", before, after, form == "curves")
        if any(take["curves"] for take in before["takes"]) and before["morphs"] and not before["expressions"]:
            tally.same(f"{project.name}: extensions",
                       "KHR_animation_pointer" in json_of(project.outputs["curves"])["extensionsUsed"], True)
    return tally.close()


def compare_takes(tally, name, before, after, has_curves):
    """Takes of a source and of what was written. Bones alone have no morphs: takes of those are not there."""
    takes = {take["name"]: take for take in after["takes"]}
    for take in before["takes"]:
        if not (take["tracks"] or has_curves) or take["name"] == "expressions":
            continue
        # A new file calls animations as the clips are called: Fox-Walk, or Fox if it is the only one.
        file = re.sub(r"\W+", "_", take["name"])
        other = next((takes[key] for key in takes if key == take["name"] or key.endswith(f"-{file}")
                      or len(takes) == 1), None)
        if other is None:
            tally.same(f"{name}: {take['name']}", "missing", "there")
            continue
        kinds = ("curves", "tracks") if has_curves else ("tracks",)
        for kind in kinds:
            tally.same(f"{name}: {take['name']}: names", sorted(other[kind]), sorted(take[kind]))
            for key, values in take[kind].items():
                tally.near(f"{name}: {take['name']}: {key}", furthest(flat(values), flat(other[kind].get(key, []))))


def flat(values):
    return [number for value in values for number in (value if isinstance(value, list) else [value])]


def check_vrm(data, projects):
    """Expressions are in three-vrm what they were, and an animation does what it did."""
    tally = Tally("by three-vrm")
    motion = data / MOTION
    paths = [path for project in projects for path in (project.source, project.outputs["vrm"], project.outputs["vrma"])]
    found = json.loads(node("vrm.mjs", "--times", 10, motion, *paths).stdout)
    happy = flat(found[str(motion)]["animations"][0]["expressions"]["happy"])
    files = [project.outputs["played"] for project in projects if "played" in project.outputs]
    played = json.loads(node("three.mjs", "--times", 10, *files).stdout)
    for project in projects:
        before, after = (found[str(path)]["vrm"] for path in (project.source, project.outputs["vrm"]))
        for one, other in zip(before["expressions"], after["expressions"]):
            tally.same(f"{project.name}: {one['name']}", *({key: item[key] for key in item if key != "binds"}
                                                          for item in (other, one)))
        tally.same(f"{project.name}: inputs", *([sample["input"] for sample in face["samples"]]
                                                for face in (after, before)))
        for one, other in zip(before["samples"], after["samples"]):
            tally.near(f"{project.name}: {one['input']}", apart(one, other))
        (animation,) = found[str(project.outputs["vrma"])]["animations"]
        tally.near(f"{project.name}: happy", furthest(flat(animation["expressions"].get("happy", [])), happy))
        check_played(tally, project, before, happy, played.get(str(project.outputs.get("played"))))
    return tally.close()


def check_masked(projects):
    """Masks that were added are overrides, and hold back as masks do."""
    tally = Tally("masks, by three-vrm")
    for project in projects:
        path = project.outputs["masked"]
        face = json.loads(node("vrm.mjs", path).stdout)[str(path)]["vrm"]
        overrides = {item["name"]: item["overrideBlink"] for item in face["expressions"]}
        tally.same("overrides", overrides, {name: "blend" if name == "aa" else "none" for name in overrides})
        for sample in face["samples"]:
            for name in sample["input"].keys() - {"aa"}:
                expected = sample["input"][name] * (1 - sample["input"].get("aa", 0.0))
                tally.near(f"{sample['input']}", abs(sample["applied"][name] - expected))
    return tally.close()


def apart(one, other):
    """The largest difference between two samples of three-vrm."""
    off = [abs(weight - other["applied"].get(name, 0.0)) for name, weight in one["applied"].items()]
    for node_number in one["weights"].keys() | other["weights"].keys():
        first, second = (sample["weights"].get(node_number, {}) for sample in (one, other))
        off += [abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in first.keys() | second.keys()]
    return max(off, default=0.0)


def check_played(tally, project, face, happy, played):
    """Weights of morphs that three.js plays, where a VRM's expression was baked into them."""
    (bound,) = [item["binds"] for item in face["expressions"] if item["name"] == "happy"] or [[]]
    if not bound:
        return
    (animation,) = [item for item in played["animations"] if item["tracks"] > 0]
    for bind in bound:
        name = f"{bind['node']}.{bind['index']}"
        tally.near(f"{project.name}: {name} while played",
                   furthest([sample.get(name, math.inf) for sample in animation["weights"]],
                            [bind["weight"] * value for value in happy]))


def test_exported(tools, paths):
    find_node()
    data = find_data()
    with tempfile.TemporaryDirectory() as folder:
        names = [str(path) for path in paths] or SOURCES
        projects = [make_project(tools["mien"], data, name, Path(folder, str(i))) for i, name in enumerate(names)]
        findings = check_valid(projects) + check_baked(projects) + check_curves(tools, projects)
        for project in projects:
            if "khr" in project.outputs and "vrm" not in project.outputs:
                findings += check_faces(project)
        findings += check_vrm(data, [project for project in projects if "vrm" in project.outputs])
        findings += check_masked([project for project in projects if "masked" in project.outputs])
        for finding in findings[:40]:
            print(finding)
        print(f"{len(projects)} sources, {sum(len(project.outputs) for project in projects)} exports, "
              f"{len(findings)} findings")
    return 1 if findings or not projects else 0
