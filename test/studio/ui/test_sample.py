# SPDX-License-Identifier: MIT
"""The sample cast, opened from the welcome page by one click: made in the user's
documents, a face on the stage, its assets in the browser, remembered as recent."""

import kit

home = kit.new_home("user")
with kit.Studio(home=home) as studio:
    studio.click(studio.find("push button", "Open Sample Project"))
    kit.wait("the title", lambda: studio.frame().get_name() == "Mien Studio – The sample cast", 60)
    kit.wait("Ada on the stage", lambda: studio.stage().startswith("ada."), 20)
    kit.wait("a picture", lambda: studio.has_face())
    assert (home / "Documents/Mien/sample-cast/ada.character.json").exists()
    studio.screenshot("sample")
    assert studio.clicks == 1

with kit.Studio(home=home) as studio:
    row = kit.wait("the recent project", lambda: [n for n in studio.all("label") if n.get_name() == "The sample cast"])
    studio.click(row[0])
    kit.wait("the title", lambda: studio.frame().get_name() == "Mien Studio – The sample cast")
    kit.wait("Ada on the stage", lambda: studio.stage().startswith("ada."), 20)
