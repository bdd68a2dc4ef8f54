# SPDX-License-Identifier: MIT
"""Commands of the panels."""

import time

import bpy
from bpy.props import BoolProperty, IntProperty, StringProperty

from . import bake, importing, live, poses, session
from .importing import ERRORS

SLICE = 0.03  # seconds of long work between two redraws


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


class LongOperator(OwnerOperator):
    """An operator whose steps() yield the fraction done. In a window it shows progress, and Esc cancels it."""

    def execute(self, context):
        try:
            for _ in self.steps(context, owner_of(context)):
                pass
        except ERRORS as error:
            self.report({'ERROR'}, str(error))
            return {'CANCELLED'}
        return {'FINISHED'}

    def start(self, context):
        if bpy.app.background:
            return self.execute(context)
        self.work = self.steps(context, owner_of(context))
        context.window_manager.progress_begin(0, 1)
        self.timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {'RUNNING_MODAL'}

    def invoke(self, context, event):
        return self.start(context)

    def modal(self, context, event):
        if event.type == 'ESC':
            self.work.close()
            return self.end(context, {'CANCELLED'})
        if event.type != 'TIMER':
            return {'RUNNING_MODAL'}
        begin = time.monotonic()
        try:
            while time.monotonic() - begin < SLICE:
                context.window_manager.progress_update(next(self.work))
        except StopIteration:
            return self.end(context, {'FINISHED'})
        except ERRORS as error:
            self.report({'ERROR'}, str(error))
            return self.end(context, {'CANCELLED'})
        return {'RUNNING_MODAL'}

    def end(self, context, result):
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        return result


class MIEN_OT_bake(LongOperator, bpy.types.Operator):
    """Write the character's motion as actions with a key per frame, and switch Live off"""

    bl_idname = "mien.bake"
    bl_label = "Bake Action"
    first: IntProperty(name="First Frame", default=-1, description="-1: the scene's")
    last: IntProperty(name="Last Frame", default=-1, description="-1: the scene's")

    def steps(self, context, owner):
        scene = context.scene
        first = scene.frame_start if self.first < 0 else self.first
        last = scene.frame_end if self.last < 0 else self.last
        if last < first:
            raise LookupError("the last frame is before the first")
        yield from bake.steps(owner, scene, first, last)
        self.report({'INFO'}, f"{last - first + 1} frames baked")


class MIEN_OT_create_poses(LongOperator, bpy.types.Operator):
    """Create a pose asset from the action: a pose per marker, or per frame if there are no markers"""

    bl_idname = "mien.create_poses"
    bl_label = "Create Pose Asset"
    name: StringProperty(name="Name", default="blender", description="Of the new asset, in the project")
    additive: BoolProperty(name="Additive", default=True, description="Poses add to the input pose")

    def invoke(self, context, event):
        return context.window_manager.invoke_props_dialog(self)

    def steps(self, context, owner):
        yield from poses.create_steps(owner, context.scene, self.name, self.additive)
        self.report({'INFO'}, f"{self.name}.poses.json created in {owner.mien.project}")


class MIEN_OT_send_pose(OwnerOperator, bpy.types.Operator):
    """Store the pose that is shown in the character's pose asset, under the name of a pose or a new one"""

    bl_idname = "mien.send_pose"
    bl_label = "Send Pose to Project"
    pose: StringProperty(name="Pose")

    def invoke(self, context, event):
        s = owner_of(context).mien
        if not self.pose and 0 <= s.active_slider < len(s.sliders):
            self.pose = s.sliders[s.active_slider].name
        return context.window_manager.invoke_props_dialog(self)

    def run(self, context, owner):
        self.report({'INFO'}, poses.send(owner, self.pose))
        return {'FINISHED'}


class MIEN_OT_update_bundle(OwnerOperator, bpy.types.Operator):
    """Bundle the character and its clips again, after changes in the project"""

    bl_idname = "mien.update_bundle"
    bl_label = "Update from Project"

    def run(self, context, owner):
        importing.refresh_bundle(owner)
        return {'FINISHED'}


class MIEN_OT_lint(OwnerOperator, bpy.types.Operator):
    """Find likely mistakes in the project of the character"""

    bl_idname = "mien.lint"
    bl_label = "Check Project"
    bl_options = {'REGISTER'}
    fix: BoolProperty(name="Fix", description="Apply the safe fixes")

    def run(self, context, owner):
        project = importing.program(poses.project_of(owner))
        if self.fix:
            project.lint(fix=True)
            importing.refresh_bundle(owner)
        rows = owner.mien.diagnostics
        rows.clear()
        for found in project.lint():
            row = rows.add()
            row.name, row.code, row.severity, row.file = found.message, found.code, found.severity, found.file
            row.can_fix = found.fix is not None
        self.report({'INFO'}, f"{len(rows)} diagnostics")
        return {'FINISHED'}


class MIEN_OT_listen(OwnerOperator, bpy.types.Operator):
    """Let a face tracker move the sliders, as `mien live listen` receives it; run again to stop"""

    bl_idname = "mien.listen"
    bl_label = "Live Capture"

    def run(self, context, owner):
        if live.listener is not None:
            live.stop()
        else:
            live.start(owner, owner.mien.port)
        return {'FINISHED'}


CLASSES = (MIEN_OT_lint, MIEN_OT_listen, MIEN_OT_rebind, MIEN_OT_reset, MIEN_OT_bake, MIEN_OT_create_poses, MIEN_OT_send_pose, MIEN_OT_update_bundle)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
