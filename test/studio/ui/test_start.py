# SPDX-License-Identifier: MIT
"""The first start: the welcome page, what it offers, and how soon."""

import kit

with kit.Studio() as studio:
    studio.find("push button", "Open Sample Project")
    studio.find("push button", "New Project…")
    studio.find("push button", "Open…")
    actions = studio.actions()
    assert "win.open-sample" in actions and "win.open-project" in actions, actions
    for name in ("win.save", "win.undo", "browser.open", "viewport.frame", "win.tab-1"):
        assert name not in actions, f"{name} can act without a project"
    print(f"accessible after {studio.mapped:.2f} s")
