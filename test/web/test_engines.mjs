// SPDX-License-Identifier: MIT
//
// A face in three.js, Babylon.js and PlayCanvas, in Chromium: bones and morphs of the engines'
// own nodes are those of `mien eval`, and the picture changes. MIEN_UI_OUTPUT is a folder for
// pictures.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {test} from 'node:test';

import {openPage} from './browser.mjs';
import {CAST, PACKAGE, PROGRAM, castFile, castPack, nodePackage} from './kit.mjs';

castFile('pip.glb');
const CURVES = {jawOpen: 0.7, mouthSmileLeft: 0.9, eyeBlinkRight: 1, browInnerUp: 0.5, eyeLookOutLeft: 0.4};
const SIZE = 480;

/** What `mien eval` says of the face: all bones, and the curves that are not 0, morphs' among them. */
function evaluate() {
    const words = Object.entries(CURVES).map(([name, value]) => `${name}=${value}`);
    const given = [castPack('pip.poses'), '--skeleton', castPack('ada.skeleton'), '--mesh', castPack('pip.mesh')];
    const text = execFileSync(PROGRAM, ['eval', ...given, ...words, '--bones', 'all', '--json', '--no-warnings'], {encoding: 'utf8'});
    return JSON.parse(text);
}

/** What each page has to give: `bones` and `morphs` by name, after `show(weights)` drew a frame. */
const ENGINES = {
    'three.js': {
        site: {'/three/': nodePackage('three')},
        imports: {'three': '/three/build/three.module.js', 'three/addons/': '/three/examples/jsm/'},
        code: `
            import * as THREE from 'three';
            import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
            import {Puppet, restOf} from 'mien/three';
            const model = await new GLTFLoader().loadAsync('/cast/pip.glb');
            const renderer = new THREE.WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
            renderer.setSize(${SIZE}, ${SIZE}, false);
            const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(20, 1, 0.05, 20);
            scene.background = new THREE.Color('#dfe3ea');
            scene.add(model.scene, new THREE.HemisphereLight(0xffffff, 0x99aabb, 4));
            const box = new THREE.Box3().setFromObject(model.scene), middle = box.getCenter(new THREE.Vector3());
            camera.position.set(middle.x, middle.y, middle.z + 2.6 * (box.max.y - box.min.y));
            bind(Puppet, restOf, model, () => renderer.render(scene, camera));
            const nodes = [];
            model.scene.traverse((node) => nodes.push(node));
            window.state = () => ({
                bones: Object.fromEntries(nodes.filter((node) => node.isBone).map((node) => [node.name, [
                    ...node.quaternion.toArray(), ...node.position.toArray(), ...node.scale.toArray()]])),
                morphs: Object.assign({}, ...nodes.filter((node) => node.morphTargetDictionary).map((node) => Object.fromEntries(
                    Object.entries(node.morphTargetDictionary).map(([name, i]) => [name, node.morphTargetInfluences[i]])))),
            });`,
    },
    'PlayCanvas': {
        site: {'/playcanvas/': nodePackage('playcanvas')},
        imports: {'playcanvas': '/playcanvas/build/playcanvas.min.mjs'},
        code: `
            import * as pc from 'playcanvas';
            import {Puppet, restOf} from 'mien/playcanvas';
            const app = new pc.Application(canvas, {graphicsDeviceOptions: {preserveDrawingBuffer: true}});
            app.setCanvasResolution(pc.RESOLUTION_FIXED, ${SIZE}, ${SIZE});
            app.scene.ambientLight = new pc.Color(0.45, 0.45, 0.5);
            app.start();
            app.autoRender = false;
            const asset = await new Promise((resolve, reject) => app.assets.loadFromUrl('/cast/pip.glb', 'container',
                (error, found) => (error ? reject(error) : resolve(found))));
            const model = asset.resource.instantiateRenderEntity();
            app.root.addChild(model);
            const bounds = new pc.BoundingBox();
            model.findComponents('render').flatMap(({meshInstances}) => meshInstances).forEach(({aabb}, i) =>
                (i === 0 ? bounds.copy(aabb) : bounds.add(aabb)));
            const camera = new pc.Entity(), light = new pc.Entity();
            camera.addComponent('camera', {clearColor: new pc.Color(0.87, 0.89, 0.92), fov: 20});
            light.addComponent('light', {type: 'directional', intensity: 1.3});
            light.setEulerAngles(40, 25, 0);
            const {center, halfExtents} = bounds;
            camera.setPosition(center.x, center.y, center.z + 5.2 * halfExtents.y);
            app.root.addChild(camera);
            app.root.addChild(light);
            bind(Puppet, restOf, model, () => new Promise((resolve) => {
                app.once('frameend', resolve);
                app.renderNextFrame = true;
            }));
            window.state = () => {
                const bones = {}, morphs = {};
                model.forEach((node) => {
                    const q = node.getLocalRotation(), p = node.getLocalPosition(), s = node.getLocalScale();
                    bones[node.name] ??= [q.x, q.y, q.z, q.w, p.x, p.y, p.z, s.x, s.y, s.z];
                    for (const {morphInstance} of node.render?.meshInstances ?? [])
                        morphInstance?.morph.targets.forEach(({name}, i) => { morphs[name] = morphInstance.getWeight(i); });
                });
                return {bones, morphs};
            };`,
    },
};

const babylon = (isRightHanded) => ({
    site: {'/babylonjs/': nodePackage('babylonjs'), '/babylonjs-loaders/': nodePackage('babylonjs-loaders')},
    imports: {},
    scripts: ['/babylonjs/babylon.js', '/babylonjs-loaders/babylonjs.loaders.min.js'],
    code: `
        import {Puppet, restOf} from 'mien/babylon';
        const engine = new BABYLON.Engine(canvas, true, {preserveDrawingBuffer: true});
        const scene = new BABYLON.Scene(engine);
        scene.useRightHandedSystem = ${isRightHanded};
        scene.clearColor = BABYLON.Color4.FromHexString('#dfe3eaff');
        const model = await BABYLON.SceneLoader.LoadAssetContainerAsync('/cast/', 'pip.glb', scene);
        model.addAllToScene();
        model.animationGroups.forEach((group) => group.stop());
        const {min, max} = model.meshes[0].getHierarchyBoundingVectors(true), middle = min.add(max).scale(0.5);
        const front = new BABYLON.Vector3(0, 0, 2.6 * (max.y - min.y));
        const camera = new BABYLON.FreeCamera('camera', middle.add(front), scene);
        camera.fov = 20 * Math.PI / 180;
        camera.minZ = 0.05;
        camera.setTarget(middle);
        new BABYLON.HemisphericLight('light', new BABYLON.Vector3(0.2, 1, 0.6), scene).intensity = 1.6;
        await scene.whenReadyAsync();
        bind(Puppet, restOf, model, () => scene.render());
        window.state = () => ({
            bones: Object.fromEntries(model.skeletons[0].bones.map((bone) => {
                const {rotationQuaternion: q, position: p, scaling: s} = bone.getTransformNode();
                return [bone.name, [q.x, q.y, q.z, q.w, p.x, p.y, p.z, s.x, s.y, s.z]];
            })),
            morphs: Object.assign({}, ...model.meshes.filter((mesh) => mesh.morphTargetManager).map(({morphTargetManager: manager}) =>
                Object.fromEntries(Array.from({length: manager.numTargets}, (_, i) => {
                    const {name, influence} = manager.getTarget(i);
                    return [name, influence];
                })))),
        });`,
});
ENGINES['Babylon.js, left-handed'] = babylon(false);
ENGINES['Babylon.js, right-handed'] = babylon(true);

/** A page of an engine: `bind` is what its code calls, `show(weights)` what the test does. */
function pageOf({imports, scripts = [], code}) {
    const map = {imports: {...imports, ...Object.fromEntries(['', '/three', '/babylon', '/playcanvas'].map((part) => [
        `mien${part}`, `/mien/${part ? part.slice(1) : 'mien'}.mjs`]))}};
    return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body { margin: 0 }</style>
        <canvas id="canvas" width="${SIZE}" height="${SIZE}"></canvas>
        <script type="importmap">${JSON.stringify(map)}</script>
        ${scripts.map((file) => `<script src="${file}"></script>`).join('')}
        <script type="module">
            import {Mien} from 'mien';
            const canvas = document.getElementById('canvas');
            const mien = await Mien.load(), cast = await mien.open('/cast/cast.mien'), skeleton = cast.get('ada.skeleton');
            function bind(Puppet, restOf, model, draw) {
                const mesh = cast.get('pip.mesh'), poses = cast.get('pip.poses');
                const actor = mien.actor({skeleton, mesh, poses, rest: restOf(skeleton, model)});
                const puppet = new Puppet(actor, model);
                window.report = puppet.report;
                window.show = async (weights) => {
                    actor.clear();
                    for (const [name, value] of Object.entries(weights)) actor.set(name, value);
                    puppet.update(0);
                    await draw();
                    return canvas.toDataURL('image/png');
                };
                window.let_go = () => puppet.dispose();
            }
            ${code}
            window.isReady = true;
        </script>`;
}

/** The angle between two rotations, in degrees. */
function angleBetween([ax, ay, az, aw], [bx, by, bz, bw]) {
    const x = aw * bx - ax * bw - ay * bz + az * by, y = aw * by + ax * bz - ay * bw - az * bx;
    const z = aw * bz - ax * by + ay * bx - az * bw, w = aw * bw + ax * bx + ay * by + az * bz;
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180 / Math.PI;
}

const truth = evaluate();

for (const [name, engine] of Object.entries(ENGINES)) {
    test(`a face in ${name}`, async () => {
        const site = await openPage({'/mien/': PACKAGE, '/cast/': CAST, ...engine.site, '/index.html': pageOf(engine)});
        try {
            await site.page.waitForFunction('window.isReady');
            const before = await site.page.evaluate('window.state()'), still = await site.page.evaluate('window.show({})');
            const drawn = await site.page.evaluate(`window.show(${JSON.stringify(CURVES)})`);
            const {bones, morphs} = await site.page.evaluate('window.state()');
            if (process.env.MIEN_UI_OUTPUT) {
                const file = path.join(process.env.MIEN_UI_OUTPUT, `engine-${name.replace(/\W+/g, '-').toLowerCase()}`);
                fs.writeFileSync(`${file}.png`, Buffer.from(drawn.split(',')[1], 'base64'));
                fs.writeFileSync(`${file}-rest.png`, Buffer.from(still.split(',')[1], 'base64'));
            }
            assert.ok(drawn !== still, 'the picture does not change');
            assert.equal(await site.page.evaluate('window.report.missingBones.length'), 0);
            compare(truth, bones, morphs);
            await site.page.evaluate('window.let_go()');
            assert.deepEqual(await site.page.evaluate('window.state()'), before);
            assert.deepEqual(site.errors, []);
        } finally {
            await site.close();
        }
    });
}

/** Bones within 1e-4 degrees and a micrometre, morphs within 1e-6. */
function compare(expected, bones, morphs) {
    let compared = 0;
    for (const {name, rotation, translation, scale} of expected.bones) {
        const found = bones[name];
        assert.ok(angleBetween(found, rotation) <= 1e-4, `${name} is turned ${angleBetween(found, rotation)} degrees off`);
        translation.forEach((value, i) => assert.ok(Math.abs(found[4 + i] - value) <= 1e-6, name));
        scale.forEach((value, i) => assert.ok(Math.abs(found[7 + i] - value) <= 1e-6, name));
        ++compared;
    }
    assert.equal(compared, 68);
    const weights = new Map(expected.curves.map(({name, value}) => [name, value]));
    assert.ok(Object.values(morphs).filter((weight) => weight > 0.1).length >= 2);
    for (const [name, weight] of Object.entries(morphs)) assert.ok(Math.abs(weight - (weights.get(name) ?? 0)) <= 1e-6, name);
}
