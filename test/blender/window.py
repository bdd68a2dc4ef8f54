# SPDX-License-Identifier: MIT
"""Takes the screenshot of docs/blender.md, in a Blender with a window, such as in Xvfb:

  xvfb-run -a -s "-screen 0 1000x640x24" blender --factory-startup --enable-event-simulate \\
      --window-geometry 0 0 1000 640 --python test/blender/window.py -- ADDON CHARACTER IMAGE

ADDON is the folder of the unpacked zip, CHARACTER a .character.json of the sample cast. Set
MIEN_PROGRAM. IMAGE is a .jpg."""

import os
import sys
import traceback

import bpy
import mathutils

ADDON, CHARACTER, IMAGE = sys.argv[sys.argv.index("--") + 1:]
SLIDERS = {"jawOpen": 0.35, "mouthSmileLeft": 0.9, "mouthSmileRight": 0.9, "browInnerUp": 0.6, "eyeWideLeft": 0.3,
           "eyeWideRight": 0.3}
TAB = 160  # the tab Mien, from the top of the sidebar


def viewport():
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == 'VIEW_3D')
    return window, area


def load():
    window, area = viewport()
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    sys.path.insert(0, ADDON)
    import mien_blender
    mien_blender.register()
    with bpy.context.temp_override(window=window, area=area):
        bpy.ops.mien.import_character(filepath=CHARACTER)
    owner, scene = bpy.context.view_layer.objects.active, bpy.context.scene
    scene.render.fps, scene.frame_end = 30, 168
    owner.mien.clip = "emotions.clip"
    scene.frame_set(40)
    for name, value in SLIDERS.items():
        owner.mien.sliders[name].value = value
    owner.mien.active_slider = owner.mien.sliders.find("mouthSmileLeft")
    space = area.spaces[0]
    space.show_region_ui, space.shading.type = True, 'MATERIAL'
    for name in ("floor", "axis_x", "axis_y", "cursor", "bones", "outline_selected", "relationship_lines", "object_origins"):
        setattr(space.overlay, f"show_{name}", False)
    view = space.region_3d
    view.view_rotation = mathutils.Euler((1.52, 0, 0.35)).to_quaternion()
    view.view_perspective, view.view_location, view.view_distance = 'PERSP', (0.05, 0, 0.03), 0.62


def maximize():
    window, area = viewport()
    with bpy.context.temp_override(window=window, area=area):
        bpy.ops.screen.screen_full_area(use_hide_panels=False)


def mouse(kind, value, away=False):
    window, area = viewport()
    sidebar = next(region for region in area.regions if region.type == 'UI')
    place = (sidebar.x // 2, sidebar.y + 200) if away else (sidebar.x + sidebar.width - 10, sidebar.y + sidebar.height - TAB)
    window.event_simulate(type=kind, value=value, x=place[0], y=place[1])


def shoot():
    window, area = viewport()
    with bpy.context.temp_override(window=window, area=area):
        bpy.ops.screen.screenshot(filepath=IMAGE + ".png")
    reduce()


def reduce():
    """The screenshot as JPEG."""
    image = bpy.data.images.load(IMAGE + ".png")
    image.pixels[0]  # reads the file
    image.filepath_raw, image.file_format = IMAGE, 'JPEG'
    image.save()
    os.remove(IMAGE + ".png")


STEPS = [load, maximize, lambda: mouse('MOUSEMOVE', 'NOTHING'), lambda: mouse('LEFTMOUSE', 'PRESS'),
         lambda: mouse('LEFTMOUSE', 'RELEASE'), lambda: mouse('MOUSEMOVE', 'NOTHING', away=True), lambda: None, shoot]


def step():
    try:
        STEPS.pop(0)()
    except Exception:
        traceback.print_exc()
        os._exit(3)
    if not STEPS:
        os._exit(0)
    return 0.5


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(step, first_interval=2)
