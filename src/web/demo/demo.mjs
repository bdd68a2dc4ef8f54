// SPDX-License-Identifier: MIT
//
// The demonstration: one performance on four faces, each by its own pose asset; sliders for
// every pose; models and packs of one's own by drag and drop.

import * as THREE from 'three';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import {Mien} from 'mien';
import {Puppet, updateAll} from 'mien/three';

const NAMES = ['ada', 'pip', 'bruno', 'moss'];
const SPACE = 0.34; // metres from face to face
const $ = (id) => document.getElementById(id);
const state = {puppets: [], isPlaying: false, clip: null, sound: null, weights: new Map(), frames: 0};

// What is seen

const renderer = new THREE.WebGLRenderer({canvas: $('picture'), antialias: true, alpha: true});
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(17, 1, 0.1, 40);
scene.add(new THREE.HemisphereLight(0xf4f6ff, 0x9a8f86, 1.9));
for (const [x, y, z, strength] of [[1.5, 2.4, 3, 2.1], [-2.5, 1.6, 2, 0.7], [0, 2.2, -3, 1.2]]) {
    const lamp = new THREE.DirectionalLight(0xffffff, strength);
    lamp.position.set(x, y, z);
    scene.add(lamp);
}

function frameAll() {
    const box = new THREE.Box3();
    for (const {root} of state.puppets) box.union(headBox(root));
    if (box.isEmpty()) return;
    const size = box.getSize(new THREE.Vector3()), middle = box.getCenter(new THREE.Vector3());
    const half = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
    const distance = Math.max(size.y / 2 / half, size.x / 2 / half / camera.aspect) * 1.12 + size.z / 2;
    camera.position.set(middle.x, middle.y + 0.02, middle.z + distance);
    camera.lookAt(middle.x, middle.y, middle.z);
}

/** The box of what is above the neck, or of all. */
function headBox(root) {
    root.updateWorldMatrix(true, true);
    const all = new THREE.Box3().setFromObject(root);
    let head = null;
    root.traverse((node) => { if (!head && node.isBone && /head$/i.test(node.name)) head = node; });
    if (head) all.min.y = Math.max(all.min.y, head.getWorldPosition(new THREE.Vector3()).y - 0.09);
    return all;
}

function resize() {
    const {clientWidth: width, clientHeight: height} = $('stage');
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    frameAll();
}

// Who is on stage

function lineUp() {
    const width = (state.puppets.length - 1) * SPACE;
    state.puppets.forEach(({root}, i) => { root.position.x = i * SPACE - width / 2; });
    $('plates').replaceChildren(...state.puppets.map(({name}) => Object.assign(document.createElement('li'), {textContent: name})));
    $('picture').setAttribute('aria-label', `${state.puppets.map(({name}) => name).join(', ')}, playing the same performance`);
    resize();
}

function addPuppet(name, actor, root) {
    const puppet = new Puppet(actor, root);
    puppet.name = name;
    root.traverse((node) => { node.frustumCulled = false; });
    scene.add(root);
    state.puppets.push(puppet);
    if (state.clip) actor.play(state.clip, {time: Number($('time').value)});
    return puppet;
}

const loader = new GLTFLoader();

async function loadCast() {
    state.mien = await Mien.load();
    state.cast = await state.mien.open(new URL('cast.mien', import.meta.url));
    const models = await Promise.all(NAMES.map((name) => loader.loadAsync(`${name}.glb`)));
    NAMES.forEach((name, i) => {
        const actor = state.mien.actor({
            skeleton: state.cast.get('ada.skeleton'), mesh: state.cast.get(`${name}.mesh`), poses: state.cast.get(`${name}.poses`),
        });
        addPuppet(name[0].toUpperCase() + name.slice(1), actor, models[i].scene);
    });
}

// Poses

function showPoses(controls) {
    $('poses').replaceChildren(...controls.filter(({name}) => state.cast.get('ada.skeleton').curveIndex.has(name)).map(({name, min, max}) => {
        const row = document.createElement('li'), label = document.createElement('label');
        const slider = Object.assign(document.createElement('input'), {type: 'range', min, max, step: 0.01, value: 0, id: `pose-${name}`});
        const number = Object.assign(document.createElement('output'), {textContent: '0.00'});
        label.htmlFor = slider.id;
        label.textContent = name;
        label.title = name;
        number.htmlFor = slider.id;
        slider.addEventListener('input', () => setWeight(name, Number(slider.value)));
        slider.addEventListener('dblclick', () => setWeight(name, null));
        row.append(label, slider, number);
        Object.assign(row, {poseName: name, slider, number});
        return row;
    }));
}

function setWeight(name, value) {
    if (value === null) state.weights.delete(name);
    else state.weights.set(name, value);
    for (const {actor} of state.puppets) actor.set(name, value);
    if (!state.isPlaying) show(0);
}

/** Sliders that nobody holds follow what plays. */
function showWeights() {
    const actor = state.puppets[0]?.actor;
    if (!actor) return;
    const {curves} = actor, index = actor.skeleton.curveIndex;
    for (const row of $('poses').children) {
        const value = curves[index.get(row.poseName)];
        row.classList.toggle('own', state.weights.has(row.poseName));
        if (document.activeElement !== row.slider || !state.weights.has(row.poseName)) row.slider.value = value;
        const text = value.toFixed(2);
        if (row.number.textContent !== text) row.number.textContent = text;
    }
}

// Time

function show(step) {
    updateAll(state.mien, state.puppets, step);
    const time = state.puppets[0]?.actor.time ?? 0;
    if (state.clip) {
        $('time').value = time;
        $('clock').textContent = `${time.toFixed(2)} / ${state.clip.length.toFixed(2)} s`;
    }
    showWeights();
    renderer.render(scene, camera);
    document.body.dataset.frames = ++state.frames;
}

let last = 0, spent = 0, counted = 0;
function tick(now) {
    const step = Math.min((now - last) / 1000, 0.1);
    last = now;
    const began = performance.now();
    updateAll(state.mien, state.puppets, 0);
    spent += performance.now() - began;
    if (++counted === 60) {
        $('facts').textContent = `${state.puppets.length} faces, ${(spent / counted).toFixed(2)} ms per frame, ${state.mien.isa}`;
        spent = counted = 0;
    }
    show(step);
}

function play(isPlaying) {
    state.isPlaying = isPlaying;
    last = performance.now();
    $('play').textContent = isPlaying ? 'Pause' : 'Play';
    $('play').setAttribute('aria-pressed', isPlaying);
    renderer.setAnimationLoop(isPlaying ? tick : null);
    playSound();
}

function seek(time) {
    for (const {actor} of state.puppets) actor.time = time;
    if (state.sound) state.sound.currentTime = Math.max(0, time - (state.clip?.soundOffset ?? 0));
    if (!state.isPlaying) show(0);
}

function choose(name) {
    state.clip = name ? state.cast.get(name) : null;
    for (const {actor} of state.puppets) actor.play(state.clip);
    $('time').max = state.clip?.length ?? 1;
    $('time').disabled = !state.clip;
    $('clock').textContent = state.clip ? '' : 'weights only';
    state.sound?.pause();
    state.sound = state.clip?.sound ? Object.assign(new Audio(state.clip.sound), {loop: true}) : null;
    $('sound').hidden = !state.sound;
    playSound();
    show(0);
}

function playSound() {
    if (!state.sound) return;
    const isOn = $('sound').getAttribute('aria-pressed') === 'true';
    if (state.isPlaying && isOn) {
        state.sound.currentTime = Math.max(0, state.puppets[0].actor.time - state.clip.soundOffset);
        state.sound.play().catch(() => {}); // no device, or the page was not touched yet
    } else {
        state.sound.pause();
    }
}

// Files of one's own

function tell(text) {
    $('message').textContent = text;
    $('message').hidden = !text;
}

async function openFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.mien$/i.test(file.name)) {
        const pack = state.mien.openBytes(bytes);
        if (pack.kind !== 'bundle') throw new Error(`${file.name} is a single ${pack.kind}; give a bundle with skeleton and poses.`);
        const skeleton = pack.names('skeleton')[0], poses = pack.names('poses')[0], mesh = pack.names('mesh')[0];
        if (!skeleton || !poses) throw new Error(`${file.name} has no skeleton or no poses.`);
        state.own = {skeleton: pack.get(skeleton), poses: pack.get(poses), mesh: mesh ? pack.get(mesh) : null};
        return `${file.name}: ${pack.names().length} packs. Drop the model that belongs to it.`;
    }
    const {scene: root} = await loader.parseAsync(bytes.buffer, '');
    const parts = state.own ?? {skeleton: state.cast.get('ada.skeleton'), poses: state.cast.get('ada.poses'), mesh: null};
    const {report} = addPuppet(file.name.replace(/\.\w+$/, ''), state.mien.actor(parts), root);
    state.own = null;
    lineUp();
    show(0);
    return `${file.name}: ${report.bones} of ${parts.skeleton.bones.length} bones found, ${report.morphs} morphs driven` +
        (report.missingBones.length ? `; missing: ${report.missingBones.slice(0, 4).join(', ')}${report.missingBones.length > 4 ? '…' : ''}.` : '.');
}

async function openFiles(files) {
    const ordered = [...files].sort((a, b) => /\.mien$/i.test(b.name) - /\.mien$/i.test(a.name)); // packs before models
    for (const file of ordered) {
        try {
            tell(await openFile(file));
        } catch (error) {
            tell(`${file.name} was not opened. ${error.message}`);
        }
    }
}

function listen() {
    $('play').addEventListener('click', () => play(!state.isPlaying));
    $('clip').addEventListener('change', () => choose($('clip').value));
    $('time').addEventListener('input', () => seek(Number($('time').value)));
    $('sound').addEventListener('click', () => {
        $('sound').setAttribute('aria-pressed', $('sound').getAttribute('aria-pressed') !== 'true');
        playSound();
    });
    $('reset').addEventListener('click', () => { for (const name of [...state.weights.keys()]) setWeight(name, null); });
    $('filter').addEventListener('input', () => {
        const words = $('filter').value.toLowerCase().split(/\s+/);
        for (const row of $('poses').children) row.hidden = !words.every((word) => row.poseName.toLowerCase().includes(word));
    });
    $('open').addEventListener('click', () => $('files').click());
    $('files').addEventListener('change', () => openFiles($('files').files));
    addEventListener('keydown', (event) => {
        if (event.key === ' ' && !/INPUT|BUTTON|SELECT/.test(event.target.tagName)) {
            event.preventDefault();
            play(!state.isPlaying);
        }
    });
    for (const name of ['dragenter', 'dragover']) addEventListener(name, (event) => { event.preventDefault(); $('drop').hidden = false; });
    for (const name of ['dragleave', 'drop']) addEventListener(name, (event) => { if (name === 'drop' || !event.relatedTarget) $('drop').hidden = true; });
    addEventListener('drop', (event) => { event.preventDefault(); openFiles(event.dataTransfer.files); });
    new ResizeObserver(() => { resize(); if (!state.isPlaying && state.frames) show(0); }).observe($('stage'));
}

try {
    await loadCast();
    const clips = state.cast.names('clip').filter((name) => state.cast.get(name).curves.length > 0);
    $('clip').replaceChildren(...clips.map((name) => new Option(name.replace(/\.clip$/, ''), name)), new Option('none, only sliders', ''));
    showPoses(state.cast.get('ada.poses').controls);
    lineUp();
    listen();
    $('clip').value = clips.includes('sentence.clip') ? 'sentence.clip' : clips[0];
    choose($('clip').value);
    $('facts').textContent = `${state.puppets.length} faces, Mien ${state.mien.version}, ${state.mien.isa}`;
    document.body.dataset.ready = 'true';
} catch (error) {
    tell(`The page could not start. ${error.message}`);
    throw error;
}
