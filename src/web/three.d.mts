// SPDX-License-Identifier: MIT
import type {Object3D} from 'three';
import type {Actor, Finding, Mien, Skeleton} from './mien.mjs';

/** A node with all below it, or what a loader of glTF or VRM gives. */
export type Model = Object3D | {readonly scene: Object3D};

/** What was found by name and what was not. */
export interface PuppetReport {
    /** Of the skeleton. */
    readonly foundBones: readonly string[];
    readonly missingBones: readonly string[];
    readonly foundMorphs: readonly string[];
    /** Of the actor's mesh, if it has one. */
    readonly missingMorphs: readonly string[];
    /** Of the model, that nothing drives. */
    readonly idleMorphs: readonly string[];
    /** What did not fit inside the actor. */
    readonly findings: readonly Finding[];
    /** All of it in sentences, one per line. */
    readonly words: string;
}

/**
 * Where the bones of a model stand, for `rest` of an actor: with it the actor has the model's
 * proportions and needs no mesh.
 */
export function restOf(skeleton: Skeleton, models: Model | readonly Model[]): Float32Array;

/** An actor bound to a model, or to several that are one character. */
export class Puppet {
    /** Bones or morphs can be left as they are. */
    constructor(actor: Actor, models: Model | readonly Model[], options?: {bones?: boolean; morphs?: boolean});
    readonly actor: Actor;
    readonly models: Model | readonly Model[];
    readonly report: PuppetReport;
    /** Evaluates the actor and shows it. */
    update(step: number): void;
    /** Shows what the actor has, such as after Mien.run of many. */
    show(): void;
    /** Lets go of the model, which stands as it did before. The actor stays its maker's. */
    dispose(): void;
}

/** Evaluates many puppets of one module in one call, and shows them. */
export function updateAll(mien: Mien, puppets: readonly Puppet[], step: number): void;
