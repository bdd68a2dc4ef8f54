// SPDX-License-Identifier: MIT
import type {Object3D} from 'three';
import type {Actor, Skeleton} from './mien.mjs';
import {Puppet as SharedPuppet} from './puppet.mjs';

export type {PuppetReport} from './puppet.mjs';
export {updateAll} from './puppet.mjs';

/** A node with all below it, or what a loader of glTF or VRM gives. */
export type Model = Object3D | {readonly scene: Object3D};

/**
 * Where the bones of a model stand, for `rest` of an actor: with it the actor has the model's
 * proportions and needs no mesh.
 */
export function restOf(skeleton: Skeleton, models: Model | readonly Model[]): Float32Array;

/** An actor bound to a model, or to several that are one character. */
export class Puppet extends SharedPuppet<Model> {
    /** Bones or morphs can be left as they are. */
    constructor(actor: Actor, models: Model | readonly Model[], options?: {bones?: boolean; morphs?: boolean});
}
