# SPDX-License-Identifier: MIT
"""Running characters. A .blend file stores settings only; sessions are made from them when needed, and
again when they change, so that undo and loading need nothing else. Objects are found by name."""

import contextlib
import os
import time

import bpy

from . import fcurves, mien, rig

_sessions = {}  # by name of the object
_quiet = 0  # above 0: changed settings have no effect yet
seconds_spent = 0.0  # of processor, in the add-on, by the last frame


@contextlib.contextmanager
def quiet():
    """Settings change without effect; refresh() afterwards."""
    global _quiet
    _quiet += 1
    try:
        yield
    finally:
        _quiet -= 1


def is_quiet():
    return _quiet > 0


class Session:
    """An actor on the objects of one owner."""

    def __init__(self, owner, key):
        self.key = key
        s = owner.mien
        self.bundle = mien.Bundle(open_bundle(s.bundle))
        self.skeleton = self.bundle.skeleton(s.skeleton)
        self.mesh = self.bundle.mesh(s.mesh) if s.mesh and s.mesh in self.bundle else None
        self.graph = self.bundle.graph(s.graph) if s.use_graph and s.graph else None
        self.clip = self.bundle.clip(s.clip) if s.clip else None
        self.poses = [self.bundle.poses(s.poses)] if s.poses else []
        self.frames = None  # steps of the graph since its start
        self.actor = self.make_actor(None)
        self.bones, self.keys, self.notes = None, [], []
        self.bind(owner)
        self.play(s)

    def make_actor(self, rest_pose):
        if self.graph is None:
            return mien.Actor(self.skeleton, mesh=self.mesh, poses=self.poses, rest_pose=rest_pose)
        return mien.Actor(self.skeleton, mesh=self.mesh, graph=self.graph, assets=self.graph_assets(), rest_pose=rest_pose)

    def graph_assets(self):
        """Assets of the graph's slots: the chosen clip is that of the first parameter for a clip."""
        assets, slots = self.bundle.assets_of(self.graph), self.graph.slots
        chosen = [i for i, slot in enumerate(slots) if slot.type == mien.GraphValueType.CLIP and slot.parameter >= 0]
        if self.clip is not None and chosen:
            assets[chosen[0]] = self.clip
        elif self.clip is not None:
            self.notes = ["The graph has no parameter for a clip: it plays its own"]
        return assets

    def bind(self, owner):
        if owner.type == 'ARMATURE':
            rest = self.actor.rest_pose
            self.bones = rig.Bones(owner, self.skeleton.bones, self.skeleton.parents, rest)
            if self.bones.rest_pose is not None:
                self.actor = self.make_actor(self.bones.rest_pose)
                self.notes.append(f"The armature has other proportions, by {100 * self.bones.left:.2g} % of its size: "
                                  "poses are scaled to them")
        morphs = {name: i for i, name in enumerate(morph.name for morph in self.mesh.morphs)} if self.mesh else {}
        curves = {name: i for i, name in enumerate(self.skeleton.curves)}
        self.keys = [rig.Keys(thing, morphs, curves) for thing in rig.meshes_of(owner) if thing.data.shape_keys]
        self.morph_names = tuple(morphs)

    def play(self, s):
        if self.graph is None:
            self.actor.play(self.clip, loops=s.loops)
        self.curve_of = {name: i for i, name in enumerate(self.skeleton.curves)}

    def report(self, owner):
        armature = [bone.name for bone in owner.pose.bones] if owner.type == 'ARMATURE' else []
        own = [finding_text(finding) for finding in self.actor.report]
        if self.bones is not None:
            odd = [bone.name for bone in owner.data.bones if not bone.use_inherit_rotation or bone.inherit_scale != 'FULL']
            if odd:
                own.append(f"{len(odd)} bones do not inherit rotation or scale and may differ: {', '.join(odd[:6])}")
        return rig.report_of(self.bones, self.keys, self.skeleton.bones, self.morph_names, armature, self.notes + own)

    def slider_names(self):
        """Curves that drive poses, in the assets' order; without poses, those of morph targets."""
        if self.graph is None:
            parts = self.poses
        else:
            parts = [part for part in self.bundle.assets_of(self.graph) if isinstance(part, mien.PoseAsset)]
        names = []
        for part in parts:
            poses = part.poses
            names += [poses[row.pose].name for row in part.driven_poses]
        if not parts and self.mesh:
            names = [morph.name for morph in self.mesh.morphs]
        return [name for name in dict.fromkeys(names) if name in self.curve_of]

    def evaluate(self, s, frame, fps):
        """Bones, morphs and curves at a frame."""
        actor = self.actor
        actor.clear()
        for slider in s.sliders:
            if slider.use:
                index = self.curve_of.get(slider.name)
                if index is not None:
                    actor.set(index, slider.value)
        if self.graph is None:
            actor.time = self.wrap((frame - s.start) / fps * s.speed, s.loops)
            actor.step(0.0)
        else:
            for row in s.parameters:
                actor.set_parameter(row.name, row.value)
            self.run_graph(max(0, int(frame) - s.start), s.speed / fps)
        return actor.bones, actor.morphs, actor.curves

    def wrap(self, seconds, loops):
        length = self.clip.length if self.clip else 0.0
        if loops and length > 0:
            return seconds % length
        return min(max(seconds, 0.0), length)

    def run_graph(self, frames, step):
        """A graph has a state: it runs frame by frame from its start, so that a frame always looks the same."""
        if self.frames is None or frames < self.frames:
            self.actor.restart()
            self.actor.step(0.0)
            self.frames = 0
        if frames == self.frames:
            self.actor.step(0.0)
        for _ in range(frames - self.frames):
            self.actor.step(step)
        self.frames = frames

    def write(self, owner, bones, morphs, curves):
        if self.bones is not None:
            self.bones.write(owner, bones)
            owner.update_tag(refresh={'DATA'})
        for part in self.keys:
            part.write(morphs, curves)


def finding_text(finding):
    return f"{finding.kind.name.lower().replace('_', ' ')}: {finding.name}".capitalize()


def open_bundle(path):
    """The bytes of a bundle, not mapped: a new one may replace it while the character plays."""
    with open(bpy.path.abspath(path), "rb") as file:
        return file.read()


def key_of(owner):
    """Everything that a session is made from."""
    s = owner.mien
    path = bpy.path.abspath(s.bundle)
    try:
        stamp = os.stat(path).st_mtime_ns
    except OSError:
        stamp = None
    shape = [len(owner.pose.bones)] if owner.type == 'ARMATURE' else []
    shape += [(thing.name, len(thing.data.shape_keys.key_blocks)) for thing in rig.meshes_of(owner)
              if thing.data.shape_keys] if owner.type != 'ARMATURE' else []
    return (path, stamp, s.skeleton, s.mesh, s.poses, s.graph, s.use_graph, s.clip, s.loops, owner.data.name, str(shape))


def get(owner):
    """The session of an owner. OSError, mien.Error or LookupError if it cannot be made."""
    key = key_of(owner)
    found = _sessions.get(owner.name)
    if found is None or found.key != key:
        found = _sessions[owner.name] = Session(owner, key)
    return found


def forget(name=None):
    """Drops sessions; they are made again when needed."""
    if name is None:
        _sessions.clear()
    else:
        _sessions.pop(name, None)


def members(owner, kind):
    """Names of a bundle's members of a kind."""
    try:
        return [name for name in get(owner).bundle.names if name.endswith("." + kind)]
    except (OSError, LookupError, mien.Error):
        return []


def apply(owner, scene, frame=None):
    """Poses an owner as its character at a frame of the scene."""
    global seconds_spent
    begin = time.thread_time()
    found = get(owner)
    now = scene.frame_current + scene.frame_subframe if frame is None else frame
    fps = scene.render.fps / scene.render.fps_base
    try:
        found.write(owner, *found.evaluate(owner.mien, now, fps))
    except LookupError:  # keys were added or removed: bind again, once
        forget(owner.name)
        found = get(owner)
        found.write(owner, *found.evaluate(owner.mien, now, fps))
    seconds_spent = time.thread_time() - begin


def refresh(owner, scene=None):
    """Applies a changed setting of a live owner; errors become lines of its report."""
    if is_quiet() or not isinstance(owner, bpy.types.Object) or not owner.mien.bundle:
        return
    if not owner.mien.is_live:
        fcurves.unmute(owner)
        return
    if owner.mode == 'EDIT':
        forget(owner.name)
        return
    with quiet():
        try:
            fcurves.mute(owner, rig.meshes_of(owner), get(owner))
            apply(owner, scene or bpy.context.scene)
        except (OSError, LookupError, ValueError, mien.Error) as error:
            forget(owner.name)
            show(owner, [f"Cannot play: {error}"])


@contextlib.contextmanager
def paused(owner):
    """The owner's own actions play, instead of its character."""
    was_live = owner.mien.is_live
    owner.mien.is_live = False
    try:
        yield
    finally:
        owner.mien.is_live = was_live


def show(owner, lines):
    """Replaces the lines of an owner's report."""
    owner.mien.report.clear()
    for line in lines:
        owner.mien.report.add().name = line


def fill(owner):
    """Sliders, parameters and report of the owner's character. Values of sliders that stay are kept."""
    with quiet():
        found, s = get(owner), owner.mien
        fill_sliders(found, s)
        fill_parameters(found, s)
        lines = list(found.report(owner).lines())
        changed = found.bones.set_modes(owner) if found.bones is not None else 0
        if changed:
            lines.append(f"{changed} bones use quaternions now")
        muted = fcurves.mute(owner, rig.meshes_of(owner), found) if s.is_live else 0
        if muted:
            lines.append(f"{muted} F-curves and drivers are muted: they would replace the live pose")
        show(owner, lines)
        return found


def fill_sliders(found, s):
    kept = {slider.name: (slider.value, slider.use) for slider in s.sliders}
    s.sliders.clear()
    for name in found.slider_names():
        slider = s.sliders.add()
        slider.name = name
        if name in kept:
            slider.value, slider.use = kept[name]


def fill_parameters(found, s):
    kept = {row.name: row.value for row in s.parameters}
    s.parameters.clear()
    numbers = (mien.GraphValueType.FLOAT, mien.GraphValueType.INT, mien.GraphValueType.BOOL)
    for row in found.graph.parameters if found.graph else ():
        if row.type in numbers:
            parameter = s.parameters.add()
            parameter.name, parameter.value = row.name, kept.get(row.name, row.number)
