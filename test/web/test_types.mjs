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

import {HERE, PACKAGE, nodePackage} from './kit.mjs';

const tsc = path.join(nodePackage('typescript'), 'bin/tsc');
nodePackage('@types/three');

/** Compiles files in a project that has the package and what else it names, as a user's would. */
function compile(files, ...options) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-types-'));
    try {
        fs.mkdirSync(path.join(folder, 'node_modules/mien'), {recursive: true});
        for (const name of ['package.json', 'mien.mjs', 'mien.d.mts', 'three.mjs', 'three.d.mts'])
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
const uses = {'uses.mts': read('uses.mts')}, both = {...uses, 'uses_three.mts': read('uses_three.mts')};
const inNode = ['--module', 'node16', '--lib', 'es2022', '--types', 'node'];
// Declarations of three.js are not ours to check, and take long.
const inPages = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', 'three', '--skipLibCheck'];

test('every use compiles for node, without types of pages', () => assert.equal(compile(uses, ...inNode), ''));
test('every use compiles for a page with three.js', () => assert.equal(compile(both, ...inPages), ''));

test('what is refused would be noticed if it were not', () => {
    const text = uses['uses.mts'].replace('mien.actor({poses})', 'mien.actor({skeleton})');
    assert.match(compile({'uses.mts': text}, ...inPages), /Unused '@ts-expect-error'/);
});

for (const name of ['mien', 'three']) {
    test(`${name}.d.mts declares what ${name}.mjs exports`, async () => {
        const declared = fs.readFileSync(path.join(PACKAGE, `${name}.d.mts`), 'utf8');
        const names = [...declared.matchAll(/^export (?:abstract )?(?:class|const|function) (\w+)/gm)].map(([, found]) => found);
        const module = await import(pathToFileURL(path.join(PACKAGE, `${name}.mjs`)));
        assert.deepEqual(names.sort(), Object.keys(module).sort());
    });
}

for (const [name, use] of [['mien', 'uses.mts'], ['three', 'uses_three.mts']]) {
    test(`every member that ${name}.d.mts declares exists`, () => {
        const [declared, source] = [`${name}.d.mts`, `${name}.mjs`].map((file) => fs.readFileSync(path.join(PACKAGE, file), 'utf8'));
        const members = [...declared.matchAll(/^ {4}(?:static )?(?:readonly )?(\w+)[(:?<]/gm)].map(([, found]) => found);
        assert.ok(members.length > 10);
        for (const member of members.filter((found) => found !== 'constructor')) {
            assert.match(source, new RegExp(`\\b${member}\\b`), `${name}.mjs has no ${member}`);
            assert.match(both[use], new RegExp(`\\b${member}\\b`), `${use} leaves ${member} out`);
        }
    });
}
