// SPDX-License-Identifier: MIT
//
// What a frame of the demonstration costs the page itself: evaluating four heads, moving their
// bones and morph targets, uploads, draw calls, time and sliders. Drawing is not in it: where a
// program stands in for the graphics processor, nothing else would be seen. So each draw call
// draws one triangle.
//
//   node test/web/demo_speed.mjs [FRAMES] [RATE...]      # 300 frames, rates 1 and 6: a sixth of the speed
//
// A window is 50 frames. Other programs make frames slower, and where they keep the browser from
// slowing the page down, faster. So a fixed loop runs between frames: where it took less than
// RATE times as long as at its best, the times of the window are taken up to that. The best
// window is compared.

import process from 'node:process';
import {fileURLToPath} from 'node:url';

import {assemble, openDemo} from './demo.mjs';

export const WINDOW = 50;
const WHOLE = 'whole frame', LAYOUT = 'style and layout, after it';

export const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

/** Opens the demonstration, which plays, with draw calls of one triangle. */
export async function openMeasured(name) {
    const demo = await openDemo(assemble(name), {}, '?measure'), {page} = demo;
    await page.evaluate(() => {
        const context = WebGL2RenderingContext.prototype, draw = context.drawElements;
        context.drawElements = function drawOne(mode, count, type, offset) { draw.call(this, mode, Math.min(count, 3), type, offset); };
    });
    await page.evaluate(() => {
        const numbers = new Float64Array(4096).fill(1.5);
        window.loop = () => {
            const start = performance.now();
            for (let i = 0; i < 1_000_000; ++i) numbers[i % 4096] = numbers[i * 7 % 4096] * 0.999 + i;
            return performance.now() - start;
        };
    });
    await page.getByRole('button', {name: 'Play'}).click();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Performance.enable');
    const measured = {...demo, protocol, loop: Infinity, rate: 1};
    measured.setRate = (rate) => {
        measured.rate = rate;
        return protocol.send('Emulation.setCPUThrottlingRate', {rate});
    };
    return measured;
}

/** Calls of WebGL in a frame; frames are slower while they are counted. */
export const countCalls = ({page}, count = WINDOW) => page.evaluate(async (wanted) => {
    const context = WebGL2RenderingContext.prototype, before = Object.getOwnPropertyDescriptors(context), drawn = () => Number(document.body.dataset.frames);
    let calls = 0;
    for (const [name, {value}] of Object.entries(before)) if (typeof value === 'function') context[name] = function counted(...values) {
        ++calls;
        return value.apply(this, values);
    };
    const from = drawn();
    while (drawn() < from + wanted) await new Promise((resolve) => { setTimeout(resolve, 50); });
    Object.defineProperties(context, before);
    return calls / (drawn() - from);
}, count);

async function layoutTime(protocol) {
    const {metrics} = await protocol.send('Performance.getMetrics'), valueOf = (wanted) => metrics.find(({name}) => name === wanted).value;
    return 1000 * (valueOf('LayoutDuration') + valueOf('RecalcStyleDuration'));
}

/** Milliseconds of each stage and of the whole frame, by stage a list of frames; and how long the loop took. */
export async function measureWindow(demo, count = WINDOW) {
    const {page, protocol} = demo;
    const before = await layoutTime(protocol);
    const {times, frames, loops} = await page.evaluate(async (wanted) => {
        const drawn = () => Number(document.body.dataset.frames), pause = () => new Promise((resolve) => { setTimeout(resolve, 50); });
        performance.clearMeasures();
        const from = drawn(), lists = {}, loopTimes = [];
        while (drawn() < from + wanted) {
            await pause();
            loopTimes.push(window.loop());
        }
        for (const {name, duration} of performance.getEntriesByType('measure')) (lists[name.replace(/^mien /, '')] ??= []).push(duration);
        return {times: lists, frames: drawn() - from, loops: loopTimes};
    }, count);
    const loop = quantile(loops, 0.5);
    demo.loop = Math.min(demo.loop, loop * (demo.rate === 1 ? 1 : Infinity));
    const whole = Array.from({length: frames}, (_, i) => Object.values(times).reduce((sum, list) => sum + list[i], 0));
    return {times: {...times, [WHOLE]: whole, [LAYOUT]: new Array(frames).fill((await layoutTime(protocol) - before) / frames)}, loop};
}

/** By what the times of a window must be multiplied for a page as slow as it should have been. */
const missingSlowness = (demo, {loop}) => Math.max(1, demo.rate * demo.loop / loop);

export const frameTime = (demo, window) => missingSlowness(demo, window) * quantile(window.times[WHOLE], 0.5);

function print(demo, windows, calls) {
    const best = [...windows].sort((a, b) => frameTime(demo, a) - frameTime(demo, b))[0], missing = missingSlowness(demo, best);
    const factor = quantile(windows.map(({loop}) => loop / demo.loop), 0.5);
    console.log(`\nrate ${demo.rate}: ${windows.length * WINDOW} frames, ${calls.toFixed(0)} calls of WebGL each; the loop took ${factor.toFixed(1)} times as long; milliseconds`);
    console.log(`stage                        median    p95   best of ${windows.length} windows`);
    for (const stage of Object.keys(windows[0].times)) {
        const all = windows.flatMap(({times}) => times[stage]), row = [quantile(all, 0.5), quantile(all, 0.95), missing * quantile(best.times[stage], 0.5)];
        console.log(stage.padEnd(28), ...row.map((value) => value.toFixed(2).padStart(6)));
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [frames = 300, ...rates] = process.argv.slice(2).map(Number), demo = await openMeasured('demo_speed');
    for (const rate of rates.length > 0 ? rates : [1, 6]) {
        const windows = [];
        await demo.setRate(rate);
        await measureWindow(demo); // until it is compiled
        while (windows.length * WINDOW < frames) windows.push(await measureWindow(demo));
        print(demo, windows, await countCalls(demo));
    }
    await demo.close();
}
