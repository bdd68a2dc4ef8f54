# SPDX-License-Identifier: MIT
"""Builds a face in Blender and exports it: blender -b --factory-startup --python face.py -- FOLDER

A head of bones and shape keys with a pose per frame, each with a marker of its name, as
face.fbx and face.glb, and plain.fbx with axes and unit as Blender has them. What Blender itself shows goes beside it: names.txt, the poses in
the order of their frames, and truth.bin, where vertices are in each, Y up: the counts of
frames and vertices as 32-bit numbers, then three doubles per vertex."""

import math
import struct
import sys
from pathlib import Path

import bpy
from mathutils import Euler, Vector

FIRST = 1  # Blender begins to count there
SIDES = (("L", 1), ("R", -1))


def turned(x, y, z):
    return Euler([math.radians(degrees) for degrees in (x, y, z)]).to_quaternion()


# What bones and shape keys do in each pose: rotation, translation and scale in the bone's own space.
POSES = {
    "neutral": ({}, {}),
    "jawOpen": ({"jaw": {"rotation": turned(22, 0, 0)}}, {"lipsApart": 1}),
    "jawLeft": ({"jaw": {"rotation": turned(0, 3, 12), "location": (0.02, 0, 0)}}, {}),
    "browUpLeft": ({"brow.L": {"location": (0, 0.01, 0.08)}}, {"browRaise": 0.5}),
    "browUpRight": ({"brow.R": {"location": (0, 0.01, 0.08)}}, {"browRaise": 0.5}),
    "lookLeft": ({f"eye.{side}": {"rotation": turned(0, 4, 25)} for side, _ in SIDES}, {}),
    "smileLeft": ({"lipCorner.L": {"location": (0.05, 0.05, 0), "rotation": turned(0, 15, 5)}}, {"cornerLeft": 1}),
    "smileRight": ({"lipCorner.R": {"location": (0.05, 0.05, 0), "rotation": turned(0, -15, 5)}}, {"cornerRight": 1}),
    "pucker": ({"lipUpper": {"scale": (0.7, 1.2, 1)}, "lipLower": {"scale": (0.7, 1.1, 1)}}, {"lipsRound": 1}),
    "nod": ({"head": {"rotation": turned(12, 5, -7)}, "jaw": {"rotation": turned(6, 0, 0)}}, {"lipsApart": 0.25}),
}


def make_head():
    bpy.ops.mesh.primitive_uv_sphere_add(segments=32, ring_count=24, radius=1.0)
    head = bpy.context.object
    head.name = head.data.name = "Head"
    head.scale = (0.75, 0.85, 1.0)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return head


def make_bones(scene):
    armature = bpy.data.armatures.new("Face")
    rig = bpy.data.objects.new("Face", armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")

    def bone(name, head, tail, parent=None):
        made = armature.edit_bones.new(name)
        made.head, made.tail = head, tail
        made.parent = armature.edit_bones[parent] if parent else None

    bone("head", (0, 0, -0.8), (0, 0, 0))
    bone("jaw", (0, -0.1, -0.35), (0, -0.8, -0.65), "head")
    for side, x in SIDES:
        bone(f"brow.{side}", (0.25 * x, -0.7, 0.35), (0.45 * x, -0.7, 0.38), "head")
        bone(f"eye.{side}", (0.28 * x, -0.55, 0.18), (0.28 * x, -0.85, 0.18), "head")
        bone(f"lipCorner.{side}", (0.22 * x, -0.72, -0.32), (0.32 * x, -0.72, -0.32), "head")
    bone("lipUpper", (0, -0.8, -0.27), (0, -0.9, -0.27), "head")
    bone("lipLower", (0, -0.8, -0.37), (0, -0.9, -0.37), "jaw")
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def bind(head, rig):
    """By distance, four bones at most, weights that add up to 1."""
    groups = {bone.name: head.vertex_groups.new(name=bone.name) for bone in rig.data.bones}
    for vertex in head.data.vertices:
        weights = []
        for bone in rig.data.bones:
            distance = (vertex.co - (bone.head_local + bone.tail_local) / 2).length
            weights.append((0.05 if bone.name == "head" else math.exp(-((distance / 0.25) ** 2)), bone.name))
        weights = sorted(weights, reverse=True)[:4]
        whole = sum(weight for weight, _ in weights)
        for weight, name in weights:
            groups[name].add([vertex.index], weight / whole, "REPLACE")
    head.modifiers.new("Armature", "ARMATURE").object = rig
    head.parent = rig


def make_shapes(head):
    head.shape_key_add(name="Basis")
    shapes = {
        "lipsApart": ((0, -0.8, -0.45), 0.3, (0, 0.02, -0.2)),
        "cornerLeft": ((0.25, -0.75, -0.32), 0.18, (0.08, 0, 0.1)),
        "cornerRight": ((-0.25, -0.75, -0.32), 0.18, (-0.08, 0, 0.1)),
        "browRaise": ((0, -0.75, 0.35), 0.2, (0, 0, 0.1)),
        "lipsRound": ((0, -0.8, -0.3), 0.2, (0, -0.1, 0)),
    }
    for name, (centre, radius, offset) in shapes.items():
        key = head.shape_key_add(name=name)
        for vertex in head.data.vertices:
            near = math.exp(-(((vertex.co - Vector(centre)).length / radius) ** 2))
            key.data[vertex.index].co = vertex.co + Vector(offset) * near


def animate(scene, head, rig):
    rig.animation_data_create()
    rig.animation_data.action = bpy.data.actions.new("poses")
    keys = head.data.shape_keys
    keys.animation_data_create()
    keys.animation_data.action = bpy.data.actions.new("shapes")
    for frame, (name, (bones, shapes)) in enumerate(POSES.items(), FIRST):
        for bone in rig.pose.bones:
            pose = bones.get(bone.name, {})
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = pose.get("rotation", (1, 0, 0, 0))
            bone.location = pose.get("location", (0, 0, 0))
            bone.scale = pose.get("scale", (1, 1, 1))
            for path in ("rotation_quaternion", "location", "scale"):
                bone.keyframe_insert(path, frame=frame)
        for block in keys.key_blocks[1:]:
            block.value = shapes.get(block.name, 0)
            block.keyframe_insert("value", frame=frame)
        scene.timeline_markers.new(name, frame=frame)
    for action in bpy.data.actions:
        for curve in action.fcurves:
            for key in curve.keyframe_points:
                key.interpolation = "LINEAR"
        # The exporter of glTF leaves markers out, but keeps what actions carry.
        action["poseNames"] = [marker.name for marker in sorted(scene.timeline_markers, key=lambda m: m.frame)]
    # On tracks of one name, motions of bones and of shapes become one animation of glTF.
    for data in (rig.animation_data, keys.animation_data):
        track = data.nla_tracks.new()
        track.name = "poses"
        track.strips.new("poses", FIRST, data.action)
        data.action = None


def write_truth(scene, head, folder):
    graph = bpy.context.evaluated_depsgraph_get()
    parts = [struct.pack("<II", len(POSES), len(head.data.vertices))]
    for frame in range(FIRST, FIRST + len(POSES)):
        scene.frame_set(frame)
        graph.update()
        shown = head.evaluated_get(graph)
        mesh = shown.to_mesh()
        for vertex in mesh.vertices:
            place = head.matrix_world @ vertex.co
            parts.append(struct.pack("<3d", place.x, place.z, -place.y))
        shown.to_mesh_clear()
    (folder / "truth.bin").write_bytes(b"".join(parts))
    names = [marker.name for marker in sorted(scene.timeline_markers, key=lambda marker: marker.frame)]
    (folder / "names.txt").write_text("".join(f"{name}\n" for name in names))
    scene.frame_set(FIRST)


def main():
    folder = Path(sys.argv[sys.argv.index("--") + 1])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = 30
    scene.frame_start, scene.frame_end = FIRST, FIRST + len(POSES) - 1
    head = make_head()
    rig = make_bones(scene)
    bind(head, rig)
    make_shapes(head)
    animate(scene, head, rig)
    write_truth(scene, head, folder)
    options = {"add_leaf_bones": False, "bake_anim_use_all_actions": False, "bake_anim_use_nla_strips": False,
               "bake_anim_simplify_factor": 0.0}
    bpy.ops.export_scene.fbx(filepath=str(folder / "plain.fbx"), **options)
    bpy.ops.export_scene.fbx(filepath=str(folder / "face.fbx"), apply_scale_options="FBX_SCALE_ALL", axis_forward="Y",
                             axis_up="Z", **options)
    bpy.ops.export_scene.gltf(filepath=str(folder / "face.glb"), export_format="GLB", export_extras=True,
                              export_morph=True, export_animations=True)


main()
