// SPDX-License-Identifier: MIT
//
// node crowd.mjs BUNDLE [FACES]: what a frame of many faces costs in Chromium. BUNDLE is what
// mien-web-truth wrote. scripts/bench-web runs it.
//
//   r2, curves   a large role-playing game's rig (350 bones, 110 poses), each face with 24 curves
//                that the page sets again in every frame
//   r2, held     the same with curves that stay
//   cast, clip   heads of the sample cast (68 bones, 59 poses, 11 morphs), each at another time of a clip

import fs from 'node:fs';
import process from 'node:process';

import {openPage} from './browser.mjs';
import {PACKAGE} from './kit.mjs';

const [file, faces = '200'] = process.argv.slice(2);
const site = await openPage({'/mien/': PACKAGE, '/stages.mien': fs.readFileSync(file)});

const rows = await site.page.evaluate(async (count) => {
    const {Mien} = await import('/mien/mien.mjs'), results = [];

    /** Milliseconds of frames, least and median, after some to warm up. */
    function time(frame) {
        const times = [];
        for (let i = 0; i < 400; ++i) {
            const start = performance.now();
            frame(i);
            if (i >= 100) times.push(performance.now() - start);
        }
        times.sort((a, b) => a - b);
        return {least: times[0], median: times[times.length >> 1]};
    }

    for (const simd of [true, false]) {
        const mien = await Mien.load({simd}), bundle = await mien.open('/stages.mien');
        const get = (stage, name) => bundle.get(`${stage}/${name}`);
        const make = (parts) => Array.from({length: count}, () => mien.actor(parts));
        const add = (name, actors, frame) => results.push({isa: mien.isa, name, bytes: mien.memorySize, ...time(frame), actors: actors.length});

        const poses = get('scene_r2', 'poses'), r2 = make({skeleton: get('scene_r2', 'skeleton'), poses});
        const active = (face) => Array.from({length: 24}, (_, k) => poses.controls[(face * 7 + k * 4) % poses.controls.length].name);
        const names = r2.map((_, face) => active(face));
        const setAll = (frame) => r2.forEach((actor, face) => names[face].forEach((name, k) => actor.set(name, ((frame + face + k) % 50) / 50)));
        add('r2, curves', r2, (frame) => {
            setAll(frame);
            mien.run(r2, 1 / 60);
        });
        add('r2, held', r2, () => mien.run(r2, 1 / 60));

        const heads = [0, 1, 3].map((who) => `head_${who}`), clip = get('head_1', 'clip');
        const cast = Array.from({length: count}, (_, i) => {
            const head = heads[i % heads.length];
            const actor = mien.actor({skeleton: get(head, 'skeleton'), mesh: get(head, 'mesh'), poses: get(head, 'poses')});
            actor.play(clip, {time: i / 80});
            return actor;
        });
        add('cast, clip', cast, () => mien.run(cast, 1 / 60));
    }
    return results;
}, Number(faces));
await site.close();
for (const {isa, name, least, median, actors} of rows)
    console.log(`${`Chromium, ${isa}, ${actors} faces, ${name}`.padEnd(46)} ${least.toFixed(2)} ms least, ${median.toFixed(2)} ms median`);
if (site.errors.length > 0) {
    console.error(site.errors.join('\n'));
    process.exitCode = 1;
}
