// SPDX-License-Identifier: MIT
//
// Live data for the faces on stage: a connection to `mien live serve`, opened and closed by the user alone.
// The module for live faces is loaded with the first one. Knows nothing of the page.

const HOLD = 2, SHOWN = 3; // seconds after the last frame for which faces stay, and in which they still move

export class LiveLink {
    /** The curves of the face that sends; null: not connected. */
    face = null;
    #module = null;
    #receiver = null;
    #socket = null;
    #last = -Infinity;

    /** Tells with each change what is going on: {isOpen, isProblem, text}. Calls took() after each message. */
    constructor(tell, took = () => {}) { Object.assign(this, {tell, took}); }

    get isOpen() { return this.#socket !== null; }
    /** Whether there is something new to show. */
    get isMoving() { return this.isOpen && performance.now() / 1000 - this.#last < SHOWN; }

    async open(address) {
        this.close();
        let socket;
        try {
            socket = new WebSocket(address);
        } catch (error) { // no address, or one that this page may not open
            this.tell({isOpen: false, isProblem: true, text: `“${address}” cannot be opened. ${error.message}`});
            return;
        }
        this.#socket = socket;
        socket.binaryType = 'arraybuffer';
        this.tell({isOpen: true, isProblem: false, text: 'Connecting…'});
        let isMet = false;
        const early = []; // messages until the module is there
        socket.addEventListener('open', () => { isMet = true; if (this.#socket === socket) this.say(); });
        socket.addEventListener('message', ({data}) => (this.face && this.#socket === socket ? this.#take(data) : early.push(data)));
        socket.addEventListener('close', () => {
            if (this.#socket === socket) this.close(isMet ? 'The connection was closed.' : `There is no answer from ${address}. Is “mien live serve” running there?`, true);
        });
        this.#module ??= await (await import('mien/live')).Live.load();
        if (this.#socket !== socket) return;
        this.#receiver = this.#module.receiver();
        this.face = this.#module.face({curves: this.#module.shapes, receiver: this.#receiver, hold: HOLD}); // a page that draws slowly is late
        for (const data of early) this.#take(data);
    }

    close(text = 'Not connected.', isProblem = false) {
        if (!this.#socket) return;
        const socket = this.#socket;
        this.#socket = null;
        socket.close();
        this.face?.dispose();
        this.#receiver?.dispose();
        this.face = this.#receiver = null;
        this.#last = -Infinity;
        this.tell({isOpen: false, isProblem, text});
    }

    #take(data) {
        if (this.#receiver.take(data) === 0) return; // the beginning
        this.#last = performance.now() / 1000;
        this.took();
    }

    /** Tells who sends, and how often. */
    say() {
        if (!this.isOpen) return;
        const sources = this.#receiver?.sources ?? [], rate = (value) => `${Math.round(value)} per second`;
        const source = sources.find(({index}) => index === this.face.state.source), age = source ? performance.now() / 1000 - source.last : 0;
        const who = source ? `${source.name || 'A sender'}, ${source.protocol}` : '';
        const others = sources.length > 1 ? `, and ${sources.length - 1} more` : '';
        const text = !source ? 'Connected. Nothing is sent yet.' : age > SHOWN ? `${who}: silent for ${Math.round(age)} s${others}` : `${who}: ${rate(source.rate)}${others}`;
        this.tell({isOpen: true, isProblem: false, text});
    }
}
