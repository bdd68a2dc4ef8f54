#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a small character as FBX text, in centimetres and Z up: bones root and jaw, a
strip of triangles bound to the jaw, a shape "smile" and one "blink" with an in-between,
and takes that turn the jaw one step per frame while they drive shapes and a property. As
exporters do, these key the group above the bones, which keeps still, and repeat at the
mesh what drives a shape."""

import argparse

SECOND = 46186158000


class Builder:
    def __init__(self):
        self.objects, self.links = [], []

    def add(self, kind, number, name, kind_name, sort, body):
        self.objects.append(f'{kind}: {number}, "{kind_name}::{name}", "{sort}" {{\n{body}\n}}')

    def link(self, child, parent, property_name=None):
        kind, end = ("OO", "") if property_name is None else ("OP", f', "{property_name}"')
        self.links.append(f'C: "{kind}",{child},{parent}{end}')


def array(name, values, form=str):
    values = list(values)
    return f"{name}: *{len(values)} {{\na: {','.join(form(value) for value in values)}\n}}"


def properties(*rows):
    return "Properties70: {\n" + "\n".join(f"P: {row}" for row in rows) + "\n}"


def add_bones(out):
    out.add("Model", 1, "root", "Model", "LimbNode",
            properties('"mood", "Number", "", "A+U",0', '"Lcl Translation", "Lcl Translation", "", "A",0,0,100'))
    out.add("Model", 2, "jaw", "Model", "LimbNode",
            properties('"Lcl Translation", "Lcl Translation", "", "A",0,0,10'))
    out.add("Model", 3, "face", "Model", "Mesh", properties())
    out.add("Model", 4, "rig", "Model", "Null", properties())
    out.link(4, 0)
    out.link(1, 4)
    out.link(2, 1)
    out.link(3, 0)


def add_mesh(out, count):
    places = [(10 * (i % 2), -5, 110 + 10 * (i // 2)) for i in range(count)]
    triangles = [index for i in range(count - 2) for index in (i, i + 1, -(i + 2) - 1)]
    out.add("Geometry", 10, "face", "Geometry", "Mesh",
            array("Vertices", (axis for place in places for axis in place), "{:g}".format) + "\n" +
            array("PolygonVertexIndex", triangles))
    out.link(10, 3)
    identity = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,{},1"
    out.add("Deformer", 11, "skin", "Deformer", "Skin", "")
    out.add("Deformer", 12, "jaw", "SubDeformer", "Cluster",
            array("Indexes", range(count)) + "\n" + array("Weights", [1] * count) +
            f"\nTransform: *16 {{\na: {identity.format(-110)}\n}}\nTransformLink: *16 {{\na: {identity.format(110)}\n}}")
    out.link(11, 10)
    out.link(12, 11)
    out.link(2, 12)
    out.add("Deformer", 13, "shapes", "Deformer", "BlendShape", "")
    out.link(13, 10)
    for number, name, targets in ((20, "smile", (("smile", 100),)), (30, "blink", (("half", 50), ("shut", 100)))):
        out.add("Deformer", number, name, "SubDeformer", "BlendShapeChannel",
                "DeformPercent: 0\n" + array("FullWeights", (weight for _, weight in targets)))
        out.link(number, 13)
        for i, (target, weight) in enumerate(targets, number + 1):
            out.add("Geometry", i, target, "Geometry", "Shape",
                    array("Indexes", [0]) + "\n" + array("Vertices", (0, 0, weight / 50)))
            out.link(i, number)


def add_take(out, number, name, frames, is_still):
    times = [SECOND // 30 * frame for frame in range(frames)]
    out.add("AnimationStack", number, name, "AnimStack", "",
            properties(f'"LocalStop", "KTime", "Time", "",{times[-1]}'))
    out.add("AnimationLayer", number + 1, "", "AnimLayer", "", "")
    out.link(number + 1, number)
    driven = (("Lcl Rotation", 2, "d|X", 10), ("DeformPercent", 20, "d|DeformPercent", 25),
              ("DeformPercent", 30, "d|DeformPercent", 20), ("mood", 1, "d|mood", 1),
              ("Lcl Translation", 4, "d|X", 0), ("smile", 10, "d|smile", 25))
    for i, (property_name, target, channel, step) in enumerate(() if is_still else driven):
        node, curve = number + 10 + 2 * i, number + 11 + 2 * i
        out.add("AnimationCurveNode", node, property_name, "AnimCurveNode", "", "")
        out.add("AnimationCurve", curve, "", "AnimCurve", "",
                "Default: 0\nKeyVer: 4008\n" + array("KeyTime", times) + "\n" +
                array("KeyValueFloat", (step * frame for frame in range(frames))) + "\n" +
                array("KeyAttrFlags", [4]) + "\n" + array("KeyAttrDataFloat", [0] * 4) + "\n" +
                array("KeyAttrRefCount", [frames]))
        out.link(node, number + 1)
        out.link(node, target, property_name)
        out.link(curve, node, channel)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--takes", default="talk", help="names between commas")
    parser.add_argument("--frames", type=int, default=4)
    parser.add_argument("--vertices", type=int, default=4)
    parser.add_argument("--still", action="store_true", help="nothing moves in the takes")
    options = parser.parse_args()
    out = Builder()
    add_bones(out)
    add_mesh(out, options.vertices)
    for i, name in enumerate(filter(None, options.takes.split(","))):
        add_take(out, 1000 * (i + 1), name, options.frames, options.still)
    print("; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\nCreator: \"a test\"\n}")
    print("GlobalSettings: {\n" + properties('"UpAxis", "int", "Integer", "",2', '"UpAxisSign", "int", "Integer", "",1',
                                            '"FrontAxis", "int", "Integer", "",1',
                                            '"FrontAxisSign", "int", "Integer", "",-1',
                                            '"CoordAxis", "int", "Integer", "",0',
                                            '"CoordAxisSign", "int", "Integer", "",1',
                                            '"UnitScaleFactor", "double", "Number", "",1',
                                            '"TimeMode", "enum", "", "",6') + "\n}")
    print("Objects: {\n" + "\n".join(out.objects) + "\n}\nConnections: {\n" + "\n".join(out.links) + "\n}")


main()
