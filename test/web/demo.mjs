// SPDX-License-Identifier: MIT
//
// The demonstration, put together once and opened in a browser, for the tests of it.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import {openPage} from './browser.mjs';
import {PACKAGE, PROGRAM, ROOT, need, nodePackage} from './kit.mjs';

export const FACES = ['Ada', 'Pip', 'Bruno', 'Moss'];

/** A folder with all of the page; each test has its own, so that they may run at once. */
export function assemble(name) {
    const to = path.join(PACKAGE, 'test', name);
    execFileSync(process.execPath, [path.join(ROOT, 'src/web/demo/assemble.mjs'), '--to', to, '--program', need(PROGRAM, 'build the preset release'),
        '--package', PACKAGE, '--three', nodePackage('three')], {stdio: ['ignore', 'ignore', 'inherit']});
    return to;
}

/** Opens the page and waits until it plays; all addresses that it asks for are in `asked`. */
export async function openDemo(folder, options = {}, query = '') {
    const site = await openPage({'/demo/': folder}, {page: {viewport: {width: 1280, height: 800}, colorScheme: 'light', ...options}});
    const {page} = site, asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.origin}/demo/${query}`);
    await page.waitForFunction(() => document.body.dataset.ready || !document.getElementById('message').hidden);
    assert.deepEqual([...site.errors, await page.locator('#message-text').textContent()], [''], 'the page starts');
    const demo = {...site, asked, card: (name) => page.locator('#faces li').filter({hasText: name})};
    /** Waits until what was done is drawn. */
    demo.drawn = () => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))); }));
    /** The picture of a face, as bytes. */
    demo.picture = async (name) => {
        await demo.drawn();
        return demo.card(name).screenshot();
    };
    demo.pictures = async () => {
        const all = [];
        for (const name of FACES) all.push(await demo.picture(name));
        return all;
    };
    demo.setSlider = (id, value) => page.locator(`#${id}`).evaluate((slider, to) => {
        slider.value = to;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
    }, value);
    /** Drops files as a person does from a folder. */
    demo.drop = (files) => page.evaluate((list) => {
        const data = new DataTransfer();
        for (const {name, text} of list) data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
        for (const kind of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
    }, files.map(({name, bytes}) => ({name, text: bytes.toString('base64')})));
    /** Keeps a picture of the page, for people. */
    demo.keep = async (name) => {
        if (!process.env.MIEN_UI_OUTPUT) return;
        await demo.drawn();
        fs.mkdirSync(process.env.MIEN_UI_OUTPUT, {recursive: true});
        await page.screenshot({path: path.join(process.env.MIEN_UI_OUTPUT, `${name}.png`)});
    };
    return demo;
}
