// SPDX-License-Identifier: MIT
//
// The declarations are what the modules are: tsc --strict takes every use of them, and what
// they declare exists, no less and no more.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {HERE, PACKAGE, ROOT, nodePackage} from './kit.mjs';

const tsc = path.join(nodePackage('typescript'), 'bin/tsc');
nodePackage('@types/three');

/** Compiles files in a project that has the package and what else it names, as a user's would. */
function compile(files, ...options) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-types-'));
    try {
        fs.mkdirSync(path.join(folder, 'node_modules/mien'), {recursive: true});
        for (const name of fs.readdirSync(PACKAGE).filter((file) => /^package\.json$|\.m(js|ts)$/.test(file)))
            fs.copyFileSync(path.join(PACKAGE, name), path.join(folder, 'node_modules/mien', name));
        for (const name of fs.readdirSync(path.join(HERE, 'node_modules')))
            fs.symlinkSync(path.join(HERE, 'node_modules', name), path.join(folder, 'node_modules', name));
        for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
        const done = spawnSync(process.execPath, [tsc, '--strict', '--noEmit', '--noUnusedLocals', '--target', 'es2022', ...options,
            ...Object.keys(files)], {cwd: folder, encoding: 'utf8'});
        return done.stdout + done.stderr;
    } finally {
        fs.rmSync(folder, {recursive: true});
    }
}

const read = (name) => fs.readFileSync(path.join(HERE, name), 'utf8');
const uses = {'uses.mts': read('uses.mts'), 'uses_live.mts': read('uses_live.mts')};
const ENGINES = ['three', 'babylon', 'playcanvas'], usesOf = (name) => ({[`uses_${name}.mts`]: read(`uses_${name}.mts`)});
const inNode = ['--module', 'node16', '--lib', 'es2022', '--types', 'node'];
// Declarations of engines are not ours to check, and take long.
const inPages = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', 'node', '--skipLibCheck'];

test('every use compiles for node, without types of pages', () => assert.equal(compile(uses, ...inNode), ''));
test('every use compiles for pages with engines', () =>
    assert.equal(compile(Object.assign({}, uses, ...ENGINES.map(usesOf)), ...inPages), ''));

test('what is refused would be noticed if it were not', () => {
    const text = uses['uses.mts'].replace('mien.actor({poses})', 'mien.actor({skeleton})');
    assert.match(compile({'uses.mts': text}, ...inPages), /Unused '@ts-expect-error'/);
});

for (const name of ['mien', 'live', 'webcam', ...ENGINES]) {
    test(`${name}.d.mts declares what ${name}.mjs exports`, async () => {
        const declared = fs.readFileSync(path.join(PACKAGE, `${name}.d.mts`), 'utf8');
        const names = [...declared.matchAll(/^export (?:abstract )?(?:class|const|function) (\w+)/gm)].map(([, found]) => found);
        names.push(...[...declared.matchAll(/^export \{(.*)\} from/gm)].flatMap(([, list]) => list.split(', ')));
        const module = await import(pathToFileURL(path.join(PACKAGE, `${name}.mjs`)));
        assert.deepEqual(names.sort(), Object.keys(module).sort());
    });
}

for (const [name, text] of [['mien', read('uses.mts')], ['live', read('uses_live.mts')], ['puppet', read('uses_three.mts')]]) {
    test(`every member that ${name}.d.mts declares exists`, () => {
        const [declared, own, shared] = [`${name}.d.mts`, `${name}.mjs`, 'module.mjs'].map((file) => fs.readFileSync(path.join(PACKAGE, file), 'utf8'));
        const source = own + shared;
        const members = [...declared.matchAll(/^ {4}(?:static )?(?:readonly )?(\w+)[(:?<]/gm)].map(([, found]) => found);
        assert.ok(members.length > 10);
        for (const member of members.filter((found) => found !== 'constructor')) {
            assert.match(source, new RegExp(`\\b${member}\\b`), `${name}.mjs has no ${member}`);
            assert.match(text, new RegExp(`\\b${member}\\b`), `no use of ${member}`);
        }
    });
}

/** Code of a page: what is fenced as js or ts, and scripts of pages that it shows. */
function snippetsOf(file) {
    const text = fs.readFileSync(file, 'utf8');
    const fenced = [...text.matchAll(/```(?:js|ts)\n(.*?)```/gs)], pages = [...text.matchAll(/<script type="module">\n(.*?)<\/script>/gs)];
    return [...fenced, ...pages].map(([, code]) => code);
}

const markdown = fs.readdirSync(path.join(ROOT, 'docs'), {recursive: true}).map((name) => path.join('docs', name)).filter((name) => name.endsWith('.md'));
const documented = ['README.md', 'src/web/README.md', ...markdown.sort()].map((file) => [file, snippetsOf(path.join(ROOT, file))])
    .filter(([, codes]) => codes.length > 0);

// What a snippet takes from the reader's page, or from the snippets before it.
const CONTEXT = `
import type {Camera, Scene, WebGLRenderer} from 'three';
import type {GLTF} from 'three/addons/loaders/GLTFLoader.js';
import type {Scene as BabylonScene} from 'babylonjs';
import type {Application} from 'playcanvas';
import type {Actor} from 'mien';
declare global {
    const renderer: WebGLRenderer, scene: Scene, camera: Camera, gltf: GLTF, pip: Actor;
    const app: Application, babylonScene: BabylonScene;
}`;
const OTHER_NAMES = "declare module '@babylonjs/core' { export * from 'babylonjs'; }\n"; // the same classes in one file

test(`${documented.length} pages show code that tsc --strict takes`, () => {
    const files = {'context.mts': CONTEXT, 'names.d.ts': OTHER_NAMES};
    for (const [file, codes] of documented)
        codes.forEach((code, i) => { files[`${file.replace(/\W/g, '_')}_${i}.mts`] = `${code}\nexport {};\n`; });
    console.log(`${Object.keys(files).length - 2} snippets of ${documented.map(([file]) => file).join(', ')}`);
    assert.ok(Object.keys(files).length > 10);
    assert.equal(compile(files, ...inPages), '');
});
