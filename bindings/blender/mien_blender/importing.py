# SPDX-License-Identifier: MIT
"""Characters from a Mien project, or a bundle on a rig that is there."""

import json
import os
import struct
import tempfile
from pathlib import Path

import bpy
import numpy as np
from bpy.props import BoolProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import mien, session, source

MAX_CLIPS = 256  # of a project, unless they are added by name
ERRORS = (OSError, LookupError, ValueError, mien.Error, mien.CommandError)


def project_of(path):
    """The folder with mien.json that a file is in."""
    for folder in Path(path).resolve().parents:
        if (folder / "mien.json").exists():
            return folder
    raise LookupError(f"{path} is not in a Mien project: no folder above it has a mien.json")


def program(project):
    """The program mien in a project, found by MIEN_PROGRAM or in PATH; None: in no project."""
    return mien.Program(str(project)) if project else mien.Program()


def clips_of(project, skeleton):
    """Clips of a project for a skeleton, by path."""
    clips = []
    for path in sorted(Path(project).rglob("*.clip.json")):
        name = path.relative_to(project).as_posix()
        if not name.startswith(".") and json.loads(path.read_text(encoding="utf-8")).get("skeleton", skeleton) == skeleton:
            clips.append(name)
    return clips[:MAX_CLIPS]


def bundle_path(project, asset):
    """Where the bundle of a character is: with the other derived files of the project."""
    return Path(project) / ".mien" / "blender" / (asset[:-len(".json")].replace("/", "_") + ".mien")


def write_bundle(project, assets, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    program(project).bundle(*assets, output=str(path))


def without_animations(data):
    """A .glb without its animations: Blender would make actions of them, which win over the live pose."""
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + length])
    document.pop("animations", None)
    start = 20 + length + 8
    return source.glb(document, data[start:] if len(data) > start else b"")


def import_model(project, asset):
    """The mesh of a character as objects of Blender. Returns its armature, or its mesh without one."""
    import addon_utils
    if not hasattr(bpy.types, "IMPORT_SCENE_OT_gltf"):
        addon_utils.enable("io_scene_gltf2")
    if "bool" not in vars(np) and np.__version__ < "2":  # Blender 3.4's importer expects an older numpy
        np.bool = bool
    before = set(bpy.data.objects)
    with tempfile.TemporaryDirectory(prefix="mien-") as folder:
        path = Path(folder) / "model.glb"
        program(project).run("export", asset, "--no-poses", "-o", str(path))
        path.write_bytes(without_animations(path.read_bytes()))
        bpy.ops.import_scene.gltf(filepath=str(path), bone_heuristic='BLENDER')  # exports have the same axes
    made = [thing for thing in bpy.data.objects if thing not in before]
    for thing in [thing for thing in made if thing.name.startswith("Icosphere") and thing.parent is None]:
        made.remove(thing)  # the importer's custom shape for bones
        bpy.data.objects.remove(thing)
    owners = [thing for thing in made if thing.type == 'ARMATURE'] or [thing for thing in made if thing.type == 'MESH']
    if not owners:
        raise LookupError(f"{asset} has no armature and no mesh")
    for thing in made:
        if thing.type == 'ARMATURE':
            for bone in thing.pose.bones:
                bone.custom_shape = None
    return owners[0]


def member(name):
    """The name of an asset's pack in a bundle."""
    return name[:-len(".json")] if name and name.endswith(".json") else name or ""


def bind(owner, bundle, parts, project="", assets=()):
    """Makes an owner's character from a bundle, and fills sliders and report."""
    s = owner.mien
    s.is_live = False
    s.project, s.bundle, s.assets = str(project), str(bundle), json.dumps(list(assets))
    for name in ("skeleton", "mesh", "poses", "graph"):
        setattr(s, name, parts.get(name, ""))
    s.use_graph = bool(parts.get("graph")) and parts.get("use_graph", False)
    s.clip = parts.get("clip", "")
    session.forget(owner.name)
    session.fill(owner)
    s.is_live = True
    return session.fill(owner)


def parts_of(project, asset, text):
    """The assets of a character, of a pose asset with a mesh, or of a mesh with the poses that name it."""
    kind = text.get("kind")
    if kind == "poses":
        text = {**text, "poses": asset}
    elif kind == "mesh":
        found = [path.relative_to(project).as_posix() for path in sorted(project.rglob("*.poses.json"))
                 if json.loads(path.read_text(encoding="utf-8")).get("mesh") == asset]
        text = {**text, "mesh": asset, "poses": found[0] if found else None}
    elif kind != "character":
        raise LookupError(f"{asset} is not a character, a pose asset or a mesh")
    parts = {name: text.get(name) for name in ("skeleton", "mesh", "poses", "graph")}
    if not parts["mesh"]:
        raise LookupError(f"{asset} names no mesh to import")
    return parts


def import_character(path, with_clips=True):
    """Imports a character, or a mesh with its poses, and binds it. Returns the owner."""
    project = project_of(path)
    asset = Path(path).resolve().relative_to(project).as_posix()
    parts = parts_of(project, asset, json.loads(Path(path).read_text(encoding="utf-8")))
    assets = [asset] + ([parts["poses"]] if parts["poses"] and parts["poses"] != asset else [])
    assets += clips_of(project, parts["skeleton"]) if with_clips else []
    bundle = bundle_path(project, asset)
    write_bundle(project, assets, bundle)
    owner = import_model(project, parts["mesh"])
    owner.name = Path(asset).name.split(".")[0]
    bind(owner, bundle, {name: member(value) for name, value in parts.items()}, project, assets)
    return owner


def refresh_bundle(owner):
    """Makes the owner's bundle again from its project, and binds it."""
    s = owner.mien
    if not s.project:
        raise LookupError("this character has no project: its bundle is a file of your own")
    write_bundle(s.project, json.loads(s.assets), Path(bpy.path.abspath(s.bundle)))
    session.forget(owner.name)
    session.fill(owner)
    session.refresh(owner)


def bind_bundle(owner, path):
    """Binds a bundle to a rig that is there: the part that is the only one of its kind, or fits best."""
    with mien.Bundle(Path(path).read_bytes()) as bundle:
        kinds = {"skeleton": mien.PackKind.SKELETON, "mesh": mien.PackKind.MESH, "poses": mien.PackKind.POSE_ASSET,
                 "graph": mien.PackKind.GRAPH}
        names = {part: [row.name for row in bundle.members if row.kind == kind] for part, kind in kinds.items()}
        if not names["skeleton"]:
            raise LookupError(f"{path} has no skeleton: bundle a character")
        have = {bone.name for bone in owner.data.bones} if owner.type == 'ARMATURE' else set()
        parts = {"skeleton": max(names["skeleton"], key=lambda name: len(have & set(bundle.skeleton(name).bones)))}
        stem = owner.name.lower()
        for part in ("mesh", "poses", "graph"):
            near = [name for name in names[part] if stem and os.path.basename(name).lower().startswith(stem)]
            parts[part] = (near or names[part] or [""])[0]
    return bind(owner, path, parts)


class MIEN_OT_import_character(bpy.types.Operator, ImportHelper):
    """Import a character of a Mien project: mesh, bones, shape keys, materials and clips"""

    bl_idname = "mien.import_character"
    bl_label = "Import Mien Character"
    bl_options = {'REGISTER', 'UNDO'}
    filename_ext = ".json"
    filter_glob: StringProperty(default="*.character.json;*.poses.json;*.mesh.json", options={'HIDDEN'})
    with_clips: BoolProperty(name="Clips", default=True, description="Include the clips of its skeleton")

    def execute(self, context):
        try:
            owner = import_character(self.filepath, self.with_clips)
        except ERRORS as error:
            self.report({'ERROR'}, str(error))
            return {'CANCELLED'}
        for thing in context.selected_objects:
            thing.select_set(False)
        owner.select_set(True)
        context.view_layer.objects.active = owner
        self.report({'INFO'}, owner.mien.report[0].name)
        return {'FINISHED'}


class MIEN_OT_bind(bpy.types.Operator, ImportHelper):
    """Drive the active armature or mesh with a bundle, by names of bones and shape keys"""

    bl_idname = "mien.bind"
    bl_label = "Bind Mien Bundle"
    bl_options = {'REGISTER', 'UNDO'}
    filename_ext = ".mien"
    filter_glob: StringProperty(default="*.mien", options={'HIDDEN'})

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type in ('ARMATURE', 'MESH')

    def execute(self, context):
        try:
            bind_bundle(context.object, self.filepath)
        except ERRORS as error:
            self.report({'ERROR'}, str(error))
            return {'CANCELLED'}
        self.report({'INFO'}, context.object.mien.report[0].name)
        return {'FINISHED'}


def menu(self, context):
    self.layout.operator(MIEN_OT_import_character.bl_idname, text="Mien Character (.character.json)")


def register():
    bpy.utils.register_class(MIEN_OT_import_character)
    bpy.utils.register_class(MIEN_OT_bind)
    bpy.types.TOPBAR_MT_file_import.append(menu)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(menu)
    bpy.utils.unregister_class(MIEN_OT_bind)
    bpy.utils.unregister_class(MIEN_OT_import_character)
