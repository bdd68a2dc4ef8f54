// SPDX-License-Identifier: MIT
//
// What the modules of the package share: loading bytes and WebAssembly, errors, and objects whose
// memory is a module's.

/** The status, location and message of a failure. */
export class MienError extends Error {
    constructor(message, status, location) {
        super(location ? `${location}: ${message}` : message);
        this.name = 'MienError';
        this.status = status;
        this.location = location;
    }
}

const MAGIC = [0, 97, 115, 109]; // how a module begins

/** What a file of node has. Bundlers for pages do not look for a module whose name is a variable. */
async function readFile(from) {
    const name = 'node:fs/promises', files = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
    return files.readFile(from);
}

/** The bytes of a source. Text is an address as the page sees it; in node also a path. */
export async function fetchBytes(from) {
    const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);
    const fail = (reason) => new MienError(`${nameOf(from)}: ${reason}`, 'MIEN_ERROR_FILE', '');
    let response = from;
    if (from instanceof URL || typeof from === 'string') {
        const isPath = typeof from === 'string' && !/^[a-z][a-z\d+.-]+:/i.test(from);
        try {
            if (inNode && (isPath || /^file:/i.test(from))) return await readFile(isPath ? from : new URL(from));
            response = await fetch(from);
        } catch (error) {
            throw fail(error.code === 'ENOENT' ? 'There is no such file.' : error.message);
        }
    }
    if (typeof Response !== 'undefined' && response instanceof Response) {
        if (!response.ok) throw fail(`The server answers ${response.status}.`);
        return new Uint8Array(await response.arrayBuffer());
    }
    return bytesOf(response);
}

/** A source in messages. */
const nameOf = (from) => (from instanceof URL ? from.href : typeof from === 'string' ? from : from?.url || 'The source');

/** Bytes of whatever has some. */
export function bytesOf(from) {
    if (from instanceof ArrayBuffer) return new Uint8Array(from);
    if (ArrayBuffer.isView(from)) return new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
    throw new TypeError('Give a URL, a Response, an ArrayBuffer or a typed array.');
}

export const refuse = (message, location = '') => new MienError(message, 'MIEN_ERROR_ARGUMENT', location);

/**
 * A counted block in the module's memory, freed with its last holder. Objects that are made
 * from it hold it too. It has no reference to the caller's objects, so those can be collected.
 */
export class Block {
    #holders = 1;
    #needs = new Map();
    #free;

    constructor(address, free) {
        this.address = address;
        this.#free = free;
    }

    /** Keeps another for a purpose, in place of the one before. */
    need(purpose, other) {
        if (other) ++other.#holders;
        this.#needs.get(purpose)?.drop();
        this.#needs.set(purpose, other);
    }

    drop() {
        if (--this.#holders > 0) return;
        this.#free();
        for (const other of this.#needs.values()) other?.drop();
    }
}

// Blocks of objects that were not disposed of are dropped when those are collected.
const strays = new FinalizationRegistry((block) => block.drop());

/** The caller's object for a block. */
export class Holder {
    #block;

    constructor(mien, block) {
        this.mien = mien;
        this.#block = block;
        strays.register(this, block, this);
    }

    /** @private */
    get block() {
        if (this.#block) return this.#block;
        throw refuse('This was disposed of.');
    }

    /** @private */
    get address() { return this.block.address; }
    get isDisposed() { return !this.#block; }

    dispose() {
        if (this.isDisposed) return;
        strays.unregister(this);
        const block = this.#block;
        this.#block = null;
        block.drop();
    }
}

/** One WebAssembly instance with its memory. */
export class Module {
    #exports;
    #decoder = new TextDecoder();

    /** @private The exports of a module from a URL, Response or bytes; file: what it is called. */
    static async instantiate(from, file) {
        const bytes = await fetchBytes(from);
        if (!MAGIC.every((byte, i) => bytes[i] === byte))
            throw new MienError(`${nameOf(from)} is not a WebAssembly module. Serve ${file} beside mien.mjs, or give its URL as module.`,
                'MIEN_ERROR_FILE', '');
        const {instance} = await WebAssembly.instantiate(bytes, {});
        return instance.exports;
    }

    constructor(exports) {
        this.#exports = exports;
        exports._initialize?.();
    }

    /** The functions of the module, for those who know them. */
    get exports() { return this.#exports; }
    get version() { return this.text(this.#exports.version()); }
    /** Bytes that the module has. They never become fewer. */
    get memorySize() { return this.#exports.memory.buffer.byteLength; }

    /** @private A zero-terminated text of the module. */
    text(address) {
        const bytes = new Uint8Array(this.#exports.memory.buffer);
        let end = address;
        while (bytes[end] !== 0) ++end;
        return this.#decoder.decode(bytes.subarray(address, end));
    }

    /** @private A result, or the error that the module keeps. */
    check(result) {
        if (result) return result;
        const e = this.#exports;
        throw new MienError(this.text(e.error_message()), this.text(e.status_name(e.error_status())), this.text(e.error_location()));
    }

    /** @private Copies bytes into the module; the address is to be released. */
    put(bytes) {
        const address = this.check(this.#exports.reserve(bytes.length));
        new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
        return address;
    }
}
