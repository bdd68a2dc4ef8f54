#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""VMC between mien_live and OSC libraries of others: test/live/peers.py live-peer [mien]

Peers: oscsend and oscdump (Debian liblo-tools), python3-liblo, and the npm packages osc and node-osc, which
scripts/install-deps puts beside this file. Those that are missing are counted as skipped; without any the exit code
is 77. With the program, node-osc also sends to mien live listen.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

PEER = sys.argv[1]
PROGRAM = sys.argv[2] if len(sys.argv) > 2 else ""
HERE = pathlib.Path(__file__).resolve().parent
FRAME = "A=0.5 jawOpen=0.25 head=-0.5,1.5,0.25"


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=30, check=False, cwd=HERE)


def frames_of(datagrams):
    """Frames that mien_live reads, one per line."""
    return [line.strip() for line in run(PEER, "read", text="".join(f"{d.hex()}\n" for d in datagrams)).stdout.splitlines()]


def written():
    """Datagrams that mien_live writes."""
    return [bytes.fromhex(line) for line in run(PEER, "write").stdout.split()]


def expect(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, not {wanted!r}")


def listen():
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind(("127.0.0.1", 0))
    listener.settimeout(10)
    return listener, listener.getsockname()[1]


def try_oscsend():
    if not shutil.which("oscsend"):
        return False
    listener, port = listen()
    for message in (["/VMC/Ext/Blend/Val", "sf", "A", "0.5"], ["/VMC/Ext/Blend/Val", "sd", "JawOpen", "0.25"],
                    ["/VMC/Ext/Blend/Val", "si", "Joy", "1"], ["/VMC/Ext/Blend/Apply"]):
        run("oscsend", f"osc.udp://127.0.0.1:{port}", *message)
    datagrams = [listener.recv(65536) for _ in range(4)]
    expect("oscsend", frames_of(datagrams), ["A=0.5 jawOpen=0.25 Joy=1"])
    return True


def try_oscdump():
    if not shutil.which("oscdump"):
        return False
    holder, port = listen()
    holder.close()
    with subprocess.Popen(["oscdump", "-L", str(port)], stdout=subprocess.PIPE, text=True) as dump:
        try:
            time.sleep(0.5)
            sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            for datagram in written():
                sender.sendto(datagram, ("127.0.0.1", port))
            lines = [dump.stdout.readline().split(" ", 1)[1].strip() for _ in range(6)]
        finally:
            dump.kill()
    lines = [line[line.index("/"):] for line in lines]
    expect("oscdump", lines[0], "/VMC/Ext/OK i 1")
    expect("oscdump", lines[1], "/VMC/Ext/T f 1.250000")
    expect("oscdump", lines[2].startswith('/VMC/Ext/Bone/Pos sfffffff "Head" 0.500000 1.500000 0.250000'), True)
    expect("oscdump", lines[3:5], ['/VMC/Ext/Blend/Val sf "A" 0.500000', '/VMC/Ext/Blend/Val sf "JawOpen" 0.250000'])
    expect("oscdump", lines[5].split()[0], "/VMC/Ext/Blend/Apply")
    return True


def try_liblo():
    try:
        import liblo
    except ImportError:
        return False
    listener, port = listen()
    bone = liblo.Message("/VMC/Ext/Bone/Pos", "Head", 0.5, 1.5, 0.25, 0.0, 0.0, 0.0, 1.0)
    liblo.send(liblo.Address("127.0.0.1", port),
               liblo.Bundle(liblo.Message("/VMC/Ext/Blend/Val", "A", ("f", 0.5)),
                            liblo.Message("/VMC/Ext/Blend/Val", "JawOpen", ("d", 0.25)),
                            bone, liblo.Message("/VMC/Ext/Blend/Apply")))
    expect("python3-liblo sends", frames_of([listener.recv(65536)]), [FRAME])
    server, got = liblo.Server(), []
    server.add_method(None, None, lambda path, arguments: got.append((path, arguments)))
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for datagram in written():
        sender.sendto(datagram, ("127.0.0.1", server.port))
    while len(got) < 6 and server.recv(2000):
        pass
    expect("python3-liblo receives", got[3:5], [("/VMC/Ext/Blend/Val", ["A", 0.5]), ("/VMC/Ext/Blend/Val", ["JawOpen", 0.25])])
    expect("python3-liblo receives", got[2][1][:4], ["Head", 0.5, 1.5, 0.25])
    return True


NODE_OSC = """
const osc = require("osc");
const f = value => ({type: "f", value}), s = value => ({type: "s", value});
const packets = [{address: "/VMC/Ext/Blend/Val", args: [s("A"), f(0.5)]},
                 {address: "/VMC/Ext/Blend/Val", args: [s("JawOpen"), {type: "d", value: 0.25}]},
                 {address: "/VMC/Ext/Bone/Pos", args: [s("Head"), ...[0.5, 1.5, 0.25, 0, 0, 0, 1].map(f)]},
                 {address: "/VMC/Ext/Blend/Apply", args: []}];
console.log(Buffer.from(osc.writePacket({timeTag: {raw: [0, 1]}, packets})).toString("hex"));
const read = osc.readPacket(Buffer.from(process.argv[1], "hex"), {});
console.log(JSON.stringify(read.packets.slice(3, 5).map(m => [m.address, ...m.args])));
"""
NODE_OSC_OTHER = """
const {encode, decode, Bundle} = require("node-osc");
const bundle = new Bundle(["/VMC/Ext/Blend/Val", "A", 0.5], ["/VMC/Ext/Blend/Val", "JawOpen", 0.25],
                          ["/VMC/Ext/Bone/Pos", "Head", {type: "float", value: 0.5}, 1.5, 0.25,
                           ...[0, 0, 0, 1].map(value => ({type: "float", value}))],
                          ["/VMC/Ext/Blend/Apply"]);
console.log(Buffer.from(encode(bundle)).toString("hex"));
const read = decode(Buffer.from(process.argv[1], "hex"));
console.log(JSON.stringify(read.elements.slice(3, 5).map(m => [m.address, ...m.args.map(a => a.value ?? a)])));
"""


# Whole numbers are sent as ,i.
NODE_OSC_SENDER = """
const {Bundle, Client} = require("node-osc");
const client = new Client("127.0.0.1", Number(process.argv[1]));
client.send(new Bundle(["/VMC/Ext/Blend/Val", "A", 1], ["/VMC/Ext/Blend/Val", "JawOpen", 0.25], ["/VMC/Ext/Blend/Apply"]),
            () => client.close());
"""


def has_node(package):
    return shutil.which("node") and run("node", "-e", f'require("{package}")').returncode == 0


def try_listen():
    if not PROGRAM or not has_node("node-osc"):
        return False
    holder, port = listen()
    holder.close()
    command = [PROGRAM, "live", "listen", "--port", str(port), "--seconds", "2", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening:
        time.sleep(0.5)
        run("node", "-e", NODE_OSC_SENDER, str(port))
        frames = [json.loads(line)["values"] for line in listening.communicate(timeout=30)[0].splitlines()]
    expect("mien live listen", frames, [{"A": 1, "jawOpen": 0.25}])
    return True


def try_node(package, script):
    if not has_node(package):
        return False
    done = run("node", "-e", script, written()[0].hex())
    if done.returncode != 0:
        raise AssertionError(f"{package}: {done.stderr}")
    encoded, decoded = done.stdout.split("\n")[:2]
    expect(f"{package} sends", frames_of([bytes.fromhex(encoded)]), [FRAME])
    expect(f"{package} receives", decoded, '[["/VMC/Ext/Blend/Val","A",0.5],["/VMC/Ext/Blend/Val","JawOpen",0.25]]')
    return True


def use_system_python():
    """Debian's python3-liblo serves Debian's Python, which need not be the one that runs this."""
    system = "/usr/bin/python3"
    has_liblo = [system, "-c", "import liblo"]
    if sys.executable != system and os.path.exists(system) and subprocess.run(has_liblo, capture_output=True).returncode == 0:
        os.execv(system, [system, *sys.argv])


def main():
    use_system_python()
    peers = {"oscsend": try_oscsend, "oscdump": try_oscdump, "python3-liblo": try_liblo,
             "osc": lambda: try_node("osc", NODE_OSC), "node-osc": lambda: try_node("node-osc", NODE_OSC_OTHER),
             "node-osc to mien live listen": try_listen}
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name, attempt in peers.items():
        try:
            outcome = "passed" if attempt() else "skipped"
        except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
            outcome = "failed"
            print(error)
        counts[outcome] += 1
        print(f"{outcome}: {name}" + (", not installed" if outcome == "skipped" else ""))
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    if counts["failed"]:
        return 1
    return 0 if counts["passed"] else 77


if __name__ == "__main__":
    sys.exit(main())
