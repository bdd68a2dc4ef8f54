// SPDX-License-Identifier: MIT
//
// As uses.mts, for live faces.

import type {Actor} from 'mien';
import {POINT_CURVES, valuesOf} from 'mien/webcam';
import {Live, LiveFace, MienError, Receiver, recordsOf} from 'mien/live';
import type {Calibration, CalibrationTake, LiveFaceOptions, LiveFrame, LiveSource, LiveValues} from 'mien/live';

declare const actor: Actor, message: ArrayBuffer, categories: {index: number; score: number; categoryName: string; displayName: string}[];

const live: Live = await Live.load(), other = await Live.load({module: new URL('file:///mien-live.wasm')});
const facts: [string, number, readonly string[]] = [live.version, other.memorySize, live.shapes];
const receiver: Receiver = live.receiver(), small = live.receiver({sources: 2});
const datagrams: number = receiver.take(message) + small.take(new Uint8Array(4), 1.5);
for (const {time, bytes} of recordsOf(message)) receiver.take(bytes, time);
const sources: LiveSource[] = receiver.sources, frame: LiveFrame | null = receiver.frame(sources[0]?.index ?? 0);
const numbers: number[] = [...frame?.head ?? [], ...frame?.leftEye ?? [], ...frame?.rightEye ?? [], frame?.values.jawOpen ?? 0, sources[0]?.rate ?? 0, sources[0]?.last ?? 0, sources[0]?.frames ?? 0];
const words: string = `${frame?.hasFace} ${receiver.received.reason} ${receiver.received.refused} ${receiver.received.unknown} ${sources[0]?.protocol} ${sources[0]?.id} ${sources[0]?.name}`;

const take: CalibrationTake = {curves: live.shapes, times: [0], values: new Float32Array(52), rest: [0, 2], prompts: [{curve: 'jawOpen', begin: 3, end: 4}]};
const calibration: Calibration = live.calibrate(take);
const file: Calibration = {kind: 'calibration', version: 1, curves: [{name: 'jawOpen', full: 0.5}], poses: []};
const options: LiveFaceOptions = {curves: actor.skeleton.curves, receiver, source: 'phone', delay: 0.05, hold: 1, fade: 1, rejoin: 0.2, smooth: false, calibration};
const face: LiveFace = live.face(options), own = live.face();
face.calibrate(file);
face.calibrate(null);
const values: LiveValues = {jawOpen: 1}, became: string = own.add(values), again = own.add(categories, {time: 1, hasFace: true, clockTime: 2});
own.add(new Map([['jawOpen', 1]]));
own.add([['jawOpen', 1]]);
const curves: Float32Array = face.sample(), same: Float32Array = face.values;
face.drive(actor);
face.drive([actor], 2);
const counts: number[] = [face.state.source, face.state.frames, face.state.bound, face.state.unbound, face.state.rate, face.state.lastFace];
face.dispose();
receiver.dispose();
const isGone: boolean = face.isDisposed && receiver.isDisposed, failed = (error: unknown) => error instanceof MienError && error.status;

const seen: Record<string, number> | null = valuesOf([{x: 0.5, y: 0.5, z: 0}], 4 / 3), unseen = valuesOf(null), tracked: readonly string[] = POINT_CURVES;

// @ts-expect-error A message is bytes.
receiver.take('text');
// @ts-expect-error Values are numbers.
own.add({jawOpen: 'wide'});
// @ts-expect-error A take has curves.
live.calibrate({times: [], values: []});
// @ts-expect-error There is no such option.
live.face({speed: 1});

export {facts, datagrams, numbers, words, became, again, curves, same, counts, isGone, failed, seen, unseen, tracked};
