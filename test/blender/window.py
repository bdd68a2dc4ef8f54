# SPDX-License-Identifier: MIT
"""Takes the screenshot of docs/blender.md, in a Blender with a window, such as in Xvfb:

  xvfb-run -a -s "-screen 0 1120x720x24" blender --factory-startup --enable-event-simulate \\
      --window-geometry 0 0 1120 720 --python test/blender/window.py -- ADDON CHARACTER IMAGE

ADDON is the folder of the unpacked zip, CHARACTER a .character.json of the sample cast. Set
MIEN_PROGRAM. The image is then reduced to 256 colours."""

import os
import struct
import sys
import traceback
import zlib

import bpy
import mathutils
import numpy as np

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
    space = area.spaces[0]
    space.show_region_ui, space.shading.type = True, 'MATERIAL'
    for name in ("floor", "axis_x", "axis_y", "cursor", "bones", "outline_selected", "relationship_lines", "object_origins"):
        setattr(space.overlay, f"show_{name}", False)
    view = space.region_3d
    view.view_rotation = mathutils.Euler((1.52, 0, 0.35)).to_quaternion()
    view.view_perspective, view.view_location, view.view_distance = 'PERSP', (0.05, 0, 0.03), 0.62


def mouse(kind, value, away=False):
    window, area = viewport()
    sidebar = next(region for region in area.regions if region.type == 'UI')
    place = (sidebar.x // 2, sidebar.y + 200) if away else (sidebar.x + sidebar.width - 10, sidebar.y + sidebar.height - TAB)
    window.event_simulate(type=kind, value=value, x=place[0], y=place[1])


def shoot():
    window, area = viewport()
    with bpy.context.temp_override(window=window, area=area):
        bpy.ops.screen.screenshot(filepath=IMAGE)
    reduce()


def reduce():
    """Writes the image again with 256 colours."""
    image = bpy.data.images.load(IMAGE)
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    colours = np.rint(pixels.reshape(height, width, 4)[::-1, :, :3] * 255).astype(np.int64).reshape(-1, 3)
    codes, places, counts = np.unique(colours @ (65536, 256, 1), return_inverse=True, return_counts=True)
    rows = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(float)
    boxes = [np.arange(len(rows))]
    while len(boxes) < 256:  # split the box with the largest spread at its median
        spreads = [(rows[box].std(axis=0).max() * counts[box].sum() ** 0.5 if len(box) > 1 else 0) for box in boxes]
        box = boxes.pop(int(np.argmax(spreads)))
        box = box[np.argsort(rows[box][:, rows[box].std(axis=0).argmax()])]
        half = int(np.clip(np.searchsorted(np.cumsum(counts[box]), counts[box].sum() / 2), 1, len(box) - 1))
        boxes += [box[:half], box[half:]]
    palette, index = bytearray(), np.empty(len(rows), np.uint8)
    for number, box in enumerate(boxes):
        palette += bytes(np.rint(np.average(rows[box], axis=0, weights=counts[box])).astype(np.uint8))
        index[box] = number
    lines = np.concatenate([np.zeros((height, 1), np.uint8), index[places].reshape(height, width)], axis=1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(IMAGE, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) +
                   chunk(b"PLTE", bytes(palette)) + chunk(b"IDAT", zlib.compress(lines.tobytes(), 9)) + chunk(b"IEND", b""))


STEPS = [load, lambda: None, lambda: mouse('MOUSEMOVE', 'NOTHING'), lambda: mouse('LEFTMOUSE', 'PRESS'),
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
