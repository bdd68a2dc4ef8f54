// SPDX-License-Identifier: MIT
//
// What three.js makes of files: where each vertex is, at rest and at times of every
// animation.
//
//     node three.mjs --times 10 FILE …               names, counts, durations and the weights
//                                                    of morphs at ten times each, as JSON
//     node three.mjs --times 10 --out FOLDER FILE …  writes FOLDER/0.poses, 1.poses, …
//
// A .poses file is little-endian:
//     "M3JS", u32 blocks, u32 animations
//     per block  i32 node, i32 primitive, u32 vertices, u32 indices, the indices as u32
//     per animation, the first of which is the scene at rest:
//         u32 length of the name, the name in UTF-8, f64 duration, u32 times
//         per time  f64 time, then three f32 per vertex of all blocks, in the world
//
// A block is a primitive of triangles of a node of the scene, in the order of nodes and
// primitives in the file. Primitives of a node that share their vertices are one
// block with the indices of both.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import * as THREE from 'three';

import { load, objectsOfNodes, play, spread } from './load.mjs';

const isOfTriangles = (primitive) => (primitive.mode ?? 4) >= 4;

/// The mesh of each primitive of a node's object.
function meshesOf(gltf, object) {
    const meshes = [];
    for (const mesh of [object, ...object.children]) {
        const place = gltf.parser.associations.get(mesh);
        if (place?.primitives !== undefined && (mesh === object || place.nodes === undefined))
            meshes[place.primitives] = mesh;
        else if (mesh !== object && place?.meshes !== undefined && place.nodes === undefined)
            for (const [i, inner] of meshesOf(gltf, mesh).entries()) // a node with more than a mesh
                meshes[i] = inner;
    }
    return meshes;
}

function indicesOf(mesh) {
    const { index, attributes } = mesh.geometry;
    const count = index ? index.count : attributes.position.count;
    return Array.from({ length: count - (count % 3) }, (_, i) => (index ? index.getX(i) : i));
}

export function blocksOf(gltf) {
    const { json } = gltf.parser;
    const blocks = [];
    for (const [node, object] of [...objectsOfNodes(gltf)].sort((a, b) => a[0] - b[0])) {
        const primitives = json.meshes?.[json.nodes[node].mesh]?.primitives ?? [];
        const meshes = meshesOf(gltf, object);
        const first = blocks.length;
        for (const [i, primitive] of primitives.entries()) {
            if (!isOfTriangles(primitive))
                continue;
            if (!meshes[i]?.isMesh)
                throw new Error(`node ${node}: no mesh of primitive ${i}`);
            const indices = indicesOf(meshes[i]);
            if (indices.length === 0)
                continue;
            const key = JSON.stringify([primitive.attributes, primitive.targets]);
            const owner = blocks.slice(first).find((block) => block.key === key);
            if (owner)
                owner.indices = owner.indices.concat(indices);
            else
                blocks.push({ node, primitive: i, mesh: meshes[i], indices, key,
                              count: meshes[i].geometry.attributes.position.count });
        }
    }
    return blocks;
}

const vertex = new THREE.Vector3(), part = new THREE.Vector3(), sum = new THREE.Vector3();
const matrix = new THREE.Matrix4(), weights = new THREE.Vector4(), joints = new THREE.Vector4();

/// As three.js does it, but without going through the mesh's own place and back, which
/// cannot be undone where a node is scaled to nothing.
function skinned(mesh, i) {
    THREE.Mesh.prototype.getVertexPosition.call(mesh, i, vertex);
    weights.fromBufferAttribute(mesh.geometry.attributes.skinWeight, i);
    joints.fromBufferAttribute(mesh.geometry.attributes.skinIndex, i);
    sum.set(0, 0, 0);
    for (let k = 0; k < 4; k++) {
        const weight = weights.getComponent(k), joint = joints.getComponent(k);
        if (weight === 0)
            continue;
        matrix.multiplyMatrices(mesh.skeleton.bones[joint].matrixWorld, mesh.skeleton.boneInverses[joint]);
        sum.addScaledVector(part.copy(vertex).applyMatrix4(matrix), weight);
    }
    return vertex.copy(sum);
}

function placesOf(blocks) {
    const places = new Float32Array(3 * blocks.reduce((count, block) => count + block.count, 0));
    let at = 0;
    for (const { mesh, count } of blocks) {
        const isFlat = mesh.isSkinnedMesh && Math.abs(mesh.matrixWorld.determinant()) < 1e-12;
        for (let i = 0; i < count; i++, at += 3) {
            if (isFlat)
                skinned(mesh, i);
            else
                mesh.getVertexPosition(i, vertex).applyMatrix4(mesh.matrixWorld);
            places.set([vertex.x, vertex.y, vertex.z], at);
        }
    }
    return places;
}

class Bytes {
    parts = [];
    u32(...lists) {
        for (const values of lists)
            this.parts.push(Buffer.from(Uint32Array.from([values].flat()).buffer));
    }
    f64(value) { this.parts.push(Buffer.from(Float64Array.of(value).buffer)); }
    text(text) {
        const bytes = Buffer.from(text, 'utf8');
        this.u32(bytes.length);
        this.parts.push(bytes);
    }
    floats(values) { this.parts.push(Buffer.from(values.buffer)); }
    whole() { return Buffer.concat(this.parts); }
}

/// Rotations of length 1, as glTF asks for. Some files round theirs to a few digits, and
/// three.js then scales what they turn; where lengths are right, keys stay as they are.
function normalize(clip) {
    for (const { values, ValueTypeName, createInterpolant } of clip.tracks) {
        const isCubic = createInterpolant?.isInterpolantFactoryMethodGLTFCubicSpline; // normalised by three.js
        for (let i = 0; ValueTypeName === 'quaternion' && !isCubic && i < values.length; i += 4) {
            const length = Math.hypot(...values.subarray(i, i + 4));
            for (let k = i; Math.abs(length - 1) > 1e-5 && length > 0 && k < i + 4; k++)
                values[k] /= length;
        }
    }
}

async function write(path, out, count) {
    const gltf = await load(path);
    gltf.animations.forEach(normalize);
    gltf.scene.updateMatrixWorld(true);
    const blocks = blocksOf(gltf), bytes = new Bytes();
    bytes.parts.push(Buffer.from('M3JS'));
    bytes.u32(blocks.length, gltf.animations.length + 1);
    for (const { node, primitive, count, indices } of blocks)
        bytes.u32([node, primitive, count, indices.length], indices);
    const see = (time) => {
        bytes.f64(time);
        bytes.floats(placesOf(blocks));
    };
    bytes.text('');
    bytes.f64(0);
    bytes.u32(1);
    see(0);
    for (const [i, clip] of gltf.animations.entries()) {
        const times = spread(clip.duration, count);
        bytes.text(gltf.parser.json.animations[i].name ?? '');
        bytes.f64(clip.duration);
        bytes.u32(times.length);
        play(gltf, clip, times, see);
    }
    await writeFile(out, bytes.whole());
}

/// The weights of morphs as meshes have them now: {"3.0": 0.5} is the first target of node 3.
function weightsOf(gltf) {
    const weights = {};
    for (const [node, object] of objectsOfNodes(gltf))
        for (const mesh of meshesOf(gltf, object))
            for (const [i, weight] of (mesh?.morphTargetInfluences ?? []).entries())
                weights[`${node}.${i}`] = weight;
    return weights;
}

function describe(gltf, count) {
    const bones = new Set(), morphs = new Set();
    gltf.scene.traverse((object) => {
        object.skeleton?.bones.forEach((bone) => bones.add(bone.userData.name ?? bone.name));
        Object.keys(object.morphTargetDictionary ?? {}).forEach((name) => morphs.add(name));
    });
    return {
        bones: [...bones],
        morphs: [...morphs],
        blocks: blocksOf(gltf).map(({ node, primitive, count }) => ({ node, primitive, vertices: count })),
        animations: gltf.animations.map((clip, i) => {
            const weights = [];
            play(gltf, clip, spread(clip.duration, count), () => weights.push(weightsOf(gltf)));
            const name = gltf.parser.json.animations[i].name ?? '';
            return { name, duration: clip.duration, tracks: clip.tracks.length, weights };
        }),
    };
}

const { values, positionals } = parseArgs({
    options: { times: { type: 'string', default: '10' }, out: { type: 'string' } },
    allowPositionals: true,
});
if (positionals.length === 0) {
    console.error('usage: node three.mjs [--times N] [--out FOLDER] FILE …');
    process.exit(2);
}
console.warn = () => {}; // of extensions that three.js passes over
const found = {};
for (const [i, path] of positionals.entries()) {
    try {
        if (values.out)
            await write(path, join(values.out, `${i}.poses`), Number(values.times));
        else
            found[path] = describe(await load(path), Number(values.times));
    } catch (error) {
        console.error(`${path}: ${error.message}`);
        process.exitCode = 1;
    }
}
if (!values.out)
    console.log(JSON.stringify(found, null, 1));
