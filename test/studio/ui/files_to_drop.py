# SPDX-License-Identifier: MIT
"""A small window out of which files can be dragged, as out of a file manager. It goes when
they were dropped."""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

uris = "".join(Path(path).as_uri() + "\r\n" for path in sys.argv[1:])


def start(application):
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY, content=Gdk.ContentProvider.new_for_bytes(
        "text/uri-list", GLib.Bytes.new(uris.encode())))
    source.connect("drag-end", lambda *_: application.quit())
    label = Gtk.Label(label="Files", width_request=100, height_request=60)
    label.add_controller(source)
    Gtk.ApplicationWindow(application=application, title="Files to drop", child=label, decorated=False).present()


files = Gtk.Application()
files.connect("activate", start)
files.run()
