// SPDX-License-Identifier: MIT
//
// Mien for Babylon.js: an actor of Mien moves the bones and morphs of a loaded model, by their
// names. Transforms are relative to parents as in the file, in scenes of either handedness: the
// loader turns the root of a model alone.

import {Puppet as SharedPuppet, addTo, restOf as restOfFound} from './puppet.mjs';

export {updateAll} from './puppet.mjs';

/** The nodes of a model: a node with its descendants, or what the loaders give. */
function nodesIn(model) {
    if (model.getChildTransformNodes) return [model, ...model.getChildTransformNodes(false)];
    return [...model.transformNodes ?? [], ...model.meshes ?? []];
}

/** The skeletons of a model; a node's are those of its meshes. */
const skeletonsOf = (model, nodes) => [...model.skeletons ?? [], ...nodes.map((node) => node.skeleton).filter(Boolean)];

/** What moves a bone: the node that glTF gave it, or the bone itself. */
const moverOf = (bone) => bone.getTransformNode() ?? bone;

const morphsOf = ({morphTargetManager: manager}) => Array.from({length: manager.numTargets}, (_, i) => {
    const target = manager.getTarget(i);
    return {name: target.name, read: () => target.influence, write: (weight) => { target.influence = weight; }};
});

/** Nodes without a quaternion have angles. Assigning tells bones that they changed. */
function put(node, floats, i) {
    const turn = node.rotationQuaternion ?? node.rotation.toQuaternion();
    node.rotationQuaternion = turn.copyFromFloats(floats[i], floats[i + 1], floats[i + 2], floats[i + 3]);
    node.position = node.position.copyFromFloats(floats[i + 4], floats[i + 5], floats[i + 6]);
    node.scaling = node.scaling.copyFromFloats(floats[i + 8], floats[i + 9], floats[i + 10]);
}

function take(node) {
    const q = node.rotationQuaternion ?? node.rotation.toQuaternion(), {position: p, scaling: s} = node;
    return [q.x, q.y, q.z, q.w, p.x, p.y, p.z, 0, s.x, s.y, s.z, 0];
}

/** What the binder needs of models. Bones of a skin may hang anywhere. */
function search(models) {
    const nodes = new Map(), bones = new Map(), meshes = new Set();
    for (const model of [models].flat()) {
        const all = nodesIn(model);
        for (const node of all) {
            addTo(nodes, node.name, node);
            if (node.morphTargetManager) meshes.add(node);
        }
        for (const skeleton of new Set(skeletonsOf(model, all)))
            for (const bone of skeleton.bones) addTo(bones, bone.name, moverOf(bone));
    }
    // A bone is all bones of skins of its name if there are any, else the first other node.
    const nodesOf = (bone) => [...bones.get(bone) ?? [...nodes.get(bone) ?? []].filter((node) => !node.geometry).slice(0, 1)];
    return {nodesOf, put, take, morphs: [...meshes].flatMap(morphsOf)};
}

/**
 * Where the bones of a model stand, for `rest` of an actor: with it the actor has the model's
 * proportions and needs no mesh. Bones that the model lacks stand as the skeleton says.
 */
export const restOf = (skeleton, models) => restOfFound(skeleton, search(models));

/** An actor bound to a model, or to several that are one character. */
export class Puppet extends SharedPuppet {
    constructor(actor, models, options) { super(actor, models, search(models), options); }
}
