// SPDX-License-Identifier: MIT
//
// What the adapters of engines share: an actor of Mien moves the bones and morphs of a model,
// by their names. An adapter searches a model of its engine and gives
//
//   nodesOf(bone)           nodes that the bone of this name moves, or none
//   put(node, floats, i)    moves a node to the transform at i of `actor.bones`
//   take(node)              such a transform of a node, as it stands
//   morphs                  a list of {name, read(), write(weight)}, of every mesh

import {BONE_STRIDE} from './mien.mjs';

/**
 * Where the bones of a model stand, for `rest` of an actor. Bones that the model lacks stand
 * as the skeleton says.
 */
export function restOf(skeleton, {nodesOf, take}) {
    const standing = skeleton.mien.actor({skeleton}), rest = standing.bones.slice();
    standing.dispose();
    skeleton.bones.forEach((name, i) => {
        const [node] = nodesOf(name);
        if (node) rest.set(take(node), i * BONE_STRIDE);
    });
    return rest;
}

/** Adds an item to the list of a key. */
export function addTo(lists, key, item) {
    if (!lists.has(key)) lists.set(key, new Set());
    lists.get(key).add(item);
}

const some = (names, most = 6) => names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** What findings of a kind say of the names that they have. */
const FINDINGS = {
    'missing bone': (names) => `The skeleton has no bones ${names}.`,
    'missing curve': (names) => `The skeleton has no curves ${names}.`,
    'missing pose curve': (names) => `No curve drives the poses ${names}.`,
    'missing pose': (names) => `There are no poses ${names}.`,
    'missing asset': (names) => `There are no assets ${names}.`,
};

/** What did not fit inside the actor, a sentence for each kind of it. */
function tellFindings(findings) {
    const kinds = new Map(findings.map(({finding}) => [finding, findings.filter((other) => other.finding === finding)]));
    return [...kinds].map(([kind, all]) => {
        const factors = all.map(({factor}) => factor), names = some(all.map(({name}) => name));
        if (kind !== 'scaled bone') return FINDINGS[kind]?.(names) ?? `${kind}: ${names}.`;
        return `${all.length} bones move ${Math.min(...factors).toFixed(2)} to ${Math.max(...factors).toFixed(2)} times as far as in the poses, for their lengths.`;
    });
}

/** A report in words, a sentence per line. */
function tell({foundBones, missingBones, foundMorphs, missingMorphs, idleMorphs, findings}) {
    const all = foundBones.length + missingBones.length, lines = [];
    if (all > 0) lines.push(`${foundBones.length} of ${all} bones were found.`);
    if (missingBones.length > 0) lines.push(`The model lacks the bones ${some(missingBones)}.`);
    lines.push(foundMorphs.length > 0 ? `${foundMorphs.length} morphs are driven.` : 'No morphs are driven.');
    if (missingMorphs.length > 0) lines.push(`The model lacks the morphs ${some(missingMorphs)}.`);
    if (idleMorphs.length > 0) lines.push(`Nothing drives the morphs ${some(idleMorphs)}.`);
    return [...lines, ...tellFindings(findings)].join('\n');
}

/**
 * An actor bound to a model. Bones are found by name; morphs in every mesh, by the names of
 * the actor's mesh's morphs and of its curves.
 */
export class Puppet {
    #put;
    #bones = [];
    #morphs = [];

    /** @private */
    constructor(actor, models, found, {bones = true, morphs = true} = {}) {
        this.actor = actor;
        this.models = models;
        this.#put = found.put;
        this.report = {
            ...bones ? this.#bindBones(found) : {foundBones: [], missingBones: []},
            ...morphs ? this.#bindMorphs(found) : {foundMorphs: [], missingMorphs: [], idleMorphs: []},
            findings: actor.report,
        };
        this.report.words = tell(this.report);
    }

    #bindBones({nodesOf, take}) {
        const foundBones = [], missingBones = [];
        this.actor.skeleton.bones.forEach((name, index) => {
            const named = nodesOf(name);
            (named.length > 0 ? foundBones : missingBones).push(name);
            for (const node of named) this.#bones.push({node, place: index * BONE_STRIDE, before: take(node)});
        });
        return {foundBones, missingBones};
    }

    #bindMorphs({morphs}) {
        const {mesh, skeleton} = this.actor, found = new Set(), idle = new Set();
        const places = new Map(mesh?.morphs.map((name, i) => [name, i]));
        for (const target of morphs) {
            const {name} = target, morph = places.get(name) ?? -1, curve = skeleton.curveIndex.get(name) ?? -1;
            if (morph < 0 && curve < 0) {
                idle.add(name);
                continue;
            }
            found.add(name);
            this.#morphs.push({target, morph, curve, before: target.read()});
        }
        return {
            foundMorphs: [...found], idleMorphs: [...idle],
            missingMorphs: mesh?.morphs.filter((name) => !found.has(name)) ?? [],
        };
    }

    /** Evaluates the actor and shows it. */
    update(step) {
        this.actor.run(step);
        this.show();
    }

    /** Shows what the actor has, such as after Mien.run of many. */
    show() {
        const {bones, curves, morphs} = this.actor, put = this.#put;
        for (const {node, place} of this.#bones) put(node, bones, place);
        for (const {target, morph, curve} of this.#morphs) target.write(morph >= 0 ? morphs[morph] : curves[curve]);
    }

    /** Lets go of the model, which stands as it did before. The actor stays its maker's. */
    dispose() {
        for (const {node, before} of this.#bones) this.#put(node, before, 0);
        for (const {target, before} of this.#morphs) target.write(before);
        this.#bones = this.#morphs = [];
    }
}

/** Evaluates many puppets of one module in one call, and shows them. */
export function updateAll(mien, puppets, step) {
    mien.run(puppets.map((puppet) => puppet.actor), step);
    for (const puppet of puppets) puppet.show();
}
