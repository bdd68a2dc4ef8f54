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

/** Draws bars along a clip, those before `time` in the accent's colour. */
export function drawWave(canvas, peaks, clip, time) {
    const {clientWidth: width, clientHeight: height} = canvas, scale = Math.min(devicePixelRatio, 2), style = getComputedStyle(canvas);
    const context = canvas.getContext('2d');
    if (canvas.width !== width * scale || canvas.height !== height * scale) Object.assign(canvas, {width: width * scale, height: height * scale});
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const count = Math.floor(width / (BAR + GAP)), step = (clip?.length ?? 1) / count;
    for (let i = 0; i < count; ++i) {
        const from = Math.floor(i * step * 100), to = from + Math.max(1, Math.round(step * 100));
        const loud = peaks ? Math.max(0, ...peaks.slice(from, to)) : 0, tall = Math.max(3, loud * (height - 12));
        context.fillStyle = style.getPropertyValue(clip && i * step < time ? '--accent' : '--slider');
        context.fillRect(i * (BAR + GAP) + GAP, (height - tall) / 2, BAR, tall);
    }
}
