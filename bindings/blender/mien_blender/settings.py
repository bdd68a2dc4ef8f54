# SPDX-License-Identifier: MIT
"""What a .blend file stores: the character of an object, its clip and its sliders."""

import bpy
from bpy.props import (BoolProperty, CollectionProperty, FloatProperty, IntProperty, PointerProperty, StringProperty)

from . import session


def changed(self, context):
    """The object's pose follows a setting at once."""
    session.refresh(self.id_data)


def slider_moved(self, context):
    if self.use or session.is_quiet():
        session.refresh(self.id_data)
    else:
        self.use = True  # and refreshes


def clip_names(self, context, text):
    """Clips of the bundle that contain the text."""
    return [name for name in session.members(self.id_data, "clip") if text.lower() in name.lower()]


class MienSlider(bpy.types.PropertyGroup):
    """A live value of a curve. Its name is the curve's, and the pose's."""

    value: FloatProperty(name="Weight", description="Weight of the pose", soft_min=0, soft_max=1, min=-10, max=10,
                         update=slider_moved)
    use: BoolProperty(name="Override", description="Use this value instead of the clip's", update=changed)


class MienParameter(bpy.types.PropertyGroup):
    """A number of the graph."""

    value: FloatProperty(name="Value", update=changed)


class MienLine(bpy.types.PropertyGroup):
    """A line of a report; its name is the text."""


class MienDiagnostic(bpy.types.PropertyGroup):
    """A likely mistake in the project; its name is the message."""

    code: StringProperty()
    severity: StringProperty()
    file: StringProperty()
    can_fix: BoolProperty()


class MienCharacter(bpy.types.PropertyGroup):
    """The character that drives an armature, or a mesh without one."""

    is_live: BoolProperty(name="Live", description="Pose bones and shape keys on every frame", update=changed)
    project: StringProperty(name="Project", subtype='DIR_PATH', description="The folder of the Mien project")
    bundle: StringProperty(name="Bundle", subtype='FILE_PATH', description="Packs of the character and its clips")
    assets: StringProperty(description="Assets in the bundle, as JSON: to make it again")
    skeleton: StringProperty(name="Skeleton")
    mesh: StringProperty(name="Mesh")
    poses: StringProperty(name="Poses")
    graph: StringProperty(name="Graph")
    use_graph: BoolProperty(name="Graph", description="Play the character's graph instead of a clip alone", update=changed)
    clip: StringProperty(name="Clip", description="The clip to play", search=clip_names, update=changed)
    start: IntProperty(name="Start", description="Frame at which the clip starts", default=1, update=changed)
    speed: FloatProperty(name="Speed", default=1, min=-10, max=10, update=changed)
    loops: BoolProperty(name="Loop", update=changed)
    port: IntProperty(name="Port", default=0, min=0, max=65535, description="UDP port of the tracker; 0: those of all protocols")
    muted: StringProperty(description="F-curves that were muted, as JSON")
    sliders: CollectionProperty(type=MienSlider)
    active_slider: IntProperty()
    parameters: CollectionProperty(type=MienParameter)
    report: CollectionProperty(type=MienLine)
    diagnostics: CollectionProperty(type=MienDiagnostic)
    active_diagnostic: IntProperty()


CLASSES = (MienSlider, MienParameter, MienLine, MienDiagnostic, MienCharacter)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Object.mien = PointerProperty(type=MienCharacter)


def unregister():
    del bpy.types.Object.mien
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
