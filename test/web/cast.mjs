// SPDX-License-Identifier: MIT
//
// Makes the sample cast for the other tests: all packs in cast.mien, and a model of each head.

import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {CAST, PROGRAM, need} from './kit.mjs';

need(PROGRAM, 'build the preset release');
const run = (...words) => execFileSync(PROGRAM, words, {cwd: CAST, stdio: 'inherit'});

fs.rmSync(CAST, {recursive: true, force: true});
fs.mkdirSync(CAST, {recursive: true});
run('sample', 'cast', '.');
run('bundle', '--all', '-o', path.join(CAST, 'cast.mien'));
