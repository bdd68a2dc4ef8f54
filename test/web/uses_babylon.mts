// SPDX-License-Identifier: MIT
//
// As uses.mts, for the adapter to Babylon.js.

import {AssetContainer, TransformNode} from 'babylonjs';
import type {Actor, Finding, Mien} from 'mien';
import {Puppet, restOf, updateAll} from 'mien/babylon';
import type {Model, PuppetReport} from 'mien/babylon';

declare const actor: Actor, mien: Mien;

declare const node: TransformNode, container: AssetContainer;
const model: Model = node, loaded: Model = container;
const rest: Float32Array = restOf(actor.skeleton, [model, loaded]);
const puppet: Puppet = new Puppet(actor, model), other = new Puppet(actor, [model, loaded], {bones: true, morphs: false});
puppet.update(1 / 60);
puppet.show();
updateAll(mien, [puppet, other], 1 / 60);
const owner: Actor = puppet.actor, models: Model | readonly Model[] = puppet.models, report: PuppetReport = puppet.report;
const names: readonly string[] = [...report.foundBones, ...report.missingBones, ...report.foundMorphs, ...report.missingMorphs];
const idle: readonly string[] = report.idleMorphs, findings: readonly Finding[] = report.findings, words: string = report.words;
puppet.dispose();

// @ts-expect-error A puppet needs a model.
new Puppet(actor);
// @ts-expect-error An actor is no model.
new Puppet(actor, actor);
// @ts-expect-error What is found is read, not written.
puppet.report = report;
// @ts-expect-error There is no such part.
new Puppet(actor, model, {hair: true});

export {rest, owner, models, names, idle, findings, words};
