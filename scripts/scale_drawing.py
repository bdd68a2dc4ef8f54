# SPDX-License-Identifier: MIT
"""The picture of scripts/scale-report: two plots of powers of ten, as SVG."""

import math

WIDTH, HEIGHT = 960, 420
BLUE, RED, GREY, INK = "#1a6fb5", "#c2432c", "#9aa3ad", "#22272e"


class Plot:
    """One plot with logarithmic axes; limits are powers of ten."""

    def __init__(self, left, title, x_limits, y_limits, x_name, x_text, y_text):
        self.left, self.top, self.right, self.bottom = left, 64, left + 370, HEIGHT - 58
        self.x_limits, self.y_limits = x_limits, y_limits
        self.parts = [f'<text x="{left - 44}" y="32" class="title">{title}</text>']
        for power in range(x_limits[0], x_limits[1] + 1):
            x = self.x(10 ** power)
            self.parts.append(f'<line x1="{x:.1f}" y1="{self.top}" x2="{x:.1f}" y2="{self.bottom}" class="grid"/>')
            self.parts.append(f'<text x="{x:.1f}" y="{self.bottom + 18}" class="label" text-anchor="middle">'
                              f'{x_text(power)}</text>')
        for power in range(y_limits[0], y_limits[1] + 1):
            y = self.y(10 ** power)
            self.parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{self.right}" y2="{y:.1f}" class="grid"/>')
            if y_text(power):
                self.parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" class="label" text-anchor="end">'
                                  f'{y_text(power)}</text>')
        self.parts.append(f'<text x="{(left + self.right) / 2}" y="{self.bottom + 40}" class="label" '
                          f'text-anchor="middle">{x_name}</text>')

    def x(self, value):
        low, high = self.x_limits
        return self.left + (math.log10(value) - low) / (high - low) * (self.right - self.left)

    def y(self, value):
        low, high = self.y_limits
        return self.bottom - (math.log10(value) - low) / (high - low) * (self.bottom - self.top)

    def line(self, function, begin, end, color, is_measured):
        points = []
        for i in range(65):
            x = 10 ** (math.log10(begin) + i / 64 * math.log10(end / begin))
            points.append(f"{self.x(x):.1f},{self.y(function(x)):.1f}")
        dashes = "" if is_measured else ' stroke-dasharray="6 5"'
        self.parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}" '
                          f'stroke-width="2"{dashes}/>')

    def point(self, x, y, color, text="", is_below=False):
        place = (self.x(x), self.y(y))
        self.parts.append(f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="5" fill="{color}"/>')
        if text:
            self.parts.append(f'<text x="{place[0] + (9 if is_below else -9):.1f}" '
                              f'y="{place[1] + (15 if is_below else -9):.1f}" class="value" '
                              f'text-anchor="{"start" if is_below else "end"}">{text}</text>')

    def note(self, x, y, color, text, anchor="start"):
        self.parts.append(f'<text x="{self.x(x):.1f}" y="{self.y(y):.1f}" class="value" fill="{color}" '
                          f'text-anchor="{anchor}">{text}</text>')


def seconds_text(seconds):
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.1f} min"


def line_of(results):
    """Seconds without clips and per clip, by the smallest and the largest project."""
    first, last = results[0], results[-1]
    if first is last:
        return 0, last["build_seconds"] / last["clips"]
    slope = (last["build_seconds"] - first["build_seconds"]) / (last["clips"] - first["clips"])
    return first["build_seconds"] - slope * first["clips"], slope


def draw_time(results):
    plot = Plot(76, "Building from nothing, two cores", (3, 8), (-2, 5), "clips",
                lambda power: ["1,000", "10⁴", "10⁵", "10⁶", "10⁷", "10⁸"][power - 3],
                lambda power: {-2: "10 ms", -1: "0.1 s", 0: "1 s", 2: "100 s", 3: "1,000 s", 1: "10 s", 4: "2.8 h", 5: "28 h"}.get(power, ""))
    last = results[-1]
    base, slope = line_of(results)
    idle = last["idle_seconds"] / last["clips"]
    plot.line(lambda n: base + slope * n, 1e3, last["clips"], BLUE, True)
    plot.line(lambda n: base + slope * n, last["clips"], 1e8, BLUE, False)
    plot.line(lambda n: idle * n, 1e4, last["clips"], GREY, True)
    plot.line(lambda n: idle * n, last["clips"], 1e8, GREY, False)
    for result in results:
        plot.point(result["clips"], result["build_seconds"], BLUE, seconds_text(result["build_seconds"]))
        plot.point(result["clips"], result["idle_seconds"], GREY, f"{result['idle_seconds']:.2g} s", True)
    plot.note(9e6, idle * 9e6 / 3, "#5c6670", "nothing to do")
    plot.note(3e6, 400, BLUE, "everything")
    return plot.parts


def draw_bytes(results):
    plot = Plot(560, "What a cast weighs", (0, 7), (8, 19), "characters",
                lambda power: ["1", "10", "100", "1,000", "10⁴", "10⁵", "10⁶", "10⁷"][power],
                lambda power: {9: "1 GB", 12: "1 TB", 15: "1 PB", 18: "1 EB"}.get(power, ""))
    last = results[-1]
    weights, baked = last["weights"], last["baked"]["baked_bytes"]
    clip = weights["line_packs"]["bytes"] / last["clips"]
    cast = weights["cast_packs"]["bytes"] / last["characters"]
    for clips, is_measured in ((1e6, True), (1e7, False)):
        plot.line(lambda n, m=clips: m * clip + n * cast, 1, 1e7, BLUE, is_measured)
        plot.line(lambda n, m=clips: n * m * baked, 1, 1e7, RED, is_measured)
    plot.point(last["characters"], last["clips"] * clip + last["characters"] * cast, BLUE)
    plot.note(60, 1.1e9, BLUE, "shared, 10⁶ clips")
    plot.note(60, 1e11, BLUE, "shared, 10⁷ clips")
    plot.note(2, 5e13, RED, "baked, 10⁷ clips")
    plot.note(4000, 4e12, RED, "baked, 10⁶ clips")
    return plot.parts


def draw(results):
    """The whole picture as text."""
    parts = draw_time(results) + draw_bytes(results)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="Cantarell, DejaVu Sans, sans-serif" role="img">',
        "<title>Time and bytes against the number of clips and characters</title>",
        f"<style>.title{{font-size:17px;font-weight:600;fill:{INK}}}.label{{font-size:12px;fill:#57606a}}"
        f".value{{font-size:12px}}.grid{{stroke:#e3e7ec;stroke-width:1}}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#ffffff"/>', *parts, "</svg>", ""])
