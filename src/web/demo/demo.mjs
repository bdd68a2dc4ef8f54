// SPDX-License-Identifier: MIT
//
// The demonstration: one performance on four faces, each by its own pose asset; sliders for
// every pose; live data of a phone; models and packs of one's own by drag and drop.

import {Mien} from 'mien';
import {Shelf, readModel} from './files.mjs';
import {LiveLink} from './live.mjs';
import {Performance} from './performance.mjs';
import {Sliders} from './sliders.mjs';
import {Stage} from './stage.mjs';
import {Wave, peaksOf} from './wave.mjs';

const CAST = {ada: 'adult', pip: 'child', bruno: 'heavy', moss: 'creature'};
const $ = (id) => document.getElementById(id);
const fetchBytes = async (name) => {
    const response = await fetch(new URL(name, import.meta.url));
    if (!response.ok) throw new Error(`${name} could not be loaded: the server answers ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
};

const stage = new Stage($('picture')), wave = new Wave($('wave'));
const faces = new Map(); // puppet -> {card, cell}
let playing, shelf, sliders, cast, peaks = null, isDirty = true;

// What is said

const size = (bytes) => bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

function setFact(name, value, title = '', className = '') {
    let row = document.querySelector(`#facts [data-name="${name}"]`);
    if (!row) {
        row = document.createElement('div');
        row.dataset.name = name;
        row.append(Object.assign(document.createElement('dt'), {textContent: name}), document.createElement('dd'));
        $('facts').append(row);
    }
    row.className = className;
    row.title = title;
    row.lastChild.textContent = value;
}

function tell(text, isProblem = false) {
    $('message-text').textContent = text;
    $('message').classList.toggle('problem', isProblem);
    $('message').hidden = !text;
}

// Who is on stage

function addFace(name, note, className, puppet, model, isOwn) {
    const card = document.createElement('li'), figure = document.createElement('figure'), plate = document.createElement('span');
    card.className = className;
    figure.setAttribute('role', 'img');
    figure.setAttribute('aria-label', `The face of ${name}, ${note}`);
    plate.className = 'plate';
    plate.append(name, Object.assign(document.createElement('small'), {textContent: note}));
    card.append(figure, plate);
    if (isOwn) {
        const close = Object.assign(document.createElement('button'), {type: 'button', className: 'close', textContent: '×'});
        close.setAttribute('aria-label', `Remove ${name}`);
        close.addEventListener('click', () => removeFace(puppet));
        card.append(close);
    }
    $('faces').append(card);
    faces.set(puppet, {card, cell: stage.add(model.scene, card), isOwn});
    isDirty = true;
}

function removeFace(puppet) {
    const {card, cell} = faces.get(puppet);
    faces.delete(puppet);
    playing.remove(puppet);
    stage.remove(cell);
    card.remove();
    showControls();
    $('stage').focus();
    isDirty = true;
}

function showControls() {
    sliders.show(playing.puppets.flatMap(({controls}) => controls));
    isDirty = true;
}

async function loadCast() {
    const names = Object.keys(CAST);
    const [mien, pack, ...models] = await Promise.all([Mien.load(), fetchBytes('cast.mien'), ...names.map((name) => fetchBytes(`${name}.glb`))]);
    cast = mien.openBytes(pack);
    playing = new Performance(mien);
    shelf = new Shelf(mien, cast);
    const skeleton = cast.get('ada.skeleton');
    for (const [i, name] of names.entries()) {
        const model = await readModel(models[i]);
        const puppet = playing.add({skeleton, poses: cast.get(`${name}.poses`)}, model);
        addFace(name[0].toUpperCase() + name.slice(1), CAST[name], name, puppet, model, false);
    }
    const modelBytes = models.reduce((sum, {length}) => sum + length, 0), poseCount = playing.puppets.reduce((sum, {controls}) => sum + controls.length, 0);
    const module = performance.getEntriesByType('resource').find(({name}) => /\.wasm$/.test(name))?.decodedBodySize ?? 0;
    setFact(`${poseCount} poses, ${cast.names('clip').length} clips`, size(pack.length), `cast.mien: ${pack.length} bytes, all that moves four faces`);
    setFact('four models', size(modelBytes), `${modelBytes} bytes of glTF, all that is seen of them`);
    if (module) setFact('WebAssembly', size(module), `mien.wasm: ${module} bytes`, 'more');
}

// Time

function showClips() {
    const clips = [...cast.names('clip').map((name) => [name, cast.get(name)]), ...shelf.clips].filter(([, {curves}]) => curves.length > 0);
    $('clip').replaceChildren(...clips.map(([name]) => new Option(name.replace(/\.clip$/, ''), name)), new Option('no clip', ''));
    $('clip').value = clips.find(([, clip]) => clip === playing.clip)?.[0] ?? '';
    return new Map(clips);
}

async function choose(name) {
    const clip = name ? showClips().get(name) : null;
    const sound = clip?.sound && cast.has(name) ? new Audio(new URL(clip.sound, import.meta.url)) : null;
    if (sound) sound.preload = 'auto';
    playing.choose(clip, sound);
    $('clip').value = name;
    $('time').max = clip?.length ?? 1;
    $('time').disabled = !clip;
    $('sound').hidden = !sound;
    peaks = clip ? playing.activityOf(clip) : null;
    isDirty = true;
    if (!sound) return;
    const heard = await peaksOf(await fetchBytes(clip.sound), clip.soundOffset).catch(() => null);
    if (playing.clip === clip) peaks = heard; // nothing else was chosen meanwhile
    isDirty = true;
}

const shown = {spoken: '', text: ''};
function showTime() {
    const {clip, time} = playing, slider = $('time'), clock = $('clock'), spoken = `${time.toFixed(1)} seconds`;
    const text = clip ? `${time.toFixed(2)} / ${clip.length.toFixed(2)} s` : 'sliders only';
    slider.value = time;
    if (shown.spoken !== spoken) slider.ariaValueText = shown.spoken = spoken;
    if (shown.text !== text) clock.textContent = shown.text = text;
    wave.draw(peaks, clip, time);
}

function play(isPlaying) {
    playing.play(isPlaying);
    pace.length = 0;
    isDirty = true; // drafts are for what moves
    $('play-word').textContent = isPlaying ? 'Pause' : 'Play';
    $('play-icon').setAttribute('d', isPlaying ? 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z' : 'M4 2.5v11l9.5-5.5z');
}

/** Whether the machine draws too slowly: from the first frames of what plays, and until it stops. */
const pace = [];
function isSlow(step) {
    if (pace.length < 6) pace.push(step);
    return pace.length === 6 && pace.slice(1).reduce((sum, value) => sum + value) / 5 > 0.06;
}

/** With `?measure` in the address, stages of each frame are measures of the browser's timeline. */
const isMeasured = new URLSearchParams(location.search).has('measure');
function staged(name, work) {
    if (!isMeasured) return work();
    const start = performance.now();
    work();
    performance.measure(`mien ${name}`, {start});
}

let last = 0, spent = 0, counted = 0, frames = 0;
function tick(now) {
    requestAnimationFrame(tick);
    const interval = (now - last) / 1000, step = Math.min(interval, 0.25), {isPlaying} = playing, isMoving = isPlaying || live.isMoving;
    last = now;
    if (!isMoving && !isDirty) return; // nothing moves, nothing is drawn
    isDirty = false;
    const began = performance.now();
    staged('evaluate', () => playing.update(isPlaying ? step : 0));
    spent += performance.now() - began;
    if (++counted === 30) {
        setFact('per frame', `${(spent / counted).toFixed(2)} ms`, `To evaluate and show all faces, without drawing, by ${playing.mien.isa}`, 'more');
        spent = counted = 0;
    }
    staged('gaze', () => stage.gaze());
    staged('draw', () => stage.draw(isMoving, isMoving && !isMeasured && isSlow(interval))); // first: it may read the layout, which controls change
    document.body.dataset.frames = ++frames; // for tests
    staged('controls', () => { // in turn while it plays
        if (!isMoving || frames % 2 === 0) showTime();
        if (!isMoving || frames % 2 === 1) sliders.update(playing, isMoving);
    });
}

// Live data

const live = new LiveLink(({isOpen, isProblem, text}) => {
    if (playing.live !== live.face) playing.setLive(live.face);
    $('live').classList.toggle('on', isOpen);
    $('live-connect').textContent = isOpen ? 'Disconnect' : 'Connect';
    $('live-address').disabled = isOpen;
    $('live-status').className = isProblem ? 'problem' : isOpen ? 'on' : '';
    if ($('live-status').textContent !== text) $('live-status').textContent = text;
    if (isOpen === pace.isLive) return;
    pace.isLive = isOpen;
    pace.length = 0;
    isDirty = true;
}, () => {
    if (isMeasured) performance.mark('mien live', {detail: live.face.sample()[live.face.curves.indexOf('jawOpen')]});
});

function listenToLive() {
    $('live').addEventListener('click', () => {
        $('live-panel').hidden = !$('live-panel').hidden;
        $('live').setAttribute('aria-expanded', !$('live-panel').hidden);
        if (!$('live-panel').hidden) $('live-address').focus();
    });
    $('live-panel').addEventListener('submit', (event) => {
        event.preventDefault();
        if (live.isOpen) live.close();
        else live.open($('live-address').value.trim());
    });
    $('live-panel').addEventListener('keydown', ({key}) => { if (key === 'Escape') $('live').click(); });
    setInterval(() => live.say(), 500);
}

// Files of one's own

async function openModel(file, bytes) {
    const model = await readModel(bytes), {parts, options} = shelf.partsOf(file.name, model);
    const puppet = playing.add(parts, model, options), {report} = puppet, name = file.name.replace(/\.[^.]*$/, '');
    if (report.foundBones.length + report.foundMorphs.length === 0) {
        playing.remove(puppet);
        throw new Error(shelf.isEmpty
            ? 'None of its morphs is named as a curve of the performance. Open the pack that `mien bundle` made for it first, or together with it.'
            : 'The packs that are open know none of its bones or morphs.');
    }
    addFace(name, 'yours', 'own', puppet, model, true);
    showControls();
    return `${file.name}: ${report.words}`;
}

async function openFiles(files) {
    const isPack = ({name}) => /\.mien$/i.test(name), said = [];
    let hasFailed = false;
    for (const file of [...files].sort((a, b) => isPack(b) - isPack(a))) { // packs before models
        try {
            const bytes = new Uint8Array(await file.arrayBuffer());
            if (!isPack(file) && !/\.(glb|vrm)$/i.test(file.name)) throw new Error('Models are .glb or .vrm files, packs .mien files.');
            said.push(isPack(file) ? shelf.take(file.name, bytes) : await openModel(file, bytes));
        } catch (error) {
            hasFailed = true;
            said.push(`${file.name} was not opened. ${error.message}`);
        }
    }
    showClips();
    tell(said.join('\n'), hasFailed);
}

// What people do

function listenToStage() {
    const section = $('stage'), turns = {ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, 5], ArrowDown: [0, -5], Home: []};
    section.addEventListener('keydown', (event) => {
        if (event.target !== section || !turns[event.key]) return;
        event.preventDefault();
        stage.turn(...turns[event.key]);
        isDirty = true;
    });
    let held = null;
    $('faces').addEventListener('pointerdown', (event) => { if (event.target.tagName !== 'BUTTON') held = event; });
    addEventListener('pointermove', (event) => {
        if (!held || held.pointerId !== event.pointerId) return;
        stage.turn((held.clientX - event.clientX) * 0.35, event.pointerType === 'touch' ? 0 : (event.clientY - held.clientY) * 0.25);
        held = event;
        isDirty = true;
    });
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => { held = null; });
    $('faces').addEventListener('dblclick', () => { stage.turn(); isDirty = true; });
}

function listenToFiles() {
    $('open').addEventListener('click', () => $('files').click());
    $('files').addEventListener('change', async () => {
        await openFiles($('files').files);
        $('files').value = '';
    });
    const isFile = (event) => event.dataTransfer?.types.includes('Files');
    for (const name of ['dragenter', 'dragover']) addEventListener(name, (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        $('drop').hidden = false;
    });
    addEventListener('dragleave', (event) => { if (!event.relatedTarget) $('drop').hidden = true; });
    addEventListener('drop', (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        $('drop').hidden = true;
        openFiles(event.dataTransfer.files);
    });
    $('dismiss').addEventListener('click', () => tell(''));
}

function listen() {
    $('play').addEventListener('click', () => play(!playing.isPlaying));
    $('clip').addEventListener('change', () => choose($('clip').value));
    $('time').addEventListener('input', () => { playing.seek(Number($('time').value)); isDirty = true; });
    $('sound').addEventListener('click', () => {
        playing.setLoud(!playing.isLoud);
        $('sound').setAttribute('aria-pressed', playing.isLoud);
    });
    $('reset').addEventListener('click', () => {
        for (const name of [...playing.weights.keys()]) playing.setWeight(name, null);
        isDirty = true;
    });
    addEventListener('keydown', (event) => {
        if (event.key !== ' ' || /INPUT|BUTTON|SELECT/.test(event.target.tagName)) return;
        event.preventDefault();
        play(!playing.isPlaying);
    });
    const redraw = () => {
        wave.refresh();
        stage.measure();
        isDirty = true;
    };
    for (const id of ['stage', 'faces']) new ResizeObserver(redraw).observe($(id));
    addEventListener('scroll', redraw, {capture: true, passive: true});
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
    listenToStage();
    listenToLive();
    listenToFiles();
}

try {
    await loadCast();
    sliders = new Sliders({list: $('poses'), filter: $('filter'), groups: $('groups'), none: $('none')}, (name, value) => {
        playing.setWeight(name, value);
        isDirty = true;
    });
    showControls();
    listen();
    for (const id of ['play', 'clip', 'sound', 'live', 'reset', 'open']) $(id).disabled = false;
    $('loading').hidden = true;
    requestAnimationFrame(tick);
    await choose('sentence.clip');
    document.body.dataset.ready = 'true';
} catch (error) {
    $('loading').hidden = true;
    tell(`The page could not start. ${error.message}`, true);
    throw error;
}
