// SPDX-License-Identifier: MIT
//
// Loads, plays and disposes again and again; the same in node and in a page.

/** Names of the packs of one life, of all kinds. */
export const NAMES = ['skeleton', 'poses', 'graph', 'clip', 'idle', 'mesh', 'bundle'];

/** A whole life, of bytes by these names: everything is loaded, two actors play a frame, all is disposed of. */
export function cycle(mien, bytes) {
    const [skeleton, poses, graph, clip, idle, mesh, bundle] = NAMES.map((name) => mien.openBytes(bytes[name], null));
    const members = bundle.names().map((name) => bundle.get(name));
    const played = mien.actor({skeleton, poses}), driven = mien.actor({skeleton, mesh, graph, assets: [idle, poses, clip]});
    played.play(idle);
    played.play(clip);
    driven.setParameter('pace', 2);
    mien.run([played, driven], 0.5);
    const sum = played.bones[20] + driven.model[20] + driven.report.length;
    try {
        mien.openBytes(bytes.poses.subarray(0, 1000), 'poses'); // refused, and nothing is left of it
    } catch { /* as it must be */ }
    // What is still needed stays until it is not.
    for (const thing of [skeleton, clip, played, bundle, mesh, driven, graph, idle, poses]) thing.dispose();
    return sum + members.filter(({isDisposed}) => isDisposed).length;
}

/** Cycles; how many bytes the module had after a tenth of them, and at the end. */
export function churn(mien, bytes, count) {
    let early = 0;
    const first = cycle(mien, bytes);
    for (let i = 1; i < count; ++i) {
        if (cycle(mien, bytes) !== first) throw new Error(`Cycle ${i} has another result.`);
        if (i === Math.floor(count / 10)) early = mien.memorySize;
    }
    return {early, late: mien.memorySize};
}
