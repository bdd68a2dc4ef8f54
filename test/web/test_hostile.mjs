// SPDX-License-Identifier: MIT
//
// Damaged and forged files through the module: exceptions with a status, never a trap, and the
// module goes on as if nothing had been. MIEN_HOSTILE_STRIDE sets which bytes are changed.

import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {openPage} from './browser.mjs';
import {HERE, PACKAGE, ROOT, castPack} from './kit.mjs';
import {attack, run} from './hostile.mjs';

const {Mien} = await import(pathToFileURL(path.join(PACKAGE, 'mien.mjs')));
const stride = Number(process.env.MIEN_HOSTILE_STRIDE || 23);
const read = (file) => new Uint8Array(fs.readFileSync(file));
const old = (name) => read(path.join(ROOT, 'test/versions', `${name}.mien`));
const small = {
    skeleton: old('skeleton_v1'), poses: old('poses_v2'), clip: old('clip_v2'), graph: old('graph_v1'), mesh: old('mesh_v2'),
    bundle: old('bundle_v1'),
};
// Each with its own stride, so that all take about as long.
const large = ['ada.skeleton', 'ada.poses', 'sentence.clip', 'idle.clip', 'cast.graph'].map((name) => [name, read(castPack(name))]);
const healthyOf = (mien) => Object.fromEntries(['skeleton', 'poses', 'clip'].map((kind) => [kind, mien.openBytes(small[kind], kind)]));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** What a healthy face comes to, which no attack may change. */
function sample(mien) {
    const asset = mien.openBytes(large[1][1], null), skeleton = mien.openBytes(large[0][1], null), clip = mien.openBytes(large[2][1], null);
    const actor = mien.actor({skeleton, poses: asset});
    actor.play(clip);
    actor.run(1);
    const bones = actor.bones.slice();
    for (const thing of [actor, asset, skeleton, clip]) thing.dispose();
    return bones;
}

function assertSound(counts) {
    assert.deepEqual(counts.complaints, []);
    assert.ok(counts.refused > counts.played && counts.played > 0, JSON.stringify(counts));
}

for (const simd of [true, false]) {
    test(`damaged packs in node, ${simd ? 'SIMD' : 'scalar'}`, async () => {
        const mien = await Mien.load({simd}), healthy = healthyOf(mien), before = sample(mien);
        const each = large.map(([name, pack]) => [{[name]: pack}, Math.ceil(pack.length / 9000) * stride * 5 | 1]);
        for (const [packs, step] of [[small, stride], ...each]) {
            const counts = await attack(mien, packs, healthy, step, sha256);
            console.log(`${mien.isa}, ${Object.keys(packs)}: ${counts.tried} variants, ${counts.refused} refused, ${counts.played} played`);
            assertSound(counts);
            assert.deepEqual(sample(mien), before);
        }
        assert.ok(mien.memorySize < 64 * 2 ** 20, `${mien.memorySize} bytes`);
    });
}

test('damaged packs in Chromium', async () => {
    const site = await openPage({'/mien/': PACKAGE, '/test/': HERE, '/versions/': path.join(ROOT, 'test/versions')});
    try {
        const files = {skeleton: 'skeleton_v1', poses: 'poses_v2', clip: 'clip_v2', graph: 'graph_v1', mesh: 'mesh_v2', bundle: 'bundle_v1'};
        const counts = await site.page.evaluate(async (given) => {
            const [{Mien}, {attack}] = await Promise.all([import('/mien/mien.mjs'), import('/test/hostile.mjs')]);
            const mien = await Mien.load(), packs = {}, healthy = {};
            for (const [kind, file] of Object.entries(given.files)) {
                packs[kind] = new Uint8Array(await (await fetch(`/versions/${file}.mien`)).arrayBuffer());
                healthy[kind] = mien.openBytes(packs[kind], kind);
            }
            return attack(mien, packs, healthy, given.stride, (bytes) => crypto.subtle.digest('SHA-256', bytes));
        }, {files, stride: stride * 9});
        console.log(`Chromium: ${counts.tried} variants, ${counts.refused} refused, ${counts.played} played`);
        assertSound(counts);
        assert.deepEqual(site.errors, []);
    } finally {
        await site.close();
    }
});

test('files that are no packs', async () => {
    const mien = await Mien.load(), before = sample(mien), data = process.env.MIEN_TEST_DATA ?? path.join(ROOT, '../shared/data');
    const files = [process.execPath, path.join(PACKAGE, 'mien.wasm'), path.join(PACKAGE, 'mien.mjs'), path.join(ROOT, 'test/versions/mesh_v1.mien')];
    for (const set of ['gltf-broken', 'bvh-torture', 'curves'])
        if (fs.existsSync(path.join(data, set)))
            files.push(...fs.readdirSync(path.join(data, set), {recursive: true}).map((name) => path.join(data, set, name)));
    let count = 0;
    for (const file of files.filter((name) => fs.statSync(name).isFile() && fs.statSync(name).size < 128e6)) {
        assert.throws(() => mien.openBytes(read(file), null), {name: 'MienError'}, file);
        ++count;
    }
    console.log(`${count} files that are no packs`);
    assert.deepEqual(sample(mien), before);
});

test('a trap would be noticed', async () => {
    const mien = await Mien.load(), {skeleton, poses} = healthyOf(mien);
    assert.throws(() => mien.exports.bone_name(0xFFFFFF00, 5), WebAssembly.RuntimeError);
    const trapping = Object.assign(Object.create(mien), {openBytes: () => mien.exports.bone_name(0xFFFFFF00, 5)});
    const {complaints} = await attack(trapping, {skeleton: small.skeleton}, {skeleton, poses}, 500, sha256);
    assert.match(complaints[0], /RuntimeError/);
    run(mien, poses, {skeleton});
});
