// SPDX-License-Identifier: MIT
//
// Who is on stage and what they do: actors, the clip, its time and its sound, weights of
// one's own. Knows nothing of the page.

import {Puppet, restOf, updateAll} from 'mien/three';

export class Performance {
    puppets = [];
    /** Weights that somebody set in place of the clip's. */
    weights = new Map();
    /** A face of live data, which wins over the clip; null: none. */
    live = null;
    clip = null;
    time = 0;
    isPlaying = false;
    isLoud = true;
    #sound = null;

    constructor(mien) { this.mien = mien; }

    /** Binds a model to poses; it then does what the others do. */
    add(parts, model, options = {}) {
        const rest = parts.mesh ? null : restOf(parts.skeleton, model);
        const actor = this.mien.actor({...parts, rest}), puppet = new Puppet(actor, model, options);
        for (const [name, value] of this.weights) actor.set(name, value);
        actor.play(this.clip, {time: this.time});
        puppet.controls = [parts.poses].flat().flatMap(({controls}) => controls).filter(({name}) => parts.skeleton.curveIndex.has(name));
        this.puppets.push(puppet);
        return puppet;
    }

    remove(puppet) {
        this.puppets = this.puppets.filter((other) => other !== puppet);
        puppet.dispose();
        puppet.actor.dispose();
    }

    /** Chooses what is played; sound: an Audio, or null. */
    choose(clip, sound) {
        this.#sound?.pause();
        Object.assign(this, {clip, time: 0});
        this.#sound = sound;
        for (const {actor} of this.puppets) actor.play(clip);
        this.#hear();
    }

    /** How much a clip does at each hundredth of a second, from 0 to 1: what it looks like without a sound. */
    activityOf(clip) {
        const actor = this.mien.actor({skeleton: this.puppets[0].actor.skeleton}), values = [];
        actor.play(clip, {loops: false});
        for (let i = 0; i < clip.length * 100; ++i) {
            actor.time = i / 100;
            actor.run(0);
            values.push(actor.curves.reduce((sum, value) => sum + Math.abs(value), 0));
        }
        actor.dispose();
        const most = Math.max(...values, 1e-6);
        return values.map((value) => value / most);
    }

    play(isPlaying) {
        this.isPlaying = isPlaying;
        this.#hear();
    }

    setLoud(isLoud) {
        this.isLoud = isLoud;
        this.#hear();
    }

    seek(time) {
        this.time = time;
        if (this.#sound) this.#sound.currentTime = Math.max(0, time - this.clip.soundOffset);
    }

    #hear() {
        if (!this.#sound) return;
        if (!this.isPlaying || !this.isLoud) {
            this.#sound.pause();
            return;
        }
        this.seek(this.time);
        this.#sound.play().catch(() => {}); // no device, or the page may not be heard yet
    }

    /** Live data from now on, or none; curves are given back to the clip. */
    setLive(face) {
        this.live = face;
        for (const {actor} of this.puppets) {
            actor.clear();
            for (const [name, value] of this.weights) actor.set(name, value);
        }
    }

    #drive() {
        this.live.drive(this.puppets.map(({actor}) => actor));
        for (const [name, value] of this.weights) for (const {actor} of this.puppets) actor.set(name, value);
    }

    setWeight(name, value) {
        if (value === null) this.weights.delete(name);
        else this.weights.set(name, value);
        for (const {actor} of this.puppets) actor.set(name, value);
    }

    /** The value of a curve on the first face that has it. */
    weight(name) {
        for (const {actor} of this.puppets) {
            const index = actor.skeleton.curveIndex.get(name);
            if (index !== undefined) return actor.curves[index];
        }
        return 0;
    }

    /** Moves all a step of seconds further. What is heard sets the pace. */
    update(step) {
        const {length = 0, soundOffset = 0} = this.clip ?? {};
        this.time += step;
        if (this.#sound && !this.#sound.paused) {
            const heard = this.#sound.currentTime + soundOffset;
            if (Math.abs(heard - this.time) > 0.05) this.time = heard;
        }
        if (length > 0 && this.time >= length) {
            this.time %= length;
            this.#hear(); // from the beginning too
        }
        if (this.live) this.#drive();
        for (const {actor} of this.puppets) actor.time = this.time;
        updateAll(this.mien, this.puppets, 0);
    }
}
