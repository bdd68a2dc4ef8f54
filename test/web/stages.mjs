// SPDX-License-Identifier: MIT
//
// Plays the bundle of mien-web-truth as that program does, which test/determinism/web_truth.c
// tells in C: a SHA-256 of the results of each stage, and one of all. Runs in node and in
// pages; `subtle` is what hashes there.

/** Numbers as the program draws them: 24 bits of a linear congruence. */
class Random {
    #state = 2026;

    draw() {
        this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
        return this.#state >>> 8;
    }

    between(low, high) { return low + (high - low) * (this.draw() / 16777216); }
}

const ODD = [NaN, Infinity, -Infinity, -0, 1e-42, -3e38];

/** What the host does before a frame. */
function drawInputs(actor, curves, parameters, random) {
    for (let i = random.draw() % 4 + 1; i > 0 && curves.length > 0; --i) {
        const curve = curves[random.draw() % curves.length];
        const way = random.draw() % 16, which = random.draw() % 6, value = random.between(-1, 2);
        actor.set(curve, way < 3 ? null : way === 3 ? ODD[which] : value);
    }
    for (const name of parameters) {
        const value = random.between(-0.25, 1.25);
        try {
            actor.setParameter(name, value);
        } catch (error) {
            if (error.status !== 'MIEN_ERROR_ARGUMENT') throw error; // not all are numbers
        }
    }
}

/** Appends floats to a list of them that grows. */
class Floats {
    #room = new Float32Array(1 << 20);
    #count = 0;

    add(values, isWanted) {
        while (this.#count + values.length > this.#room.length) {
            const more = new Float32Array(this.#room.length * 2);
            more.set(this.#room);
            this.#room = more;
        }
        if (!isWanted) {
            this.#room.set(values, this.#count);
            this.#count += values.length;
            return;
        }
        for (let i = 0; i < values.length; ++i) if (isWanted(i)) this.#room[this.#count++] = values[i];
    }

    get bytes() { return new Uint8Array(this.#room.buffer, 0, this.#count * 4); }
}

const isUsed = (i) => i % 12 !== 7 && i % 12 !== 11; // of a bone; the others are reserved

function playStage(mien, bundle, stage, frames) {
    const get = (name) => (bundle.has(`${stage}/${name}`) ? bundle.get(`${stage}/${name}`) : null);
    const skeleton = get('skeleton'), graph = get('graph'), clip = get('clip'), random = new Random(), results = new Floats();
    const assets = graph?.slots.map((_, i) => get(`asset_${i}`));
    const actor = mien.actor({skeleton, mesh: get('mesh'), poses: get('poses') ?? [], graph, assets});
    if (clip) actor.play(clip);
    for (let frame = 0; frame < frames; ++frame) {
        drawInputs(actor, skeleton.curves, graph?.parameters ?? [], random);
        actor.run(random.between(0, 0.15));
        results.add(actor.bones, isUsed);
        results.add(actor.curves);
        results.add(actor.morphs);
        results.add(actor.model);
    }
    actor.dispose();
    return results.bytes;
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Lines as the program prints them. */
export async function playStages(mien, bundle, frames, subtle) {
    const stages = [...new Set(bundle.names().map((name) => name.split('/')[0]))].sort();
    const hashes = new Uint8Array(stages.length * 32), lines = [];
    const add = async (bytes, name) => {
        const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
        lines.push(`${hex(hash)} ${name}`);
        return hash;
    };
    for (const [i, stage] of stages.entries()) hashes.set(await add(playStage(mien, bundle, stage, frames), stage), i * 32);
    await add(hashes, 'all');
    return lines.join('\n');
}
