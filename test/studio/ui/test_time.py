# SPDX-License-Identifier: MIT
"""From start to a face on the stage: 1.5 seconds at most, the best of five, by the
program's own clock, because asking it takes time too."""

import re
import time
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
times = []
while len(times) < 5 and (not times or times[-1] > 1.5):
    with kit.Studio(project) as studio:
        end = time.monotonic() + 20
        while "first face" not in studio.stderr() and time.monotonic() < end:
            time.sleep(0.02)
        shown = int(re.search(r"first face at (\d+) us", studio.stderr())[1]) / 1e6
        times.append(shown - studio.began)
print("seconds to a face:", " ".join(f"{seconds:.2f}" for seconds in times))
assert min(times) <= 1.5, times
