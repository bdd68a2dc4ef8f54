// SPDX-License-Identifier: MIT
//
// Runs a wasm32-wasi program in node: node run-wasm.mjs program.wasm [arguments]
// The program sees the real file system, its arguments and the variables
// MIEN_* and TMPDIR; its exit code becomes ours.

import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {WASI} from 'node:wasi';

const [program, ...rest] = process.argv.slice(2);

const env = {};
for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('MIEN_') || name === 'TMPDIR') {
        env[name] = value;
    }
}

// wasi-libc cannot tell "/" from ".", so the folders under the root are opened
// one by one, beside the working directory for relative paths.
const preopens = {'.': process.cwd()};
for (const entry of fs.readdirSync('/')) {
    const folder = path.join('/', entry);
    try {
        if (fs.statSync(folder).isDirectory()) {
            fs.accessSync(folder, fs.constants.R_OK | fs.constants.X_OK);
            preopens[folder] = folder;
        }
    } catch {
        // Not ours to read.
    }
}

const wasi = new WASI({version: 'preview1', args: [program, ...rest], env, preopens});
const module = await WebAssembly.compile(fs.readFileSync(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
