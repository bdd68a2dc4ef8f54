// SPDX-License-Identifier: MIT
//
// The package in Chromium: in a page and in a worker, with SIMD and without.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';

import {openPage} from './browser.mjs';
import {CAST, PACKAGE, castFile} from './kit.mjs';

castFile('cast.mien');
const site = await openPage({'/mien/': PACKAGE, '/cast/': CAST});
after(() => site.close());

/** What a page and a worker do alike. */
const play = `async ({simd}) => {
    const {Mien} = await import('${site.origin}/mien/mien.mjs');
    const mien = await Mien.load({simd});
    const cast = await mien.open('${site.origin}/cast/cast.mien');
    const actor = mien.actor({
        skeleton: cast.get('ada.skeleton'), mesh: cast.get('pip.mesh'), poses: cast.get('pip.poses'),
    });
    actor.play(cast.get('sentence.clip'));
    actor.run(0.5);
    return {isa: mien.isa, bones: [...actor.bones], morphs: [...actor.morphs]};
}`;

const run = (simd) => site.page.evaluate(`(${play})({simd: ${simd}})`);

test('a page plays a clip, with SIMD and without', async () => {
    const fast = await run(true), plain = await run(false);
    assert.equal(fast.isa, 'wasm128');
    assert.equal(plain.isa, 'scalar');
    assert.equal(fast.bones.length, 68 * 12);
    assert.deepEqual(fast.bones, plain.bones);
    assert.deepEqual(fast.morphs, plain.morphs);
    assert.deepEqual(site.errors, []);
});

test('a worker does what a page does', async () => {
    const inPage = await run(true);
    const inWorker = await site.page.evaluate(async (source) => {
        const url = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
        const worker = new Worker(url, {type: 'module'});
        return new Promise((resolve, reject) => {
            worker.onmessage = ({data}) => resolve(data);
            worker.onerror = (event) => reject(new Error(event.message));
        });
    }, `postMessage(await (${play})({simd: true}));`);
    assert.deepEqual(inWorker, inPage);
    assert.deepEqual(site.errors, []);
});

test('errors of pages are noticed', async () => {
    await site.page.evaluate(() => { console.error('of the console'); });
    await site.page.evaluate(() => new Promise((resolve) => {
        addEventListener('error', resolve);
        setTimeout(() => { throw new Error('of a script'); });
    }));
    assert.match(site.errors.join('\n'), /of the console(.|\n)*of a script/);
});
