// SPDX-License-Identifier: MIT
//
// node live_latency.mjs [SECONDS]: the time from a datagram of a phone at 60 Hz, through `mien live serve`, to the
// curve in Chromium: in a page that draws nothing, and in the demonstration, which draws four faces in the
// same thread.

import process from 'node:process';

import {openPage} from './browser.mjs';
import {assemble, openDemo} from './demo.mjs';
import {PACKAGE} from './kit.mjs';
import {sendFrames, spread, startServer} from './live_server.mjs';

const count = 60 * Number(process.argv[2] ?? 10), server = await startServer();

/** What it took each datagram, by the times at which its curve was there. */
async function measure(name, page, arrivals) {
    const sent = await sendFrames(server.udp, count, (frame) => (frame % 60) / 60);
    await page.waitForTimeout(1000);
    const arrived = await arrivals();
    if (arrived.length !== count) throw new Error(`${name}: ${arrived.length} of ${count} datagrams`);
    console.log(`${name}: ${spread(arrived.map((time, i) => time - sent[i])).text}`);
}

const plain = await openPage({'/mien/': PACKAGE});
await plain.page.evaluate(async (url) => {
    const {Live} = await import('/mien/live.mjs'), live = await Live.load(), receiver = live.receiver(), face = live.face({receiver});
    const socket = new WebSocket(url);
    window.arrived = [];
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({data}) => {
        if (receiver.take(data) === 0) return;
        face.sample();
        window.arrived.push(performance.timeOrigin + performance.now());
    });
    await new Promise((resolve) => { socket.addEventListener('open', resolve); });
}, server.url);
await measure('a page that draws nothing', plain.page, () => plain.page.evaluate(() => window.arrived));
await plain.close();

const demo = await openDemo(assemble('demo_latency'), {}, '?measure'), {page} = demo;
await page.getByRole('button', {name: 'Live', exact: true}).click();
await page.locator('#live-address').fill(server.url);
await page.getByRole('button', {name: 'Connect', exact: true}).click();
await page.waitForFunction(() => /^Connected/.test(document.getElementById('live-status').textContent));
await measure('the demonstration', page, () => page.evaluate(() =>
    performance.getEntriesByName('mien live').map(({startTime}) => performance.timeOrigin + startTime)));
await demo.close();
await server.stop();
