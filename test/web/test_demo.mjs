// SPDX-License-Identifier: MIT
//
// The demonstration in Chromium: it loads, plays, listens to sliders and keys, and opens files.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';

import {FACES, assemble, openDemo} from './demo.mjs';
import {sendFrames, startServer} from './live_server.mjs';

const folder = assemble('demo'), demo = await openDemo(folder), {page} = demo;
after(() => demo.close());

const fileSize = (name) => fs.statSync(path.join(folder, name)).size;
const time = () => page.locator('#time').evaluate(({value}) => Number(value));
const frames = () => page.evaluate(() => Number(document.body.dataset.frames));

test('four faces are there, from this host alone', async () => {
    assert.deepEqual(await page.locator('#faces .plate').evaluateAll((all) => all.map(({firstChild}) => firstChild.textContent)), FACES);
    assert.deepEqual(demo.asked.filter((address) => !address.startsWith(demo.origin)), []);
    const pictures = await demo.pictures();
    await page.evaluate(() => { document.getElementById('picture').style.visibility = 'hidden'; });
    for (const [i, name] of FACES.entries()) assert.ok(!pictures[i].equals(await demo.picture(name)), `${name} is drawn`);
    await page.evaluate(() => { document.getElementById('picture').style.visibility = ''; });
});

test('sizes are those of the files', async () => {
    const facts = await page.locator('#facts div').evaluateAll((rows) => rows.map((row) => [row.lastChild.textContent, row.title]));
    const models = ['ada', 'pip', 'bruno', 'moss'].reduce((sum, name) => sum + fileSize(`${name}.glb`), 0);
    assert.equal(facts[0][0], `${Math.round(fileSize('cast.mien') / 1e3)} KB`);
    assert.match(facts[0][1], new RegExp(` ${fileSize('cast.mien')} bytes`));
    assert.equal(facts[1][0], `${(models / 1e6).toFixed(1)} MB`);
    assert.match(facts[1][1], new RegExp(`^${models} bytes`));
    assert.match(facts[2][1], new RegExp(` ${fileSize('mien/mien.wasm')} bytes`));
});

test('a slider moves all faces, and reset gives its weight back', async () => {
    const before = await demo.pictures();
    await demo.setSlider('pose-jawOpen', 1);
    const after_ = await demo.pictures();
    for (const [i, name] of FACES.entries()) assert.ok(!before[i].equals(after_[i]), `${name} opens the mouth`);
    assert.equal(await page.locator('li:has(#pose-jawOpen) output').textContent(), '1.00');
    await page.getByRole('button', {name: 'Reset'}).click();
    for (const [i, picture] of (await demo.pictures()).entries()) assert.ok(before[i].equals(picture), `${FACES[i]} as before`);
    assert.equal(await page.locator('li:has(#pose-jawOpen) output').textContent(), '0.00');
});

test('it plays, pauses and can be scrubbed', async () => {
    assert.equal(await page.locator('#clip').inputValue(), 'sentence.clip');
    await page.getByRole('button', {name: 'Play'}).click();
    const began = await frames();
    await page.waitForFunction((count) => Number(document.body.dataset.frames) > count + 3, began);
    await page.waitForFunction(() => Number(document.getElementById('time').value) > 0.2);
    await page.getByRole('button', {name: 'Pause'}).click();
    await demo.drawn();
    const [still, at] = [await frames(), await time()];
    await demo.drawn();
    assert.deepEqual([await frames(), await time()], [still, at], 'nothing moves');
    const before = await demo.pictures();
    await demo.setSlider('time', 1.75);
    const mid = await demo.pictures();
    for (const [i, name] of FACES.entries()) assert.ok(!before[i].equals(mid[i]), `${name} speaks`);
    assert.match(await page.locator('#clock').textContent(), /^1\.75 \/ 2\.80 s$/);
    await demo.keep('demo-1280-light');
});

test('the sentence is heard, unless sound is off', async () => {
    // What was asked of the sound, not how it is: on a slow machine it has ended before that is seen.
    await page.evaluate(() => {
        window.asked = [];
        for (const what of ['play', 'pause']) {
            const act = HTMLMediaElement.prototype[what];
            HTMLMediaElement.prototype[what] = function remember() {
                window.asked.push(what);
                window.heard = this;
                return act.call(this);
            };
        }
    });
    const click = async (name) => {
        await page.evaluate(() => { window.asked.length = 0; });
        await page.getByRole('button', {name}).click();
        return page.evaluate(() => window.asked.at(-1));
    };
    await demo.setSlider('time', 0);
    assert.equal(await click('Play'), 'play');
    assert.equal(await page.evaluate(() => window.heard.src), `${demo.origin}/demo/sentence.wav`);
    await page.waitForFunction(() => window.heard.currentTime > 0.1);
    assert.equal(await click('Sound'), 'pause', 'sound is off');
    assert.equal(await click('Sound'), 'play', 'and on again');
    assert.equal(await click('Pause'), 'pause');
});

test('poses can be found by name and by group', async () => {
    const shown = () => page.locator('#poses li:visible label').allTextContents();
    assert.equal((await shown()).length, 58);
    await page.getByLabel('Filter poses').fill('brow left');
    assert.deepEqual(await shown(), ['browDownLeft', 'browOuterUpLeft']);
    await page.getByLabel('Filter poses').fill('nothing of the kind');
    assert.ok(await page.getByText('No pose has this in its name.').isVisible());
    await page.getByLabel('Filter poses').fill('');
    await page.getByRole('button', {name: /^Eyes/}).click();
    assert.ok((await shown()).every((name) => /^(eye|pupil)/.test(name)));
    await page.getByRole('button', {name: /^All/}).click();
    assert.equal((await shown()).length, 58);
});

test('a model is dropped, follows, and is removed', async () => {
    await demo.drop([{name: 'guest.glb', bytes: fs.readFileSync(path.join(folder, 'pip.glb'))}]);
    await demo.card('guest').waitFor();
    assert.match(await page.locator('#message-text').textContent(), /^guest\.glb: 68 of 68 bones were found\.\n11 morphs are driven\.\n\d+ bones move 0\.\d\d to 1\.\d\d times as far .*$/);
    const before = await demo.picture('guest');
    await demo.setSlider('pose-jawOpen', 1);
    assert.ok(!before.equals(await demo.picture('guest')), 'it opens the mouth');
    await demo.keep('demo-guest');
    await page.getByRole('button', {name: 'Reset'}).click();
    await page.getByRole('button', {name: 'Remove guest'}).click();
    await demo.drawn();
    assert.equal(await page.locator('#faces li').count(), 4);
});

// Software draws four faces about once a second: MIEN_LONG=1 runs it, on an idle machine.
test('live data moves all faces while the user wants it', {skip: !process.env.MIEN_LONG}, async (run) => {
    const server = await startServer(), sockets = [];
    const status = (pattern) => page.waitForFunction((text) => new RegExp(text).test(document.getElementById('live-status').textContent), pattern);
    run.after(() => server.stop());
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const red = () => page.locator('#live').evaluate((button) => button.classList.contains('on'));
    await page.setViewportSize({width: 700, height: 420}); // software draws fewer pixels faster
    assert.equal(await page.locator('#live-address').inputValue(), 'ws://127.0.0.1:8011/');
    await page.getByRole('button', {name: 'Live', exact: true}).click();
    await demo.drawn();
    assert.deepEqual([sockets, demo.asked.filter((address) => /live\.(wasm|mjs)$/.test(address) && !/demo\/live\.mjs$/.test(address)), await red()], [[], [], false], 'nothing is opened unless asked');
    await page.locator('#live-address').fill('ws://127.0.0.1:9/');
    await page.getByRole('button', {name: 'Connect', exact: true}).click();
    await status('no answer from ws://127.0.0.1:9/');
    demo.errors.splice(0); // of the browser, about this address
    assert.equal(await red(), false);
    await page.locator('#live-address').fill(server.url);
    await page.getByRole('button', {name: 'Connect', exact: true}).click();
    await status('Nothing is sent yet');
    assert.equal(await red(), true);
    const before = await demo.pictures();
    let isDone = false;
    const sending = sendFrames(server.udp, Infinity, (frame) => Math.min(1, frame / 20), () => isDone);
    try {
        await status('^phone, Live Link Face: \\d+ per second');
        await page.waitForFunction(() => document.querySelector('li:has(#pose-jawOpen) output').textContent === '1.00');
        await demo.keep('demo-live');
        for (const [i, name] of FACES.entries()) assert.ok(!before[i].equals(await demo.picture(name)), `${name} opens the mouth`);
    } finally {
        isDone = true;
        await sending;
    }
    await page.getByRole('button', {name: 'Disconnect'}).click();
    await page.waitForFunction(() => document.querySelector('li:has(#pose-jawOpen) output').textContent === '0.00'); // it fades
    assert.equal(await red(), false);
    assert.deepEqual(sockets, ['ws://127.0.0.1:9/', server.url]);
    await page.getByRole('button', {name: 'Live', exact: true}).click();
    assert.ok(await page.locator('#live-panel').isHidden());
    await page.setViewportSize({width: 1280, height: 800});
});

test('what cannot be opened is said in words', async () => {
    const said = async (file) => {
        await page.evaluate(() => { document.getElementById('message-text').textContent = ''; });
        await demo.drop([file]);
        await page.waitForFunction(() => document.getElementById('message-text').textContent !== '');
        return page.locator('#message-text').textContent();
    };
    assert.match(await said({name: 'face.fbx', bytes: Buffer.from('x')}), /^face\.fbx was not opened\. Models are \.glb or \.vrm files/);
    assert.match(await said({name: 'face.glb', bytes: Buffer.from('no model')}), /^face\.glb was not opened\. ./);
    assert.match(await said({name: 'cut.mien', bytes: fs.readFileSync(path.join(folder, 'cast.mien')).subarray(0, 1000)}), /^cut\.mien was not opened\. ./);
    assert.equal(await page.locator('#faces li').count(), 4);
    await page.getByRole('button', {name: 'Dismiss'}).click();
    assert.ok(await page.locator('#message').isHidden());
});

test('keys are enough', async () => {
    const key = (name) => page.keyboard.press(name), focused = () => page.evaluate(() => document.activeElement.id);
    await page.evaluate(() => document.activeElement.blur());
    await demo.setSlider('time', 1);
    const before = await demo.picture('Ada');
    await key('Tab');
    assert.equal(await focused(), 'stage');
    await key('ArrowRight');
    assert.ok(!before.equals(await demo.picture('Ada')), 'heads turn');
    await key('Home');
    assert.ok(before.equals(await demo.picture('Ada')), 'and turn back');
    await key('Space');
    await page.getByRole('button', {name: 'Pause'}).waitFor();
    await key('Space');
    await page.getByRole('button', {name: 'Play'}).waitFor();
    const order = [];
    for (let i = 0; i < 16 && order.at(-1) !== 'pose-eyeBlinkLeft'; ++i) {
        await key('Tab');
        order.push(await focused());
    }
    assert.deepEqual(order.filter(Boolean), ['play', 'clip', 'time', 'sound', 'live', 'filter', 'reset', 'open', 'pose-eyeBlinkLeft']);
    const value = () => page.locator('#pose-eyeBlinkLeft').inputValue();
    await key('End');
    await demo.drawn();
    assert.equal(await value(), '1');
    assert.ok(!before.equals(await demo.picture('Ada')), 'Ada winks');
    await key('Delete');
    await demo.drawn();
    assert.notEqual(await value(), '1');
});

test('all that can be used has a name, in landmarks', async () => {
    for (const role of ['banner', 'main']) assert.equal(await page.getByRole(role).count(), 1, role);
    for (const name of ['Stage', 'Playing', 'Poses']) assert.equal(await page.getByRole('region', {name, exact: true}).count(), 1, name);
    const controls = page.locator('button:visible, select:visible, input:visible'), count = await controls.count();
    assert.ok(count > 60);
    const nameless = await controls.evaluateAll((all) => all.filter((element) =>
        !element.ariaLabel && !element.textContent.trim() && ![...element.labels ?? []].some(({textContent}) => textContent.trim())).map(({id}) => id));
    assert.deepEqual(nameless, []);
    for (const name of FACES) assert.equal(await page.getByRole('img', {name: `The face of ${name}`}).count(), 1);
});

test('nothing is cut off on phones and large screens, in light and dark', async () => {
    for (const [name, width, height, colorScheme] of [['demo-phone', 390, 844, 'dark'], ['demo-1920-dark', 1920, 1080, 'dark'], ['demo-1920-light', 1920, 1080, 'light']]) {
        await page.setViewportSize({width, height});
        await page.emulateMedia({colorScheme});
        await demo.setSlider('time', 1.75);
        const outside = await page.evaluate(() => [...document.querySelectorAll('#faces li, button, select, #time, #filter')].filter((element) => {
            const {left, right, top, bottom, width: wide} = element.getBoundingClientRect();
            return wide > 0 && (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight);
        }).map(({id, className}) => id || className));
        assert.deepEqual(outside, [], name);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
        await demo.keep(name);
    }
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({colorScheme: 'dark'});
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), color);
});

test('nothing was complained about', () => { assert.deepEqual(demo.errors, []); });
