// SPDX-License-Identifier: MIT
//
// Mien for three.js: an actor of Mien moves the bones and morphs of a loaded model, by
// their names.

import {BONE_STRIDE} from './mien.mjs';

/** Names as loaders change them: three's GLTFLoader takes out what its paths cannot have. */
const plain = (name) => name.replace(/\s/g, '_').replace(/[[\].:/]/g, '');

/** What glTF and VRM loaders give has its nodes in `scene`. */
const rootsOf = (models) => [models].flat().map((model) => model.isObject3D ? model : model.scene);

/** All nodes of each name, and all meshes with morphs. Bones of a skin may hang anywhere. */
function search(models) {
    const nodes = new Map(), meshes = new Set();
    const add = (node) => {
        // The loader keeps names as they are in the file beside those it made of them.
        for (const name of new Set([node.userData.name, node.name])) {
            if (!name) continue;
            if (!nodes.has(name)) nodes.set(name, new Set());
            nodes.get(name).add(node);
        }
    };
    for (const root of rootsOf(models)) root.traverse((node) => {
        add(node);
        if (node.isSkinnedMesh) node.skeleton?.bones.forEach(add);
        if (node.morphTargetDictionary) meshes.add(node);
    });
    return {nodes, meshes};
}

/** Names and places of a mesh's morphs. VRM 0 has names where the loader leaves them with the geometry. */
const morphsOf = ({morphTargetDictionary, geometry}) => Object.entries(morphTargetDictionary).map(([name, place]) =>
    [name === String(place) ? geometry.userData.targetNames?.[place] ?? name : name, place]);

/** The nodes that a bone is: those of skins if any of that name are, else the first. */
function nodesOf(bone, nodes) {
    const named = [...nodes.get(bone) ?? nodes.get(plain(bone)) ?? []], bones = named.filter((node) => node.isBone);
    return bones.length > 0 ? bones : named.filter((node) => !node.isMesh).slice(0, 1);
}

const put = (node, bones, i) => {
    node.quaternion.set(bones[i], bones[i + 1], bones[i + 2], bones[i + 3]);
    node.position.set(bones[i + 4], bones[i + 5], bones[i + 6]);
    node.scale.set(bones[i + 8], bones[i + 9], bones[i + 10]);
};

const take = ({quaternion: q, position: p, scale: s}) => [q.x, q.y, q.z, q.w, p.x, p.y, p.z, 0, s.x, s.y, s.z, 0];

/**
 * Where the bones of a model stand, for `rest` of an actor: with it the actor has the model's
 * proportions and needs no mesh. Bones that the model lacks stand as the skeleton says.
 */
export function restOf(skeleton, models) {
    const {nodes} = search(models), standing = skeleton.mien.actor({skeleton}), rest = standing.bones.slice();
    standing.dispose();
    skeleton.bones.forEach((name, i) => {
        const [node] = nodesOf(name, nodes);
        if (node) rest.set(take(node), i * BONE_STRIDE);
    });
    return rest;
}

const some = (names, most = 6) => names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** What findings of a kind say of the names that they have. */
const FINDINGS = {
    'missing bone': (names) => `The skeleton has no bones ${names}.`,
    'missing curve': (names) => `The skeleton has no curves ${names}.`,
    'missing control': (names) => `No curve drives the poses ${names}.`,
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
 * An actor bound to a model, or to several that are one character. Bones are found by name;
 * morphs in every mesh, by the names of the actor's mesh's morphs and of its curves.
 */
export class Puppet {
    #bones = [];
    #morphs = [];
    #before = [];

    constructor(actor, models, {bones = true, morphs = true} = {}) {
        this.actor = actor;
        this.models = models;
        const found = search(models);
        this.report = {
            ...bones ? this.#bindBones(found) : {foundBones: [], missingBones: []},
            ...morphs ? this.#bindMorphs(found) : {foundMorphs: [], missingMorphs: [], idleMorphs: []},
            findings: actor.report,
        };
        this.report.words = tell(this.report);
    }

    #bindBones({nodes}) {
        const foundBones = [], missingBones = [];
        this.actor.skeleton.bones.forEach((name, index) => {
            const named = nodesOf(name, nodes);
            (named.length > 0 ? foundBones : missingBones).push(name);
            for (const node of named) {
                this.#bones.push({node, place: index * BONE_STRIDE});
                this.#before.push(take(node));
            }
        });
        return {foundBones, missingBones};
    }

    #bindMorphs({meshes}) {
        const {mesh, skeleton} = this.actor, found = new Set(), idle = new Set();
        const places = new Map(mesh?.morphs.map((name, i) => [name, i]));
        for (const target of meshes) {
            for (const [name, place] of morphsOf(target)) {
                const morph = places.get(name) ?? -1, curve = skeleton.curveIndex.get(name) ?? -1;
                if (morph < 0 && curve < 0) {
                    idle.add(name);
                    continue;
                }
                found.add(name);
                this.#morphs.push({target, place, morph, curve, before: target.morphTargetInfluences[place]});
            }
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
        const {bones, curves, morphs} = this.actor;
        for (const {node, place} of this.#bones) put(node, bones, place);
        for (const {target, place, morph, curve} of this.#morphs)
            target.morphTargetInfluences[place] = morph >= 0 ? morphs[morph] : curves[curve];
    }

    /** Lets go of the model, which stands as it did before. The actor stays its maker's. */
    dispose() {
        this.#bones.forEach(({node}, i) => put(node, this.#before[i], 0));
        for (const {target, place, before} of this.#morphs) target.morphTargetInfluences[place] = before;
        this.#bones = this.#morphs = this.#before = [];
    }
}

/** Evaluates many puppets of one module in one call, and shows them. */
export function updateAll(mien, puppets, step) {
    mien.run(puppets.map((puppet) => puppet.actor), step);
    for (const puppet of puppets) puppet.show();
}
