# SPDX-License-Identifier: MIT
"""Transforms as stacks of 4x4 matrices, in double precision."""

import numpy as np

#: Mien has Y up and faces +Z, Blender has Z up and faces -Y: (x, y, z) becomes (x, -z, y).
Y_UP_TO_Z_UP = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)


def matrices(rows):
    """Rows of 12 numbers (rotation x y z w, translation, scale) as matrices."""
    rows = np.asarray(rows, float)
    out = np.zeros((len(rows), 4, 4))
    out[:, :3, :3] = rotations(rows[:, 0:4]) * rows[:, None, 8:11]
    out[:, :3, 3] = rows[:, 4:7]
    out[:, 3, 3] = 1
    return out


def rotations(quaternions):
    """Quaternions x y z w as 3x3 matrices."""
    x, y, z, w = (quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)).T
    out = np.empty((len(quaternions), 3, 3))
    out[:, 0, 0], out[:, 0, 1], out[:, 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    out[:, 1, 0], out[:, 1, 1], out[:, 1, 2] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    out[:, 2, 0], out[:, 2, 1], out[:, 2, 2] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
    return out


def decompose(stack):
    """Translations, quaternions w x y z, and scales of matrices. Axes that are not quite orthogonal, as
    those of some of Blender's rest bones, give the nearest rotation."""
    axes = stack[:, :3, :3]
    scales = np.sqrt((axes * axes).sum(axis=1))
    flipped = np.linalg.det(axes) < 0
    scales[flipped] *= -1
    turned = axes / np.where(scales == 0, 1, scales)[:, None, :]
    regular = np.abs(np.linalg.det(turned)) > 0.5
    turned[regular] = (turned[regular] + np.linalg.inv(turned[regular]).transpose(0, 2, 1)) / 2
    return stack[:, :3, 3], quaternions(turned), scales


def quaternions(m):
    """Quaternions w x y z of rotation matrices: of four formulas, the one with the largest divisor."""
    w, x, y, z = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2], m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    squares = np.stack([1 + w, 1 + x - y - z, 1 - x + y - z, 1 - x - y + z], axis=1)
    a, b, c = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    d, e, f = m[:, 1, 0] + m[:, 0, 1], m[:, 0, 2] + m[:, 2, 0], m[:, 2, 1] + m[:, 1, 2]
    forms = np.stack([squares[:, 0], a, b, c, a, squares[:, 1], d, e, b, d, squares[:, 2], f, c, e, f, squares[:, 3]],
                     axis=1).reshape(-1, 4, 4)
    chosen = forms[np.arange(len(m)), squares.argmax(axis=1)]
    return chosen / np.linalg.norm(chosen, axis=1, keepdims=True)


def levels(parents):
    """Indices of bones by depth, roots first: (bones, their parents) for each depth below the roots."""
    depths = []
    for parent in parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    parents, depths = np.array(parents, int), np.array(depths, int)
    return [(bones, parents[bones]) for bones in
            (np.flatnonzero(depths == depth) for depth in range(1, depths.max(initial=0) + 1))]


def compose(local, order):
    """Model matrices of local ones."""
    model = local.copy()
    for bones, parents in order:
        model[bones] = model[parents] @ local[bones]
    return model


def similarity(a, b):
    """The rotation, uniform scale and translation that take points a nearest to points b (Umeyama);
    None if the points lie in a plane."""
    middle_a, middle_b = a.mean(axis=0), b.mean(axis=0)
    from_a, from_b = a - middle_a, b - middle_b
    u, size, v = np.linalg.svd(from_b.T @ from_a)
    if size[2] <= 1e-9 * size[0]:
        return None
    sign = np.array([1, 1, np.sign(np.linalg.det(u @ v))])
    turn = u * sign @ v
    scale = (size * sign).sum() / (from_a * from_a).sum()
    out = np.eye(4)
    out[:3, :3] = scale * turn
    out[:3, 3] = middle_b - out[:3, :3] @ middle_a
    return out
