// SPDX-License-Identifier: MIT
//
// Faces of others on the demonstration's stage: a VRM with its pack, and a head whose morphs
// have ARKit's names and needs none.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';

import {assemble, openDemo} from './demo.mjs';
import {PROGRAM, dataPath, need} from './kit.mjs';

const vrm = dataPath('vrm/godot-vrm/Godette_vrm_v4.vrm'), head = dataPath('ict-facekit/ict_face_idA_57morphs.glb');
need(PROGRAM, 'build the preset release');
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-guests-'));
fs.copyFileSync(vrm, path.join(project, 'godette.vrm'));
for (const words of [['init', '.'], ['import', 'godette.vrm'], ['bundle', '--all', '--no-meshes', '-o', 'godette.mien']])
    execFileSync(PROGRAM, [...words, '--no-warnings'], {cwd: project});
const file = (name) => ({name, bytes: fs.readFileSync(path.join(project, name))});

const demo = await openDemo(assemble('guests')), {page} = demo;
after(async () => {
    await demo.close();
    fs.rmSync(project, {recursive: true, force: true});
});
const said = () => page.locator('#message-text').textContent();

test('a VRM alone is refused in words', async () => {
    await demo.drop([file('godette.vrm')]);
    await page.waitForFunction(() => document.getElementById('message-text').textContent !== '');
    assert.match(await said(), /^godette\.vrm was not opened\. None of its morphs is named as a curve .* Open the pack/);
    assert.equal(await page.locator('#faces li').count(), 4);
});

test('a head with morphs of ARKit follows without a pack', async () => {
    await demo.drop([{name: 'ict.glb', bytes: fs.readFileSync(head)}]);
    await demo.card('ict').waitFor();
    assert.match(await said(), /^ict\.glb: \d\d morphs are driven\./);
    const before = await demo.picture('ict');
    await demo.setSlider('pose-jawOpen', 1);
    assert.ok(!before.equals(await demo.picture('ict')), 'it opens the mouth');
});

test('a VRM with its pack is bound, and its own expressions have sliders', async () => {
    await demo.drop([file('godette.vrm'), file('godette.mien')]);
    await demo.card('godette').waitFor();
    assert.match(await said(), /godette\.mien: godette\.poses, godette\.skeleton\.\ngodette\.vrm: 68 of 68 bones were found\.\n15 morphs are driven\./);
    const before = await demo.picture('godette');
    await demo.setSlider('pose-blink', 1);
    assert.ok(!before.equals(await demo.picture('godette')), 'it shuts its eyes');
    await demo.keep('demo-guests');
    assert.deepEqual(demo.errors, []);
});
