// SPDX-License-Identifier: MIT
//
// Everything that mien.mjs has, in node, with both modules: loading, names, actors, errors.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';

import {PACKAGE, castFile, castPack} from './kit.mjs';

const bundle = castFile('cast.mien');
const place = pathToFileURL(path.join(PACKAGE, 'mien.mjs'));
const {Actor, Asset, BONE_STRIDE, Bundle, Clip, Graph, Mesh, Mien, MienError, Poses, Skeleton, hasSimd} = await import(place);
const bytes = fs.readFileSync(bundle);
const FORMAT_VERSION = 40; // where a pack has it: see docs/file-format.md

/** A test with each module. */
function eachModule(name, body) {
    for (const simd of [true, false]) {
        test(`${name}, ${simd ? 'SIMD' : 'scalar'}`, async () => {
            const mien = await Mien.load({simd}), cast = mien.openBytes(bytes);
            const pip = {skeleton: cast.get('ada.skeleton'), mesh: cast.get('pip.mesh'), poses: cast.get('pip.poses')};
            await body({mien, cast, pip});
            cast.dispose();
        });
    }
}

/** Something of the error that a function throws. */
function errorOf(body) {
    try {
        body();
    } catch (error) {
        return {name: error.name, status: error.status, location: error.location, message: error.message};
    }
    return assert.fail('nothing was thrown');
}

const isArgument = {name: 'MienError', status: 'MIEN_ERROR_ARGUMENT'};

test('the module is loaded from a URL, a path, a Response, bytes, or from beside', async () => {
    const file = path.join(PACKAGE, 'mien-scalar.wasm'), wasm = fs.readFileSync(file);
    const copy = new ArrayBuffer(wasm.length);
    new Uint8Array(copy).set(wasm);
    const sources = [pathToFileURL(file), pathToFileURL(file).href, file, path.relative('.', file), new Response(wasm), wasm, copy];
    for (const module of sources) assert.equal((await Mien.load({module})).isa, 'scalar');
    assert.equal(hasSimd(), true);
    const mien = await Mien.load();
    assert.equal(mien.isa, 'wasm128');
    assert.equal(mien.version, JSON.parse(fs.readFileSync(path.join(PACKAGE, 'package.json'))).version);
    assert.ok(mien.memorySize >= 65536 && mien.memorySize % 65536 === 0);
});

test('packs are opened from a URL, a path, a Response and bytes', async () => {
    const mien = await Mien.load(), padded = new Uint8Array(bytes.length + 5);
    padded.set(bytes, 5);
    const url = pathToFileURL(bundle), inside = padded.subarray(5);
    const sources = [url, url.href, bundle, new Response(bytes), bytes, inside, inside.slice().buffer, new DataView(padded.buffer, 5)];
    for (const from of sources) {
        const cast = await mien.open(from);
        assert.ok(cast instanceof Bundle && cast instanceof Asset);
        assert.equal(cast.names().length, 16);
        cast.dispose();
    }
    await assert.rejects(mien.open(new Response('', {status: 404})), {name: 'MienError', status: 'MIEN_ERROR_FILE'});
    await assert.rejects(mien.open(42), TypeError);
    await assert.rejects(mien.open(`${bundle}.nowhere`), {name: 'MienError', message: `${bundle}.nowhere: There is no such file.`});
    await assert.rejects(Mien.load({module: bundle}), {name: 'MienError', message: /is not a WebAssembly module/});
    const pack = castPack('ada.poses');
    await assert.rejects(mien.open(pack), {status: 'MIEN_ERROR_ARGUMENT', message: /kind “poses”, not “bundle”: open\(from, 'poses'\)/});
    assert.equal((await mien.open(pack, 'poses')).names.length, 59);
    assert.equal((await mien.open(pack, null)).kind, 'poses');
});

eachModule('names and numbers of all kinds', ({cast}) => {
    assert.equal(cast.kind, 'bundle');
    assert.deepEqual(cast.names('skeleton'), ['ada.skeleton']);
    assert.deepEqual(cast.names('clip'), ['emotions.clip', 'idle.clip', 'sentence.clip']);
    assert.equal(cast.has('pip.poses'), true);
    assert.equal(cast.has('pip'), false);
    assert.equal(cast.get('pip.poses'), cast.get('pip.poses'));

    const skeleton = cast.get('ada.skeleton');
    assert.ok(skeleton instanceof Skeleton && skeleton.kind === 'skeleton');
    assert.equal(skeleton.bones.length, 68);
    assert.deepEqual(skeleton.bones.slice(0, 3), ['root', 'spine', 'chest']);
    assert.deepEqual(skeleton.parents.slice(0, 5), [-1, 0, 1, 2, 2]);
    assert.equal(skeleton.curves.length, 69);
    assert.equal(skeleton.curves[skeleton.curveIndex.get('jawOpen')], 'jawOpen');

    const poses = cast.get('pip.poses');
    assert.ok(poses instanceof Poses && poses.kind === 'poses');
    assert.equal(poses.names.length, 59);
    assert.equal(poses.isAdditive, true);
    assert.deepEqual(poses.controls.find(({name}) => name === 'jawOpen'), {name: 'jawOpen', min: 0, max: 1});

    const clip = cast.get('sentence.clip');
    assert.ok(clip instanceof Clip && clip.kind === 'clip');
    assert.equal(clip.curves.length, 18);
    assert.ok(clip.curves.includes('jawOpen'));
    assert.deepEqual([clip.bones.length, clip.rate, clip.sound, clip.soundOffset], [0, 60, 'sentence.wav', 0]);
    assert.ok(Math.abs(clip.length - 2.8) < 1e-9);
    assert.deepEqual([cast.get('idle.clip').bones.length, cast.get('idle.clip').sound], [6, '']);

    const mesh = cast.get('pip.mesh');
    assert.ok(mesh instanceof Mesh && mesh.kind === 'mesh');
    assert.equal(mesh.morphs.length, 11);
    assert.equal(mesh.morphs[0], 'cheek_puff');

    const graph = cast.get('pip.graph');
    assert.ok(graph instanceof Graph && graph.kind === 'graph');
    assert.deepEqual(graph.parameters, ['performance', 'pace']);
    assert.deepEqual(graph.nodes, ['body', 'face', 'both', 'live', 'pose', 'out']);
    assert.deepEqual(graph.slots[1], {path: 'pip.poses.json', kind: 'poses'});
    assert.deepEqual(cast.assetsOf(graph), [cast.get('idle.clip'), cast.get('pip.poses'), cast.get('emotions.clip')]);
});

eachModule('curves move bones, morphs and matrices', ({mien, cast, pip}) => {
    const actor = mien.actor(pip), rest = actor.bones.slice(), {skeleton} = pip;
    assert.ok(actor instanceof Actor);
    assert.equal(rest.length, skeleton.bones.length * BONE_STRIDE);
    assert.equal(actor.curves.length, skeleton.curves.length);
    assert.equal(actor.morphs.length, 11);
    actor.run();
    assert.deepEqual(actor.bones.slice(), rest);
    const still = actor.model.slice();
    assert.equal(still.length, skeleton.bones.length * 12);

    assert.equal(actor.set('jawOpen', 1), true);
    assert.equal(actor.set('cheekPuff', 1), true);
    assert.equal(actor.set('noSuchCurve', 1), false);
    actor.run();
    const jaw = skeleton.bones.indexOf('jaw') * BONE_STRIDE;
    assert.notDeepEqual(actor.bones.slice(jaw, jaw + 4), rest.slice(jaw, jaw + 4));
    assert.equal(actor.curves[skeleton.curveIndex.get('jawOpen')], 1);
    assert.ok(actor.morphs[0] > 0);
    assert.notDeepEqual(actor.model.slice(), still);
    // A matrix of the root is its rotation, scale and translation.
    assert.deepEqual([...actor.model.slice(0, 12)].filter((_, i) => i % 4 === 3), [...actor.bones.slice(4, 7)]);

    actor.set('cheekPuff', null);
    actor.run();
    assert.equal(actor.morphs[0], 0);
    actor.clear();
    actor.run();
    assert.deepEqual(actor.bones.slice(), rest);
    assert.deepEqual(actor.report, []);
    const scaled = mien.actor({...pip, mesh: cast.get('bruno.mesh')}).report.filter(({finding}) => finding === 'scaled bone');
    assert.ok(scaled.length > 10 && scaled.every(({name, factor}) => skeleton.bones.includes(name) && factor > 0 && factor !== 1));
    assert.deepEqual(mien.actor({skeleton}).morphs.length, 0);
});

eachModule('the rest of a model stands in for a mesh', ({mien, cast, pip}) => {
    const {skeleton, poses} = pip, jawOpen = (parts) => {
        const actor = mien.actor(parts);
        actor.set('jawOpen', 1);
        actor.run();
        return actor.bones.slice();
    };
    const meshed = mien.actor({...pip, mesh: cast.get('moss.mesh')}), rest = meshed.bones.slice();
    assert.deepEqual(mien.actor({skeleton, rest, poses}).bones.slice(), rest);
    assert.deepEqual(jawOpen({skeleton, rest, poses}), jawOpen({...pip, mesh: cast.get('moss.mesh')}));
    assert.notDeepEqual(jawOpen({skeleton, rest, poses}), jawOpen(pip));
    for (const wrong of [rest.slice(1), [], rest.map(() => NaN)])
        assert.throws(() => mien.actor({skeleton, rest: wrong, poses}), {...isArgument, location: 'rest'});
});

eachModule('clips play, loop, stop, and give way to curves', ({mien, cast, pip}) => {
    const actor = mien.actor(pip), clip = cast.get('sentence.clip'), jaw = pip.skeleton.curveIndex.get('jawOpen');
    actor.play(clip);
    assert.equal(actor.clip, clip);
    actor.run(0.5);
    const half = actor.bones.slice(), open = actor.curves[jaw];
    assert.ok(open > 0);
    actor.run(clip.length);
    assert.ok(Math.abs(actor.time - 0.5) < 1e-9);
    actor.time = 0.5;
    actor.run();
    assert.deepEqual(actor.bones.slice(), half);
    actor.run(-1);
    assert.ok(Math.abs(actor.time - (clip.length - 0.5)) < 1e-9);
    actor.set('jawOpen', 0.25);
    actor.run();
    assert.equal(actor.curves[jaw], 0.25);
    actor.clear();

    actor.play(clip, {loops: false, time: 0.25});
    actor.run(0.25);
    assert.deepEqual(actor.bones.slice(), half);
    actor.run(100);
    assert.equal(actor.time, 100.5);
    actor.play(null);
    actor.run();
    assert.equal(actor.clip, null);
    assert.equal(actor.curves[jaw], 0);
});

eachModule('graphs play, and obey parameters, times and curves', ({mien, cast, pip}) => {
    const {skeleton, mesh} = pip, graph = cast.get('pip.graph'), jaw = skeleton.curveIndex.get('jawOpen');
    const parts = {skeleton, mesh, graph}, at = (seconds, change = () => {}) => {
        const actor = mien.actor(parts);
        change(actor);
        actor.run(seconds);
        return actor.bones.slice();
    };
    const second = at(1);
    assert.deepEqual(at(1), second);
    assert.notDeepEqual(at(2), second);
    assert.deepEqual(at(1, (actor) => actor.setParameter('pace', 1)), second);
    assert.notDeepEqual(at(1, (actor) => actor.setParameter('pace', 3)), second);
    assert.notDeepEqual(at(1, (actor) => actor.setTime('face', 3)), second);
    assert.notDeepEqual(at(1, (actor) => actor.set('jawOpen', 1)), second);
    // Assets that are given win over those of the bundle.
    const [idle, , emotions] = cast.assetsOf(graph), other = [idle, cast.get('moss.poses'), emotions];
    parts.assets = other;
    assert.notDeepEqual(at(1), second);

    const alone = mien.actor({skeleton, mesh, graph, assets: []});
    assert.ok(alone.report.some(({finding, name}) => finding === 'missing asset' && name.includes('pip.poses')));
    alone.run(1);
    assert.equal(alone.curves[jaw], 0);
    for (const wrong of [() => alone.setParameter('tempo', 1), () => alone.setParameter('pace', 'fast'),
        () => alone.setParameter('performance', 1), () => alone.setTime('pose', 1), () => alone.setTime('nothing', 1),
        () => mien.actor(pip).setParameter('pace', 1), () => mien.actor(pip).setTime('face', 1)])
        assert.throws(wrong, isArgument);
});

eachModule('many actors at once are as each alone', ({mien, cast, pip}) => {
    const names = ['ada', 'pip', 'bruno', 'moss'], clip = cast.get('sentence.clip');
    const make = () => names.map((name, i) => {
        const actor = mien.actor({skeleton: pip.skeleton, mesh: cast.get(`${name}.mesh`), poses: cast.get(`${name}.poses`)});
        actor.play(clip, {time: i / 7});
        return actor;
    });
    const together = make(), alone = make();
    for (let frame = 0; frame < 200; ++frame) {
        mien.run(together, 1 / 60);
        alone.forEach((actor) => actor.run(1 / 60));
        together.forEach((actor, i) => {
            assert.deepEqual(actor.bones, alone[i].bones);
            assert.deepEqual(actor.morphs, alone[i].morphs);
            assert.equal(actor.time, alone[i].time);
        });
    }
    mien.run([], 1);
    assert.throws(() => mien.run([{}], 1), TypeError);
});

eachModule('a frame copies nothing but the result', ({mien, cast, pip}) => {
    const actors = Array.from({length: 50}, () => mien.actor(pip));
    actors.forEach((actor) => actor.play(cast.get('sentence.clip')));
    mien.run(actors, 1 / 60);
    const {bones} = actors[0], before = mien.memorySize, first = bones[0];
    for (let frame = 0; frame < 1000; ++frame) mien.run(actors, 1 / 60);
    assert.equal(mien.memorySize, before);
    // The same place in the module's memory, in which the next frame is already seen.
    assert.equal(bones.buffer, mien.exports.memory.buffer);
    assert.equal(actors[0].bones.byteOffset, bones.byteOffset);
    const jaw = pip.skeleton.bones.indexOf('jaw') * BONE_STRIDE;
    actors[0].set('jawOpen', 1);
    const closed = bones[jaw];
    actors[0].run();
    assert.notEqual(bones[jaw], closed);
    assert.equal(bones[0], first);
});

eachModule('errors have a status and a location', ({mien, cast, pip}) => {
    const damaged = Uint8Array.from(bytes);
    damaged[bytes.length >> 1] ^= 1;
    assert.equal(errorOf(() => mien.openBytes(damaged)).status, 'MIEN_ERROR_HASH');
    assert.deepEqual(errorOf(() => mien.openBytes(new Uint8Array(0))),
        {name: 'MienError', status: 'MIEN_ERROR_CORRUPT', location: 'header', message: 'header: too short to be a pack'});
    assert.ok(new MienError('text', 'MIEN_ERROR_CORRUPT', '') instanceof Error);
    assert.equal(new MienError('text', 'status', 'there').message, 'there: text');
    const future = Uint8Array.from(bytes);
    future[FORMAT_VERSION] += 1;
    assert.equal(errorOf(() => mien.openBytes(future)).status, 'MIEN_ERROR_VERSION');
    assert.throws(() => cast.get('missing.poses'), isArgument);
    assert.throws(() => mien.openBytes('text'), TypeError);
    mien.actor({...pip, poses: Array.from({length: 17}, () => pip.poses)}).run();
    const graphic = mien.actor({skeleton: pip.skeleton, graph: cast.get('pip.graph')});
    assert.throws(() => graphic.play(cast.get('sentence.clip')), isArgument); // the graph plays
    assert.throws(() => mien.actor({...pip, rest: new Float32Array(pip.skeleton.bones.length * BONE_STRIDE)}),
        {status: 'MIEN_ERROR_DATA'}); // rotations of length 0
    const actor = mien.actor(pip);
    for (const step of [NaN, Infinity, '1', null]) assert.throws(() => actor.run(step), isArgument);
    assert.equal(actor.time, 0);
    assert.throws(() => mien.actor({}), TypeError);
    assert.throws(() => mien.actor({skeleton: pip.poses}), TypeError);
    assert.throws(() => mien.actor({...pip, mesh: pip.skeleton}), TypeError);
    assert.throws(() => mien.actor({...pip, poses: cast.get('sentence.clip')}), TypeError);
    assert.throws(() => mien.actor({...pip, graph: pip.poses}), TypeError);
    assert.throws(() => mien.actor({skeleton: pip.skeleton, graph: cast.get('pip.graph'), assets: [pip.poses]}), TypeError);
    assert.throws(() => actor.play(pip.poses), TypeError);
    assert.throws(() => actor.play('sentence.clip'), {message: "Give a Clip of this module: bundle.get('sentence.clip') gives one."});
    actor.run();
});

test('assets of one module are refused by another', async () => {
    const [one, other] = [await Mien.load(), await Mien.load()];
    const cast = one.openBytes(bytes);
    assert.throws(() => other.actor({skeleton: cast.get('ada.skeleton')}), TypeError);
    assert.throws(() => other.run([one.actor({skeleton: cast.get('ada.skeleton')})], 0), TypeError);
});

test('a worker of node does what the main thread does', async () => {
    const play = `async ({file}) => {
        const {Mien} = await import('${place}');
        const mien = await Mien.load(), cast = await mien.open(file);
        const actor = mien.actor({skeleton: cast.get('ada.skeleton'), mesh: cast.get('pip.mesh'), graph: cast.get('pip.graph')});
        actor.run(0.5);
        return [...actor.bones];
    }`;
    const source = `const {parentPort, workerData} = require('node:worker_threads');
        (${play})(workerData).then((bones) => parentPort.postMessage(bones));`;
    const worker = new Worker(source, {eval: true, workerData: {file: bundle}});
    const [there, here] = await Promise.all([
        new Promise((resolve, reject) => { worker.on('message', resolve).on('error', reject); }),
        (0, eval)(`(${play})`)({file: bundle}),
    ]);
    assert.deepEqual(there, here);
});
