# SPDX-License-Identifier: MIT
"""F-curves over all versions of Blender: actions have slots and channel bags since 4.4."""

import json

import numpy as np


def of_action(action, slot=None):
    """The F-curves of an action: those of a slot, or all."""
    if action is None:
        return []
    if not hasattr(action, "layers"):
        return list(action.fcurves)
    bags = [bag for layer in action.layers for strip in layer.strips if strip.type == 'KEYFRAME'
            for bag in strip.channelbags]
    return [curve for bag in bags if slot is None or bag.slot_handle == slot.handle for curve in bag.fcurves]


def of(thing):
    """The F-curves that animate an ID now."""
    data = thing.animation_data
    return of_action(data.action, getattr(data, "action_slot", None)) if data else []


def assign(thing, action):
    """Gives an ID an action, and returns the collection for its F-curves."""
    data = thing.animation_data_create()
    data.action = action
    if not hasattr(action, "layers"):
        return action.fcurves
    slot = data.action_slot
    if slot is None:
        slot = next((row for row in action.slots if row.target_id_type in (thing.id_type, 'UNSPECIFIED')), None)
        slot = slot or action.slots.new(thing.id_type, thing.name)
        data.action_slot = slot
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    strip = layer.strips[0] if layer.strips else layer.strips.new(type='KEYFRAME')
    return strip.channelbag(slot, ensure=True).fcurves


def group_words(curves, group):
    """The argument for a group of a new F-curve: actions, and channel bags since 5.0, have different ones."""
    known = curves.bl_rna.functions["new"].parameters.keys()
    return {word: group for word in ("group_name", "action_group") if group and word in known}


def write(curves, path, index, frames, values, group=""):
    """An F-curve with a linear key per frame; one that has the path is replaced."""
    old = curves.find(path, index=index)
    if old is not None:
        curves.remove(old)
    curve = curves.new(path, index=index, **group_words(curves, group))
    points = curve.keyframe_points
    points.add(len(frames))
    pairs = np.empty((len(frames), 2), np.float32)
    pairs[:, 0], pairs[:, 1] = frames, values
    points.foreach_set("co", pairs.ravel())
    points.foreach_set("interpolation", np.full(len(frames), 1, np.int32))  # linear
    curve.update()
    return curve


def is_driven(path, bones, keys):
    for name in bones:
        if path.startswith(f'pose.bones["{name}"].') and path.rsplit(".", 1)[1].startswith(("location", "rotation", "scale")):
            return True
    return path.startswith('key_blocks["') and path.endswith('"].value') and path[12:-8] in keys


def mute(owner, meshes, session):
    """Mutes F-curves, drivers and NLA tracks of what is driven; they would win over the live pose.
    Returns the number, and records them in the settings."""
    bones = [] if session.bones is None else [session.bones.names[i] for i in session.bones.sources]
    muted = json.loads(owner.mien.muted or "[]")
    before = len(muted)
    parts = {part.object: set(part.driven) for part in session.keys}
    things = [(owner, "", bones, ())] + [(thing.data.shape_keys, thing.name, (), parts[thing.name])
                                         for thing in meshes if thing.name in parts]
    for thing, label, names, keys in things:
        data = thing.animation_data
        if data is None:
            continue
        for kind, curves in (("curve", of(thing)), ("driver", list(data.drivers))):
            for curve in curves:
                if not curve.mute and is_driven(curve.data_path, names, keys):
                    curve.mute = True
                    muted.append([kind, label, curve.data_path, curve.array_index])
        for track in data.nla_tracks:
            if not track.mute and any(is_driven(curve.data_path, names, keys) for strip in track.strips
                                      for curve in of_action(strip.action)):
                track.mute = True
                muted.append(["track", label, track.name, 0])
    if len(muted) != before:
        owner.mien.muted = json.dumps(muted)
    return len(muted) - before


def unmute(owner):
    """Lets what mute() muted play again."""
    import bpy
    rows = json.loads(owner.mien.muted or "[]")
    if not rows:
        return
    owner.mien.muted = ""
    for kind, label, path, index in rows:
        thing = bpy.data.objects.get(label) if label else owner
        thing = thing.data.shape_keys if thing and label else thing
        data = thing.animation_data if thing else None
        if data is None:
            continue
        if kind == "track":
            if path in data.nla_tracks:
                data.nla_tracks[path].mute = False
            continue
        for curve in of(thing) if kind == "curve" else data.drivers:
            if curve.data_path == path and curve.array_index == index:
                curve.mute = False
