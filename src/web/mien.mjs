// SPDX-License-Identifier: MIT
//
// Mien in browsers, workers and node: loads packs and evaluates faces, with the same bits
// as everywhere else. The module's memory is its own; what an actor gives are views of
// it, valid until the next call that loads or makes something.

import {Block, Holder, MienError, Module, bytesOf, fetchBytes, refuse} from './module.mjs';

export {MienError};

const SKELETON = 1, POSES = 2, CLIP = 3, BUNDLE = 4, MESH = 5, GRAPH = 6;
const KIND_NAMES = ['', 'skeleton', 'poses', 'clip', 'bundle', 'mesh', 'graph'];
const FINDINGS = ['unknown', 'missing asset', 'missing bone', 'missing pose curve', 'missing curve', 'missing curve',
    'missing pose', 'not curve-driven', 'scaled bone'];
/** Floats from one bone to the next in `bones`: rotation x y z w, translation x y z, 0, scale x y z, 0. */
export const BONE_STRIDE = 12;

// The smallest module that only engines with SIMD accept: one function that splats a number.
const SIMD_PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65,
    0, 253, 15, 253, 98, 11);

/** The module beside this file. Bundlers copy a file where they see `new URL` with a literal path. */
const moduleOf = (simd) => (simd ? new URL('./mien.wasm', import.meta.url) : new URL('./mien-scalar.wasm', import.meta.url));

/** Whether this engine runs the module with SIMD. */
export const hasSimd = () => WebAssembly.validate(SIMD_PROBE);

/** The library: one WebAssembly instance with its memory. */
export class Mien extends Module {
    #list = {address: 0, room: 0};

    /** Loads the module: the one beside this file, or from a URL, Response or bytes. */
    static async load({module, simd = hasSimd()} = {}) {
        return new Mien(await Module.instantiate(module ?? moduleOf(simd), 'mien.wasm'));
    }

    /** "wasm128" or "scalar". */
    get isa() { return this.text(this.exports.isa()); }

    /** @private The block of an asset of this module. */
    take(asset, type) {
        if (!(asset instanceof type) || asset.mien !== this) {
            const hint = typeof asset === 'string' ? `: bundle.get('${asset}') gives one` : '';
            throw new TypeError(`Give a ${type.name} of this module${hint}.`);
        }
        return asset.block;
    }

    /** @private An asset of bytes that are its own, or a bundle's. */
    make(kind, data, size, bundle) {
        const e = this.exports, bytes = bundle?.block;
        const address = this.check(e.load(kind, data, size, bundle ? 1 : 0));
        const block = new Block(address, freeAsset(e, kind, address, bundle ? 0 : data));
        if (bytes) block.need('bytes', bytes);
        return new CLASSES[kind](this, kind, block, bundle);
    }

    /** Opens a bundle from a URL, Response or bytes; with a kind a pack of that kind, with null any. */
    async open(from, kind = 'bundle') { return this.openBytes(await fetchBytes(from), kind); }

    /** The same of bytes that are there already. */
    openBytes(from, wanted = 'bundle') {
        const bytes = bytesOf(from), data = this.put(bytes);
        try {
            const kind = this.check(this.exports.pack_kind(data, bytes.length)), found = KIND_NAMES[kind];
            if (wanted !== null && found !== wanted)
                throw refuse(`This is a pack of kind “${found}”, not “${wanted}”: open(from, '${found}') opens it.`, 'header.kind');
            return this.make(kind, data, bytes.length, null);
        } catch (error) {
            this.exports.release(data);
            throw error;
        }
    }

    /** An actor of a skeleton, and what else it has. */
    actor(parts) { return new Actor(this, parts); }

    /** Evaluates many actors in one call, a step of seconds further. */
    run(actors, step) {
        const e = this.exports, count = actors.length, list = this.#list;
        if (list.room < count) {
            e.release(list.address);
            list.room = 0;
            list.address = this.check(e.reserve(count * 12));
            list.room = count;
        }
        const places = list.address + count * 8;
        const times = new Float64Array(e.memory.buffer, list.address, count);
        const addresses = new Uint32Array(e.memory.buffer, places, count);
        actors.forEach((actor, i) => { addresses[i] = this.take(actor, Actor).address; });
        actors.forEach((actor, i) => { times[i] = actor.advance(step); });
        this.check(e.actors_run(places, list.address, count, step));
    }
}

/** Made where no object is in sight that the function could keep. */
const freeAsset = (e, kind, address, data) => () => {
    e.destroy(kind, address);
    e.release(data);
};

/** Something that was loaded. Its memory is freed when it is disposed of and no actor needs it. */
export class Asset extends Holder {
    constructor(mien, kind, block, bundle) {
        super(mien, block);
        this.kind = KIND_NAMES[kind];
        this.bundle = bundle;
    }

    /** @private Names from a function that counts and one that names. */
    list(count, name) {
        const e = this.mien.exports;
        return Array.from({length: e[count](this.address)}, (_, i) => this.mien.text(e[name](this.address, i)));
    }
}

export class Skeleton extends Asset {
    bones = this.list('bone_count', 'bone_name');
    curves = this.list('curve_count', 'curve_name');
    parents = this.bones.map((_, i) => this.mien.exports.bone_parent(this.address, i));
    curveIndex = new Map(this.curves.map((name, i) => [name, i]));
}

export class Poses extends Asset {
    names = this.list('pose_count', 'pose_name');
    isAdditive = this.mien.exports.poses_are_additive(this.address) !== 0;
    /** Poses that a curve of their name drives, with the range of that. */
    controls = this.names.flatMap((name, i) => {
        const e = this.mien.exports, control = e.pose_control(this.address, i);
        if (control < 0) return [];
        return [{name, min: e.control_min(this.address, control), max: e.control_max(this.address, control)}];
    });
}

export class Clip extends Asset {
    curves = this.list('clip_curve_count', 'clip_curve_name');
    bones = this.list('clip_track_count', 'clip_track_bone');
    length = this.mien.exports.clip_length(this.address);
    rate = this.mien.exports.clip_rate(this.address);
    sound = this.mien.text(this.mien.exports.clip_sound(this.address));
    soundOffset = this.mien.exports.clip_sound_offset(this.address);
}

export class Mesh extends Asset {
    morphs = this.list('morph_count', 'morph_name');
}

export class Graph extends Asset {
    parameters = this.list('parameter_count', 'parameter_name');
    nodes = this.list('node_count', 'node_id');
    /** What it plays and poses by: kind, and path of the asset. */
    slots = this.list('slot_count', 'slot_path').map((path, i) => (
        {path, kind: KIND_NAMES[this.mien.exports.slot_kind(this.address, i)]}));
}

/** Many packs in one, by names such as "faces/ada.poses". */
export class Bundle extends Asset {
    #members = new Map();
    #opened = new Map();

    constructor(...rest) {
        super(...rest);
        const e = this.mien.exports;
        for (let i = 0; i < e.bundle_count(this.address); ++i) {
            const name = this.mien.text(e.bundle_choose(this.address, i));
            this.#members.set(name, {kind: e.bundle_kind(), data: e.bundle_data(), size: e.bundle_size()});
        }
    }

    /** All names, or those of a kind: "clip", "poses", ... */
    names(kind) {
        return [...this.#members].filter(([, member]) => !kind || KIND_NAMES[member.kind] === kind).map(([name]) => name);
    }

    has(name) { return this.#members.has(name); }

    /** A member, loaded once. */
    get(name) {
        const member = this.#members.get(name);
        if (!member) throw refuse(`The bundle has no “${name}”.`);
        if (this.#opened.get(name)?.isDisposed ?? true)
            this.#opened.set(name, this.mien.make(member.kind, member.data, member.size, this));
        return this.#opened.get(name);
    }

    /** The assets that a graph names, as far as they are here. */
    assetsOf(graph) {
        return graph.slots.map(({path}) => {
            const name = path.replace(/\.json$/, '');
            return this.has(name) ? this.get(name) : null;
        });
    }

    dispose() {
        for (const asset of this.#opened.values()) asset.dispose();
        super.dispose();
    }
}

const CLASSES = {[SKELETON]: Skeleton, [POSES]: Poses, [CLIP]: Clip, [BUNDLE]: Bundle, [MESH]: Mesh, [GRAPH]: Graph};

/** As freeAsset. */
const freeActor = (e, address) => () => e.actor_destroy(address);

/** The numbers of a rest pose: a transform per bone of a skeleton. */
function checkRest(skeleton, rest) {
    const size = skeleton.bones.length * BONE_STRIDE, floats = new Float32Array(rest);
    if (rest.length !== size) throw refuse(`A rest of ${size} numbers was expected, not ${rest.length}.`, 'rest');
    if (!floats.every(Number.isFinite)) throw refuse('A number is not finite.', 'rest');
    return floats;
}

/** One character: curves, a clip or a graph in; bones and weights of morphs out. */
export class Actor extends Holder {
    #graph = null;

    constructor(mien, {skeleton, mesh = null, rest = null, poses = [], graph = null, assets = null}) {
        const e = mien.exports, place = (asset, type) => (asset ? mien.take(asset, type).address : 0);
        const list = [poses].flat(), parts = graph ? assets ?? graph.bundle?.assetsOf(graph) ?? [] : [];
        const given = [mien.take(skeleton, Skeleton).address, place(mesh, Mesh)];
        const posed = list.map((asset) => mien.take(asset, Poses).address), graphPlace = place(graph, Graph);
        const slots = (graph?.slots ?? []).map(({kind}, i) => place(parts[i], kind === 'clip' ? Clip : Poses));
        const blocks = [];
        const put = (numbers) => { // 0: none
            if (!numbers?.length) return 0;
            blocks.push(mien.put(new Uint8Array(numbers.buffer)));
            return blocks.at(-1);
        };
        let address;
        try {
            address = mien.check(e.actor_new(...given, put(rest ? checkRest(skeleton, rest) : null),
                put(Uint32Array.from(posed)), posed.length, graphPlace, put(Uint32Array.from(slots))));
        } finally {
            blocks.forEach((block) => e.release(block));
        }
        super(mien, new Block(address, freeActor(e, address)));
        this.skeleton = skeleton;
        this.mesh = mesh;
        /** Seconds of the clip, where there is no graph. */
        this.time = 0;
        this.loops = true;
        this.clip = null;
        this.#graph = graph;
        for (const asset of [skeleton, mesh, ...list, graph, ...parts]) // what must outlive the actor
            if (asset) this.block.need(asset.block, asset.block);
    }

    /** Plays a clip from its beginning; null: none. */
    play(clip, {loops = true, time = 0} = {}) {
        const block = clip ? this.mien.take(clip, Clip) : null;
        this.mien.check(this.mien.exports.actor_set_clip(this.address, block?.address ?? 0));
        this.block.need('clip', block);
        Object.assign(this, {clip: clip ?? null, loops, time});
    }

    /** Gives a curve a value in place of the clip's; null gives it back. False: there is no such curve. */
    set(curve, value) {
        const index = this.skeleton.curveIndex.get(curve), e = this.mien.exports;
        if (index === undefined) return false;
        if (value === null || value === undefined) e.actor_drop(this.address, index);
        else e.actor_put(this.address, index, value);
        return true;
    }

    /** Gives all curves back. */
    clear() { this.mien.exports.actor_drop_all(this.address); }

    /** Sets a parameter of the graph. */
    setParameter(name, value) {
        const index = this.#graph?.parameters.indexOf(name) ?? -1, {mien} = this, e = mien.exports;
        if (index < 0) throw refuse(`The graph has no parameter “${name}”.`);
        let isSet;
        if (typeof value === 'string') {
            const text = mien.put(new TextEncoder().encode(`${value}\0`));
            isSet = e.actor_set_text(this.address, index, text);
            e.release(text);
        } else {
            isSet = e.actor_set_number(this.address, index, Number(value));
        }
        if (!isSet) throw refuse(`“${value}” is nothing that “${name}” can be.`);
    }

    /** Moves a clip of the graph, by the id of its node, to a time in seconds. */
    setTime(node, time) {
        const index = this.#graph?.nodes.indexOf(node) ?? -1;
        if (index < 0 || !this.mien.exports.actor_set_time(this.address, index, time))
            throw refuse(`The graph has no clip “${node}” that could be at ${time}.`);
    }

    /** @private The clip's time a step further. */
    advance(step) {
        if (!Number.isFinite(step)) throw refuse('A step is a number of seconds.');
        this.time += step;
        const length = this.clip?.length ?? 0;
        if (this.loops && length > 0 && (this.time >= length || this.time < 0)) {
            this.time %= length;
            if (this.time < 0) this.time += length;
        }
        return this.time;
    }

    /** Evaluates, a step of seconds further. */
    run(step = 0) {
        const {address} = this;
        this.mien.check(this.mien.exports.actor_run(address, step, this.advance(step)));
    }

    #view(address, count) { return new Float32Array(this.mien.exports.memory.buffer, address, count); }

    /** Local transforms, BONE_STRIDE floats per bone of the skeleton. */
    get bones() { return this.#view(this.mien.exports.actor_bones(this.address), this.skeleton.bones.length * BONE_STRIDE); }
    /** Values of all curves of the skeleton. */
    get curves() { return this.#view(this.mien.exports.actor_curves(this.address), this.skeleton.curves.length); }
    /** Weights of the mesh's morphs. */
    get morphs() { return this.#view(this.mien.exports.actor_morphs(this.address), this.mesh?.morphs.length ?? 0); }
    /** Model matrices, three rows of four per bone. */
    get model() { return this.#view(this.mien.check(this.mien.exports.actor_model(this.address)), this.skeleton.bones.length * 12); }

    /** What did not fit: what it is, its name, and the factor of scaled bones. */
    get report() {
        const {mien, address} = this, e = mien.exports;
        return Array.from({length: e.actor_findings(address)}, (_, i) => ({
            finding: FINDINGS[e.finding_kind(address, i)] ?? 'unknown',
            name: mien.text(e.finding_name(address, i)),
            factor: e.finding_factor(address, i),
        }));
    }
}
