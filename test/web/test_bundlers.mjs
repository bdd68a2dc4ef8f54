// SPDX-License-Identifier: MIT
//
// The package as people use it: installed from npm's archive, bundled by Vite, webpack, esbuild,
// Rollup and Parcel with the settings that docs/web.md gives, served, opened in Chromium. The
// page moves a model of three.js. test_package.mjs has import maps and node.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {openPage} from './browser.mjs';
import {CAST, HERE, PACKAGE, castFile, nodePackage} from './kit.mjs';

castFile('pip.glb');
nodePackage('three');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mien-bundlers-'));
after(() => fs.rmSync(folder, {recursive: true}));

const MAIN = `
import * as THREE from 'three';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {Mien} from 'mien';
import {Puppet} from 'mien/three';
MODULE_URL

async function start() {
    const mien = await Mien.load(LOAD_OPTIONS);
    const cast = await mien.open('/cast/cast.mien');
    const pip = mien.actor({skeleton: cast.get('ada.skeleton'), mesh: cast.get('pip.mesh'), poses: cast.get('pip.poses')});
    const model = await new GLTFLoader().loadAsync('/cast/pip.glb');
    const puppet = new Puppet(pip, model), jaw = model.scene.getObjectByName('jaw'), before = jaw.quaternion.clone();
    const renderer = new THREE.WebGLRenderer({preserveDrawingBuffer: true}), scene = new THREE.Scene();
    document.body.append(renderer.domElement);
    scene.add(model.scene, new THREE.HemisphereLight(0xffffff, 0x99aabb, 4));
    const camera = new THREE.PerspectiveCamera(30, 1, 0.05, 20);
    camera.position.set(0, 0, 1.2);
    pip.set('jawOpen', 1);
    puppet.update(1 / 60);
    renderer.render(scene, camera);
    window.result = {words: puppet.report.words, isa: mien.isa, degrees: jaw.quaternion.angleTo(before) * 180 / Math.PI};
}
start().catch((error) => { window.result = {error: String(error)}; });
`;

/** A new project with the package installed, and a page. Packages of others come from this folder's. */
function makeProject(name, {moduleUrl = '', options = '', settings = {}} = {}) {
    const project = path.join(folder, name), modules = path.join(project, 'node_modules');
    fs.mkdirSync(modules, {recursive: true});
    fs.cpSync(installed, path.join(modules, 'mien'), {recursive: true});
    fs.symlinkSync(nodePackage('three'), path.join(modules, 'three'));
    fs.writeFileSync(path.join(project, 'package.json'), JSON.stringify({name, private: true, type: 'module', ...settings}));
    fs.writeFileSync(path.join(project, 'main.js'), MAIN.replace('MODULE_URL', moduleUrl).replace('LOAD_OPTIONS', options));
    fs.writeFileSync(path.join(project, 'index.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">\n'
        + '<body><script type="module" src="./main.js"></script>');
    return project;
}

const [list] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {cwd: PACKAGE, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}));
execFileSync('tar', ['-xzf', list.filename], {cwd: folder});
const installed = path.join(folder, 'package');

/** A page that loads one script, for bundlers that make no page themselves. */
const pageOf = (script) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="/${script}"></script>`;

/** Opens what a bundler made and sees the face move. */
async function check(out, page) {
    const modules = fs.readdirSync(out, {recursive: true}).filter((file) => file.endsWith('.wasm'));
    assert.ok(modules.length > 0, 'no WebAssembly module was copied');
    const site = await openPage({'/cast/': CAST, '/': out, ...page ? {'/index.html': page} : {'/index.html': fs.readFileSync(path.join(out, 'index.html'))}});
    try {
        const result = await site.page.waitForFunction('window.result').then((handle) => handle.jsonValue());
        assert.equal(result.error, undefined);
        assert.match(result.words, /68 of 68 bones were found/);
        assert.equal(result.isa, 'wasm128');
        assert.ok(result.degrees > 10, `the jaw turned ${result.degrees} degrees`);
        assert.deepEqual(site.errors, []);
    } finally {
        await site.close();
    }
}

const load = async (name) => import(pathToFileURL(createRequire(path.join(HERE, 'package.json')).resolve(name)));

test('Vite builds it', async () => {
    nodePackage('vite');
    const {build} = await import('vite'), root = makeProject('vite');
    await build({root, configFile: false, logLevel: 'error'});
    await check(path.join(root, 'dist'));
});

test('Vite serves it without building', async () => {
    const {createServer} = await import('vite'), root = makeProject('vite-dev');
    fs.symlinkSync(CAST, path.join(root, 'cast'));
    const server = await createServer({root, configFile: false, logLevel: 'error', server: {port: 0, host: '127.0.0.1', fs: {strict: false}}});
    await server.listen();
    const site = await openPage({});
    try {
        await site.page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
        const result = await site.page.waitForFunction('window.result').then((handle) => handle.jsonValue());
        assert.equal(result.error, undefined);
        assert.ok(result.degrees > 10);
    } finally {
        await site.close();
        await server.close();
    }
});

test('webpack builds it', async () => {
    nodePackage('webpack');
    const {default: webpack} = await import('webpack'), root = makeProject('webpack'), out = path.join(root, 'dist');
    const stats = await new Promise((resolve, reject) => {
        webpack({mode: 'production', context: root, entry: './main.js', output: {path: out, publicPath: '/'}, performance: {hints: false}},
            (error, done) => (error ? reject(error) : resolve(done)));
    });
    assert.deepEqual(stats.toJson({all: false, errors: true, warnings: true}).warnings, []);
    assert.equal(stats.hasErrors(), false, stats.toString());
    await check(out, pageOf('main.js'));
});

test('esbuild builds it, with the module as a file', async () => {
    nodePackage('esbuild');
    const {build} = await import('esbuild'), out = path.join(folder, 'esbuild/dist');
    const root = makeProject('esbuild', {moduleUrl: "import module from 'mien/mien.wasm';", options: '{module}'});
    await build({absWorkingDir: root, entryPoints: ['main.js'], bundle: true, format: 'esm', outdir: 'dist', loader: {'.wasm': 'file'},
        publicPath: '/', logLevel: 'error'});
    await check(out, pageOf('main.js'));
});

test('Rollup builds it', async () => {
    nodePackage('rollup');
    const {rollup} = await import('rollup'), root = makeProject('rollup'), out = path.join(root, 'dist');
    const {nodeResolve} = await load('@rollup/plugin-node-resolve');
    const {importMetaAssets} = await import('@web/rollup-plugin-import-meta-assets');
    const bundle = await rollup({input: path.join(root, 'main.js'), plugins: [nodeResolve({browser: true}), importMetaAssets()],
        onwarn: (warning) => assert.fail(warning.message)});
    await bundle.write({dir: out, format: 'es'});
    await bundle.close();
    await check(out, pageOf('main.js'));
});

test('Parcel builds it', async () => {
    nodePackage('parcel');
    const root = makeProject('parcel'), out = path.join(root, 'dist');
    execFileSync(process.execPath, [path.join(nodePackage('parcel'), 'lib/bin.js'), 'build', 'index.html', '--dist-dir', out, '--cache-dir',
        path.join(root, '.cache'), '--no-source-maps', '--no-autoinstall', '--log-level', 'error'], {cwd: root, stdio: ['ignore', 'inherit', 'inherit']});
    await check(out);
});
