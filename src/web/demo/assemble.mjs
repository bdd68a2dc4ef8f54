// SPDX-License-Identifier: MIT
//
// Puts the demonstration together as a folder that any web server can serve:
//
//   node assemble.mjs --to build/web/demo --program build/release/src/cli/mien --package build/web --three test/web/node_modules/three
//
// scripts/web-demo builds what is needed and calls this.

import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const option = {type: 'string'};
const {values: {to, program, package: mien, three}} = parseArgs({options: {to: option, program: option, package: option, three: option}});
if (!to || !program || !mien || !three) throw new Error('Say --to, --program, --package and --three.');
const here = path.dirname(fileURLToPath(import.meta.url));

function copy(from, name) {
    const target = path.join(to, name);
    fs.mkdirSync(path.dirname(target), {recursive: true});
    fs.copyFileSync(from, target);
}

/** Copies a module of three.js and those that it imports by a path. */
function copyModule(name, copied = new Set()) {
    if (copied.has(name)) return;
    copied.add(name);
    copy(path.join(three, name), path.join('three', name));
    const text = fs.readFileSync(path.join(three, name), 'utf8');
    for (const [, from] of text.matchAll(/^(?:import|export|})[^'"\n]*from\s*['"](\.[^'"]+)['"]/gm))
        copyModule(path.join(path.dirname(name), from), copied);
}

fs.rmSync(to, {recursive: true, force: true});
for (const name of fs.readdirSync(here)) if (name !== 'assemble.mjs') copy(path.join(here, name), name);
for (const name of ['mien.mjs', 'module.mjs', 'puppet.mjs', 'three.mjs', 'live.mjs', 'mien.wasm', 'mien-scalar.wasm', 'mien-live.wasm'])
    copy(path.join(mien, name), path.join('mien', name));
for (const name of ['build/three.module.js', 'examples/jsm/loaders/GLTFLoader.js']) copyModule(name);
copy(path.join(three, 'LICENSE'), 'three/LICENSE');

const project = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-demo-'));
try {
    const run = (...words) => execFileSync(path.resolve(program), words, {cwd: project, stdio: ['ignore', 'ignore', 'inherit']});
    run('sample', 'cast', '.');
    run('bundle', '--all', '--no-meshes', '-o', path.resolve(to, 'cast.mien'));
    for (const name of ['ada.glb', 'pip.glb', 'bruno.glb', 'moss.glb', 'sentence.wav']) copy(path.join(project, name), name);
} finally {
    fs.rmSync(project, {recursive: true, force: true});
}
console.log(`${to}: serve this folder, such as by: python3 -m http.server -d ${to}`);
