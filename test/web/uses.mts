// SPDX-License-Identifier: MIT
//
// Uses every declaration of the package; `tsc --strict` must accept it as it is, and refuse
// each line below a @ts-expect-error. test_types.mjs compiles it; it is never run.

import {
    Actor, Asset, BONE_STRIDE, Bundle, Clip, Graph, Mesh, Mien, MienError, Poses, Skeleton, hasSimd,
} from 'mien';
import type {ActorParts, AssetOfKind, AssetOfName, Assets, Finding, Kind, Source} from 'mien';

const simd: boolean = hasSimd();
const stride: 12 = BONE_STRIDE;
const mien: Mien = await Mien.load();
await Mien.load({simd, module: new URL('file:///mien.wasm')});
const facts: [string, 'wasm128' | 'scalar', number] = [mien.version, mien.isa, mien.memorySize];

const sources: Source[] = ['cast.mien', new URL('file:///cast.mien'), new Response(), new ArrayBuffer(0), new Uint8Array(0)];
for (const source of sources) (await mien.open(source)).dispose();
const asset: Asset = mien.openBytes(new Uint8Array(0), null);
mien.openBytes(new ArrayBuffer(0)).dispose();
const kind: Kind = asset.kind;
const isGone: boolean = asset.isDisposed;
const alone: Poses = await mien.open('pip.poses.mien', 'poses'), opened: Clip = mien.openBytes(new Uint8Array(0), 'clip');
const ofKind: AssetOfKind<'mesh'> = mien.openBytes(new Uint8Array(0), 'mesh'), kinds: (keyof Assets)[] = [alone.kind, opened.kind, ofKind.kind];

const bundle: Bundle = await mien.open('cast.mien');
const names: string[] = [...bundle.names(), ...bundle.names('clip')];
const has: boolean = bundle.has('pip.poses');
const skeleton: Skeleton = bundle.get('ada.skeleton'), poses: AssetOfName<'pip.poses'> = bundle.get('heads/v1.2/pip.poses');
const head: string = names[0] ?? 'pip', mesh: Mesh = bundle.get(`${head}.mesh`), clip: Clip = bundle.get('sentence.clip');
const graph = bundle.get<Graph>(head), unknown: Asset = bundle.get(head);
const assets: (Asset | null)[] = bundle.assetsOf(graph);

const bones: readonly string[] = [...skeleton.bones, ...skeleton.curves, ...poses.names, ...clip.curves, ...clip.bones];
const more: readonly string[] = [...mesh.morphs, ...graph.parameters, ...graph.nodes, clip.sound];
const numbers: number[] = [...skeleton.parents, clip.length, clip.rate, clip.soundOffset, skeleton.curveIndex.get('jawOpen') ?? -1];
const ranges: number[] = poses.controls.flatMap(({name, min, max}) => [name.length, min, max]);
const additive: boolean = poses.isAdditive;
const slots: {path: string; kind: 'clip' | 'poses'}[] = [...graph.slots];

const parts: ActorParts = {skeleton, mesh, rest: new Float32Array(816), poses: [poses], graph, assets};
const actor: Actor = mien.actor(parts), other = mien.actor({skeleton, poses});
actor.play(clip, {loops: false, time: 1});
actor.play(null);
const isCurve: boolean = actor.set('jawOpen', 1) || actor.set('jawOpen', null);
actor.clear();
actor.setParameter('pace', 2);
actor.setParameter('performance', 'sentence.clip.json');
actor.setParameter('isHappy', true);
actor.setTime('face', 1.5);
actor.time = 0;
actor.loops = actor.clip !== null && actor.mesh !== null && actor.skeleton.bones.length > 0;
actor.run();
actor.run(1 / 60);
mien.run([actor, other], 1 / 60);
const results: Float32Array[] = [actor.bones, actor.curves, actor.morphs, actor.model];
const rows: Finding[] = actor.report;
const texts: string[] = rows.map(({finding, name, factor}) => `${finding} ${name} ${factor}`);
if (!actor.isDisposed) actor.dispose();
try {
    await mien.open('nowhere');
} catch (error) {
    if (error instanceof MienError) texts.push(error.message, error.status, error.location);
}

// @ts-expect-error A clip is no mesh.
mien.actor({skeleton, mesh: bundle.get('sentence.clip')});
// @ts-expect-error Text is no pack.
mien.openBytes('text');
// @ts-expect-error A number is nothing to open.
mien.open(42);
// @ts-expect-error An actor has a skeleton.
mien.actor({poses});
// @ts-expect-error A pose asset is no skeleton.
mien.actor({skeleton: poses});
// @ts-expect-error A step is a number.
actor.run('1');
// @ts-expect-error There is no such kind.
bundle.names('faces');
// @ts-expect-error Names are read, not written.
skeleton.bones[0] = 'head';
// @ts-expect-error Results are replaced by the module alone.
actor.bones = new Float32Array(12);
// @ts-expect-error Poses are not played.
actor.play(poses);
// @ts-expect-error Loading takes time.
const early: Mien = Mien.load();

export {stride, facts, kind, isGone, kinds, unknown, names, has, bones, more, numbers, ranges, additive, slots, isCurve, results, texts, early};
