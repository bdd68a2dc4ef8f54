#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds up what the pages of a first day make their reader wait, as run.py --waited wrote it:
first_day.py SECONDS FOLDER. Ends with 1 if it is more than SECONDS."""

import sys
from pathlib import Path

most = float(sys.argv[1])
pages = {file.stem: float(file.read_text()) for file in sorted(Path(sys.argv[2]).glob("*.txt"))}
for page, seconds in pages.items():
    print(f"{seconds:7.2f} s  {page}")
total = sum(pages.values())
print(f"{total:7.2f} s  of at most {most:.0f} s, {len(pages)} pages")
sys.exit(0 if pages and total <= most else 1)
