// SPDX-License-Identifier: MIT
//
// What tests of the web package share: where things are, and what to do without them.
// A test that cannot run ends with 77, which ctest counts as skipped; with
// MIEN_REQUIRE_DATA=1 that is a failure.

import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

export const HERE = path.dirname(fileURLToPath(import.meta.url));
export const ROOT = path.resolve(HERE, '../..');
/** The package as it was built: the modules and what is beside them. */
export const PACKAGE = process.env.MIEN_WEB_PACKAGE ?? path.join(ROOT, 'build/web');
/** The program `mien` of this machine. */
export const PROGRAM = process.env.MIEN_PROGRAM ?? path.join(ROOT, 'build/release/src/cli/mien');
/** The sample cast, which the test web.cast makes: cast.mien and a model of each head. */
export const CAST = path.join(PACKAGE, 'test/cast');

export function skip(reason) {
    console.log(`skipped: ${reason}`);
    process.exit(process.env.MIEN_REQUIRE_DATA === '1' ? 1 : 77);
}

/** Skips the test unless this file exists. */
export function need(file, hint) {
    if (!fs.existsSync(file)) skip(`no ${path.basename(file)}: ${hint}`);
    return file;
}

/** A file of the sample cast. */
export const castFile = (name) => need(path.join(CAST, name), 'build the preset release, then run the test web.cast');

/** A pack of the sample cast, such as ada.poses. */
export const castPack = (name) => castFile(`.mien/packs/${name}.mien`);

/** A folder of test/web/node_modules. */
export const nodePackage = (name) => need(path.join(HERE, 'node_modules', name), 'run scripts/install-deps');

/** A file or folder of the large test data: below MIEN_TEST_DATA, or in ../shared/data beside the project. */
export const dataPath = (relative) => need(path.join(process.env.MIEN_TEST_DATA ?? path.join(ROOT, '../shared/data'), relative), 'no test data');
