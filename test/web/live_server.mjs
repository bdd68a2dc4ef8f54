// SPDX-License-Identifier: MIT
//
// `mien live serve` for tests of pages, and a phone that sends to it.

import {spawn} from 'node:child_process';
import dgram from 'node:dgram';
import net from 'node:net';

import {PROGRAM, need, skip} from './kit.mjs';

const freePort = () => new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
        const {port} = server.address();
        server.close(() => resolve(port));
    });
});

/** Starts the server: its address for pages, and the port for phones. */
export async function startServer() {
    const udp = await freePort(), web = await freePort();
    const child = spawn(need(PROGRAM, 'build the preset release'), ['live', 'serve', '--port', udp, '--web', `127.0.0.1:${web}`, '--json']);
    let said = '';
    child.stderr.on('data', (text) => { said += text; });
    const url = await new Promise((resolve, reject) => {
        child.stdout.once('data', (line) => resolve(JSON.parse(line).url));
        child.once('exit', () => (/libwebsockets/.test(said) ? skip('mien was built without libwebsockets') : reject(new Error(said))));
    });
    const stop = () => new Promise((resolve) => { child.once('exit', resolve); child.kill('SIGINT'); });
    return {url, udp, stop};
}

/** A datagram of Live Link Face. */
function datagram(frame, jawOpen) {
    const bytes = Buffer.alloc(311);
    bytes[0] = 6;
    bytes.writeInt32BE(36, 1);
    bytes.write('0A1B2C3D-0000-4000-8000-0123456789AB', 5);
    bytes.writeInt32BE(5, 41);
    bytes.write('phone', 45);
    bytes.writeInt32BE(frame, 50);
    bytes.writeInt32BE(60, 58);
    bytes.writeInt32BE(1, 62);
    bytes[66] = 61;
    bytes.writeFloatBE(jawOpen, 67 + 4 * 17);
    return bytes;
}

/** Sends frames at 60 Hz, until it is done; jawOpen: of a frame. Returns when each was sent, in milliseconds since 1970. */
export async function sendFrames(udp, count, jawOpen, isDone = () => false) {
    const socket = dgram.createSocket('udp4'), sent = [], began = performance.now();
    for (let frame = 0; frame < count && !isDone(); ++frame) {
        await new Promise((resolve) => { setTimeout(resolve, began + frame * 1000 / 60 - performance.now()); });
        sent.push(performance.timeOrigin + performance.now());
        await new Promise((resolve) => { socket.send(datagram(sendFrames.next++, jawOpen(frame)), udp, '127.0.0.1', resolve); });
    }
    await new Promise((resolve) => { socket.close(resolve); });
    return sent;
}
sendFrames.next = 0;

/** Median and 99th percentile of milliseconds, as text. */
export function spread(values) {
    const sorted = [...values].sort((a, b) => a - b), at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    return {median: at(0.5), p99: at(0.99), text: `median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, of ${sorted.length}`};
}
