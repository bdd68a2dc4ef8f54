# SPDX-License-Identifier: MIT
"""Examples of docs/python.md give what the page shows: test_docs.py PAGE"""

import doctest
import os
import re
import sys
from pathlib import Path

import kit

page = Path(sys.argv[1])
text = page.read_text(encoding="utf-8")
# Everything outside of blocks becomes empty lines, so that line numbers stay.
blocks = re.sub(r"(?:\A|^```\n)(.*?)(?:^```python\n|\Z)", lambda match: "\n" * match.group(0).count("\n"), text,
                flags=re.DOTALL | re.MULTILINE)
test = doctest.DocTestParser().get_doctest(blocks, {}, page.name, str(page), 0)
os.chdir(kit.CAST)
runner = doctest.DocTestRunner()
runner.run(test)
print(f"{len(test.examples)} examples, {runner.failures} failed")
sys.exit(1 if runner.failures or len(test.examples) < 20 else 0)
