# SPDX-License-Identifier: MIT
"""Reads PNG files of 8 bits as Mien writes them, for cases that look at pictures.

As a program: pictures.py ONE OTHER MOST. They have the same size, and differ by at most
MOST of 255, as a mean over all channels.
"""

import struct
import sys
import zlib


class Picture:
    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color = struct.unpack(">IIBB", body[:10])
                assert depth == 8 and color in (2, 6), (depth, color)
                self.channels = 4 if color == 6 else 3
            elif kind == b"IDAT":
                packed += body
            at += length + 12
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        n, size = self.channels, self.width * self.channels
        rows, above = [], bytearray(size)
        for y in range(self.height):
            start = y * (size + 1)
            kind, row = raw[start], bytearray(raw[start + 1:start + 1 + size])
            for i in range(size if kind else 0):
                left = row[i - n] if i >= n else 0
                up, corner = above[i], above[i - n] if i >= n else 0
                if kind == 4:
                    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    guess = left if a <= b and a <= c else up if b <= c else corner
                else:
                    guess = (0, left, up, (left + up) // 2)[kind]
                row[i] = (row[i] + guess) & 255
            rows.append(bytes(row))
            above = row
        return rows

    def pixel(self, x, y):
        return tuple(self.rows[y][x * self.channels:(x + 1) * self.channels])

    def difference(self, other):
        """The part of pixels that differ clearly."""
        assert (self.width, self.height) == (other.width, other.height)
        differing = 0
        for y in range(self.height):
            for x in range(self.width):
                differing += max(abs(a - b) for a, b in zip(self.pixel(x, y), other.pixel(x, y))) > 24
        return differing / (self.width * self.height)

    def mean_difference(self, other):
        """Of all channels, from 0 to 255."""
        assert (self.width, self.height, self.channels) == (other.width, other.height, other.channels)
        total = sum(abs(a - b) for row, its in zip(self.rows, other.rows) for a, b in zip(row, its))
        return total / (self.width * self.height * self.channels)

    def cut(self, x, y, width, height):
        part = Picture.__new__(Picture)
        part.width, part.height, part.channels = width, height, self.channels
        part.rows = [row[x * self.channels:(x + width) * self.channels] for row in self.rows[y:y + height]]
        return part

    def cells(self, side):
        """The pictures of a sheet, row by row, by where their ground begins on the paper."""
        paper, n = self.pixel(0, 0), self.channels
        def begins(line):
            at, found = 1, []
            while at < len(line):
                if line[at - 1] == paper and all(p != paper for p in line[at:at + side]) and at + side <= len(line):
                    found.append(at)
                    at += side
                at += 1
            return found
        rows, y = [], 0
        while y < self.height:
            line = [self.rows[y][i:i + n] for i in range(0, len(self.rows[y]), n)]
            columns = begins([tuple(p) for p in line])
            if columns:
                rows.append([self.cut(x, y, side, side) for x in columns])
                y += side
            y += 1
        return [cell for row in rows for cell in row]

    def covered(self):
        """The part of pixels that are no ground, which is grey and bright at the left and right edges."""
        ground = 0
        for y in range(self.height):
            for x in range(self.width):
                p = self.pixel(x, y)[:3]
                ground += max(p) - min(p) < 12 and 180 < p[0] and p[2] >= p[0]
        return 1 - ground / (self.width * self.height)


def main(one, other, most):
    pictures = []
    for path in (one, other):
        with open(path, "rb") as file:
            pictures.append(Picture(file.read()))
    sizes = [(p.width, p.height, p.channels) for p in pictures]
    if sizes[0] != sizes[1]:
        sys.exit(f"{other}: width, height and channels are {sizes[1]}; those of {one} {sizes[0]}")
    difference = pictures[0].mean_difference(pictures[1])
    print(f"{other}: the mean difference from {one} is {difference:.3f} of 255")
    if difference > float(most):
        sys.exit(f"that is more than {most}")


if __name__ == "__main__":
    main(*sys.argv[1:])
