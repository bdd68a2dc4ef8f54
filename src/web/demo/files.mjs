// SPDX-License-Identifier: MIT
//
// Files of one's own: packs give skeletons and poses, models what is seen.

import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';

export const loader = new GLTFLoader();

const stem = (name) => name.replace(/\.[^.]*$/, '');

/** What models of one's own are bound to: assets of all packs opened so far, by their names. */
export class Shelf {
    #assets = new Map();

    constructor(mien, cast) { Object.assign(this, {mien, cast}); }

    /** Takes a pack; gives what is in it, in words. */
    take(fileName, bytes) {
        const pack = this.mien.openBytes(bytes, null);
        if (pack.kind !== 'bundle') {
            this.#assets.set(stem(fileName), pack);
            return `${fileName}: one pack, ${pack.kind}.`;
        }
        for (const name of pack.names()) this.#assets.set(name, pack.get(name));
        return `${fileName}: ${pack.names().join(', ')}.`;
    }

    get clips() { return [...this.#assets].filter(([, {kind}]) => kind === 'clip'); }
    get isEmpty() { return this.#assets.size === 0; }

    /** An asset of a kind: of the model's own name if there is one, else the last that came. */
    #find(kind, name) {
        const all = [...this.#assets].filter(([, asset]) => asset.kind === kind);
        return (all.find(([asset]) => asset === `${name}.${kind}`) ?? all.at(-1))?.[1] ?? null;
    }

    /** What moves a model: what was opened, or curves of the cast, which morphs of their names follow. */
    partsOf(modelName, model) {
        const skeleton = this.#find('skeleton', stem(modelName)), poses = this.#find('poses', stem(modelName));
        if (skeleton && poses) return {parts: {skeleton, poses, mesh: this.#find('mesh', stem(modelName))}, options: {}};
        const own = this.cast.get('ada.skeleton'), names = new Set();
        model.scene.traverse((node) => names.add(node.userData.name ?? node.name));
        const isCast = own.bones.every((bone) => names.has(bone)); // bones of other skeletons have other axes
        return {parts: {skeleton: own, poses: this.cast.get('ada.poses')}, options: {bones: isCast}};
    }
}

/** Reads a model. Those of VRM 0 look the other way and are turned round. */
export async function readModel(bytes) {
    const model = await loader.parseAsync(bytes.buffer, '');
    if (model.parser.json.extensions?.VRM) model.scene.rotation.y = Math.PI;
    return model;
}
