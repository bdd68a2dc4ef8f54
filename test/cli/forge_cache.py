#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What somebody can do who may write to a cache of others: forge_cache.py CACHE FROM TO puts the
pack of one clip into the entry of another and corrects all hashes. A signature stays as it is.

  --older CACHE TO    of two entries of a clip, puts the older one in the place of the younger
  --unsign CACHE      takes signatures away
  --shift CACHE TO    says that the manifest of an entry ends elsewhere, which no hash covers"""

import hashlib
import re
import sys
from pathlib import Path


def entries(cache):
    """Member, path, words of the first line, manifest, pack."""
    for path in sorted(Path(cache).rglob("*")):
        if path.is_file():
            line, _, body = path.read_bytes().partition(b"\n")
            words = line.decode().split(" ")
            manifest, pack = body[:int(words[1])], body[int(words[1]):]
            yield re.search(rb'"clips": \[\s*\{"file": "([^"]*)"', manifest)[1].decode(), path, words, manifest, pack


def write(path, words, manifest, pack):
    words = [hashlib.sha256(manifest + pack).hexdigest(), str(len(manifest)), *words[2:]]
    path.write_bytes(" ".join(words).encode() + b"\n" + manifest + pack)


def main(what, *rest):
    if what == "--unsign":
        for _, path, words, manifest, pack in entries(rest[0]):
            write(path, words[:2], manifest, pack)
    elif what == "--older":
        older, younger = sorted((entry[1] for entry in entries(rest[0]) if entry[0] == rest[1]),
                                key=lambda path: path.stat().st_mtime_ns)
        younger.write_bytes(older.read_bytes())
    elif what == "--shift":
        _, path, words, manifest, pack = next(entry for entry in entries(rest[0]) if entry[0] == rest[1])
        path.write_bytes(f"{words[0]} {len(manifest) - 1} {' '.join(words[2:])}\n".encode() + manifest + pack)
    else:
        known = {entry[0]: entry[1:] for entry in entries(what)}
        (_, _, _, other), (path, words, manifest, pack) = known[rest[0]], known[rest[1]]
        for a, b in ((hashlib.sha256(pack).hexdigest(), hashlib.sha256(other).hexdigest()),
                     (f'"pack_size": {len(pack)}', f'"pack_size": {len(other)}')):
            assert a.encode() in manifest
            manifest = manifest.replace(a.encode(), b.encode())
        write(path, words, manifest, other)


main(*sys.argv[1:])
