// SPDX-License-Identifier: MIT
import type {Object3D} from 'three';
import type {Actor, Finding, Mien} from './mien.mjs';

/** What was found by name and what was not. */
export interface PuppetReport {
    readonly bones: number;
    readonly missingBones: readonly string[];
    readonly morphs: number;
    readonly missingMorphs: readonly string[];
    readonly actor: readonly Finding[];
}

/** An actor bound to a model. */
export class Puppet {
    constructor(actor: Actor, root: Object3D);
    readonly actor: Actor;
    readonly root: Object3D;
    readonly report: PuppetReport;
    /** Evaluates the actor and shows it. */
    update(step: number): void;
    /** Shows what the actor has, such as after Mien.run of many. */
    show(): void;
}

/** Evaluates many puppets of one module in one call, and shows them. */
export function updateAll(mien: Mien, puppets: readonly Puppet[], step: number): void;
