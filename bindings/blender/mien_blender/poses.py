# SPDX-License-Identifier: MIT
"""From Blender to pose assets: an action with a pose per frame, or the pose that is shown."""

from pathlib import Path

import numpy as np

from . import importing, session, source

#: A bone that differs less than this from the rest pose is not part of a pose.
STILL = 1e-6


def frames_of(owner, scene):
    """Frames of the poses, and their names: those with markers, or every frame, with None."""
    markers = {marker.frame: marker.name for marker in scene.timeline_markers}
    data = owner.animation_data
    if data and data.action:
        markers.update({marker.frame: marker.name for marker in data.action.pose_markers})
    first, last = (data.action.frame_range if data and data.action else (scene.frame_start, scene.frame_end))
    first, last = int(np.floor(first)), int(np.ceil(last))
    named = {frame: name for frame, name in markers.items() if first <= frame <= last}
    return (sorted(named), [named[frame] for frame in sorted(named)]) if named else (list(range(first, last + 1)), None)


def key_values(found):
    """Values of shape keys now, by the names of their morph targets."""
    import bpy
    values = {}
    for part in found.keys:
        blocks = bpy.data.objects[part.object].data.shape_keys.key_blocks
        values.update({name: blocks[name].value for name in part.driven})
    return values


def read_steps(owner, scene, frames, out):
    """Reads the pose of each frame into out: bones and curves. Yields the fraction done."""
    found, before = session.get(owner), scene.frame_current
    try:
        for row, frame in enumerate(frames):
            scene.frame_set(frame)
            out.append((found.bones.read(owner), key_values(found)))
            yield row / len(frames)
    finally:
        scene.frame_set(before)


def project_of(owner):
    if not owner.mien.project:
        raise LookupError("this character has no project: import it from one")
    return Path(owner.mien.project)


def create_steps(owner, scene, name, additive):
    """Makes a pose asset of the owner's action, in the project of its character. Yields the fraction done."""
    s, project, found, read = owner.mien, project_of(owner), session.get(owner), []
    if found.bones is None:
        raise LookupError("poses are made from bones: this character has no armature")
    frames, names = frames_of(owner, scene)
    with session.paused(owner):
        for part in read_steps(owner, scene, frames, read):
            yield 0.8 * part
    curves = {key: np.array([row[1][key] for row in read]) for key in (read[0][1] if read else ())
              if any(row[1][key] for row in read)}
    file = project / "sources" / f"{name}.glb"
    file.parent.mkdir(exist_ok=True)
    rate = scene.render.fps / scene.render.fps_base
    source.write(file, found.skeleton.bones, found.skeleton.parents, found.actor.rest_pose, [row[0] for row in read],
                 curves, names, rate)
    words = ["--from", f"sources/{name}.glb", "--skeleton", f"{s.skeleton}.json", "--mesh", f"{s.mesh}.json", "--force"]
    words += (["--markers"] if names else []) + ["--additive" if additive else "--absolute"]
    importing.program(project).run("poses", "create", name, *words)
    yield 1.0


def moved_bones(found, pose):
    """Arguments of `mien poses` for the bones that differ from the rest pose."""
    words = []
    for name, row, rest in zip(found.skeleton.bones, pose, found.actor.rest_pose):
        same = row[:4] if np.dot(row[:4], rest[:4]) >= 0 else -row[:4]
        for letter, values, before in (("q", same, rest[:4]), ("t", row[4:7], rest[4:7]), ("s", row[8:11], rest[8:11])):
            if np.abs(values - before).max() > STILL:
                words.append(f"{name}.{letter}=" + ",".join(repr(float(x)) for x in values))
    return words


def send(owner, pose):
    """The bones that are shown become a pose of the character's pose asset: an edit of one that it has,
    or a new one. Returns what was done."""
    s, project, found = owner.mien, project_of(owner), session.get(owner)
    if not s.poses or found.bones is None:
        raise LookupError("this character has no pose asset, or no armature")
    words = moved_bones(found, found.bones.read(owner))
    have = {row.name for row in found.bundle.poses(s.poses).poses}
    verb = "bone" if pose in have else "add"
    importing.program(project).run("poses", verb, f"{s.poses}.json", pose, *words)
    importing.refresh_bundle(owner)
    return f"{pose}: {'changed' if verb == 'bone' else 'added'}, {len(words)} values"
