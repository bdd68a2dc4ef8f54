# SPDX-License-Identifier: MIT
"""Mien in Blender: characters, clips, graphs and poses, on bones and shape keys."""

bl_info = {
    "name": "Mien",
    "description": "Play facial clips and graphs, pose faces with sliders, bake, and make pose assets",
    "author": "The Mien contributors",
    "version": (0, 0, 0),  # scripts/blender-addon writes the version of the library
    "blender": (3, 4, 0),
    "location": "3D Viewport > Sidebar > Mien",
    "category": "Animation",
}

from . import handlers, importing, live, operators, panels, settings

MODULES = (settings, importing, operators, panels, live, handlers)


def register():
    for module in MODULES:
        module.register()


def unregister():
    for module in reversed(MODULES):
        module.unregister()
