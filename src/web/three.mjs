// SPDX-License-Identifier: MIT
//
// Mien for three.js: an actor of Mien moves the bones and morphs of a loaded model, by
// their names.

import {Puppet as SharedPuppet, addTo, restOf as restOfFound} from './puppet.mjs';

export {updateAll} from './puppet.mjs';

/** Names as loaders change them: three's GLTFLoader takes out what its paths cannot have. */
const plain = (name) => name.replace(/\s/g, '_').replace(/[[\].:/]/g, '');

/** What glTF and VRM loaders give has its nodes in `scene`. */
const rootsOf = (models) => [models].flat().map((model) => model.isObject3D ? model : model.scene);

/** Morphs of a mesh. VRM 0 has names where the loader leaves them with the geometry. */
const morphsOf = ({morphTargetDictionary, morphTargetInfluences: weights, geometry}) =>
    Object.entries(morphTargetDictionary).map(([name, place]) => ({
        name: name === String(place) ? geometry.userData.targetNames?.[place] ?? name : name,
        read: () => weights[place],
        write: (weight) => { weights[place] = weight; },
    }));

function put(node, floats, i) {
    const {quaternion: q} = node; // its change makes angles of it, which takes longer than all the rest
    if (q.x !== floats[i] || q.y !== floats[i + 1] || q.z !== floats[i + 2] || q.w !== floats[i + 3])
        q.set(floats[i], floats[i + 1], floats[i + 2], floats[i + 3]);
    node.position.set(floats[i + 4], floats[i + 5], floats[i + 6]);
    node.scale.set(floats[i + 8], floats[i + 9], floats[i + 10]);
}

const take = ({quaternion: q, position: p, scale: s}) => [q.x, q.y, q.z, q.w, p.x, p.y, p.z, 0, s.x, s.y, s.z, 0];

/** What the binder needs of models. Bones of a skin may hang anywhere. */
function search(models) {
    const nodes = new Map(), meshes = new Set();
    const add = (node) => {
        // The loader keeps names as they are in the file beside those it made of them.
        for (const name of new Set([node.userData.name, node.name])) if (name) addTo(nodes, name, node);
    };
    for (const root of rootsOf(models)) root.traverse((node) => {
        add(node);
        if (node.isSkinnedMesh) node.skeleton?.bones.forEach(add);
        if (node.morphTargetDictionary) meshes.add(node);
    });
    // A bone is all nodes of skins of its name if there are any, else the first other node.
    const nodesOf = (bone) => {
        const named = [...nodes.get(bone) ?? nodes.get(plain(bone)) ?? []], bones = named.filter((node) => node.isBone);
        return bones.length > 0 ? bones : named.filter((node) => !node.isMesh).slice(0, 1);
    };
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
