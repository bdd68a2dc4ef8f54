# SPDX-License-Identifier: MIT
"""What runs on every frame, and after loading and undo."""

import bpy
from bpy.app.handlers import persistent

from . import session


def live_objects(scene):
    return [thing for thing in scene.objects if thing.mien.is_live and thing.mien.bundle]


@persistent
def frame_changed(scene, depsgraph=None):
    # After the F-curves of sliders and settings; Blender then evaluates what this changes.
    for owner in live_objects(scene):
        if owner.mode == 'EDIT':
            session.forget(owner.name)
            continue
        try:
            session.apply(owner, scene)
        except (OSError, LookupError, ValueError, session.mien.Error) as error:
            session.forget(owner.name)
            session.show(owner, [f"Cannot play: {error}"])
            print(f"mien: {owner.name}: {error}")


@persistent
def loaded(*_):
    session.forget()


HANDLERS = (("frame_change_post", frame_changed), ("load_post", loaded), ("undo_post", loaded), ("redo_post", loaded))


def register():
    for name, function in HANDLERS:
        getattr(bpy.app.handlers, name).append(function)


def unregister():
    for name, function in HANDLERS:
        rows = getattr(bpy.app.handlers, name)
        if function in rows:
            rows.remove(function)
    session.forget()
