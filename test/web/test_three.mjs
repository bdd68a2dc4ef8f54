// SPDX-License-Identifier: MIT
//
// The adapter of three.js in node: what it does to bones and morphs, what it reports.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {PACKAGE, castFile, nodePackage} from './kit.mjs';

nodePackage('three');
const THREE = await import('three');
const {GLTFLoader} = await import('three/addons/loaders/GLTFLoader.js');
const {clone} = await import('three/addons/utils/SkeletonUtils.js');
const {BONE_STRIDE, Mien} = await import(pathToFileURL(path.join(PACKAGE, 'mien.mjs')));
const {Puppet, restOf, updateAll} = await import(pathToFileURL(path.join(PACKAGE, 'three.mjs')));
globalThis.self ??= globalThis; // which the loader asks for

const NAMES = ['ada', 'pip', 'bruno', 'moss'];
const mien = await Mien.load();
const cast = mien.openBytes(fs.readFileSync(castFile('cast.mien')));
const skeleton = cast.get('ada.skeleton'), sentence = cast.get('sentence.clip');
after(() => cast.dispose());

const models = {};
for (const name of NAMES) {
    const bytes = fs.readFileSync(castFile(`${name}.glb`));
    models[name] = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
}

const actorOf = (name, parts = {}) => mien.actor({skeleton, mesh: cast.get(`${name}.mesh`), poses: cast.get(`${name}.poses`), ...parts});
const transform = ({quaternion: q, position: p, scale: s}) => [q.x, q.y, q.z, q.w, p.x, p.y, p.z, 0, s.x, s.y, s.z, 0];

function bonesOf(root) {
    const bones = new Map();
    root.traverse((node) => { if (node.isBone) bones.set(node.name, node); });
    return bones;
}

function morphsOf(root) {
    const meshes = [];
    root.traverse((node) => { if (node.morphTargetDictionary) meshes.push(node); });
    return meshes;
}

/** All numbers of the model are the numbers of the actor. */
function assertShown(root, actor) {
    const nodes = bonesOf(root), {bones, morphs} = actor;
    actor.skeleton.bones.forEach((name, i) => {
        assert.deepEqual(transform(nodes.get(name)), [...bones.subarray(i * BONE_STRIDE, (i + 1) * BONE_STRIDE)], name);
    });
    for (const mesh of morphsOf(root))
        for (const [name, place] of Object.entries(mesh.morphTargetDictionary))
            assert.equal(mesh.morphTargetInfluences[place], morphs[actor.mesh.morphs.indexOf(name)], name);
}

const stateOf = (root) => [[...bonesOf(root).values()].map(transform), morphsOf(root).map((mesh) => [...mesh.morphTargetInfluences])];

const resting = Object.fromEntries(NAMES.map((name) => [name, stateOf(models[name].scene)]));

test('a clip moves bones and morphs to the numbers of the module', () => {
    const actor = actorOf('pip'), puppet = new Puppet(actor, models.pip), still = stateOf(models.pip.scene);
    actor.play(cast.get('emotions.clip'));
    puppet.update(0.9);
    assertShown(models.pip.scene, actor);
    assert.ok(Math.max(...actor.morphs) > 0.1, 'a smile has folds');
    assert.notDeepEqual(stateOf(models.pip.scene), still);
    puppet.dispose();
    actor.dispose();
});

test('curves of the page move it', () => {
    const actor = actorOf('ada'), puppet = new Puppet(actor, models.ada.scene);
    puppet.update(0);
    const jaw = bonesOf(models.ada.scene).get('jaw'), shut = transform(jaw);
    actor.set('jawOpen', 1);
    actor.set('cheekPuff', 1);
    puppet.update(0);
    assertShown(models.ada.scene, actor);
    assert.notDeepEqual(transform(jaw), shut);
    assert.ok(actor.morphs[actor.mesh.morphs.indexOf('cheek_puff')] > 0.5);
    puppet.dispose();
    actor.dispose();
});

test('a graph moves it, and its sources hear the page', () => {
    const actor = actorOf('bruno', {poses: [], graph: cast.get('bruno.graph')}), puppet = new Puppet(actor, models.bruno);
    puppet.update(1 / 60);
    const first = stateOf(models.bruno.scene);
    for (let i = 0; i < 60; ++i) puppet.update(1 / 60);
    assertShown(models.bruno.scene, actor);
    assert.notDeepEqual(stateOf(models.bruno.scene), first, 'a second later the body has breathed');
    const jaw = bonesOf(models.bruno.scene).get('jaw'), before = transform(jaw);
    actor.set('jawOpen', 1);
    puppet.update(0);
    assertShown(models.bruno.scene, actor);
    assert.notDeepEqual(transform(jaw), before, 'the page opens the jaw');
    puppet.dispose();
    actor.dispose();
});

test('many are evaluated in one call, as each alone', () => {
    const actors = NAMES.map((name) => actorOf(name)), puppets = actors.map((actor, i) => new Puppet(actor, models[NAMES[i]]));
    for (const actor of actors) actor.play(sentence);
    updateAll(mien, puppets, 1.3);
    const together = NAMES.map((name) => stateOf(models[name].scene));
    NAMES.forEach((name, i) => assertShown(models[name].scene, actors[i]));
    for (const actor of actors) actor.time = 0;
    for (const puppet of puppets) puppet.update(1.3);
    assert.deepEqual(NAMES.map((name) => stateOf(models[name].scene)), together);
    assert.notDeepEqual(together[0], together[1], 'each face is its own');
    for (const puppet of puppets) puppet.dispose();
    for (const actor of actors) actor.dispose();
});

test('the report says what was found and what was not', () => {
    const actor = actorOf('moss'), root = clone(models.moss.scene), jaw = bonesOf(root).get('jaw');
    jaw.name = jaw.userData.name = 'mandible';
    const mesh = morphsOf(root)[0], {cheek_puff: place, ...rest} = mesh.morphTargetDictionary;
    mesh.morphTargetDictionary = {...rest, wart: place};
    const {report} = new Puppet(actor, root);
    assert.deepEqual(report.missingBones, ['jaw']);
    assert.equal(report.foundBones.length, skeleton.bones.length - 1);
    assert.deepEqual(report.missingMorphs, ['cheek_puff']);
    assert.deepEqual(report.idleMorphs, ['wart']);
    assert.equal(report.foundMorphs.length, actor.mesh.morphs.length - 1);
    assert.deepEqual(report.words.split('\n'), [
        '67 of 68 bones were found.', 'The model lacks the bones jaw.', '10 morphs are driven.',
        'The model lacks the morphs cheek_puff.', 'Nothing drives the morphs wart.',
    ]);
    actor.dispose();
});

test('a model with nothing in common is left as it is', () => {
    const actor = actorOf('ada'), root = new THREE.Group(), cube = new THREE.Mesh(new THREE.BoxGeometry());
    root.add(cube);
    const puppet = new Puppet(actor, root);
    actor.set('jawOpen', 1);
    puppet.update(0.1);
    assert.deepEqual([puppet.report.foundBones, puppet.report.foundMorphs], [[], []]);
    assert.match(puppet.report.words, /^0 of 68 bones were found\.\nThe model lacks the bones root, spine, .* and 62 more\.\nNo morphs/);
    actor.dispose();
});

test('several meshes, skins and files can be one character', () => {
    const actor = actorOf('ada'), head = clone(models.ada.scene), hat = new THREE.Group(), bone = new THREE.Bone();
    const geometry = new THREE.BoxGeometry();
    geometry.morphAttributes.position = [geometry.attributes.position];
    const brim = new THREE.SkinnedMesh(geometry);
    bone.name = 'head';
    brim.morphTargetDictionary = {cheek_puff: 0};
    brim.morphTargetInfluences = [0];
    brim.bind(new THREE.Skeleton([bone])); // hangs on nothing, and is found by its skin
    hat.add(brim);
    const puppet = new Puppet(actor, [head, hat]);
    actor.set('headYaw', 1);
    actor.set('cheekPuff', 1);
    puppet.update(0);
    const place = skeleton.bones.indexOf('head') * BONE_STRIDE;
    assert.deepEqual(transform(bone), [...actor.bones.subarray(place, place + BONE_STRIDE)]);
    assert.deepEqual(transform(bone), transform(bonesOf(head).get('head')));
    assert.equal(brim.morphTargetInfluences[0], actor.morphs[actor.mesh.morphs.indexOf('cheek_puff')]);
    assert.ok(brim.morphTargetInfluences[0] > 0.5);
    actor.dispose();
});

test('names that the loader changed are found', () => {
    const actor = actorOf('ada'), root = new THREE.Group(), bone = new THREE.Bone();
    bone.name = 'jaw_1'; // made different from a mesh of that name
    bone.userData.name = 'jaw';
    root.add(bone);
    const {report} = new Puppet(actor, root);
    assert.deepEqual(report.foundBones, ['jaw']);
    actor.dispose();
});

test('with the rest of a model no mesh is needed', () => {
    for (const name of NAMES) {
        const whole = actorOf(name), rest = restOf(skeleton, models[name]);
        const lean = mien.actor({skeleton, poses: cast.get(`${name}.poses`), rest});
        const puppet = new Puppet(lean, models[name]);
        assert.deepEqual(puppet.report.foundMorphs, whole.mesh.morphs);
        for (const actor of [whole, lean]) actor.play(sentence);
        whole.run(1.7);
        puppet.update(1.7);
        assert.deepEqual(lean.bones, whole.bones);
        assertShown(models[name].scene, whole); // whose morphs curves of the same names are
        puppet.dispose();
        whole.dispose();
        lean.dispose();
    }
    assert.throws(() => mien.actor({skeleton, rest: [1, 2, 3]}), /rest: A rest of 816 numbers/);
    assert.throws(() => mien.actor({skeleton, poses: cast.get('ada.poses'), rest: new Float32Array(816).fill(NaN)}), {name: 'MienError'});
});

test('bones and morphs can be left alone', () => {
    const actor = actorOf('ada'), still = stateOf(models.ada.scene);
    actor.set('jawOpen', 1);
    actor.set('cheekPuff', 1);
    const face = new Puppet(actor, models.ada, {bones: false});
    face.update(0);
    assert.deepEqual(stateOf(models.ada.scene)[0], still[0]);
    assert.notDeepEqual(stateOf(models.ada.scene)[1], still[1]);
    face.dispose();
    const bones = new Puppet(actor, models.ada, {morphs: false});
    bones.update(0);
    assert.deepEqual(stateOf(models.ada.scene)[1], still[1]);
    assert.notDeepEqual(stateOf(models.ada.scene)[0], still[0]);
    bones.dispose();
    actor.dispose();
});

test('a model that is let go of stands as before', () => {
    const actor = actorOf('pip'), puppet = new Puppet(actor, models.pip);
    actor.play(cast.get('emotions.clip'));
    puppet.update(0.9);
    puppet.dispose();
    assert.deepEqual(stateOf(models.pip.scene), resting.pip);
    puppet.update(0.3);
    assert.deepEqual(stateOf(models.pip.scene), resting.pip, 'nothing moves it any more');
    actor.run(0.1); // it is still its maker's
    actor.dispose();
});
