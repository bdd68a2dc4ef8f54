// SPDX-License-Identifier: MIT
//
// Mien for PlayCanvas: an actor of Mien moves the bones and morphs of an entity, by their names.

import {Puppet as SharedPuppet, addTo, restOf as restOfFound} from './puppet.mjs';

export {updateAll} from './puppet.mjs';

/** Morphs of an entity: those of each mesh that it renders. */
const morphsOf = (entity) => (entity.render?.meshInstances ?? []).flatMap(({morphInstance: instance}) =>
    (instance?.morph.targets ?? []).map(({name}, i) => (
        {name, read: () => instance.getWeight(i), write: (weight) => instance.setWeight(i, weight)})));

function put(node, floats, i) {
    node.setLocalRotation(floats[i], floats[i + 1], floats[i + 2], floats[i + 3]);
    node.setLocalPosition(floats[i + 4], floats[i + 5], floats[i + 6]);
    node.setLocalScale(floats[i + 8], floats[i + 9], floats[i + 10]);
}

function take(node) {
    const q = node.getLocalRotation(), p = node.getLocalPosition(), s = node.getLocalScale();
    return [q.x, q.y, q.z, q.w, p.x, p.y, p.z, 0, s.x, s.y, s.z, 0];
}

/** What the binder needs of entities: a bone is the first node of its name that renders nothing. */
function search(models) {
    const nodes = new Map(), morphs = [];
    for (const model of [models].flat()) model.forEach((node) => {
        addTo(nodes, node.name, node);
        morphs.push(...morphsOf(node));
    });
    const nodesOf = (bone) => [...nodes.get(bone) ?? []].filter((node) => !node.render).slice(0, 1);
    return {nodesOf, put, take, morphs};
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
