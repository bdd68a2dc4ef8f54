// SPDX-License-Identifier: MIT
//
// A slider per pose, with groups and a filter.

const GROUPS = {
    All: () => true,
    Mouth: (name) => /^(mouth|jaw|tongue)/.test(name),
    Eyes: (name) => /^(eye|pupil|look|blink)/.test(name),
    Brows: (name) => /^(brow|nose|cheek)/.test(name),
    Head: (name) => /^(head|ears)/.test(name),
};
const LABELS = {Brows: 'Brows, nose, cheeks', Head: 'Head, ears'};

const TURNS = 3; // updates until each slider had its turn: ten times a second, for they come every other frame

export class Sliders {
    #rows = new Map();
    #group = 'All';
    #turn = 0;

    /** Tells changes as (name, value), null for a weight that is given back. */
    constructor({list, filter, groups, none}, change) {
        Object.assign(this, {list, filter, groups, none, change});
        filter.addEventListener('input', () => this.#sift());
    }

    /** Shows controls, each of a name only once. */
    show(controls) {
        this.#rows.clear();
        for (const control of controls) if (!this.#rows.has(control.name)) this.#rows.set(control.name, this.#row(control));
        this.list.replaceChildren(...[...this.#rows.values()].map(({row}) => row));
        this.groups.replaceChildren(...Object.entries(GROUPS).map(([group, has]) => {
            const count = [...this.#rows.keys()].filter(has).length, button = document.createElement('button');
            Object.assign(button, {type: 'button', textContent: `${LABELS[group] ?? group} ${count}`, hidden: count === 0});
            button.addEventListener('click', () => { this.#group = group; this.#sift(); });
            button.dataset.group = group;
            return button;
        }));
        this.#sift();
    }

    #row({name, min, max}) {
        const row = document.createElement('li'), label = document.createElement('label');
        const slider = Object.assign(document.createElement('input'), {type: 'range', min, max, step: 0.01, value: 0, id: `pose-${name}`});
        const number = Object.assign(document.createElement('output'), {textContent: '0.00'});
        Object.assign(label, {htmlFor: slider.id, textContent: name, title: name});
        number.htmlFor = slider.id;
        slider.addEventListener('input', () => this.change(name, Number(slider.value)));
        const giveBack = () => this.change(name, null);
        slider.addEventListener('dblclick', giveBack);
        slider.addEventListener('keydown', ({key}) => { if (key === 'Delete' || key === 'Backspace') giveBack(); });
        row.append(label, slider, number);
        return {row, slider, number, min, max, value: NaN, isOwn: false, isMoved: false};
    }

    #sift() {
        const words = this.filter.value.toLowerCase().split(/\s+/), has = GROUPS[this.#group];
        let count = 0;
        for (const [name, {row}] of this.#rows) {
            row.hidden = !has(name) || !words.every((word) => name.toLowerCase().includes(word));
            count += !row.hidden;
        }
        this.none.hidden = count > 0;
        for (const button of this.groups.children) button.setAttribute('aria-pressed', button.dataset.group === this.#group);
    }

    /**
     * Updates the sliders: those that the user did not set follow the performance. While it
     * plays, they take turns, for each that changes costs layout and paint.
     */
    update(performance, isPlaying) {
        this.#turn = (this.#turn + 1) % TURNS;
        let row = 0;
        for (const [name, shown] of this.#rows) {
            if (isPlaying && row++ % TURNS !== this.#turn) continue;
            const value = Math.round(performance.weight(name) * 100) / 100 + 0, isOwn = performance.weights.has(name);
            if (isOwn !== shown.isOwn) shown.row.classList.toggle('own', shown.isOwn = isOwn);
            if (value === shown.value) continue;
            shown.value = value;
            const part = (value - shown.min) / (shown.max - shown.min), isMoved = value !== 0;
            shown.slider.value = value;
            shown.slider.style.setProperty('--part', `${(100 * Math.min(Math.max(part, 0), 1)).toFixed(1)}%`);
            if (isMoved !== shown.isMoved) shown.row.classList.toggle('moved', shown.isMoved = isMoved);
            shown.number.firstChild.data = value.toFixed(2);
        }
    }
}
