// SPDX-License-Identifier: MIT
//
// node play_stages.mjs (node|chromium) (simd|scalar) BUNDLE FRAMES: prints what mien-web-truth
// printed when it wrote the bundle, if the web package gives the same bits. scripts/determinism
// compares.

import {webcrypto} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';

import {openPage} from './browser.mjs';
import {HERE, PACKAGE} from './kit.mjs';
import {playStages} from './stages.mjs';

const [where, build, file, frames] = process.argv.slice(2), simd = build === 'simd';

async function playInNode() {
    const {Mien} = await import(pathToFileURL(path.join(PACKAGE, 'mien.mjs')));
    const mien = await Mien.load({simd});
    return playStages(mien, await mien.open(file), Number(frames), webcrypto.subtle);
}

async function playInChromium() {
    const site = await openPage({'/mien/': PACKAGE, '/test/': HERE, '/stages.mien': fs.readFileSync(file)});
    try {
        return await site.page.evaluate(async (given) => {
            const [{Mien}, {playStages: play}] = await Promise.all([import('/mien/mien.mjs'), import('/test/stages.mjs')]);
            const mien = await Mien.load({simd: given.simd});
            return play(mien, await mien.open('/stages.mien'), given.frames, crypto.subtle);
        }, {simd, frames: Number(frames)});
    } finally {
        await site.close();
    }
}

console.log(await (where === 'chromium' ? playInChromium() : playInNode()));
