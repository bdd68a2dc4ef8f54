# SPDX-License-Identifier: MIT
"""Commands of the panels."""

import bpy

from . import session
from .importing import ERRORS


def owner_of(context):
    """The active object's character: its own, or that of the armature that deforms it."""
    thing = context.object
    while thing is not None and not thing.mien.bundle:
        thing = thing.parent
    return thing


class OwnerOperator:
    """An operator on the active character."""

    bl_options = {'REGISTER', 'UNDO'}

    @classmethod
    def poll(cls, context):
        return owner_of(context) is not None

    def execute(self, context):
        try:
            return self.run(context, owner_of(context))
        except ERRORS as error:
            self.report({'ERROR'}, str(error))
            return {'CANCELLED'}


class MIEN_OT_rebind(OwnerOperator, bpy.types.Operator):
    """Match bones and shape keys again, after changes to the rig or the bundle"""

    bl_idname = "mien.rebind"
    bl_label = "Rebind"

    def run(self, context, owner):
        session.forget(owner.name)
        session.fill(owner)
        session.refresh(owner, context.scene)
        return {'FINISHED'}


class MIEN_OT_reset(OwnerOperator, bpy.types.Operator):
    """Set all sliders to 0 and give their curves back to the clip"""

    bl_idname = "mien.reset"
    bl_label = "Reset Sliders"

    def run(self, context, owner):
        with session.quiet():
            for slider in owner.mien.sliders:
                slider.value, slider.use = 0.0, False
        session.refresh(owner, context.scene)
        return {'FINISHED'}


CLASSES = (MIEN_OT_rebind, MIEN_OT_reset)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
