# SPDX-License-Identifier: MIT
"""Playing: a clip is chosen, played, paused, sought, looped and stepped, by buttons, keys,
the slider and the field of the time; its sound makes no trouble where nothing can play it;
and nothing ticks while nothing plays."""

import time
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def ticks(studio):
    """Processor time that the program took so far, in hundredths of a second."""
    fields = Path(f"/proc/{studio.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    assert "play.toggle" not in studio.actions(), "there is no clip to play"
    studio.click(studio.find("push button", "Clip"))
    studio.type("sent")
    kit.wait("one clip", lambda: [n for n in studio.all("label", studio.find("list", "Clips"))
                                  if n.get_name() == "sentence"])
    studio.key("Return")
    kit.wait("the clip", lambda: "play.toggle" in studio.actions())
    slider, button = studio.find("slider", "Time"), studio.find("push button", "Play")
    field = studio.find("push button", "Current time")
    # While it plays the program answers between frames: ask little, by nodes that are known.
    now = slider.get_value_iface().get_current_value
    seek = slider.get_value_iface().set_current_value

    def shows(word):
        button.clear_cache()
        return button.get_name() == word

    kit.wait("its length", lambda: abs(slider.get_value_iface().get_maximum_value() - 2.8) < 1e-6)
    assert studio.description(field) == "0.00 / 2.80 s"

    # Keys of the clip, frames, ends.
    for action, wanted in (("play.next-key", 19 / 120), ("play.next-frame", 10 / 60), ("play.next-frame", 11 / 60),
                           ("play.previous-key", 19 / 120), ("play.previous-frame", 9 / 60), ("play.end", 2.8),
                           ("play.start", 0)):
        studio.do(action)
        kit.wait(f"{action}: {wanted:.3f} s, not {now():.3f}", lambda: abs(now() - wanted) < 1e-5)

    # The field takes seconds and frames, and shows them.
    studio.click(field)
    studio.type("f60")
    studio.key("Return")
    kit.wait("frame 60", lambda: abs(now() - 1.0) < 1e-6)
    kit.pump(0.5)  # two clicks in a row would be one double click
    studio.click(field, count=2)
    kit.wait("frames", lambda: studio.description(field) == "60 / 168")
    seek(0.5)
    kit.wait("half a second", lambda: studio.description(field) == "30 / 168")

    # Space on the slider plays; at the end it stops.
    studio.click(slider)
    kit.wait("the middle", lambda: abs(now() - 1.4) < 0.05)
    studio.key("space")
    kit.wait("time goes on", lambda: now() > 1.5)
    kit.wait("the end", lambda: shows("Play"))
    assert abs(now() - 2.8) < 1e-6, now()
    studio.screenshot("play-end")

    # From its start it takes as long as the clip: frames are lost, time is not.
    studio.key("space")
    began = time.monotonic()
    kit.wait("playing", lambda: shows("Pause") and now() < 2.0)
    kit.wait("the end again", lambda: shows("Play"))
    assert 2.0 < time.monotonic() - began < 6.0, time.monotonic() - began

    # A range of one second, again and again, at twice the speed; then back.
    seek(0.5)
    studio.do("play.range-in")
    seek(1.5)
    studio.do("play.range-out")
    studio.do("play.rate-double")
    studio.key("space")
    seen = []
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        seen.append(round(now(), 3))
        kit.pump(0.1)
    assert len(set(seen)) > 3 and all(0.45 <= one <= 1.55 for one in seen), seen
    assert any(b < a for a, b in zip(seen, seen[1:])), f"it never looped: {seen}"
    studio.screenshot("play-loop")
    studio.key("k")
    kit.wait("a pause", lambda: shows("Play"))
    seek(1.4)
    studio.key("j")
    kit.wait("backwards", lambda: now() < 1.4)
    studio.key("k")
    kit.wait("a pause", lambda: shows("Play"))

    # Nothing moves: nothing is done.
    kit.pump(1.0)
    before = ticks(studio)
    time.sleep(1.0)
    assert ticks(studio) - before <= 3, f"{ticks(studio) - before} hundredths of a second for nothing"
