// SPDX-License-Identifier: MIT
//
// Loads glTF files by three.js in node: no display, no pictures, files from disk.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};

// three.js fetches; what it fetches lies on disk or in the file itself.
const fetch = globalThis.fetch;
globalThis.fetch = async (request, ...rest) => {
    const url = request.url ?? String(request);
    return url.startsWith('file:') ? new Response(await readFile(fileURLToPath(url))) : fetch(request, ...rest);
};

// Pictures do not matter here, and there is nothing that could decode them.
const noPictures = () => ({ name: 'NO_PICTURES', loadTexture: () => Promise.resolve(new THREE.Texture()) });

/// What GLTFLoader makes of a file. Plugins are functions of its parser.
export async function load(path, plugins = []) {
    const loader = new GLTFLoader();
    for (const plugin of [noPictures, ...plugins])
        loader.register(plugin);
    const bytes = await readFile(path);
    const folder = new URL('.', pathToFileURL(resolve(path))).href;
    return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), folder);
}

/// The object of each node of the file, by its number.
export function objectsOfNodes(gltf) {
    const objects = new Map();
    gltf.scene.traverse((object) => {
        const node = gltf.parser.associations.get(object)?.nodes;
        if (node !== undefined && !objects.has(node))
            objects.set(node, object);
    });
    return objects;
}

/// The nodes that an animation's track may mean, by three.js's name for them.
export function nodeOfName(gltf) {
    const names = new Map();
    for (const [node, object] of objectsOfNodes(gltf))
        names.set(object.name || object.uuid, node);
    return names;
}

/// Times spread over an animation: the first, the last and between.
export function spread(duration, count) {
    return Array.from({ length: count }, (_, i) => (count > 1 ? (duration * i) / (count - 1) : 0));
}

/// Calls see(time) with the scene as it is at each time of an animation.
export function play(gltf, clip, times, see) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce); // so that the end is the end, not the beginning
    action.clampWhenFinished = true;
    action.play();
    for (const time of times) {
        action.paused = false;
        action.enabled = true;
        action.time = time;
        mixer.update(0);
        gltf.scene.updateMatrixWorld(true);
        see(time);
    }
    mixer.stopAllAction();
    mixer.uncacheRoot(gltf.scene);
    gltf.scene.updateMatrixWorld(true);
}
