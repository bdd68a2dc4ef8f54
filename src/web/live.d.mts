// SPDX-License-Identifier: MIT

import type {Actor, Source} from './mien.mjs';

export {MienError} from './mien.mjs';

/** Records of a capture: bytes that `Receiver.take` takes, and the time of their arrival in seconds. */
export function recordsOf(capture: ArrayBuffer | ArrayBufferView): Generator<{time: number; bytes: Uint8Array}>;

/** The library for live faces: one WebAssembly instance with its memory. */
export class Live {
    /** Loads the module: the one beside this file, or from a URL, Response or bytes. */
    static load(options?: {module?: Source}): Promise<Live>;
    readonly version: string;
    /** Bytes that the module has. They never become fewer. */
    readonly memorySize: number;
    /** ARKit's shapes. */
    readonly shapes: readonly string[];
    /** What datagrams arrive at. */
    receiver(options?: {/** At a time; 64. */ sources?: number}): Receiver;
    /** Curves of a face, and what drives them. */
    face(options?: LiveFaceOptions): LiveFace;
    /** Measures a calibration in a take. */
    calibrate(take: CalibrationTake): Calibration;
}

export interface LiveFaceOptions {
    /** Names; by default ARKit's shapes, HeadYaw, HeadPitch, HeadRoll, LeftEyeYaw, … */
    curves?: Iterable<string>;
    /** What it follows. Without one, add values. */
    receiver?: Receiver | null;
    /** Id or name of the device to follow; by default the first that sends. */
    source?: string;
    /** Seconds of a jitter buffer; 0. */
    delay?: number;
    /** Seconds for which values stay when no face comes; 0.5. */
    hold?: number;
    /** Seconds in which they then fade to 0; 0.5. */
    fade?: number;
    /** Seconds in which they come back; 0.15. */
    rejoin?: number;
    /** False: values are not smoothed. */
    smooth?: boolean;
    calibration?: Calibration | null;
}

/** What a file such as ada.calibration.json has. */
export interface Calibration {
    kind: 'calibration';
    version: 1;
    curves: {name: string; neutral?: number; full?: number; dead?: number; noise?: number; lid?: boolean}[];
    poses?: {curve: string; values?: Record<string, number>}[];
}

/** A take to calibrate by. */
export interface CalibrationTake {
    curves: readonly string[];
    /** Seconds, rising; one per frame. */
    times: ArrayLike<number>;
    /** One per curve and frame, frame by frame. */
    values: ArrayLike<number>;
    /** Begin and end of the time in which the face rests; by default the first three seconds. */
    rest?: readonly [number, number];
    /** Shapes that were made one after the other. */
    prompts?: readonly {curve: string; begin: number; end: number}[];
}

/** A device that sent. */
export interface LiveSource {
    readonly index: number;
    readonly id: string;
    readonly name: string;
    readonly protocol: string;
    readonly frames: number;
    /** Frames per second. */
    readonly rate: number;
    /** Time of the last frame. */
    readonly last: number;
}

/** One moment of a source. */
export interface LiveFrame {
    readonly hasFace: boolean;
    readonly values: Record<string, number>;
    /** Radians about x, y and z: down, to the actor's left, left ear up. */
    readonly head: number[];
    readonly leftEye: number[];
    readonly rightEye: number[];
}

/** Datagrams of any sender and protocol in, frames of sources out. */
export class Receiver {
    /**
     * Takes a message of `mien live serve`, or any part of a capture that begins and ends with a record.
     * time: when it arrived, in seconds; by default now. Returns the number of datagrams.
     */
    take(message: ArrayBuffer | ArrayBufferView, time?: number): number;
    readonly sources: LiveSource[];
    /** The last frame of a source, by its index; null: none. */
    frame(source: number): LiveFrame | null;
    readonly received: {readonly datagrams: number; readonly unknown: number; readonly refused: number; readonly reason: string};
    readonly isDisposed: boolean;
    dispose(): void;
}

/** Values by name: of an object, a Map, pairs, or categories of MediaPipe. */
export type LiveValues = Record<string, number> | ReadonlyMap<string, number> | readonly (readonly [string, number])[]
    | readonly {readonly categoryName: string; readonly score: number}[];

/** Curves of a face: frames are put in order, smoothed, calibrated, held and faded. */
export class LiveFace {
    readonly curves: readonly string[];
    /** Applies a calibration; null: none. */
    calibrate(calibration: Calibration | null): void;
    /** Adds values that the page has: those of a tracker in the page. */
    add(values: LiveValues, options?: {time?: number; hasFace?: boolean; /** Of the tracker's own clock. */ clockTime?: number}):
        'taken' | 'restarted' | 'no face' | 'doubled' | 'late';
    /** The values of all curves at a time, by default now, in the order of `curves`: a view of the module's memory. */
    sample(time?: number): Float32Array;
    /** What `sample` gave last. */
    readonly values: Float32Array;
    /** Samples, and gives each curve of these actors its value, where they have it. */
    drive(actors: Actor | readonly Actor[], time?: number): void;
    readonly state: {
        /** Index of the source that it follows; -1: none yet. */
        readonly source: number;
        readonly frames: number;
        /** Values of the last frame that a curve has, and that none has. */
        readonly bound: number;
        readonly unbound: number;
        readonly rate: number;
        readonly lastFace: number;
    };
    readonly isDisposed: boolean;
    dispose(): void;
}
