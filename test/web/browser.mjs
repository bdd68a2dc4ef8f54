// SPDX-License-Identifier: MIT
//
// A headless Chromium with one page of a site of our own:
//
//   const site = await openPage({'/': folder, '/three/': other, '/index.html': '<!doctype html>...'});
//   await site.page.evaluate(...);          // a page of Playwright
//   assert.deepEqual(site.errors, []);      // of the console and of scripts
//   await site.close();

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import {nodePackage, skip} from './kit.mjs';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.mjs': 'text/javascript', '.js': 'text/javascript',
    '.json': 'application/json', '.wasm': 'application/wasm', '.glb': 'model/gltf-binary', '.wav': 'audio/wav',
    '.png': 'image/png', '.svg': 'image/svg+xml',
};

/** The bytes that a site has at an address; null: none. */
function find(site, address) {
    if (site[address] !== undefined) return Buffer.from(site[address]);
    const places = Object.keys(site).filter((place) => place.endsWith('/') && address.startsWith(place));
    for (const place of places.sort((a, b) => b.length - a.length)) {
        const file = path.join(site[place], address.slice(place.length)); // the address has no ".." left
        if (fs.statSync(file, {throwIfNoEntry: false})?.isFile()) return fs.readFileSync(file);
    }
    return null;
}

/** Serves on a free port of this machine alone: folders at addresses that end with "/", texts or bytes at others. */
export async function serve(site) {
    const server = http.createServer((request, response) => {
        const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const address = asked.endsWith('/') ? `${asked}index.html` : asked;
        const bytes = find(site, address);
        const type = bytes ? TYPES[path.extname(address)] ?? 'application/octet-stream' : 'text/plain';
        response.writeHead(bytes ? 200 : 404, {'Content-Type': type});
        response.end(bytes ?? `There is no ${address}.`);
    });
    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    const close = () => new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
    });
    return {origin: `http://127.0.0.1:${server.address().port}`, close};
}

/** Skips the test unless there is a browser. */
async function findChromium() {
    nodePackage('playwright-core');
    const {chromium} = await import('playwright-core');
    const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => fs.existsSync(file));
    return executablePath ? {chromium, executablePath} : skip('no Chromium');
}

/** Opens a page of a site; `path` is which, `args` more for Chromium, `page` options of a new page. */
export async function openPage(site, {path: address = '/', args = [], page: options = {}} = {}) {
    const {chromium, executablePath} = await findChromium();
    const server = await serve({'/index.html': '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">', ...site});
    // Containers have no user namespaces, and little shared memory.
    const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args]});
    const page = await browser.newPage(options), errors = [];
    page.setDefaultTimeout(120_000); // of a busy machine
    page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
    await page.goto(server.origin + address);
    return {page, browser, origin: server.origin, errors, async close() {
        await browser.close();
        await server.close();
    }};
}
