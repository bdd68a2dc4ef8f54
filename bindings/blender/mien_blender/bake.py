# SPDX-License-Identifier: MIT
"""The character's motion as actions of Blender, which need neither Mien nor its add-on to play."""

import bpy
import numpy as np

from . import fcurves, rig, session, spaces

CHANNELS = (("location", 3), ("rotation_quaternion", 4), ("scale", 3))


class Take:
    """Values per frame of every driven bone and shape key."""

    def __init__(self, owner, frames):
        self.session, self.frames = session.get(owner), frames
        count = 0 if self.session.bones is None else len(self.session.bones.sources)
        self.bones = {name: np.zeros((len(frames), count, size)) for name, size in CHANNELS}
        self.keys = [np.zeros((len(frames), len(part.rows) + len(part.curve_rows))) for part in self.session.keys]

    def evaluate(self, owner, row, fps):
        bones, morphs, curves = self.session.evaluate(owner.mien, self.frames[row], fps)
        if self.session.bones is not None:
            for (name, _), values in zip(CHANNELS, spaces.decompose(self.session.bones.basis(bones))):
                self.bones[name][row] = values
        for part, values in zip(self.session.keys, self.keys):
            values[row] = np.concatenate([morphs[part.morphs], curves[part.curves]])

    def join_quaternions(self):
        """Of the two quaternions of a rotation, the one nearer to that of the frame before."""
        q = self.bones["rotation_quaternion"]
        signs = np.where((q[1:] * q[:-1]).sum(axis=2) < 0, -1.0, 1.0)
        q[1:] *= np.cumprod(signs, axis=0)[:, :, None]


def write_channel(curves, path, frames, values, group):
    """F-curves for the columns of values; a column that never changes gets one key."""
    for index, column in enumerate(values.T):
        still = column.size == 0 or np.float32(column.max()) == np.float32(column.min())
        keys = (frames[:1], column[:1]) if still else (frames, column)
        fcurves.write(curves, path, index if values.shape[1] > 1 else 0, *keys, group=group)


def steps(owner, scene, first, last):
    """Bakes frames first to last into new actions, and switches Live off. Yields the fraction done."""
    frames = np.arange(first, last + 1)
    take, fps = Take(owner, frames), scene.render.fps / scene.render.fps_base
    for row in range(len(frames)):
        take.evaluate(owner, row, fps)
        yield 0.5 * row / len(frames)
    take.join_quaternions()
    name = f"{owner.name} {owner.mien.clip or 'poses'}"
    found = take.session
    if found.bones is not None:
        curves = fcurves.assign(owner, bpy.data.actions.new(name))
        for column, source in enumerate(found.bones.sources):
            bone = found.bones.names[source]
            for channel, _ in CHANNELS:
                write_channel(curves, f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{channel}', frames,
                              take.bones[channel][:, column], bone)
            yield 0.5 + 0.4 * column / len(found.bones.sources)
    for part, values in zip(found.keys, take.keys):
        write_keys(part, name, frames, values)
        yield 0.95
    owner.mien.muted = ""  # their actions are replaced
    owner.mien.is_live = False


def write_keys(part, name, frames, values):
    keys = bpy.data.objects[part.object].data.shape_keys
    curves = fcurves.assign(keys, bpy.data.actions.new(f"{name} {part.object}"))
    rows = list(part.rows) + list(part.curve_rows)
    for column, row in enumerate(rows):
        low, high = float(values[:, column].min()), float(values[:, column].max())
        block = keys.key_blocks[int(row)]
        block.slider_min, block.slider_max = min(block.slider_min, low), max(block.slider_max, high)
        block_name = bpy.utils.escape_identifier(part.names[row])
        write_channel(curves, f'key_blocks["{block_name}"].value', frames, values[:, column:column + 1], "")
