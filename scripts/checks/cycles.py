# SPDX-License-Identifier: MIT
"""Cycles between sources. A node is a .c file together with its own header; a header without a source, which holds what
several share, is none. Edges are includes, and uses of functions that another source defines."""

import re

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
DEFINITION = re.compile(r"^(?!static\b|typedef\b|#)[A-Za-z_][\w \t*]*?\b(\w+)\((?:[^;{}]*?)\)\s*\{", re.MULTILINE)
STATIC = re.compile(r"^static\b[^;{}=()]*?\b(\w+)\(", re.MULTILINE)
WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def strip(text):
    """The text without comments, strings and characters; includes keep their names."""
    kept = INCLUDE.findall(text)
    return kept, COMMENT.sub(" ", text)


def file_graph(texts):
    """{node: {other node: reason}} for texts = {path: text} of the .c and .h files of src."""
    def node_of(path):
        source = path.with_suffix(".c")
        return source if source in texts else path

    includes, bodies = {}, {}
    for path, text in texts.items():
        includes[path], bodies[path] = strip(text)

    definers = {}
    for path, body in bodies.items():
        if path.suffix == ".c":
            for name in set(DEFINITION.findall(body)) - {"main"}:
                definers.setdefault(name, set()).add(path)

    graph = {node_of(path): {} for path in texts}
    for path, body in bodies.items():
        node = node_of(path)
        for name in includes[path]:
            for base in (path.parent, *path.parents):
                target = base / name
                if target in texts:
                    if node_of(target) != node:
                        graph[node].setdefault(node_of(target), f'"{name}"')
                    break
        if path.suffix != ".c":
            continue
        own = set(STATIC.findall(body)) | {name for name, files in definers.items() if path in files}
        for name in set(WORD.findall(body)) - own:
            for target in definers.get(name, ()):
                graph[node].setdefault(target, f"{name}()")
    return {node: {other: why for other, why in edges.items() if other.suffix == ".c"}
            for node, edges in graph.items() if node.suffix == ".c"}


def components(graph):
    """The strongly connected components of more than one node, by Tarjan, largest first."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []

    def visit(root):
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, followers = work[-1]
            for other in followers:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1:
                        found.append(sorted(group))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=lambda group: (-len(group), group))
