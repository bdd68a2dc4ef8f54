// SPDX-License-Identifier: MIT
//
// What three-vrm makes of a VRM or a VRMA, as JSON:
//
//     node vrm.mjs [--times N] FILE …
//
// Of a VRM: its expressions, and what comes of inputs, every expression alone, every
// pair of them and every three: the weights of expressions after overrides, and those of morphs. Of a VRMA: its expressions and bones at N
// times.

import { parseArgs } from 'node:util';

import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';

import { load, spread } from './load.mjs';

const ALONE = [0.25, 0.5, 0.51, 1], PAIRS = [[1, 0.7], [0.4, 0.3]], THREE = [0.3, 0.4, 0.9];

/// The number of the node that shows a mesh.
function nodeOf(gltf, mesh) {
    for (let object = mesh; object; object = object.parent) {
        const node = gltf.parser.associations.get(object)?.nodes;
        if (node !== undefined)
            return node;
    }
    return -1;
}

function describe(gltf, expression) {
    const { expressionName: name, isBinary, overrideMouth, overrideBlink, overrideLookAt } = expression;
    const binds = expression.binds
        .filter((bind) => bind.primitives)
        .map(({ primitives, index, weight }) => ({ node: nodeOf(gltf, primitives[0]), index, weight }));
    return { name, isBinary, overrideMouth, overrideBlink, overrideLookAt, binds };
}

/// The weights that are not 0, by node and target: {"3": {"0": 0.5}}.
function weightsOf(gltf) {
    const weights = {};
    gltf.scene.traverse((mesh) => {
        for (const [i, weight] of (mesh.morphTargetInfluences ?? []).entries())
            if (weight !== 0)
                (weights[nodeOf(gltf, mesh)] ??= {})[i] = weight;
    });
    return weights;
}

function* inputsOf(names) {
    for (const name of names)
        for (const value of ALONE)
            yield { [name]: value };
    for (const [i, first] of names.entries())
        for (const second of names.slice(i + 1))
            for (const [a, b] of PAIRS) {
                yield { [first]: a, [second]: b };
                yield { [first]: b, [second]: a };
            }
    for (const [i, first] of names.entries()) // two may hold back a third
        for (const [j, second] of names.entries())
            for (const [k, third] of names.entries())
                if (i < j && j < k)
                    yield Object.fromEntries([first, second, third].map((name, n) => [name, THREE[(i + j + k + n) % 3]]));
}

function describeVrm(gltf) {
    const { expressionManager: manager, meta } = gltf.userData.vrm;
    const expressions = (manager?.expressions ?? []).map((expression) => describe(gltf, expression));
    const samples = [], applied = {};
    for (const expression of manager?.expressions ?? []) // one more bind, which notes what the others get
        expression.addBind({
            applyWeight: (weight) => { applied[expression.expressionName] = weight; },
            clearAppliedWeight: () => { delete applied[expression.expressionName]; },
        });
    for (const input of inputsOf(expressions.map(({ name }) => name))) {
        manager.resetValues();
        for (const [name, value] of Object.entries(input))
            manager.setValue(name, value);
        manager.update();
        samples.push({ input, applied: { ...applied }, weights: weightsOf(gltf) });
    }
    return { version: meta.metaVersion, expressions, samples };
}

function sampled(tracks, times) {
    return Object.fromEntries([...tracks].map(([name, track]) => {
        const interpolant = track.createInterpolant();
        return [name, times.map((time) => Array.from(interpolant.evaluate(time)))];
    }));
}

function describeAnimation(animation, count) {
    const times = spread(animation.duration, count);
    const { expressionTracks: expressions, humanoidTracks: bones } = animation;
    return {
        duration: animation.duration,
        times,
        expressions: { ...sampled(expressions.preset, times), ...sampled(expressions.custom, times) },
        rotations: sampled(bones.rotation, times),
        translations: sampled(bones.translation, times),
    };
}

const { values, positionals } = parseArgs({
    options: { times: { type: 'string', default: '10' } },
    allowPositionals: true,
});
if (positionals.length === 0) {
    console.error('usage: node vrm.mjs [--times N] FILE …');
    process.exit(2);
}
console.warn = () => {};
const found = {};
for (const path of positionals) {
    const gltf = await load(path, [(parser) => new VRMLoaderPlugin(parser),
                                   (parser) => new VRMAnimationLoaderPlugin(parser)]);
    const { vrm, vrmAnimations } = gltf.userData;
    found[path] = {
        ...(vrm ? { vrm: describeVrm(gltf) } : {}),
        ...(vrmAnimations?.length
            ? { animations: vrmAnimations.map((animation) => describeAnimation(animation, Number(values.times))) }
            : {}),
    };
}
console.log(JSON.stringify(found, null, 1));
