// SPDX-License-Identifier: MIT
import type {Actor, Finding, Mien} from './mien.mjs';

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

/** An actor bound to a model of some engine. */
export abstract class Puppet<Model> {
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
export function updateAll(mien: Mien, puppets: readonly Puppet<unknown>[], step: number): void;
