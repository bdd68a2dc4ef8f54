// SPDX-License-Identifier: MIT

/** What a pack can be loaded from. Text is an address; in node, also a path. */
export type Source = string | URL | Response | ArrayBuffer | ArrayBufferView;
export type Kind = 'skeleton' | 'poses' | 'clip' | 'bundle' | 'mesh' | 'graph';

/** What went wrong, with the status and the location in the file. */
export class MienError extends Error {
    /** Such as "MIEN_ERROR_CORRUPT". */
    readonly status: string;
    /** Such as "poses[3].name"; may be empty. */
    readonly location: string;
}

/** Floats from one bone to the next in `Actor.bones`: rotation x y z w, translation x y z, 0, scale x y z, 0. */
export const BONE_STRIDE: 12;
/** Whether this engine runs the module with SIMD. */
export function hasSimd(): boolean;

/** The library: one WebAssembly instance with its memory. */
export class Mien {
    /** Loads the module: the one beside this file, or from a URL, Response or bytes. */
    static load(options?: {module?: Source; simd?: boolean}): Promise<Mien>;
    readonly version: string;
    readonly isa: 'wasm128' | 'scalar';
    /** Bytes that the module has. They never become fewer. */
    readonly memorySize: number;
    /** Opens a bundle; with a kind a pack of that kind, with null any. */
    open<K extends Kind | null = 'bundle'>(from: Source, kind?: K): Promise<AssetOfKind<K>>;
    /** The same of bytes that are there already. */
    openBytes<K extends Kind | null = 'bundle'>(bytes: ArrayBuffer | ArrayBufferView, kind?: K): AssetOfKind<K>;
    /** An actor of a skeleton, and what else it has. */
    actor(parts: ActorParts): Actor;
    /** Evaluates many actors in one call, a step of seconds further. */
    run(actors: readonly Actor[], step: number): void;
}

/** Something that was loaded. */
export abstract class Asset {
    readonly kind: Kind;
    readonly isDisposed: boolean;
    /** Frees its memory as soon as no actor needs it. What is forgotten is freed some time later. */
    dispose(): void;
}
export class Skeleton extends Asset {
    readonly bones: readonly string[];
    /** Index of each bone's parent; -1 for a root. */
    readonly parents: readonly number[];
    readonly curves: readonly string[];
    readonly curveIndex: ReadonlyMap<string, number>;
}
export class Poses extends Asset {
    readonly names: readonly string[];
    readonly isAdditive: boolean;
    /** Poses that a curve of their name drives, with the range of that. */
    readonly controls: readonly {readonly name: string; readonly min: number; readonly max: number}[];
}
export class Clip extends Asset {
    readonly curves: readonly string[];
    /** Bones that it has tracks of. */
    readonly bones: readonly string[];
    /** Seconds. */
    readonly length: number;
    /** Frames per second. */
    readonly rate: number;
    /** Path of its sound, or "". */
    readonly sound: string;
    readonly soundOffset: number;
}
export class Mesh extends Asset {
    readonly morphs: readonly string[];
}
export class Graph extends Asset {
    readonly parameters: readonly string[];
    readonly nodes: readonly string[];
    /** What it plays and poses by. */
    readonly slots: readonly {readonly path: string; readonly kind: 'clip' | 'poses'}[];
}
/** The class of a kind. */
export type AssetOfKind<K extends Kind | null> = K extends keyof Assets ? Assets[K] : Asset;
/** The class of a member's name, such as Poses for "faces/ada.poses". */
export type AssetOfName<N extends string> =
    N extends `${string}.${infer Rest}` ? Rest extends keyof Assets ? Assets[Rest] : AssetOfName<Rest> : Asset;
/** Kinds and their classes. */
export interface Assets {
    skeleton: Skeleton;
    poses: Poses;
    clip: Clip;
    mesh: Mesh;
    graph: Graph;
    bundle: Bundle;
}

/** Many packs in one, by names such as "faces/ada.poses". */
export class Bundle extends Asset {
    names(kind?: Kind): string[];
    has(name: string): boolean;
    /** A member, loaded once. Where the name is no literal, say which: get<Clip>(name). */
    get<N extends string>(name: N): AssetOfName<N>;
    get<T extends Asset>(name: string): T;
    /** The assets that a graph names, as far as they are here. */
    assetsOf(graph: Graph): (Asset | null)[];
}

export interface ActorParts {
    skeleton: Skeleton;
    mesh?: Mesh | null;
    /** Where the bones of the model stand, BONE_STRIDE floats per bone; by default as the mesh says, or the skeleton. */
    rest?: ArrayLike<number> | null;
    /** What curves drive, where there is no graph. */
    poses?: Poses | readonly Poses[];
    graph?: Graph | null;
    /** For the graph's slots, in their order; by default those of its bundle. */
    assets?: readonly (Asset | null)[] | null;
}

/** One line of what did not fit. */
export interface Finding {
    readonly finding: string;
    readonly name: string;
    readonly factor: number;
}

/** One character: curves, a clip or a graph in; bones and weights of morphs out. */
export class Actor {
    readonly skeleton: Skeleton;
    readonly mesh: Mesh | null;
    readonly clip: Clip | null;
    /** Seconds of the clip, where there is no graph. */
    time: number;
    loops: boolean;
    /** Plays a clip from its beginning; null: none. */
    play(clip: Clip | null, options?: {loops?: boolean; time?: number}): void;
    /** Gives a curve a value in place of the clip's; null gives it back. False: there is no such curve. */
    set(curve: string, value: number | null): boolean;
    /** Gives all curves back. */
    clear(): void;
    /** Sets a parameter of the graph. */
    setParameter(name: string, value: number | boolean | string): void;
    /** Moves a clip of the graph, by the id of its node, to a time in seconds. */
    setTime(node: string, time: number): void;
    /** Evaluates, a step of seconds further. */
    run(step?: number): void;
    /** Views of the module's memory, valid until something is loaded or made. */
    readonly bones: Float32Array;
    readonly curves: Float32Array;
    readonly morphs: Float32Array;
    /** Model matrices, three rows of four per bone. */
    readonly model: Float32Array;
    readonly report: Finding[];
    readonly isDisposed: boolean;
    /** Frees its memory. What is forgotten is freed some time later. */
    dispose(): void;
}
