// SPDX-License-Identifier: MIT
//
// Live faces in the web package: the same bits as the library's from one capture, values of the page, sources,
// calibrations, damaged messages, and memory.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {PACKAGE, PROGRAM, castFile, need} from './kit.mjs';

const {Live, LiveFace, MienError, Receiver, recordsOf} = await import(pathToFileURL(path.join(PACKAGE, 'live.mjs')));
const {Mien, MienError: SameError} = await import(pathToFileURL(path.join(PACKAGE, 'mien.mjs')));
const truth = need(path.resolve(path.dirname(PROGRAM), '../../test/mien-live-truth'), 'build the preset release');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-live-'));
after(() => fs.rmSync(folder, {recursive: true}));
const files = ['take.mienlive', 'curves'].map((name) => path.join(folder, name));
execFileSync(truth, files);
const [capture, curves] = files.map((file) => fs.readFileSync(file));
const expected = new Float32Array(curves.buffer, curves.byteOffset, curves.length / 4);
const records = [...recordsOf(capture)], CURVES = 61, SHAPES = 52;
const live = await Live.load();

/** The curves after each datagram, and what the phone sent. */
function replay(module, options) {
    const receiver = module.receiver(), face = module.face({receiver, ...options}), rows = [], take = {times: [], values: []};
    for (const {time, bytes} of records) {
        const before = receiver.sources.find(({protocol}) => protocol === 'Live Link Face')?.frames ?? 0;
        assert.equal(receiver.take(bytes, time), 1);
        const phone = receiver.sources.find(({protocol}) => protocol === 'Live Link Face'), frame = receiver.frame(phone?.index);
        if (phone?.frames > before && frame.hasFace) {
            take.times.push(time);
            take.values.push(...module.shapes.map((name) => frame.values[name]));
        }
        rows.push(...face.sample(time));
    }
    const {state} = face, {sources, received} = receiver;
    face.dispose();
    receiver.dispose();
    return {rows, take, state, sources, received};
}

const asBits = (values) => Buffer.from(Float32Array.from(values).buffer);

test('a capture gives the same bits as the library', () => {
    const size = records.length * CURVES, numbers = SHAPES * 4;
    assert.equal(expected.length, 2 * size + numbers);
    const plain = replay(live, {source: 'phone'});
    assert.ok(asBits(plain.rows).equals(asBits(expected.subarray(0, size))), 'smoothed');
    const prompts = [['jawOpen', 6.5, 7.5], ['mouthSmileLeft', 7.5, 8.5]].map(([curve, begin, end]) => ({curve, begin, end}));
    const calibration = live.calibrate({curves: live.shapes, ...plain.take, rest: [5, 5.9], prompts});
    const measured = calibration.curves.flatMap(({neutral, full, dead, noise}) => [neutral, full, dead, noise]);
    assert.ok(asBits(measured).equals(asBits(expected.subarray(size, size + numbers))), 'calibration');
    assert.deepEqual(calibration.poses.map(({curve}) => curve), ['jawOpen', 'mouthSmileLeft']);
    assert.deepEqual(calibration.curves.filter(({lid}) => lid).map(({name}) => name), ['eyeBlinkLeft', 'eyeBlinkRight']);
    // As a file would have it.
    const read = JSON.parse(JSON.stringify(calibration)), buffered = replay(live, {source: 'phone', delay: 0.05, calibration: read});
    assert.ok(asBits(buffered.rows).equals(asBits(expected.subarray(size + numbers))), 'calibrated, with a jitter buffer');
    assert.notDeepEqual(buffered.rows, plain.rows);
});

test('sources are told apart, and one is followed', () => {
    const {sources, received, state} = replay(live, {});
    assert.deepEqual(sources.map(({protocol}) => protocol).sort(), ['Live Link Face', 'VMC']);
    const phone = sources.find(({name}) => name === 'phone');
    assert.equal(phone.id, '0A1B2C3D-0000-4000-8000-0123456789AB');
    assert.ok(phone.frames > 200 && phone.rate > 40 && phone.rate < 65, `${phone.rate}`);
    assert.deepEqual(received, {datagrams: records.length, unknown: 0, refused: 0, reason: ''});
    assert.equal(state.source, sources[0].index);
    assert.equal(state.frames, sources[0].frames);
    assert.equal(state.bound, SHAPES);
    const byId = replay(live, {source: phone.id}), byNone = replay(live, {source: 'nowhere'});
    assert.equal(byId.state.frames, phone.frames);
    assert.equal(byNone.state.frames, 0);
    assert.ok(byNone.rows.every((value) => value === 0));
});

test('messages of mien live serve: its beginning, then a record each; all at once too', () => {
    const receiver = live.receiver();
    assert.equal(receiver.take(capture.subarray(0, 16), 1), 0);
    assert.equal(receiver.take(records[0].bytes.slice().buffer, 2), 1);
    assert.equal(receiver.take(capture, 3), records.length);
    assert.equal(receiver.frame(99), null);
    assert.equal(receiver.frame(5), null);
    receiver.dispose();
    assert.throws(() => receiver.take(capture), {name: 'MienError', message: /disposed/});
});

test('values of the page become curves, and move an actor', async () => {
    const face = live.face({curves: ['jawOpen', 'eyeBlinkLeft', 'mouthSmileLeft', 'HeadYaw', 'mine'], smooth: false, hold: 1, fade: 1});
    const at = (time) => [...face.sample(time)];
    assert.deepEqual(at(0), [0, 0, 0, 0, 0]);
    assert.equal(face.add({jawOpen: 0.5, eyeBlink_L: 0.25, MouthSmileLeft: 0.75, HeadYaw: 0.125, mine: 1, other: 3}, {time: 1}), 'taken');
    assert.ok(at(1.05)[0] < 0.5, 'it comes gently');
    assert.deepEqual(at(1.5), [0.5, 0.25, 0.75, 0.125, 1]);
    assert.deepEqual([face.state.bound, face.state.unbound], [4, 1]); // HeadYaw is the head's
    face.add([{categoryName: '_neutral', score: 1}, {categoryName: 'jawOpen', score: 0.25}], {time: 1.51});
    face.add(new Map([['mine', 0.5]]), {time: 1.52});
    face.add([['eyeBlinkLeft', 1]], {time: 1.53});
    assert.deepEqual(at(1.54), [0.25, 1, 0.75, 0.125, 0.5]);
    assert.equal(face.add({}, {time: 1.55, hasFace: false}), 'no face');
    assert.deepEqual(at(2), [0.25, 1, 0.75, 0.125, 0.5], 'held');
    assert.ok(at(3)[1] > 0 && at(3)[1] < 1, 'fading');
    assert.deepEqual(at(9), [0, 0, 0, 0, 0], 'neutral');
    face.add({jawOpen: 1}, {time: 20});
    const mien = await Mien.load(), cast = mien.openBytes(fs.readFileSync(castFile('cast.mien'))), skeleton = cast.get('ada.skeleton');
    const actors = ['pip', 'moss'].map((name) => mien.actor({skeleton, poses: cast.get(`${name}.poses`)}));
    face.drive(actors, 21);
    for (const actor of actors) {
        actor.run();
        assert.equal(actor.curves[skeleton.curveIndex.get('jawOpen')], face.values[0]);
    }
    assert.ok(face.values[0] > 0.9);
});

test('a take calibrates the values of the page', () => {
    const names = ['jawOpen', 'eyeBlinkLeft'], times = [], values = [];
    for (let i = 0; i < 300; ++i) {
        times.push(i / 30);
        values.push(i > 100 && i < 140 ? 0.4 : 0.1, i > 200 && i < 210 ? 0.6 : 0.2);
    }
    const calibration = live.calibrate({curves: names, times, values}), face = live.face({curves: names, calibration, smooth: false});
    face.add({jawOpen: 0.4, eyeBlinkLeft: 0.2}, {time: 1});
    assert.ok(face.sample(1.3)[0] > 0.95 && face.sample(1.3)[1] === 0, `${face.values}`);
    face.calibrate(null);
    face.add({jawOpen: 0.4, eyeBlinkLeft: 0.2}, {time: 2});
    assert.ok(Math.abs(face.sample(2.2)[0] - 0.4) < 1e-6);
});

test('what is wrong is said', async () => {
    assert.equal(MienError, SameError);
    const fails = (body, wanted) => assert.throws(body, {name: 'MienError', ...wanted});
    fails(() => live.face({curves: Array.from({length: 2000}, (_, i) => `c${i}`)}), {message: /1024/});
    fails(() => live.face({hold: 100}), {message: /from 0 to 60 seconds/});
    fails(() => live.face({calibration: {kind: 'clip'}}), {location: 'kind'});
    fails(() => live.face({calibration: {kind: 'calibration', version: 1, curves: [{name: 'a', full: 0}]}}), {location: 'curves[0].full'});
    fails(() => live.face({calibration: {kind: 'calibration', version: 1, curves: [{name: 'a'}], poses: [{curve: 'b'}]}}), {location: 'poses[0].curve'});
    fails(() => live.calibrate({curves: ['a'], times: [0, 1], values: [1]}), {location: 'values'});
    fails(() => live.calibrate({curves: ['a'], times: [0, 1], values: [1, 1], prompts: [{curve: 'b', begin: 0, end: 1}]}), {location: 'prompts'});
    fails(() => live.receiver({sources: -1}), {status: 'MIEN_ERROR_LIMIT'});
    assert.throws(() => live.receiver().take('text'), TypeError);
    assert.throws(() => live.face({receiver: {}}), TypeError);
    await assert.rejects(Live.load({module: castFile('cast.mien')}), {message: /Serve mien-live\.wasm beside/});
});

test('damaged messages are refused, and change nothing', () => {
    const receiver = live.receiver(), face = live.face({receiver}), message = Uint8Array.from(records[0].bytes);
    let refused = 0;
    for (let i = 0; i < message.length; ++i) {
        const damaged = message.slice();
        damaged[i] ^= 1 + (i * 37) % 255;
        try {
            receiver.take(damaged, 1);
        } catch (error) {
            assert.equal(error.status, 'MIEN_ERROR_CORRUPT');
            ++refused;
        }
        receiver.take(message.subarray(0, i), 1);
    }
    assert.ok(refused > message.length - 8, `${refused} of ${message.length}`); // others claim to go on
    assert.equal(receiver.received.datagrams, 0);
    assert.ok(face.sample(1).every((value) => value === 0));
});

test('lives of receivers and faces take no memory', () => {
    const cycle = (count) => {
        for (let i = 0; i < count; ++i) {
            const receiver = live.receiver({sources: 4}), face = live.face({receiver, calibration: {kind: 'calibration', version: 1, curves: [{name: 'jawOpen'}]}});
            for (const {bytes} of records.slice(0, 4)) receiver.take(bytes, i);
            if (i % 2) receiver.dispose(); // the face keeps it
            face.sample(i);
            face.dispose();
            if (!(i % 2)) receiver.dispose();
        }
    };
    cycle(50);
    const before = live.memorySize;
    cycle(500);
    assert.equal(live.memorySize, before);
    assert.ok(before < 16 * 2 ** 20, `${before}`);
});

test('classes are what the module makes', () => {
    assert.ok(live.receiver() instanceof Receiver && live.face() instanceof LiveFace);
    assert.equal(live.shapes.length, SHAPES);
    assert.equal(live.face().curves.length, CURVES);
    assert.match(live.version, /^\d+\.\d+\.\d+$/);
});
