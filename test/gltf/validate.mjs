// SPDX-License-Identifier: MIT
//
// Runs the glTF validator of Khronos on files: node validate.mjs FILE …
// Prints each error with its place, and a closing line; exits with 1 if there is one.

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import validator from 'gltf-validator';

const paths = process.argv.slice(2);
if (paths.length === 0) {
    console.error('usage: node validate.mjs FILE …');
    process.exit(2);
}

const ERROR = 0, MOST = 20;
let errors = 0, warnings = 0;
for (const path of paths) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(path)), {
        uri: basename(path),
        format: path.endsWith('.gltf') ? 'gltf' : 'glb', // VRM and VRMA are such under another name
        maxIssues: 0,
        externalResourceFunction: async (uri) =>
            new Uint8Array(await readFile(join(dirname(path), decodeURIComponent(uri)))),
    });
    const found = report.issues.messages.filter((message) => message.severity === ERROR);
    for (const { code, message, pointer, offset } of found.slice(0, MOST))
        console.log(`${path}: ${pointer ?? `byte ${offset ?? 0}`}: ${code}: ${message}`);
    if (found.length > MOST)
        console.log(`${path}: ${found.length - MOST} more`);
    errors += report.issues.numErrors;
    warnings += report.issues.numWarnings;
}
console.log(`${paths.length} files, ${errors} errors, ${warnings} warnings`);
process.exitCode = errors > 0 ? 1 : 0;
