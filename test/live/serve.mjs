// SPDX-License-Identifier: MIT
//
// mien live serve with good and hostile clients: node serve.mjs MIEN [HOSTILE]. HOSTILE is the number of
// hostile clients, 60 by default. WebSocket is written by its specification (RFC 6455), apart from any library.

import { spawn } from "node:child_process";
import dgram from "node:dgram";
import { readFileSync } from "node:fs";
import net from "node:net";

const mien = process.argv[2];
const hostileCount = Number(process.argv[3] ?? 60);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function expect(what, got, wanted) {
    if (got !== wanted) throw new Error(`${what}: ${got}, not ${wanted}`);
}

function freePort() {
    return new Promise((done) => {
        const server = net.createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

/// Starts the server; web is its address for pages.
async function serve(web, ...options) {
    const udp = await freePort();
    // A sanitizer keeps freed memory for later, which would count as growth.
    const sanitizer = [process.env.ASAN_OPTIONS, "quarantine_size_mb=1"].filter(Boolean).join(":");
    const child = spawn(mien, ["live", "serve", "--port", udp, "--web", web, "--json", ...options],
        { env: { ...process.env, ASAN_OPTIONS: sanitizer } });
    let errors = "";
    child.stderr.on("data", (text) => (errors += text));
    const url = await new Promise((done, fail) => {
        child.stdout.once("data", (line) => done(JSON.parse(line).url));
        child.once("exit", () => fail(new Error(errors)));
    });
    const end = () => new Promise((done) => (child.once("exit", () => done(errors)), child.kill("SIGINT")));
    return { udp, url, child, end, port: Number(web.split(":").at(-1)) };
}

/// A Live Link Face datagram whose frame number is given.
function datagram(frame) {
    const id = Buffer.from("0A1B2C3D-0000-4000-8000-0123456789AB");
    const bytes = Buffer.alloc(311);
    bytes[0] = 6;
    bytes.writeInt32BE(36, 1);
    id.copy(bytes, 5);
    bytes.writeInt32BE(5, 41);
    bytes.write("phone", 45);
    bytes.writeInt32BE(frame, 50);
    bytes.writeInt32BE(60, 58);
    bytes.writeInt32BE(1, 62);
    bytes[66] = 61;
    bytes.writeFloatBE(0.5, 135);
    return bytes;
}

const sender = dgram.createSocket("udp4");
const send = (server, bytes) => new Promise((done) => sender.send(bytes, server.udp, "127.0.0.1", done));

const handshake = (port, { host = `127.0.0.1:${port}`, origin, path = "/" } = {}) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n` +
    (origin === undefined ? "" : `Origin: ${origin}\r\n`) + "\r\n";

/// A client: messages that came, and whether it got in and is closed.
function connect(port, text, { reads = true } = {}) {
    const client = { messages: [], isIn: false, isClosed: false, status: "" };
    let bytes = Buffer.alloc(0);
    const socket = (client.socket = net.connect(port, "127.0.0.1"));
    client.closed = new Promise((done) => socket.once("close", () => ((client.isClosed = true), done())));
    client.opened = new Promise((done) => (client.open = done));
    socket.on("error", () => {});
    socket.write(text);
    socket.on("data", (data) => {
        bytes = Buffer.concat([bytes, data]);
        if (!client.isIn) {
            const end = bytes.indexOf("\r\n\r\n");
            if (end < 0) return;
            client.status = bytes.toString("latin1", 9, 12);
            if (client.status !== "101") return;
            expect("accept", /sec-websocket-accept: *(\S+)/i.exec(bytes.toString("latin1", 0, end))[1],
                "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
            bytes = bytes.subarray(end + 4);
            client.isIn = true;
            client.open();
            if (!reads) socket.pause();
        }
        while (bytes.length >= 2) {
            const short = bytes[1] & 127;
            const head = short === 126 ? 4 : 2;
            if (bytes.length < head) return;
            const size = short === 126 ? bytes.readUInt16BE(2) : short;
            if (bytes.length < head + size) return;
            if ((bytes[0] & 15) === 2) client.messages.push(bytes.subarray(head, head + size));
            bytes = bytes.subarray(head + size);
        }
    });
    return client;
}

const memory = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "latin1"))[1]);

async function goodClient(port, options) {
    const client = connect(port, handshake(port, options));
    await Promise.race([client.opened, client.closed, wait(5000)]);
    return client;
}

async function refused(port, options) {
    const client = await goodClient(port, options);
    await Promise.race([client.closed, wait(8000)]);
    return client.isClosed && !client.isIn && client.messages.length === 0;
}

async function messages(client, count) {
    for (let i = 0; i < 2000 && client.messages.length < count; ++i) await wait(2);
    return client.messages.length;
}

async function tryWhoMay() {
    const server = await serve(`127.0.0.1:${await freePort()}`, "--clients", "2", "--origin", "https://example.org");
    const { port } = server;
    expect("address", server.url, `ws://127.0.0.1:${port}/`);
    for (const origin of ["http://evil.example", "https://localhost.evil.example", "null", "https://example.org.evil",
        "http://127.0.0.1.evil.example", "http://[2001:db8::7f00:1]", "file://", "https://example.org:444"])
        expect(`origin ${origin}`, await refused(port, { origin }), true);
    for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", "", "127.0.0.1.evil.example"])
        expect(`host ${host}`, await refused(port, { host }), true);
    const page = connect(port, `GET / HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await Promise.race([page.closed, wait(8000)]);
    expect("page", page.status, "404");
    const one = await goodClient(port, { origin: "http://localhost:8000" });
    const two = await goodClient(port, { origin: "https://example.org", host: `localhost:${port}` });
    expect("good clients", one.isIn && two.isIn, true);
    expect("third of two", await refused(port), true);
    await send(server, datagram(7));
    await send(server, Buffer.from("what is this")); // of no known protocol: not passed on
    await send(server, datagram(8));
    expect("messages", await messages(one, 3), 3);
    expect("beginning", one.messages[0].toString("latin1", 0, 8), "MienLive");
    expect("datagram", one.messages[1].subarray(44, -4).equals(datagram(7)), true);
    expect("datagram", one.messages[2].subarray(44, -4).equals(datagram(8)), true);
    expect("messages of the other", await messages(two, 3), 3);
    two.socket.write(Buffer.from([0x82, 0x84, 0, 0, 0, 0, 1, 2, 3, 4])); // clients have nothing to say
    await Promise.race([two.closed, wait(5000)]);
    expect("one who speaks is out", two.isClosed, true);
    one.socket.destroy();
    const errors = await server.end();
    expect("summary", /2 clients served, \d+ refused, 0 too slow/.test(errors), true);
}

async function tryToken() {
    const server = await serve(`0.0.0.0:${await freePort()}`);
    const token = new URL(server.url.replace("THIS-MACHINE", "localhost")).searchParams.get("token");
    expect("token", /^[0-9a-f]{32}$/.test(token), true);
    expect("no token", await refused(server.port), true);
    expect("wrong token", await refused(server.port, { path: `/?token=${"0".repeat(32)}` }), true);
    expect("short token", await refused(server.port, { path: `/?token=${token.slice(1)}` }), true);
    expect("foreign page", await refused(server.port, { path: `/?token=${token}`, origin: "http://evil.example" }), true);
    const client = await goodClient(server.port, { path: `/?token=${token}` });
    expect("token", client.isIn, true);
    client.socket.destroy();
    await server.end();
}

/// One of many ways to be a bad client.
function hostile(port, i) {
    const kinds = [
        () => connect(port, handshake(port, { origin: "http://evil.example" })),
        () => connect(port, handshake(port, { host: "evil.example" })),
        () => connect(port, `GET / HTTP/1.1\r\nX: ${"a".repeat(100000)}`),
        () => connect(port, "G"), // says no more
        () => connect(port, `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n${"a".repeat(5000)}`),
        () => connect(port, Buffer.from(Array.from({ length: 3000 }, (_, k) => (k * 31 + i) & 255))),
        () => connect(port, ""),
        () => connect(port, `${"GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20)}`),
    ];
    return kinds[i % kinds.length]();
}

async function tryHostile() {
    const server = await serve(`127.0.0.1:${await freePort()}`);
    const good = await goodClient(server.port);
    expect("good client", good.isIn, true);
    const slow = connect(server.port, handshake(server.port), { reads: false });
    await slow.opened;
    let before = 0, sent = 0;
    const bad = [];
    for (let i = 0; i < hostileCount; ++i) {
        bad.push(hostile(server.port, i));
        await send(server, datagram(sent++));
        if (i === Math.floor(hostileCount / 4)) before = memory(server);
        if (i % 20 === 19) await messages(good, 1 + sent - 20);
    }
    // Large datagrams, until the one who does not read is dropped: its buffers fill.
    const large = Buffer.concat(Array.from({ length: 8 }, () => openSeeFace()));
    for (let i = 0; i < 400; ++i, ++sent) {
        await send(server, large);
        if (i % 4 === 3) await messages(good, 1 + sent - 4); // the system drops what waits for longer
    }
    const got = await messages(good, 1 + sent);
    let late = await goodClient(server.port);
    for (let i = 0; i < 10 && !late.isIn; ++i, late = await goodClient(server.port)) await wait(1000); // places time out
    expect("a new client after hostile ones", late.isIn, true);
    expect("hostile clients that got in", bad.filter((client) => client.isIn).length, 0);
    expect("messages of the good client", got, 1 + sent);
    const after = memory(server);
    console.log(`serve: ${hostileCount} hostile clients, memory ${before} kB and ${after} kB, good client ${got} of ${1 + sent}`);
    expect("memory is flat", after - before < 8192, true);
    [good, late, slow, ...bad].forEach((client) => client.socket.destroy());
    const errors = await server.end();
    expect(`dropped in ${errors.trim()}`, / 1 too slow/.test(errors), true);
}

/// A frame of OpenSeeFace: 1,785 bytes of zeros are one.
function openSeeFace() {
    return Buffer.alloc(1785);
}

try {
    await tryWhoMay();
    await tryToken();
    await tryHostile();
    console.log("serve: passed");
} catch (error) {
    console.error(`serve: ${error.message}`);
    process.exitCode = 1;
}
sender.close();
setTimeout(() => process.exit(), 100);
