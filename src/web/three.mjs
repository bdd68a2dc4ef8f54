// SPDX-License-Identifier: MIT
//
// Mien for three.js: an actor of Mien moves the bones and morphs of a loaded model, by
// their names.

import {BONE_STRIDE} from './mien.mjs';

/** Names as loaders may have changed them: three's GLTFLoader takes out what its paths cannot have. */
const plain = (name) => name.replace(/\s/g, '_').replace(/[[\].:/]/g, '');

/**
 * An actor bound to a model. Bones are found by name below `root`; morphs in every mesh
 * below it, by the names of the actor's curves and of its mesh's morphs.
 */
export class Puppet {
    #bones = [];
    #morphs = [];

    constructor(actor, root) {
        this.actor = actor;
        this.root = root;
        const nodes = new Map(), meshes = [];
        root.traverse((node) => {
            if (node.isBone || !nodes.has(node.name)) nodes.set(node.name, node);
            if (node.morphTargetDictionary) meshes.push(node);
        });
        const {skeleton, mesh} = actor;
        const missingBones = [], foundMorphs = new Set(), missingMorphs = [];
        skeleton.bones.forEach((name, index) => {
            const node = nodes.get(name) ?? nodes.get(plain(name));
            if (node) this.#bones.push({node, place: index * BONE_STRIDE});
            else missingBones.push(name);
        });
        for (const target of meshes) {
            for (const [name, place] of Object.entries(target.morphTargetDictionary)) {
                const morph = mesh?.morphs.indexOf(name) ?? -1, curve = skeleton.curveIndex.get(name) ?? -1;
                if (morph < 0 && curve < 0) {
                    missingMorphs.push(name);
                    continue;
                }
                foundMorphs.add(name);
                this.#morphs.push({weights: target.morphTargetInfluences, place, morph, curve});
            }
        }
        /** What was found by name and what was not: of the skeleton's bones, of the model's morphs. */
        this.report = {
            bones: this.#bones.length, missingBones, morphs: foundMorphs.size, missingMorphs: [...new Set(missingMorphs)],
            actor: actor.report,
        };
    }

    /** Evaluates the actor and shows it. */
    update(step) {
        this.actor.run(step);
        this.show();
    }

    /** Shows what the actor has, such as after Mien.run of many. */
    show() {
        const {bones, curves, morphs} = this.actor;
        for (const {node, place: i} of this.#bones) {
            node.quaternion.set(bones[i], bones[i + 1], bones[i + 2], bones[i + 3]);
            node.position.set(bones[i + 4], bones[i + 5], bones[i + 6]);
            node.scale.set(bones[i + 8], bones[i + 9], bones[i + 10]);
        }
        for (const {weights, place, morph, curve} of this.#morphs)
            weights[place] = morph >= 0 ? morphs[morph] : curves[curve];
    }
}

/** Evaluates many puppets of one module in one call, and shows them. */
export function updateAll(mien, puppets, step) {
    mien.run(puppets.map((puppet) => puppet.actor), step);
    for (const puppet of puppets) puppet.show();
}
