# SPDX-License-Identifier: MIT
"""Uses of the package for mypy: a line that ends with "wrong" must be an error, others must not."""

from typing import List, Optional, Tuple

import mien


def play(path: str) -> List[float]:
    with mien.Bundle(path) as bundle:
        clip: mien.Clip = bundle.clip("a.clip")
        actor: mien.Actor = mien.Actor.load(bundle, mesh="a.mesh", poses="a.poses")
        actor.play(clip, loops=True)
        actor.play(bundle)  # wrong
        actor.set("jawOpen", 1.0)
        actor.set("jawOpen", "open")  # wrong
        actor.set(3, None)
        bones: mien.Array = actor.step(1 / 60)
        shape: Tuple[int, ...] = bones.shape
        weight: Optional[float] = actor.curve("jawOpen")
        number: float = actor.curve("jawOpen")  # wrong
        mesh: mien.Mesh = actor.mesh  # wrong
        names: Tuple[str, ...] = actor.skeleton.bones
        kinds: List[mien.FindingKind] = [row.kind for row in actor.report]
        del weight, number, mesh, names, kinds
        return [float(bones[0, i]) for i in range(shape[1])]


def crowd(bundle: mien.Bundle) -> int:
    binding = mien.PoseBinding(bundle.poses("a.poses"), bundle.skeleton("a.skeleton"))
    mien.PoseBinding(bundle.clip("a.clip"), bundle.skeleton("a.skeleton"))  # wrong
    many = mien.Crowd(binding, count=100)
    many.run()
    asset = bundle["a"]
    asset.length  # wrong
    if isinstance(asset, mien.Clip):
        return round(asset.length)
    return many.count


def fails() -> Tuple[mien.Status, str]:
    try:
        mien.load(b"")
        mien.load(3)  # wrong
    except mien.Error as error:
        return error.status, error.location
    return mien.Status.OK, ""


def author() -> float:
    program = mien.Program("folder")
    built: mien.BuildResult = program.build("a.poses.json", progress=lambda value, file: None)
    program.build(progress=lambda value: None)  # wrong
    codes: List[str] = [row.code for row in program.lint(fix=True)]
    program.bundle("a.poses.json")  # wrong
    del codes
    return built.seconds
