# SPDX-License-Identifier: MIT
"""Animates a head's bones in Blender and exports the motion alone, as FBX.

blender -b --factory-startup --python take.py -- HEAD.glb TAKE.fbx

The head is one of the sample cast, with a frame per pose. As with a pose library, bones are keyed
with mixed poses and Blender interpolates between the keys, so that frames between them are not
exactly mixed poses. 300 frames, 30 a second, no mesh and no curves."""

import json
import random
import struct
import sys
from pathlib import Path

import bpy
import numpy
from mathutils import Quaternion, Vector

numpy.bool = bool  # Blender 3.4's glTF importer uses the name that NumPy 1.24 removed
FRAMES, RATE, STEP = 300, 30, 10
MIXED = ("jawOpen", "mouthSmileLeft", "mouthSmileRight", "mouthPucker", "mouthFunnel", "mouthStretchLeft",
         "mouthStretchRight", "browInnerUp", "browDownLeft", "browDownRight", "browOuterUpLeft", "noseSneerRight",
         "mouthLeft", "mouthUpperUpLeft", "mouthLowerDownRight", "jawLeft")
BLINKS = ("eyeBlinkLeft", "eyeBlinkRight")


def pose_names(path):
    data = path.read_bytes()
    root = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
    return root["animations"][0]["extras"]["poseNames"]


def read_poses(rig, names):
    """What each pose does to each bone: rotation and location in the bone's own space."""
    first = rig.animation_data.action.frame_range[0]
    poses = {}
    for index, name in enumerate(names):
        bpy.context.scene.frame_set(round(first) + index)
        poses[name] = {bone.name: (bone.rotation_quaternion.copy(), bone.location.copy()) for bone in rig.pose.bones}
    return poses


def key_bones(rig, poses, frame, weights):
    """Mixes poses as Mien does, and keys every bone."""
    for bone in rig.pose.bones:
        turn, shift = Quaternion((1, 0, 0, 0)), Vector((0, 0, 0))
        for name, weight in weights.items():
            rotation, location = poses[name][bone.name]
            rotation = rotation if rotation.w >= 0 else -rotation
            turn += (rotation - Quaternion((1, 0, 0, 0))) * weight
            shift += location * weight
        bone.rotation_quaternion = turn.normalized()
        bone.location = shift
        bone.keyframe_insert("rotation_quaternion", frame=frame)
        bone.keyframe_insert("location", frame=frame)


def main():
    head, take = sys.argv[sys.argv.index("--") + 1:]
    scene = bpy.context.scene
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    scene.render.fps = RATE
    bpy.ops.import_scene.gltf(filepath=head, bone_heuristic="BLENDER")
    rig = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    poses = read_poses(rig, pose_names(Path(head)))
    rig.animation_data_clear()
    rig.animation_data_create()
    rig.animation_data.action = bpy.data.actions.new("take")
    chance = random.Random(7)
    for frame in range(0, FRAMES, STEP):
        weights = {name: chance.uniform(0.2, 0.9) for name in chance.sample(MIXED, 3)} if frame % (5 * STEP) else {}
        if chance.random() < 0.2:
            weights.update({name: 1.0 for name in BLINKS})
        key_bones(rig, poses, frame, weights)
    key_bones(rig, poses, FRAMES - 1, {})
    scene.frame_start, scene.frame_end = 0, FRAMES - 1
    for thing in bpy.data.objects:
        thing.select_set(thing == rig)
    bpy.ops.export_scene.fbx(filepath=take, use_selection=True, object_types={"ARMATURE"}, add_leaf_bones=False,
                             axis_forward="Y", axis_up="Z", apply_scale_options="FBX_SCALE_ALL", bake_anim=True, bake_anim_use_all_actions=False, bake_anim_use_nla_strips=False,
                             bake_anim_simplify_factor=0)


main()
