// SPDX-License-Identifier: MIT
//
// Points of a face mesh to curves. webcam_points.json has what a tracker found in a film of Ada; the curves by
// which she moved are known, see webcam_film.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {HERE, PACKAGE} from './kit.mjs';
import {RATE, truthAt} from './webcam_film.mjs';

const {Live} = await import(pathToFileURL(path.join(PACKAGE, 'live.mjs')));
const {POINT_CURVES, valuesOf} = await import(pathToFileURL(path.join(PACKAGE, 'webcam.mjs')));
const film = JSON.parse(fs.readFileSync(path.join(HERE, 'webcam_points.json'), 'utf8'));
const bytes = Buffer.from(film.points, 'base64');

/** The mesh of a frame, moved: only the places that the film has are meant. */
function mesh(frame, count = 478, change = (point) => point) {
    const points = Array.from({length: count}, () => ({x: 0, y: 0}));
    film.places.forEach((place, i) => {
        const at = (frame * film.places.length + i) * 4;
        points[place] = change({x: bytes.readUInt16LE(at) / 65535, y: bytes.readUInt16LE(at + 2) / 65535});
    });
    return points;
}

function correlation(a, b) {
    const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length, [p, q] = [mean(a), mean(b)];
    const sum = (body) => a.reduce((total, _, i) => total + body(a[i] - p, b[i] - q), 0);
    return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

test('curves of the film are found, after a calibration', async () => {
    const live = await Live.load(), rows = Array.from({length: film.frames}, (_, i) => valuesOf(mesh(i))), times = rows.map((_, i) => i / RATE);
    assert.equal(film.rate, RATE);
    const calibration = live.calibrate({curves: POINT_CURVES, times, values: rows.flatMap((row) => POINT_CURVES.map((name) => row[name])), rest: [0, 1]});
    const face = live.face({curves: POINT_CURVES, calibration});
    const found = rows.map((row, i) => { face.add(row, {time: times[i]}); return [...face.sample(times[i])]; });
    const fits = Object.fromEntries(POINT_CURVES.map((name, c) => [name, correlation(found.map((row) => row[c]), times.map((time) => truthAt(time)[name]))]));
    for (const [name, fit] of Object.entries(fits)) console.log(`${name}: r = ${fit.toFixed(3)}`);
    for (const name of ['jawOpen', 'eyeBlinkLeft', 'eyeBlinkRight', 'mouthSmileLeft', 'mouthSmileRight', 'mouthPucker'])
        assert.ok(fits[name] > 0.9, `${name}: ${fits[name]}`);
});

test('where a head is in the image, its size and roll do not matter', () => {
    const turn = (angle, scale) => ({x, y}) => {
        const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
        return {x: 0.3 + c * (x - 0.5) - s * (y - 0.5), y: 0.6 + s * (x - 0.5) + c * (y - 0.5)};
    };
    const still = valuesOf(mesh(22)), moved = valuesOf(mesh(22, 468, turn(0.4, 0.5)));
    const wide = valuesOf(mesh(22, 478, ({x, y}) => ({x: x / 2, y})), 2);
    for (const name of POINT_CURVES)
        for (const other of [moved, wide]) assert.ok(Math.abs(other[name] - still[name]) < 1e-9, name);
    assert.deepEqual(Object.keys(still).sort(), [...POINT_CURVES].sort());
});

test('what is no face gives no values', () => {
    for (const points of [null, undefined, [], mesh(0).slice(1), mesh(0, 478, ({x, y}) => ({x: -x, y})), mesh(0, 478, () => ({x: NaN, y: 0}))])
        assert.equal(valuesOf(points), null);
});
