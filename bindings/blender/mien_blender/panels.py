# SPDX-License-Identifier: MIT
"""The tab Mien in the sidebar of the 3D viewport."""

import bpy

from . import live
from .operators import owner_of


class MienPanel:
    bl_space_type = 'VIEW_3D'
    bl_region_type = 'UI'
    bl_category = "Mien"


class CharacterPanel(MienPanel):
    """A panel for the active character."""

    @classmethod
    def poll(cls, context):
        return owner_of(context) is not None


class MIEN_PT_character(MienPanel, bpy.types.Panel):
    bl_label = "Character"

    def draw(self, context):
        layout, owner = self.layout, owner_of(context)
        column = layout.column(align=True)
        column.operator("mien.import_character", icon='IMPORT')
        column.operator("mien.bind", icon='LINKED')
        if owner is None:
            return
        s = owner.mien
        row = layout.row(align=True)
        row.prop(s, "is_live", text=f"Live: {owner.name}", toggle=True, icon='PLAY')
        row.operator("mien.rebind", text="", icon='FILE_REFRESH')


class MIEN_PT_clip(CharacterPanel, bpy.types.Panel):
    bl_label = "Clip"

    def draw(self, context):
        layout, s = self.layout, owner_of(context).mien
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(s, "clip", icon='ACTION')
        column = layout.column(align=True)
        column.prop(s, "start")
        column.prop(s, "speed")
        if s.graph:
            layout.prop(s, "use_graph")
        if s.use_graph:
            for row in s.parameters:
                layout.prop(row, "value", text=row.name)
        else:
            layout.prop(s, "loops")


class MIEN_UL_sliders(bpy.types.UIList):
    """Poses, with a weight each."""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index=0, flt_flag=0):
        row = layout.row(align=True)
        split = row.split(factor=0.6, align=True)  # names are long
        split.label(text=item.name)
        split.prop(item, "value", text="", slider=True)
        row.prop(item, "use", text="", icon='PINNED' if item.use else 'UNPINNED', emboss=False)


class MIEN_PT_sliders(CharacterPanel, bpy.types.Panel):
    bl_label = "Poses"

    def draw(self, context):
        s = owner_of(context).mien
        self.layout.template_list("MIEN_UL_sliders", "", s, "sliders", s, "active_slider", rows=12)
        self.layout.operator("mien.reset", icon='LOOP_BACK')


class MIEN_PT_exchange(CharacterPanel, bpy.types.Panel):
    bl_label = "Bake and Send"

    def draw(self, context):
        column = self.layout.column(align=True)
        column.operator("mien.bake", icon='ACTION')
        column.operator("mien.create_poses", icon='POSE_HLT')
        column.operator("mien.send_pose", icon='EXPORT')
        column.operator("mien.update_bundle", icon='FILE_REFRESH')


class MIEN_PT_live(CharacterPanel, bpy.types.Panel):
    bl_label = "Live Capture"
    bl_options = {'DEFAULT_CLOSED'}

    def draw(self, context):
        layout, runs = self.layout, live.listener is not None
        row = layout.row()
        row.enabled = not runs
        row.prop(owner_of(context).mien, "port")
        layout.operator("mien.listen", text="Stop" if runs else "Start", icon='PAUSE' if runs else 'REC')
        if runs:
            layout.label(text=f"{live.listener.frames} frames received")


class MIEN_UL_diagnostics(bpy.types.UIList):
    """Likely mistakes."""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index=0, flt_flag=0):
        layout.label(text=f"{item.code} {item.file}: {item.name}", icon='ERROR' if item.severity == "error" else 'INFO')


class MIEN_PT_lint(CharacterPanel, bpy.types.Panel):
    bl_label = "Problems"
    bl_options = {'DEFAULT_CLOSED'}

    def draw(self, context):
        layout, s = self.layout, owner_of(context).mien
        layout.operator("mien.lint", icon='VIEWZOOM').fix = False
        if not s.diagnostics:
            return
        layout.template_list("MIEN_UL_diagnostics", "", s, "diagnostics", s, "active_diagnostic", rows=4)
        if 0 <= s.active_diagnostic < len(s.diagnostics):
            layout.label(text=s.diagnostics[s.active_diagnostic].name)
        row = layout.row()
        row.enabled = any(found.can_fix for found in s.diagnostics)
        row.operator("mien.lint", text="Fix", icon='MODIFIER').fix = True


class MIEN_PT_report(CharacterPanel, bpy.types.Panel):
    bl_label = "Report"
    bl_options = {'DEFAULT_CLOSED'}

    def draw(self, context):
        column = self.layout.column(align=True)
        for line in owner_of(context).mien.report:
            column.label(text=line.name)


CLASSES = (MIEN_PT_character, MIEN_PT_clip, MIEN_UL_sliders, MIEN_PT_sliders, MIEN_PT_exchange, MIEN_PT_live, MIEN_UL_diagnostics,
           MIEN_PT_lint, MIEN_PT_report)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
