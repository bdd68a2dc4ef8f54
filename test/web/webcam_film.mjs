// SPDX-License-Identifier: MIT
//
// What Ada does in the film of which webcam_points.json has the points, as curves by time. As a command,
// node webcam_film.mjs, it prints the clip: save it as webcam.clip.json in the sample cast, and film it with
//
//   mien video ada --clip webcam -o frames --size 400x400 --rate 15 --yaw 0 --pitch 2 --mute

import process from 'node:process';
import {fileURLToPath} from 'node:url';

export const RATE = 15, SECONDS = 8;
const bump = (time, begin, end) => (time < begin || time > end ? 0 : Math.sin(Math.PI * (time - begin) / (end - begin)));

/** The values of all curves at a time: rest for a second, then one shape after the other. */
export function truthAt(time) {
    const blink = Math.max(bump(time, 2, 2.6), bump(time, 7, 7.6)), up = bump(time, 2.6, 3.6), down = bump(time, 3.6, 4.4), smile = bump(time, 4.4, 5.4);
    return {
        jawOpen: Math.max(bump(time, 1, 2), 0.5 * bump(time, 6.6, 7.4)), eyeBlinkLeft: blink, eyeBlinkRight: blink,
        browInnerUp: up, browOuterUpLeft: up, browOuterUpRight: up, browDownLeft: down, browDownRight: down,
        mouthSmileLeft: smile, mouthSmileRight: smile, mouthPucker: bump(time, 5.4, 6.4),
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const times = Array.from({length: RATE * SECONDS + 1}, (_, i) => i / RATE);
    const keyed = Object.keys(truthAt(0)).map((curve) => ({curve,
        keys: times.map((time) => ({time, value: Number(truthAt(time)[curve].toFixed(5)), type: 'linear'}))}));
    console.log(JSON.stringify({kind: 'clip', version: 1, skeleton: 'ada.skeleton.json', preview: 'ada.poses.json', rate: RATE, keyed}, null, 1));
}
