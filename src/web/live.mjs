// SPDX-License-Identifier: MIT
//
// Live faces in browsers, workers and node: messages of `mien live serve`, or values of a tracker in the
// page, to curves of a face, by the same code and with the same bits as everywhere else. Opens no
// connection and no camera: that is for the page, and for the people in front of it.

import {Block, Holder, MienError, Module, bytesOf, refuse} from './module.mjs';

export {MienError};

const ROTATIONS = ['Head', 'LeftEye', 'RightEye'].flatMap((part) => ['Yaw', 'Pitch', 'Roll'].map((axis) => part + axis));
const ADDED = ['taken', 'restarted', 'no face', 'doubled', 'late'];
const CURVE_NUMBERS = 5; // of a calibration: neutral, full, dead, noise, lid
const MOST_NAMES = 1024; // that are kept in the module
const RECORD = 48; // bytes of a record beside its own, see docs/live-faces.md
const HEADER = 16; // of a capture

/** Seconds of the page's clock, which never goes back. */
const clock = () => performance.now() / 1000;

/** Text as bytes with zeros behind each. */
const textsOf = (texts) => new TextEncoder().encode(texts.map((text) => `${text}\0`).join(''));

/** Records of a capture: bytes that `Receiver.take` takes, and the time of their arrival in seconds. */
export function* recordsOf(capture) {
    const bytes = bytesOf(capture), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = HEADER; at + RECORD <= bytes.length;) {
        const end = at + RECORD + view.getUint32(at, true);
        if (end > bytes.length) return; // it was not written whole
        yield {time: Number(view.getBigUint64(at + 8, true)) * 1e-9, bytes: bytes.subarray(at, end)};
        at = end;
    }
}

/** The library for live faces: one WebAssembly instance with its memory. */
export class Live extends Module {
    #names = new Map();

    /** Loads the module: the one beside this file, or from a URL, Response or bytes. */
    static async load({module} = {}) {
        return new Live(await Module.instantiate(module ?? new URL('./mien-live.wasm', import.meta.url), 'mien-live.wasm'));
    }

    constructor(exports) {
        super(exports);
        this.shapes = Array.from({length: exports.shape_count()}, (_, i) => this.text(exports.shape_name(i)));
    }

    /** What datagrams arrive at; sources: how many at a time. */
    receiver({sources = 0} = {}) { return new Receiver(this, sources); }

    /** Curves of a face, and what drives them. */
    face(options = {}) { return new LiveFace(this, options); }

    /** Measures a calibration in a take: a time and a row of values per frame. Returns what its file has. */
    calibrate({curves, times, values, rest = [0, 3], prompts = []}) {
        const rows = Float32Array.from(values), prompted = prompts.flatMap(({curve, begin, end}) => {
            if (!curves.includes(curve)) throw refuse(`The take has no curve “${curve}”.`, 'prompts');
            return [curves.indexOf(curve), begin, end];
        });
        if (rows.length !== times.length * curves.length)
            throw refuse(`${times.length * curves.length} values were expected, not ${rows.length}.`, 'values');
        const e = this.exports, address = this.with([textsOf(curves), Float64Array.from(times), rows, Float64Array.from(prompted)], (names, at, row, list) =>
            this.check(e.calibrate(names, curves.length, at, row, times.length, ...rest, list, prompts.length)));
        try {
            return this.#describe(address);
        } finally {
            e.calibration_destroy(address);
        }
    }

    #describe(address) {
        const e = this.exports, floats = (at, count) => Array.from(new Float32Array(e.memory.buffer, at, count), shortest);
        const curves = Array.from({length: e.calibration_count(address)}, (_, i) => {
            const [neutral, full, dead, noise, lid] = floats(e.calibration_numbers(address, i), CURVE_NUMBERS);
            return {name: this.text(e.calibration_name(address, i)), neutral, full, dead, noise, ...(lid ? {lid: true} : {})};
        });
        const poses = Array.from({length: e.calibration_poses(address)}, (_, i) => {
            const values = floats(e.calibration_values(address, i), curves.length);
            const moved = curves.map(({name}, c) => [name, values[c]]).filter(([, value]) => value !== 0);
            return {curve: curves[e.calibration_posed(address, i)].name, values: Object.fromEntries(moved)};
        });
        return {kind: 'calibration', version: 1, curves, ...(poses.length > 0 ? {poses} : {})};
    }

    /** @private Copies arrays into the module for the length of a call. */
    with(arrays, body) {
        const blocks = [];
        try {
            for (const array of arrays) blocks.push(this.put(bytesOf(array)));
            return body(...blocks);
        } finally {
            blocks.forEach((block) => this.exports.release(block));
        }
    }

    /** @private Where a name is in the module. */
    nameOf(name) {
        if (!this.#names.has(name)) {
            if (this.#names.size >= MOST_NAMES) {
                for (const address of this.#names.values()) this.exports.release(address);
                this.#names.clear();
            }
            this.#names.set(name, this.put(textsOf([name])));
        }
        return this.#names.get(name);
    }
}

/** The shortest number that is the same float. */
function shortest(float) {
    for (let digits = 1; digits < 9; ++digits)
        if (Math.fround(Number(float.toPrecision(digits))) === float) return Number(float.toPrecision(digits));
    return float;
}

/** Made where no object is in sight that the function could keep. */
const freeReceiver = (e, address) => () => e.receiver_destroy(address);
const freeFace = (e, address) => () => e.face_destroy(address);

/** Datagrams of any sender and protocol in, frames of sources out. */
export class Receiver extends Holder {
    constructor(live, sources) {
        const address = live.check(live.exports.receiver_new(sources));
        super(live, new Block(address, freeReceiver(live.exports, address)));
    }

    /**
     * Takes a message of `mien live serve`, or any part of a capture that begins and ends with a record.
     * time: when it arrived, in seconds; by default now. Returns the number of datagrams.
     */
    take(message, time = clock()) {
        const bytes = bytesOf(message), e = this.mien.exports;
        const room = this.mien.check(e.receiver_room(this.address, bytes.length));
        new Uint8Array(e.memory.buffer, room, bytes.length).set(bytes);
        return this.mien.check(e.receiver_take(this.address, bytes.length, time)) - 1;
    }

    /** Devices that sent: id, name, protocol, frames, frames per second, and the time of the last. */
    get sources() {
        const {mien, address} = this, e = mien.exports;
        return Array.from({length: e.source_count(address)}, (_, i) => i).filter((i) => e.source_is_used(address, i)).map((i) => ({
            index: i, id: mien.text(e.source_id(address, i)), name: mien.text(e.source_name(address, i)),
            protocol: mien.text(e.source_protocol(address, i)), frames: e.source_frames(address, i),
            rate: e.source_rate(address, i), last: e.source_last(address, i),
        }));
    }

    /** The last frame of a source, by its index: values by name, and angles in radians. Null: none. */
    frame(source) {
        const {mien, address} = this, e = mien.exports;
        if (!Number.isInteger(source) || source < 0 || source >= e.source_count(address)) return null;
        const frame = e.source_frame(address, source);
        if (!frame) return null;
        const anglesOf = (part) => Array.from(new Float32Array(e.memory.buffer, e.frame_angles(frame, part), 3));
        const values = Array.from({length: e.frame_count(frame)}, (_, i) => [mien.text(e.frame_name(frame, i)), e.frame_value(frame, i)]);
        return {hasFace: e.frame_has_face(frame) !== 0, values: Object.fromEntries(values),
            head: anglesOf(0), leftEye: anglesOf(1), rightEye: anglesOf(2)};
    }

    /** What arrived so far: datagrams, those of no known protocol, those that were refused, and why the last one was. */
    get received() {
        const {mien, address} = this, e = mien.exports;
        return {datagrams: e.received_datagrams(address), unknown: e.received_unknown(address),
            refused: e.received_refused(address), reason: mien.text(e.received_reason(address))};
    }
}

/** Names and values of an object, a Map, pairs, or categories of MediaPipe. */
const entriesOf = (values) => {
    if (values instanceof Map) return values;
    if (!Array.isArray(values)) return Object.entries(values);
    return values.map((value) => (Array.isArray(value) ? value : [value.categoryName, value.score]));
};

/** Curves of a face: frames are put in order, smoothed, calibrated, held and faded. */
export class LiveFace extends Holder {
    #floats = 0;

    constructor(live, {curves = [...live.shapes, ...ROTATIONS], receiver = null, source = '', delay = 0, hold = 0, fade = 0,
        rejoin = 0, smooth = true, calibration = null}) {
        if (receiver && (!(receiver instanceof Receiver) || receiver.mien !== live)) throw new TypeError('Give a Receiver of this module.');
        const list = [...curves], address = live.with([textsOf(list), textsOf([source])], (names, wanted) => live.check(live.exports.face_new(
            names, list.length, receiver?.address ?? 0, wanted, delay, hold, fade, rejoin, smooth ? 0 : 1)));
        super(live, new Block(address, freeFace(live.exports, address)));
        if (receiver) this.block.need('receiver', receiver.block);
        this.curves = list;
        this.#floats = live.exports.face_sample(address, 0);
        if (calibration) this.calibrate(calibration);
    }

    /** Applies what a file such as ada.calibration.json has; null: nothing. */
    calibrate(calibration) {
        const {mien: live, address} = this, e = live.exports;
        if (!calibration) {
            live.check(e.face_calibrate(address, 0));
            return;
        }
        if (calibration.kind !== 'calibration' || calibration.version !== 1) throw refuse('This is no calibration of version 1.', 'kind');
        const {curves = [], poses = []} = calibration, names = curves.map(({name}) => name);
        const numbers = curves.flatMap(({neutral = 0, full = 1, dead = 0, noise = 0, lid = false}) => [neutral, full, dead, noise, lid ? 1 : 0]);
        const posed = poses.map(({curve}) => names.indexOf(curve));
        const values = poses.flatMap(({values: moved = {}}) => names.map((name) => moved[name] ?? 0));
        const made = live.with([textsOf(names), Float32Array.from(numbers), Int32Array.from(posed), Float32Array.from(values)], (text, ...rest) =>
            live.check(e.calibration_new(text, names.length, ...rest, poses.length)));
        try {
            live.check(e.face_calibrate(address, made));
        } finally {
            e.calibration_destroy(made);
        }
    }

    /**
     * Adds values that the page has, by name: those of a tracker in the page. clockTime: of the tracker's own
     * clock, if it has one. Returns what became of them: "taken", "no face", "doubled", "late", "restarted".
     */
    add(values, {time = clock(), hasFace = true, clockTime = -1} = {}) {
        const {mien: live, address} = this, e = live.exports;
        const entries = [...entriesOf(values)].map(([name, value]) => [live.nameOf(String(name)), value]);
        e.own_begin();
        for (const [name, value] of entries) e.own_set(name, value);
        return ADDED[e.face_add(address, hasFace ? 1 : 0, clockTime, time)];
    }

    /** The values of all curves at a time, by default now, in the order of `curves`: a view of the module's memory. */
    sample(time = clock()) {
        this.#floats = this.mien.exports.face_sample(this.address, time);
        return this.values;
    }

    /** What `sample` gave last. */
    get values() { return new Float32Array(this.mien.exports.memory.buffer, this.#floats, this.address && this.curves.length); }

    /** Samples, and gives each curve of these actors its value, where they have it. */
    drive(actors, time = clock()) {
        const values = this.sample(time);
        for (const actor of [actors].flat()) this.curves.forEach((curve, i) => actor.set(curve, values[i]));
    }

    /** What came: the source that it follows, frames, values that curves have and have not, frames per second. */
    get state() {
        const {mien, address} = this, e = mien.exports;
        return {source: e.face_source(address), frames: e.face_frames(address), bound: e.face_bound(address),
            unbound: e.face_unbound(address), rate: e.face_rate(address), lastFace: e.face_last(address)};
    }
}
