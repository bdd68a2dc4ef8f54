// SPDX-License-Identifier: MIT
//
// Faces of the demonstration look as `mien render` draws the same poses.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';

import {FACES, assemble, openDemo} from './demo.mjs';
import {CAST, PROGRAM, castFile} from './kit.mjs';

castFile('cast.mien');
const folder = assemble('render'), demo = await openDemo(folder), {page} = demo;
after(() => demo.close());

/** How far two pictures are apart where either shows a face: the mean of all channels, and the part that only one shows. */
const compare = (drawn, reference) => page.evaluate(async (texts) => {
    const [ours, theirs] = await Promise.all(texts.map(async (text) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
    }));
    let sum = 0, either = 0, one = 0;
    for (let i = 0; i < ours.length; i += 4) {
        const isOurs = ours[i] + ours[i + 1] + ours[i + 2] > 3, isTheirs = theirs[i + 3] > 127; // ours are on black
        if (!isOurs && !isTheirs) continue;
        ++either;
        one += isOurs !== isTheirs;
        if (isOurs && isTheirs) for (let c = 0; c < 3; ++c) sum += Math.abs(ours[i + c] - theirs[i + c]) / 3;
    }
    return {difference: sum / (either - one), alone: one / either, size: ours.length === theirs.length};
}, [drawn, reference].map((bytes) => bytes.toString('base64')));

/** The pose asset of a face with what its sliders say, framed as its card is. */
async function render(name, poses) {
    const {width, height} = await demo.card(name).boundingBox(), file = path.join(folder, `${name}.png`);
    execFileSync(PROGRAM, ['render', `${name.toLowerCase()}.poses.json`, ...poses.flatMap((pose) => ['--pose', pose]),
        '--size', `${Math.round(width)}x${Math.round(height)}`, '--gaze', '0.75', '--transparent', '--no-warnings', '-o', file], {cwd: CAST});
    return fs.readFileSync(file);
}

test('the same poses give the same picture', async () => {
    await page.addStyleTag({content: `
        #stage { position: fixed !important; z-index: 1; inset: 0; padding: 0 !important; height: auto !important; }
        #faces { grid-auto-columns: 300px !important; gap: 0 !important; height: 380px !important; }
        #faces li { background: #000 !important; border-radius: 0 !important; }
        .plate { display: none; }`}); // whole pixels, on black
    await page.selectOption('#clip', 'sentence.clip');
    await demo.setSlider('time', 1.75);
    await demo.drawn();
    const poses = await page.locator('#poses li').evaluateAll((rows) => rows
        .map((row) => `${row.querySelector('label').textContent}=${row.querySelector('output').textContent}`).filter((text) => !/=-?0\.00$/.test(text)));
    assert.ok(poses.some((pose) => /^jawOpen=0\.4/.test(pose)), 'mid-sentence');
    for (const name of FACES.slice(0, 3)) { // Moss is framed higher, for his shoulders end
        const drawn = await demo.picture(name), same = await compare(drawn, await render(name, poses)), other = await compare(drawn, await render(name, []));
        assert.ok(same.size, `${name}: pictures are of one size`);
        assert.ok(same.alone < 0.02, `${name}: ${same.alone} of the shape differs`);
        assert.ok(same.difference < 4.5, `${name}: colours differ by ${same.difference} of 255`);
        assert.ok(other.difference > same.difference * 1.5, `${name}: another pose is told apart`);
    }
});
