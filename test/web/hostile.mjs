// SPDX-License-Identifier: MIT
//
// Damages packs and gives them to the module, as test/support/hostile.h does to the library: every
// n-th byte in several ways, fields of header and section table set to awkward values, cut
// short; as they are, and sealed again, so that structure alone decides. What loads is run.
// The same in node and in a page; `sha256` is what hashes there.

const HASH = 8, HASHED_FROM = 40, SIZE = 48, HEADER = 64; // see docs/file-format.md

/** Plays what was loaded, with healthy assets for all that it lacks. */
export function run(mien, asset, healthy) {
    if (asset.kind === 'bundle') {
        for (const name of asset.names()) run(mien, asset.get(name), healthy);
        return;
    }
    const parts = {skeleton: healthy.skeleton, poses: asset.kind === 'graph' ? [] : healthy.poses};
    if (asset.kind === 'graph') {
        parts.graph = asset;
        parts.assets = asset.slots.map(({kind}) => healthy[kind]);
    } else if (asset.kind !== 'clip') {
        parts[asset.kind] = asset;
    }
    const actor = mien.actor(parts);
    try {
        if (asset.kind === 'clip') actor.play(asset, {loops: false});
        parts.skeleton.curves.slice(0, 8).forEach((name, i) => actor.set(name, i / 4));
        for (const step of [0, 0.1, 1e6]) actor.run(step);
        if (actor.model.length + actor.report.length < 0) throw new Error('There is no such length.');
    } finally {
        actor.dispose();
    }
}

/** All variants of a pack at a stride: [place, bytes]; the bytes are changed back after each. */
function* variants(pack, stride) {
    const bytes = Uint8Array.from(pack), view = new DataView(bytes.buffer);
    for (let place = 0; place < bytes.length; place += stride) {
        const before = bytes[place];
        for (const value of new Set([0, 0x7F, 0x80, 0xFF, before ^ 0xFF, before ^ (1 << place % 8)])) {
            if (value === before) continue;
            bytes[place] = value;
            yield [place, bytes];
        }
        bytes[place] = before;
    }
    const sections = Math.min(view.getUint32(60, true), 64);
    for (let place = HASHED_FROM; place < HEADER + sections * 24; place += 4) {
        const before = view.getUint32(place, true);
        const size = bytes.length;
        for (const value of [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, before - 1, before + 1, before * 2, size, size + 1]) {
            view.setUint32(place, value >>> 0, true);
            if (value >>> 0 !== before) yield [place, bytes];
        }
        view.setUint32(place, before, true);
    }
    for (let size = 0; size < bytes.length; size += stride * 8) yield [size, bytes.slice(0, size)];
}

/** Attacks packs; counts, and complaints of what was neither refused in words nor played. */
export async function attack(mien, packs, healthy, stride, sha256) {
    const counts = {tried: 0, refused: 0, played: 0, complaints: []};
    const attempt = (name, place, bytes, mustFail) => {
        ++counts.tried;
        let asset = null;
        try {
            asset = mien.openBytes(bytes, null);
            if (mustFail) counts.complaints.push(`${name}, byte ${place}: changed, and yet it loads`);
            run(mien, asset, healthy);
            ++counts.played;
        } catch (error) {
            ++counts.refused;
            const isSound = error?.name === 'MienError' && error.status?.startsWith('MIEN_ERROR_') && error.message;
            if (!isSound) counts.complaints.push(`${name}, byte ${place}: ${error?.stack ?? error}`);
        }
        asset?.dispose();
    };
    for (const [name, pack] of Object.entries(packs)) {
        for (const [place, bytes] of variants(pack, stride)) {
            attempt(name, place, bytes, true);
            if (bytes.length < HEADER || (place >= HASH && place < HASHED_FROM)) continue;
            const sealed = Uint8Array.from(bytes), isCut = bytes.length !== pack.length;
            if (isCut) new DataView(sealed.buffer).setUint32(SIZE, bytes.length, true); // a header that knows
            sealed.set(new Uint8Array(await sha256(sealed.subarray(HASHED_FROM))), HASH);
            attempt(name, place, sealed, isCut);
            if (counts.complaints.length > 10) return counts;
        }
    }
    return counts;
}
