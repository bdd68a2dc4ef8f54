// SPDX-License-Identifier: MIT
import type {Actor, Skeleton} from './mien.mjs';
import {Puppet as SharedPuppet} from './puppet.mjs';

export type {PuppetReport} from './puppet.mjs';
export {updateAll} from './puppet.mjs';

/** A node with all below it, such as a mesh. Classes of `babylonjs` and of `@babylonjs/core` have this. */
export interface ModelNode {
    readonly name: string;
    getChildTransformNodes(directDescendantsOnly?: boolean): readonly {readonly name: string}[];
}
/** What the loaders give: an AssetContainer, or the result of ImportMeshAsync. */
export interface LoadedModel {
    readonly meshes: readonly {readonly name: string}[];
    readonly transformNodes: readonly {readonly name: string}[];
    readonly skeletons: readonly {readonly name: string}[];
}
export type Model = ModelNode | LoadedModel;

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
