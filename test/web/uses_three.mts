// SPDX-License-Identifier: MIT
//
// As uses.mts, for the adapter to three.js.

import {Bone, Group, Object3D} from 'three';
import type {Actor, Finding, Mien} from 'mien';
import {Puppet, updateAll} from 'mien/three';
import type {PuppetReport} from 'mien/three';

declare const actor: Actor, mien: Mien;

const puppet: Puppet = new Puppet(actor, new Group().add(new Bone()));
puppet.update(1 / 60);
puppet.show();
updateAll(mien, [puppet], 1 / 60);
const owner: Actor = puppet.actor, root: Object3D = puppet.root, report: PuppetReport = puppet.report;
const counts: number[] = [report.bones, report.morphs];
const missing: readonly string[] = [...report.missingBones, ...report.missingMorphs];
const rows: readonly Finding[] = report.actor;

// @ts-expect-error A puppet needs a model.
new Puppet(actor);
// @ts-expect-error An actor is no model.
new Puppet(actor, actor);
// @ts-expect-error What is found is read, not written.
puppet.report = report;

export {owner, root, counts, missing, rows};
