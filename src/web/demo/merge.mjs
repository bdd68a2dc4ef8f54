// SPDX-License-Identifier: MIT
//
// Fewer meshes: each costs the page two draw calls a frame, one of them for its shadow. What
// has the same bones and no morph targets becomes one mesh, each vertex with the number of its
// surface.

import * as THREE from 'three';
import {mergeGeometries} from 'three/addons/utils/BufferGeometryUtils.js';

export const MOST_SURFACES = 16; // of one mesh; with less than the smallest limit of uniforms

const isMergeable = ({mesh, geometry}) => mesh.isSkinnedMesh && !Array.isArray(mesh.material) && !mesh.material.transparent && !mesh.material.map &&
    !mesh.morphTargetInfluences?.length && geometry.index && mesh.children.length === 0 && !Object.values(geometry.attributes).some((one) => one.isInterleavedBufferAttribute);

/** Meshes with the same key differ only in their vertices and surfaces. */
function keyOf({mesh, geometry}) {
    const {material, skeleton, bindMode, bindMatrix, matrixWorld} = mesh;
    const attributes = Object.entries(geometry.attributes).map(([name, {array, itemSize, normalized}]) => [name, array.constructor.name, itemSize, normalized].join()).sort();
    return [skeleton.uuid, bindMode, bindMatrix.elements, matrixWorld.elements, material.side, material.vertexColors, material.opacity, material.alphaTest, ...attributes].join(';');
}

function mergeOne(parts) {
    const [{mesh: first}] = parts, materials = [...new Set(parts.map(({mesh}) => mesh.material))];
    const geometry = mergeGeometries(parts.map(({geometry: one, mesh}) => one.clone()
        .setAttribute('surface', new THREE.BufferAttribute(new Float32Array(one.attributes.position.count).fill(materials.indexOf(mesh.material)), 1))));
    const mesh = new THREE.SkinnedMesh(geometry, first.material);
    first.parent.add(mesh);
    mesh.matrix.copy(first.matrix).decompose(mesh.position, mesh.quaternion, mesh.scale);
    mesh.bindMode = first.bindMode;
    mesh.bind(first.skeleton, first.bindMatrix);
    for (const {mesh: old, geometry: one} of parts) {
        old.removeFromParent();
        one.dispose();
    }
    return {mesh, geometry, materials};
}

/** Merges what can be; gives {mesh, geometry, materials} for each mesh that is left. */
export function merge(list) {
    const sets = new Map();
    for (const part of list) {
        const key = isMergeable(part) ? keyOf(part) : part;
        if (!sets.has(key)) sets.set(key, []);
        sets.get(key).push(part);
    }
    return [...sets.values()].flatMap((parts) => {
        if (parts.length > 1 && new Set(parts.map(({mesh}) => mesh.material)).size <= MOST_SURFACES) return mergeOne(parts);
        return parts.map(({mesh, geometry}) => ({mesh, geometry, materials: [mesh.material].flat()}));
    });
}
