# SPDX-License-Identifier: MIT
"""Live faces: nothing is opened before Receive is on; a sender over VMC moves all faces; sources, names that move
none and silence are shown; and closing the project closes the socket."""

import re
import socket
import struct
import threading
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def is_free(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        try:
            tried.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def padded(text):
    return text.encode() + b"\0" * (4 - len(text) % 4)


def message(address, tags, *values):
    data = padded(address) + padded("," + tags)
    for tag, value in zip(tags, values):
        data += padded(value) if tag == "s" else struct.pack(">f", value)
    return data


class Sender:
    """A performer over VMC, 30 times per second, until it is left."""

    def __init__(self, port):
        self.port, self.values, self.over = port, {}, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            while not self.over.wait(1 / 30):
                for name, value in dict(self.values).items():
                    out.sendto(message("/VMC/Ext/Blend/Val", "sf", name, value), ("127.0.0.1", self.port))
                out.sendto(message("/VMC/Ext/Blend/Apply", ""), ("127.0.0.1", self.port))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def live(studio, name):
    """The value of a curve that live values give the first face; None: they do not."""
    found = re.search(r" Live:.*?\b" + name + r" ([0-9.]+)[,.]", studio.stage())
    return float(found.group(1)) if found else None


def says(studio, pattern):
    """Whether a label reads like this."""
    return any(re.search(pattern, node.get_name()) for node in studio.all("label"))


port = free_port()
with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    assert "live.drive" not in studio.actions() and is_free(port)
    studio.do("win.show-live")
    studio.enter("Ports", str(port))
    kit.wait("the open port", lambda: not is_free(port))
    kit.wait("what to do in silence", lambda: says(
        studio, f"Nothing arrives at 127.0.0.1, UDP {port}. Enter the address .* 0.0.0.0 here."))
    with Sender(port) as sender:
        sender.values = {"JawOpen": 0.8, "Strange": 0.3}
        kit.wait("an open jaw", lambda: abs((live(studio, "jawOpen") or 0) - 0.8) < 0.02)
        row = studio.find("list item", "VMC")
        kit.wait("its rate", lambda: re.search(r"VMC · 127.0.0.1 · 2 values · ([5-9]|[1-3]\d)\.\d Hz · no clock",
                                               studio.description(row)))
        kit.wait("names that move no face", lambda: says(
            studio, "ada: 1 of 2 names of VMC move it; not Strange"))
        studio.screenshot("live")
        sender.values["JawOpen"] = 0.2
        kit.wait("a jaw that closes", lambda: abs((live(studio, "jawOpen") or 0) - 0.2) < 0.02)
        studio.do("live.drive")
        kit.wait("faces that are not driven", lambda: " Live" not in studio.stage())
        studio.do("live.drive")
        kit.wait("driven faces", lambda: live(studio, "jawOpen"))
    kit.wait("a face that fades", lambda: " Live." in studio.stage())
    studio.do("live.receive")
    kit.wait("the free port", lambda: is_free(port))

    # Another program has the port: that is said, and nothing is open.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", port))
        studio.do("live.receive")
        kit.wait("why it cannot be opened", lambda: says(
            studio, f"Port {port}: Another program uses this port"))
        assert "live.drive" not in studio.actions()
    studio.do("live.receive")
    kit.wait("the open port", lambda: not is_free(port))
    studio.do("win.close-window")
    kit.wait("a closed socket", lambda: is_free(port))
