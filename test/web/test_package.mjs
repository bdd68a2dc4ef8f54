// SPDX-License-Identifier: MIT
//
// What people install: its size, what is in it, and that its README works, in a new project
// in node and in Chromium.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {after, test} from 'node:test';
import {gzipSync} from 'node:zlib';

import {openPage} from './browser.mjs';
import {CAST, HERE, PACKAGE, castFile, nodePackage} from './kit.mjs';

castFile('cast.mien');
const three = nodePackage('three');
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-package-'));
after(() => fs.rmSync(project, {recursive: true}));
const runIn = (cwd, program, ...words) => execFileSync(program, words, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});

const [list] = JSON.parse(runIn(PACKAGE, 'npm', 'pack', '--json', '--pack-destination', project));
fs.writeFileSync(path.join(project, 'package.json'), '{"name": "new", "private": true, "type": "module"}');
runIn(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', path.join(project, list.filename));
const installed = path.join(project, 'node_modules/mien');
fs.copyFileSync(castFile('cast.mien'), path.join(project, 'cast.mien'));

/** The examples of the README, as they stand there. */
const readme = fs.readFileSync(path.join(installed, 'README.md'), 'utf8');
const [first, second] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test('the package has what it lists, and nothing else', () => {
    assert.deepEqual(list.files.map((file) => file.path).sort(), ['LICENSE', 'README.md', 'babylon.d.mts', 'babylon.mjs', 'live.d.mts', 'live.mjs',
        'mien-live.wasm', 'mien-scalar.wasm', 'mien.d.mts', 'mien.mjs', 'mien.wasm', 'module.mjs', 'package.json', 'playcanvas.d.mts', 'playcanvas.mjs', 'puppet.d.mts',
        'puppet.mjs', 'three.d.mts', 'three.mjs', 'webcam.d.mts', 'webcam.mjs']);
    const {exports} = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8'));
    for (const file of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))))
        assert.ok(fs.existsSync(path.join(installed, file)), `${file} is exported, but not there`);
});

for (const [file, most] of [['mien.wasm', 85_000], ['mien-scalar.wasm', 85_000], ['mien-live.wasm', 40_000], ['mien.mjs', 6_000],
    ['module.mjs', 3_000], ['live.mjs', 6_000], ['webcam.mjs', 3_000]]) {
    test(`${file} has at most ${most} bytes compressed`, () => {
        const size = gzipSync(fs.readFileSync(path.join(installed, file)), {level: 9}).length;
        console.log(`${file}: ${size} bytes compressed`);
        assert.ok(size <= most, `${size} bytes`);
    });
}

test('the modules import nothing', () => {
    for (const file of ['mien.wasm', 'mien-scalar.wasm', 'mien-live.wasm'])
        assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(fs.readFileSync(path.join(installed, file)))), []);
});

/** This node and others, as far as they could be installed. */
const nodes = [process.execPath, ...['node-18', 'node-22'].map((name) => path.join(HERE, 'node_modules', name, 'bin/node'))];
for (const node of nodes.filter((file) => fs.existsSync(file))) {
    const version = runIn(project, node, '--version').trim();
    test(`the example of the README runs in node ${version}`, () => {
        fs.writeFileSync(path.join(project, 'example.mjs'), first);
        assert.match(runIn(project, node, 'example.mjs'), /^Float32Array\(816\) \[(.|\n)*Float32Array\(11\) \[/);
    });
}

/** Runs code in a page of the new project; what it logs, when that is so much. */
async function runInPage(code, count) {
    const map = {imports: {
        'mien': '/node_modules/mien/mien.mjs', 'mien/three': '/node_modules/mien/three.mjs',
        'three': '/three/build/three.module.js', 'three/addons/': '/three/examples/jsm/',
    }};
    const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
        <script type="importmap">${JSON.stringify(map)}</script>`;
    const site = await openPage({'/': project, '/three/': three, '/cast/': CAST, '/index.html': html, '/example.mjs': code});
    try {
        const logged = [];
        const isDone = new Promise((resolve) => {
            site.page.on('console', (message) => {
                if (message.type() === 'log' && logged.push(message.args().length ? message.args() : []) >= count) resolve();
            });
            site.page.on('pageerror', resolve);
        });
        await site.page.addScriptTag({url: '/example.mjs', type: 'module'});
        await isDone;
        assert.deepEqual(site.errors, []);
        return await Promise.all(logged.flat().map((value) => value.evaluate((found) => (ArrayBuffer.isView(found) ? {length: found.length} : found))));
    } finally {
        await site.close();
    }
}

test('the example of the README runs in Chromium', async () => {
    assert.deepEqual(await runInPage(first, 1), [{length: 816}, {length: 11}]);
});

test('the example with three.js runs in Chromium', async () => {
    const before = `import * as THREE from 'three';
        import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
        const gltf = await new GLTFLoader().loadAsync('/cast/pip.glb');
        const renderer = new THREE.WebGLRenderer(), scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
        scene.add(gltf.scene);
        ${first.replace(/^console.*$/m, '')}`;
    const after = `requestAnimationFrame(() => requestAnimationFrame(() => console.log(pip.time > 1 / 60)));`;
    const [report, hasMoved] = await runInPage(`${before}\n${second}\n${after}`, 2);
    assert.match(report, /68 of 68 bones were found/);
    assert.match(report, /11 morphs are driven/);
    assert.equal(hasMoved, true);
});
