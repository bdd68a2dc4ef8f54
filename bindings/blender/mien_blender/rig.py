# SPDX-License-Identifier: MIT
"""A character of Mien on objects of Blender: which bones and shape keys have the same names, and how
poses go from one to the other.

A bone's deform is its model pose times its inverse model rest pose, turned into the armature's space.
It is the same for every importer, whatever axes the importer gave the bones."""

from dataclasses import dataclass

import numpy as np

from . import spaces

#: Bones further from their place than this fraction of the skeleton have other proportions.
TOLERANCE = 1e-4


@dataclass(frozen=True)
class Report:
    """What fits and what does not."""

    bones: int
    keys: int
    missing_bones: tuple  # of the character, not in the armature
    other_bones: tuple  # of the armature, not of the character
    missing_keys: tuple
    other_keys: tuple
    notes: tuple

    def lines(self):
        yield f"{self.bones} bones and {self.keys} shape keys are driven"
        for names, text in ((self.missing_bones, "bones of the character are missing here"),
                            (self.other_bones, "bones of the armature are not driven"),
                            (self.missing_keys, "morph targets have no shape key"),
                            (self.other_keys, "shape keys are not driven")):
            if names:
                more = ", …" if len(names) > 6 else ""
                yield f"{len(names)} {text}: {', '.join(names[:6])}{more}"
        yield from self.notes


def meshes_of(owner):
    """The mesh objects that an armature deforms, or the mesh itself."""
    if owner.type == 'MESH':
        return [owner]
    deformed = [thing for thing in owner.children_recursive if thing.type == 'MESH']
    for thing in owner.users_scene[0].objects if owner.users_scene else ():
        if thing.type == 'MESH' and thing not in deformed and \
                any(part.type == 'ARMATURE' and part.object == owner for part in thing.modifiers):
            deformed.append(thing)
    return sorted(deformed, key=lambda thing: thing.name)


def find_space(owner, heads, places):
    """The matrix from model space to the armature's, and the largest distance that it leaves."""
    def left(space):
        return float(np.abs(heads @ space[:3, :3].T + space[:3, 3] - places).max(initial=0))

    size = max(float(np.ptp(places, axis=0).max(initial=0)), 1e-6) if len(places) else 1.0
    own = np.linalg.inv(np.array(owner.matrix_world, float))
    for space in (spaces.Y_UP_TO_Z_UP, own @ spaces.Y_UP_TO_Z_UP, np.eye(4)):
        if left(space) <= TOLERANCE * size:
            return space, 0.0
    space = spaces.similarity(heads, places) if len(heads) >= 4 else None
    if space is None:
        space = spaces.Y_UP_TO_Z_UP
    return space, left(space) / size


class Bones:
    """The bones of an armature that have the names of a skeleton's."""

    def __init__(self, owner, names, parents, rest_pose):
        bones = owner.data.bones
        order = [bone.name for bone in owner.pose.bones]
        places = {name: index for index, name in enumerate(order)}
        self.count = len(order)
        self.names = names
        self.order = spaces.levels(parents)
        self.parents = parents
        self.sources = np.array([i for i, name in enumerate(names) if name in places], int)
        self.targets = np.array([places[names[i]] for i in self.sources], int)
        self.rest = np.array([bones[names[i]].matrix_local for i in self.sources], float).reshape(-1, 4, 4)
        self.above = self.find_parents(owner)
        model = spaces.compose(spaces.matrices(rest_pose), self.order)
        self.space, self.left = find_space(owner, model[self.sources, :3, 3], self.rest[:, :3, 3])
        self.rest_pose = None  # the armature's own, if its proportions are others
        if self.left > TOLERANCE:
            self.rest_pose = self.own_rest_pose(model, rest_pose)
            model = spaces.compose(spaces.matrices(self.rest_pose), self.order)
        self.from_model = np.linalg.inv(model[self.sources]) @ np.linalg.inv(self.space)
        self.model_rest = model
        self.rest_inverse = np.linalg.inv(self.rest)
        self.location = np.zeros((self.count, 3), np.float32)
        self.rotation = np.zeros((self.count, 4), np.float32)
        self.scale = np.zeros((self.count, 3), np.float32)

    def find_parents(self, owner):
        """For each driven bone, the nearest driven one above it in the armature; -1: none."""
        rows = {self.names[source]: row for row, source in enumerate(self.sources)}
        above = []
        for source in self.sources:
            bone = owner.data.bones[self.names[source]].parent
            while bone is not None and bone.name not in rows:
                bone = bone.parent
            above.append(-1 if bone is None else rows[bone.name])
        return np.array(above, int)

    def own_rest_pose(self, model, rest_pose):
        """The rest pose with the positions of the armature's bones and the rotations of the skeleton's."""
        moved = model.copy()
        inverse = np.linalg.inv(self.space)
        moved[self.sources, :3, 3] = self.rest[:, :3, 3] @ inverse[:3, :3].T + inverse[:3, 3]
        local = moved.copy()
        for bones, parents in self.order:
            local[bones] = np.linalg.inv(moved[parents]) @ moved[bones]
        rows = np.array(rest_pose, np.float32)
        rows[:, 4:7] = local[:, :3, 3]
        return rows

    def basis(self, local):
        """Blender's matrix_basis of the driven bones for local transforms of the skeleton."""
        model = spaces.compose(spaces.matrices(local), self.order)
        deform = self.space @ model[self.sources] @ self.from_model
        below = self.above >= 0
        relative = deform.copy()
        relative[below] = np.linalg.inv(deform[self.above[below]]) @ deform[below]
        return self.rest_inverse @ relative @ self.rest

    def write(self, owner, local):
        """Poses the armature."""
        pose = owner.pose.bones
        location, rotation, scale = spaces.decompose(self.basis(local))
        for name, array, values in (("location", self.location, location), ("rotation_quaternion", self.rotation, rotation),
                                    ("scale", self.scale, scale)):
            if len(self.targets) < self.count:
                pose.foreach_get(name, array.ravel())
            array[self.targets] = values
            pose.foreach_set(name, array.ravel())

    def read(self, owner):
        """Local transforms of the skeleton, 12 numbers per bone, for the armature's pose as it is shown."""
        posed = np.array([owner.pose.bones[self.names[i]].matrix for i in self.sources], float).reshape(-1, 4, 4)
        model, driven = self.model_rest.copy(), np.zeros(len(model_rows := self.model_rest), bool)
        driven[self.sources] = True
        deform = posed @ self.rest_inverse
        exact = np.linalg.inv(self.space) @ deform @ self.space
        local_rest = self.model_rest.copy()
        for bones, parents in self.order:
            local_rest[bones] = np.linalg.inv(model_rows[parents]) @ model_rows[bones]
        model[self.sources] = exact @ self.model_rest[self.sources]
        local = model.copy()
        for bones, parents in self.order:
            absent = ~driven[bones]  # follows its parent
            model[bones[absent]] = model[parents[absent]] @ local_rest[bones[absent]]
            local[bones] = np.linalg.inv(model[parents]) @ model[bones]
        location, rotation, scale = spaces.decompose(local)
        out = np.zeros((len(model), 12), np.float32)
        out[:, 0:3], out[:, 3], out[:, 4:7], out[:, 8:11] = rotation[:, 1:], rotation[:, 0], location, scale
        return out

    def set_modes(self, owner):
        """Driven bones use quaternions. Returns the number of bones that did not."""
        changed = 0
        for source in self.sources:
            bone = owner.pose.bones[self.names[source]]
            if bone.rotation_mode != 'QUATERNION':
                bone.rotation_mode = 'QUATERNION'
                changed += 1
        return changed


class Keys:
    """The shape keys of one mesh object, and where their values come from."""

    def __init__(self, thing, morphs, curves):
        blocks = thing.data.shape_keys.key_blocks
        self.object = thing.name
        self.names = [block.name for block in blocks]
        reference = thing.data.shape_keys.reference_key.name
        self.values = np.zeros(len(blocks), np.float32)
        self.low, self.high = np.zeros(len(blocks), np.float32), np.zeros(len(blocks), np.float32)
        blocks.foreach_get("slider_min", self.low)
        blocks.foreach_get("slider_max", self.high)
        pairs = [(row, morphs[name]) for row, name in enumerate(self.names) if name in morphs and name != reference]
        self.rows, self.morphs = (np.array(part, int) for part in (zip(*pairs) if pairs else ((), ())))
        others = [(row, curves[name]) for row, name in enumerate(self.names)
                  if name not in morphs and name in curves and name != reference]
        self.curve_rows, self.curves = (np.array(part, int) for part in (zip(*others) if others else ((), ())))
        driven = set(self.rows) | set(self.curve_rows)
        self.driven = [self.names[row] for row in sorted(driven)]
        self.other = [name for row, name in enumerate(self.names) if row not in driven and name != reference]

    def write(self, morphs, curves):
        import bpy
        thing = bpy.data.objects.get(self.object)
        keys = thing.data.shape_keys if thing else None
        if keys is None or len(keys.key_blocks) != len(self.names):
            raise LookupError(f"{self.object}: its shape keys changed")
        blocks = keys.key_blocks
        blocks.foreach_get("value", self.values)
        self.values[self.rows] = morphs[self.morphs]
        self.values[self.curve_rows] = curves[self.curves]
        self.widen(blocks)
        blocks.foreach_set("value", self.values)
        keys.update_tag()
        thing.data.update_tag()

    def widen(self, blocks):
        """Sliders of shape keys limit values: values outside widen them."""
        for row in np.flatnonzero((self.values < self.low) | (self.values > self.high)):
            block, value = blocks[int(row)], float(self.values[row])
            block.slider_min, block.slider_max = min(block.slider_min, value), max(block.slider_max, value)
            self.low[row], self.high[row] = block.slider_min, block.slider_max


def report_of(bones, keys, skeleton_names, morph_names, armature_names, notes):
    driven = set() if bones is None else {bones.names[i] for i in bones.sources}
    used = {name for part in keys for name in part.driven}
    others = sorted({name for part in keys for name in part.other})
    return Report(len(driven), sum(len(part.driven) for part in keys),
                  tuple(name for name in skeleton_names if name not in driven) if bones else (),
                  tuple(name for name in armature_names if name not in driven),
                  tuple(name for name in morph_names if name not in used), tuple(others), tuple(notes))
