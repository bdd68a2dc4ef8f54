// SPDX-License-Identifier: MIT
//
// A VRM of others in Chromium: its pack is made by `mien import`, three.js loads and draws it,
// and expressions of the pack are seen.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';

import {openPage} from './browser.mjs';
import {PACKAGE, PROGRAM, dataPath, need, nodePackage} from './kit.mjs';

const vrm = dataPath('vrm/godot-vrm/Godette_vrm_v4.vrm');
const folder = path.join(PACKAGE, 'test/vrm');
need(PROGRAM, 'build the preset release');
fs.rmSync(folder, {recursive: true, force: true});
fs.mkdirSync(folder, {recursive: true});
fs.copyFileSync(vrm, path.join(folder, 'godette.vrm'));
for (const words of [['init', '.'], ['import', 'godette.vrm'], ['bundle', '--all', '-o', 'godette.mien']])
    execFileSync(PROGRAM, [...words, '--no-warnings'], {cwd: folder});

const site = await openPage({
    '/mien/': PACKAGE, '/three/': nodePackage('three'), '/vrm/': folder,
    '/index.html': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="importmap">{"imports":
        {"three": "./three/build/three.module.js", "three/addons/": "./three/examples/jsm/"}}</script><body>`,
});
after(() => site.close());

/** Binds the model once, and gives what weights make of it, and how much of the first picture they change. */
const look = (weights) => site.page.evaluate(async (given) => {
    window.stage ??= (async () => {
        const THREE = await import('three'), {GLTFLoader} = await import('three/addons/loaders/GLTFLoader.js');
        const {Mien} = await import('/mien/mien.mjs'), {Puppet} = await import('/mien/three.mjs');
        const mien = await Mien.load(), pack = await mien.open(new URL('/vrm/godette.mien', location));
        const model = await new GLTFLoader().loadAsync('/vrm/godette.vrm');
        const parts = {skeleton: pack.get('godette.skeleton'), mesh: pack.get('godette.mesh'), poses: pack.get('godette.poses')};
        const actor = mien.actor(parts), puppet = new Puppet(actor, model);
        const renderer = new THREE.WebGLRenderer({preserveDrawingBuffer: true}), scene = new THREE.Scene();
        renderer.setSize(300, 300);
        document.body.append(renderer.domElement);
        scene.add(model.scene, new THREE.HemisphereLight(0xffffff, 0x888888, 3));
        const head = model.scene.getObjectByName('head_Armature').getWorldPosition(new THREE.Vector3());
        const camera = new THREE.PerspectiveCamera(20, 1, 0.1, 20);
        camera.position.set(head.x, head.y + 0.1, head.z - 2); // VRM 0 looks along -Z
        camera.lookAt(head.x, head.y + 0.1, head.z);
        return {actor, puppet, renderer, scene, camera, model};
    })();
    const {actor, puppet, renderer, scene, camera, model} = await window.stage;
    actor.clear();
    for (const [name, value] of Object.entries(given)) actor.set(name, value);
    puppet.update(0);
    renderer.render(scene, camera);
    const {width, height} = renderer.domElement, gl = renderer.getContext(), pixels = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    window.still ??= pixels; // the first picture
    const changed = pixels.filter((value, i) => Math.abs(value - window.still[i]) > 24).length;
    const influences = [];
    model.scene.traverse((node) => { if (node.morphTargetInfluences) influences.push([...node.morphTargetInfluences]); });
    return {report: puppet.report, influences, morphs: [...actor.morphs], changed};
}, weights);

test('bones and morphs are found, though the loader renames and hides them', async () => {
    const {report} = await look({});
    assert.deepEqual(report.missingBones, []);
    assert.equal(report.foundBones.length, 68);
    assert.deepEqual([report.missingMorphs, report.idleMorphs], [[], []]);
    assert.equal(report.foundMorphs.length, 15);
    assert.match(report.words, /^68 of 68 bones were found\.\n15 morphs are driven\./);
});

test('expressions are seen', async () => {
    const still = await look({}), blinking = await look({blink: 1}), talking = await look({aa: 1});
    for (const {influences, morphs} of [still, blinking, talking])
        for (const weights of influences) assert.deepEqual(weights, morphs);
    assert.notDeepEqual(blinking.morphs, still.morphs);
    assert.ok(blinking.changed > 200, 'eyes shut');
    assert.ok(talking.changed > 100, 'the mouth opens');
    if (process.env.MIEN_UI_OUTPUT) await site.page.screenshot({path: path.join(process.env.MIEN_UI_OUTPUT, 'vrm.png')});
    assert.deepEqual(site.errors, []);
});
