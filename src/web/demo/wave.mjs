// SPDX-License-Identifier: MIT
//
// A picture of a clip along its time: of its sound, or of what it does.

const BAR = 3, GAP = 2; // pixels of the page

/** The loudest sample of each hundredth of a second of a clip whose sound begins at an offset, from 0 to 1. */
export async function peaksOf(bytes, offset) {
    const decoder = new OfflineAudioContext(1, 1, 44100), sound = await decoder.decodeAudioData(bytes.buffer.slice(0));
    const samples = sound.getChannelData(0), width = Math.round(sound.sampleRate / 100);
    const values = new Array(Math.max(0, Math.round(offset * 100))).fill(0);
    for (let i = 0; i < samples.length; i += width)
        values.push(samples.subarray(i, i + width).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    const most = Math.max(...values, 1e-6);
    return values.map((value) => value / most);
}

/** Bars along a clip, those before its time in the accent's colour. */
export class Wave {
    #canvas;
    #context;
    #bars = [];
    #colors = [];
    #played = 0; // bars in the accent's colour
    #drawn = {};
    #isStale = true;

    constructor(canvas) {
        this.#canvas = canvas;
        this.#context = canvas.getContext('2d');
        new ResizeObserver(() => this.refresh()).observe(canvas);
    }

    /** Draws everything the next time: sizes or colours of the page changed. */
    refresh() { this.#isStale = true; }

    /** Draws bars whose colour changed since the last time, all of them for another clip. */
    draw(peaks, clip, time) {
        if (this.#isStale || this.#drawn.peaks !== peaks || this.#drawn.clip !== clip) this.#drawAll(peaks, clip);
        const count = this.#bars.length, played = clip ? Math.min(count, Math.ceil(time / clip.length * count)) : 0;
        for (let i = Math.min(played, this.#played); i < Math.max(played, this.#played); ++i) this.#drawBar(i, i < played);
        this.#played = played;
    }

    #drawAll(peaks, clip) {
        const canvas = this.#canvas, {clientWidth: width, clientHeight: height} = canvas, scale = Math.min(devicePixelRatio, 2);
        const style = getComputedStyle(canvas), count = Math.floor(width / (BAR + GAP)), step = (clip?.length ?? 1) / count;
        Object.assign(canvas, {width: width * scale, height: height * scale}); // which also clears it
        this.#context.setTransform(scale, 0, 0, scale, 0, 0);
        this.#colors = ['--slider', '--accent'].map((name) => style.getPropertyValue(name));
        this.#bars = Array.from({length: count}, (_, i) => {
            const from = Math.floor(i * step * 100), to = from + Math.max(1, Math.round(step * 100));
            const loud = peaks ? Math.max(0, ...peaks.slice(from, to)) : 0, tall = Math.max(3, loud * (height - 12));
            return [i * (BAR + GAP) + GAP, (height - tall) / 2, BAR, tall];
        });
        this.#drawn = {peaks, clip};
        this.#played = 0;
        this.#isStale = false;
        for (let i = 0; i < count; ++i) this.#drawBar(i, false);
    }

    #drawBar(i, isPlayed) {
        const context = this.#context, [x, y, width, height] = this.#bars[i];
        context.fillStyle = this.#colors[Number(isPlayed)];
        context.clearRect(x, 0, width, this.#canvas.height);
        context.fillRect(x, y, width, height);
    }
}
