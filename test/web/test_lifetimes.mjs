// SPDX-License-Identifier: MIT
//
// What is disposed of or forgotten gives its memory back, in any order; 10,000 lives leave
// memory as it was, in node and in Chromium.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {openPage} from './browser.mjs';
import {NAMES, churn} from './cycles.mjs';
import {HERE, PACKAGE, ROOT, castFile, castPack, skip} from './kit.mjs';

const {Mien} = await import(pathToFileURL(path.join(PACKAGE, 'mien.mjs')));
const cast = fs.readFileSync(castFile('cast.mien'));
const old = (name) => path.join(ROOT, 'test/versions', name); // small ones
const files = {
    skeleton: castPack('ada.skeleton'), poses: castPack('ada.poses'), graph: castPack('cast.graph'),
    clip: castPack('sentence.clip'), idle: castPack('idle.clip'), mesh: old('mesh_v2.mien'), bundle: old('bundle_v1.mien'),
};
const bytes = Object.fromEntries(NAMES.map((name) => [name, fs.readFileSync(files[name])]));
if (!globalThis.gc) skip('no collector of garbage: run node with --expose-gc');

const gone = {name: 'MienError', status: 'MIEN_ERROR_ARGUMENT', message: /disposed/};

test('what was disposed of refuses to be used', async () => {
    const mien = await Mien.load(), bundle = mien.openBytes(cast), skeleton = bundle.get('ada.skeleton');
    const poses = bundle.get('ada.poses'), clip = bundle.get('sentence.clip'), actor = mien.actor({skeleton, poses});
    assert.equal(actor.isDisposed, false);
    actor.dispose();
    actor.dispose();
    assert.equal(actor.isDisposed, true);
    for (const use of [() => actor.run(), () => actor.bones, () => actor.curves, () => actor.morphs, () => actor.model,
        () => actor.report, () => actor.set('jawOpen', 1), () => actor.clear(), () => actor.play(clip), () => mien.run([actor], 0)])
        assert.throws(use, gone);
    poses.dispose();
    assert.throws(() => mien.actor({skeleton, poses}), gone);
    assert.notEqual(bundle.get('ada.poses'), poses); // a new one
    bundle.dispose();
    assert.equal(skeleton.isDisposed, true);
    assert.throws(() => bundle.get('ada.poses'), gone);
    assert.throws(() => mien.actor({skeleton}), gone);
});

test('what actors need outlives its disposal', async () => {
    const mien = await Mien.load(), make = () => {
        const bundle = mien.openBytes(cast), skeleton = bundle.get('ada.skeleton');
        const played = mien.actor({skeleton, poses: bundle.get('ada.poses')});
        played.play(bundle.get('sentence.clip'));
        return {bundle, actors: [played, mien.actor({skeleton, graph: bundle.get('cast.graph')})]};
    };
    const kept = make(), orphaned = make();
    orphaned.bundle.dispose();
    const overwriting = mien.openBytes(cast); // freed memory would be its own
    for (let frame = 0; frame < 100; ++frame) {
        mien.run([...kept.actors, ...orphaned.actors], 1 / 30);
        for (const i of [0, 1]) {
            assert.deepEqual(orphaned.actors[i].bones, kept.actors[i].bones);
            assert.deepEqual(orphaned.actors[i].curves, kept.actors[i].curves);
        }
    }
    assert.equal(overwriting.isDisposed, false);
});

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** Collects until a condition holds. What a WeakRef showed stays until the next turn, in which finalizers run too. */
async function collectUntil(holds, turns = 100) {
    for (let i = 0; i < turns; ++i) {
        if (holds()) return true;
        await turn();
        gc();
        await turn();
    }
    return false;
}

test('what is forgotten is freed', async () => {
    const mien = await Mien.load(), sizes = [];
    let watched = [];
    const forget = () => {
        const [skeleton, poses, graph, clip, idle, , bundle] = NAMES.map((name) => mien.openBytes(bytes[name], null));
        const members = bundle.names().map((name) => bundle.get(name));
        const actor = mien.actor({skeleton, graph, assets: [idle, poses, clip]}), other = mien.actor({skeleton, poses});
        other.play(clip);
        mien.run([actor, other], 0.5);
        watched = [skeleton, graph, bundle, actor, other, ...members].map((thing) => new WeakRef(thing));
    };
    for (let round = 0; round < 60; ++round) {
        for (let i = 0; i < 5; ++i) forget();
        assert.ok(await collectUntil(() => watched.every((thing) => thing.deref() === undefined)), 'something is kept alive');
        await collectUntil(() => false, 3); // what was registered last has had its turn
        sizes.push(mien.memorySize);
    }
    // A late finalizer may cost a page or two once; 200 lives that are kept would be megabytes.
    assert.ok(sizes.at(-1) - sizes[20] <= 2 * 65536, `memory grows: ${sizes}`);
});

const flat = ({early, late}) => assert.equal(late, early, 'the module grows');

test('10,000 lives in node leave memory flat', async () => {
    for (const [simd, count] of [[true, 10_000], [false, 1000]]) {
        const mien = await Mien.load({simd}), heap = () => {
            gc();
            return process.memoryUsage();
        };
        churn(mien, bytes, 500);
        const before = heap(), start = performance.now();
        flat(churn(mien, bytes, count));
        const seconds = (performance.now() - start) / 1000, now = heap();
        const [js, outside] = [now.heapUsed - before.heapUsed, now.arrayBuffers - before.arrayBuffers];
        console.log(`${mien.isa}: ${count} lives in ${seconds.toFixed(1)} s, module ${mien.memorySize} bytes, heap ${js} bytes more`);
        assert.ok(js < 2e6, `the heap grew by ${js} bytes`);
        assert.ok(outside < 2e6, `buffers grew by ${outside} bytes`);
    }
});

test('2,000 lives in Chromium leave memory flat', async () => {
    const packs = Object.fromEntries(NAMES.map((name) => [`/packs/${name}`, bytes[name]]));
    const args = ['--js-flags=--expose-gc', '--enable-precise-memory-info'];
    const site = await openPage({'/mien/': PACKAGE, '/test/': HERE, ...packs}, {args});
    try {
        const result = await site.page.evaluate(async () => {
            const [{Mien}, {NAMES, churn}] = await Promise.all([import('/mien/mien.mjs'), import('/test/cycles.mjs')]);
            const mien = await Mien.load(), bytes = {};
            for (const name of NAMES) bytes[name] = new Uint8Array(await (await fetch(`/packs/${name}`)).arrayBuffer());
            const heap = () => {
                gc();
                return performance.memory.usedJSHeapSize;
            };
            churn(mien, bytes, 500);
            const before = heap(), sizes = churn(mien, bytes, 2000);
            return {...sizes, grown: heap() - before};
        });
        flat(result);
        console.log(`Chromium: module ${result.late} bytes, heap ${result.grown} bytes more`);
        assert.ok(result.grown < 2e6, `the heap grew by ${result.grown} bytes`);
        assert.deepEqual(site.errors, []);
    } finally {
        await site.close();
    }
});

test('a life that keeps something is noticed', async () => {
    const mien = await Mien.load(), {openBytes} = mien;
    mien.openBytes = (from, kind) => {
        mien.exports.reserve(2000);
        return openBytes.call(mien, from, kind);
    };
    assert.throws(() => flat(churn(mien, bytes, 500)), /grows/);
});
