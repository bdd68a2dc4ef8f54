// SPDX-License-Identifier: MIT
//
// Runs the glTF validator of Khronos on files: node validate.mjs FILE …
// Prints each error with its place, and a closing line; exits with 1 if there is one.
// With --json before the files, prints {file: ["place: error", …]}.

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import validator from 'gltf-validator';

const isJson = process.argv[2] === '--json';
const paths = process.argv.slice(isJson ? 3 : 2);
if (paths.length === 0) {
    console.error('usage: node validate.mjs [--json] FILE …');
    process.exit(2);
}

const ERROR = 0, MOST = 20;
const all = {};
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
    all[path] = found.map(({ code, message, pointer, offset }) =>
        `${pointer ?? `byte ${offset ?? 0}`}: ${code}: ${message}`);
    for (const error of isJson ? [] : all[path].slice(0, MOST))
        console.log(`${path}: ${error}`);
    if (found.length > MOST && !isJson)
        console.log(`${path}: ${found.length - MOST} more`);
    errors += report.issues.numErrors;
    warnings += report.issues.numWarnings;
}
console.log(isJson ? JSON.stringify(all) : `${paths.length} files, ${errors} errors, ${warnings} warnings`);
process.exitCode = errors > 0 ? 1 : 0;
