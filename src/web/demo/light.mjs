// SPDX-License-Identifier: MIT
//
// The light of the demonstration, that of `mien render`: a soft key with a shadow, a sky
// that corners see little of, rims, skin that lets red light in, and a film's curve.

import * as THREE from 'three';
import {merge} from './merge.mjs';

const direction = (x, y, z) => new THREE.Vector3(x, y, z).normalize();
const glsl = (vector) => `vec3(${vector.toArray().map((value) => value.toFixed(8)).join()})`;
const KEY = direction(-0.55, 0.72, 0.80);
const SKY_DIRECTIONS = 24, SKY_SIDE = 160;

// How light meets materials: as mieni_surface_named and its table in src/render have it.
const PLAIN = {
    wrap: [0.08, 0.08, 0.08], soften: [0, 0, 0], bleed: [0, 0, 0], rough: 0.45, facingShine: 0.04, edgeShine: 0.55,
    shine: 2.6, sheen: 0.9, keyLift: 0, skyLift: 0, rim: 1, gain: 1, glint: 0,
};
const SURFACES = {
    skin: {wrap: [0.38, 0.17, 0.11], soften: [0.45, 0.05, -0.05], bleed: [0.077, 0.021, 0.0105], rough: 0.42, sheen: 0.55},
    eye: {shine: 0, glint: 1, skyLift: 0.35}, // lifted, for eyes turn out of the shade that is worked out once
    mouth: {rough: 0.22, keyLift: 0.3, skyLift: 0.35},
    hair: {rough: 0.38},
    cloth: {rough: 0.8, facingShine: 0.02, edgeShine: 0.25, sheen: 0.15, rim: 0.6},
    hollow: {gain: 0.75},
};
const PROMISES = [ // the first word that a material's name holds counts
    ['lash', 'hair'], ['brow', 'hair'], ['eyelid', 'skin'], ['cornea', 'eye'], ['iris', 'eye'], ['sclera', 'eye'], ['hair', 'hair'],
    ['beard', 'hair'], ['teeth', 'mouth'], ['tooth', 'mouth'], ['tongue', 'mouth'], ['gum', 'mouth'], ['wet', 'mouth'],
    ['cloth', 'cloth'], ['shirt', 'cloth'], ['outfit', 'cloth'], ['sweater', 'cloth'], ['fabric', 'cloth'], ['bag', 'hollow'],
    ['eye', 'eye'], ['skin', 'skin'], ['head', 'skin'], ['face', 'skin'], ['body', 'skin'], ['lip', 'skin'],
];

function surfaceOf({name, roughness = 0.5}) {
    const small = name.toLowerCase(), kind = PROMISES.find(([word]) => small.includes(word))?.[1];
    if (kind) return {...PLAIN, ...SURFACES[kind]};
    const rough = Math.min(Math.max(roughness, 0.2), 1);
    return {...PLAIN, rough, sheen: 1.35 * (1 - rough) + 0.1, edgeShine: 0.85 - 0.6 * rough};
}

// Models may have eight bones per vertex, of which three.js knows four and makes their weights
// one; what the others have is what was left before. Each uniform costs a call per mesh and
// frame, so those of three.js that follow from others are not asked for.
const VERTEX = /* glsl */`
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
attribute vec4 sky;
attribute float surface;
uniform mat3 imageMatrix;
#ifdef EIGHT_BONES
attribute vec4 joints_1;
attribute vec4 weights_1;
mat4 otherBones() {
    return getBoneMatrix(joints_1.x) * weights_1.x + getBoneMatrix(joints_1.y) * weights_1.y +
           getBoneMatrix(joints_1.z) * weights_1.z + getBoneMatrix(joints_1.w) * weights_1.w;
}
#endif
varying vec3 toCamera;
varying vec3 normalAt;
varying vec4 skyAt;
varying vec2 uvAt;
flat varying int surfaceAt;
void main() {
    #include <beginnormal_vertex>
    #include <morphnormal_vertex>
    #include <begin_vertex>
    #include <morphtarget_vertex>
    #ifdef USE_SKINNING
    mat4 skin = getBoneMatrix(skinIndex.x) * skinWeight.x + getBoneMatrix(skinIndex.y) * skinWeight.y +
                getBoneMatrix(skinIndex.z) * skinWeight.z + getBoneMatrix(skinIndex.w) * skinWeight.w;
    #ifdef EIGHT_BONES
    skin = skin * (1.0 - dot(weights_1, vec4(1.0))) + otherBones();
    #endif
    skin = bindMatrixInverse * skin * bindMatrix;
    transformed = (skin * vec4(transformed, 1.0)).xyz;
    objectNormal = mat3(skin) * objectNormal;
    #endif
    #include <color_vertex>
    vec4 place = modelMatrix * vec4(transformed, 1.0);
    normalAt = mat3(modelMatrix) * objectNormal;
    toCamera = -(transpose(mat3(viewMatrix)) * viewMatrix[3].xyz) - place.xyz;
    gl_Position = projectionMatrix * viewMatrix * place;
    #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    vec4 offset = vec4(normalize(normalAt) * directionalLightShadows[0].shadowNormalBias, 0.0);
    vDirectionalShadowCoord[0] = directionalShadowMatrix[0] * (place + offset);
    #endif
    skyAt = sky;
    surfaceAt = int(surface + 0.5);
    #ifdef HAS_IMAGE
    uvAt = (imageMatrix * vec3(uv, 1.0)).xy;
    #endif
}`;

// The same light as in src/render/shaders.c, with one shadow map looked up sixteen times.
const FRAGMENT = /* glsl */`
#include <common>
#include <packing>
#include <color_pars_fragment>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
const vec3 key = ${glsl(KEY)}, box = ${glsl(direction(-0.25, 0.85, 0.5))};
const vec3 rims[2] = vec3[2](${glsl(direction(0.80, 0.35, -0.55))}, ${glsl(direction(-0.85, 0.25, -0.45))});
const vec3 glints[2] = vec3[2](${glsl(direction(-0.42, 0.52, 0.78))}, ${glsl(direction(0.52, -0.45, 0.72))});
uniform vec4 surfaces[SURFACES * 6];
uniform float opacity, cut;
uniform sampler2D image;
varying vec3 toCamera;
varying vec3 normalAt;
varying vec4 skyAt;
varying vec2 uvAt;
flat varying int surfaceAt;

vec3 wrap, soften, bleed, base;
float rough, facingShine, edgeShine, shine, sheen, keyLift, skyLift, rim, gain, glint;
void readSurface() { // as packSurface has it
    vec4 a = surfaces[surfaceAt * 6], b = surfaces[surfaceAt * 6 + 1], c = surfaces[surfaceAt * 6 + 2];
    vec4 d = surfaces[surfaceAt * 6 + 3], e = surfaces[surfaceAt * 6 + 4], f = surfaces[surfaceAt * 6 + 5];
    wrap = a.rgb; soften = b.rgb; bleed = c.rgb; base = d.rgb;
    rough = a.a; facingShine = b.a; edgeShine = c.a; shine = d.a;
    sheen = e.x; keyLift = e.y; skyLift = e.z; rim = e.w;
    gain = f.x; glint = f.y;
}

float seenByKey() {
    #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    const mat2 turn = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);
    vec3 q = vDirectionalShadowCoord[0].xyz / vDirectionalShadowCoord[0].w;
    q.z += directionalLightShadows[0].shadowBias;
    vec2 seed = vec2(directionalLightShadows[0].shadowRadius, 0.0) / directionalLightShadows[0].shadowMapSize;
    float sum = 0.0;
    for (int i = 0; i < 16; ++i) {
        sum += texture(directionalShadowMap[0], vec3(q.xy + seed * sqrt((float(i) + 0.5) / 16.0), q.z));
        seed = turn * seed;
    }
    return sum / 16.0;
    #else
    return 1.0;
    #endif
}

vec3 film(vec3 c) {
    vec3 curve = c * (1.90 * c + 0.086) / (c * (1.78 * c + 0.80) + 0.14);
    float most = max(c.r, max(c.g, c.b));
    vec3 sameHue = c * (max(curve.r, max(curve.g, curve.b)) / max(most, 0.0001));
    return clamp(mix(sameHue, curve, mix(0.50, 1.0, smoothstep(1.5, 4.0, most))), 0.0, 1.0);
}

void main() {
    readSurface();
    vec4 paint = vec4(base, opacity);
    #if defined(USE_COLOR) || defined(USE_COLOR_ALPHA)
    paint *= vColor;
    #endif
    #ifdef HAS_IMAGE
    paint *= texture(image, uvAt);
    #endif
    if (paint.a < cut) discard;

    vec3 n = normalize(normalAt), v = normalize(toCamera);
    if (dot(n, v) < -0.15) n = -n;
    float facing = dot(n, key), open = skyAt.a;
    float direct = mix(seenByKey(), 1.0, keyLift);
    vec3 around = mix(skyAt.rgb, vec3(1.0), skyLift);
    vec3 diffuse = max((vec3(facing) + wrap) / (1.0 + wrap), 0.0);
    vec3 softened = direct + soften * (direct - direct * direct);
    vec3 light = diffuse * softened * vec3(1.0, 0.93, 0.85) * 1.42 + around * 0.5;
    vec3 c = paint.rgb * light + paint.rgb * bleed * (1.0 - open);

    float nh = max(dot(n, normalize(key + v)), 0.0), side = 1.0 - max(dot(n, v), 0.0), side2 = side * side;
    float mirror = facingShine + (1.0 - facingShine) * side2 * side2 * side * edgeShine;
    float a2 = rough * rough * rough * rough, d = nh * nh * (a2 - 1.0) + 1.0;
    c += mirror * (a2 / (3.14159 * d * d) * 0.25 * shine * max(facing, 0.0) * direct);
    vec3 r = reflect(-v, n);
    c += vec3(0.9, 0.97, 1.1) * mirror * smoothstep(0.35, 0.95, dot(r, box)) * sheen * open;
    vec3 behind = vec3(0.62, 0.80, 1.15) * smoothstep(-0.15, 0.75, dot(n, rims[0])) +
                  vec3(1.15, 0.80, 0.58) * smoothstep(-0.15, 0.75, dot(n, rims[1]));
    c += behind * side2 * sqrt(side) * open * open * rim * (0.10 + paint.rgb);
    if (glint > 0.0) {
        float ahead = dot(r, glints[0]), off = length(r - glints[0] * ahead) / max(ahead, 0.001);
        float glow = ahead > 0.0 ? 1.0 - smoothstep(0.24, 0.33, off) : 0.0;
        c += vec3(1.5) * glow * smoothstep(0.1, 0.45, open) + vec3(0.063, 0.067, 0.07) * smoothstep(0.955, 0.985, dot(r, glints[1]));
    }
    gl_FragColor = vec4(film(c * gain * 0.95), paint.a);
    #include <colorspace_fragment>
    #include <premultiplied_alpha_fragment>
}`;

/** The numbers of a surface, six vectors: readSurface of the shader takes them apart. */
function packSurface(from) {
    const s = surfaceOf(from), base = from.color ?? new THREE.Color(1, 1, 1);
    return [...s.wrap, s.rough, ...s.soften, s.facingShine, ...s.bleed, s.edgeShine, ...base.toArray(), s.shine,
        s.sheen, s.keyLift, s.skyLift, s.rim, s.gain, s.glint, 0, 0];
}

/** A material of this light, with the colours of others: one, or one per surface of the geometry. */
function materialOf(from, geometry) {
    const [first] = from, image = first.map ?? null, hasEight = geometry.hasAttribute('weights_1') && geometry.hasAttribute('skinIndex');
    image?.updateMatrix();
    const values = {
        surfaces: from.flatMap(packSurface), image, imageMatrix: image?.matrix ?? new THREE.Matrix3(),
        opacity: first.opacity, cut: first.alphaTest || 0.004,
    };
    return new THREE.ShaderMaterial({
        vertexShader: VERTEX, fragmentShader: FRAGMENT, lights: true,
        uniforms: THREE.UniformsUtils.merge([THREE.UniformsLib.lights, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, {value}]))]),
        defines: {SURFACES: from.length, ...image && {HAS_IMAGE: ''}, ...hasEight && {EIGHT_BONES: ''}},
        vertexColors: first.vertexColors, transparent: first.transparent, side: first.side, premultipliedAlpha: true,
    });
}

/** Meshes below a node, with where their vertices are now. */
function verticesOf(root) {
    root.updateWorldMatrix(true, true);
    const list = [], at = new THREE.Vector3();
    root.traverse((mesh) => {
        if (!mesh.isMesh) return;
        const {geometry} = mesh, {count} = geometry.attributes.position, positions = new Float32Array(count * 3);
        if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals();
        for (let i = 0; i < count; ++i) mesh.getVertexPosition(i, at).applyMatrix4(mesh.matrixWorld).toArray(positions, i * 3);
        const index = geometry.index?.array ?? Uint32Array.from({length: count}, (_, i) => i);
        const turn = new THREE.Matrix3().getNormalMatrix(mesh.matrixWorld);
        list.push({mesh, geometry, positions, index, normals: geometry.attributes.normal.clone().applyNormalMatrix(turn).array});
    });
    return list;
}

/** Heights above a plane across `axes.z`, the highest per pixel. */
function drawHeights(list, focus, radius, [x, y, z], map) {
    const scale = SKY_SIDE / 2 / radius, half = SKY_SIDE / 2;
    map.fill(-Infinity);
    for (const part of list) {
        const {positions: p, index, projected: q} = part;
        for (let i = 0; i < p.length; i += 3) {
            const dx = p[i] - focus.x, dy = p[i + 1] - focus.y, dz = p[i + 2] - focus.z;
            q[i] = (dx * x.x + dy * x.y + dz * x.z) * scale + half;
            q[i + 1] = (dx * y.x + dy * y.y + dz * y.z) * scale + half;
            q[i + 2] = dx * z.x + dy * z.y + dz * z.z;
        }
        for (let t = 0; t + 2 < index.length; t += 3) {
            const a = index[t] * 3, b = index[t + 1] * 3, c = index[t + 2] * 3;
            const ax = q[a], ay = q[a + 1], bx = q[b] - ax, by = q[b + 1] - ay, cx = q[c] - ax, cy = q[c + 1] - ay, area = bx * cy - by * cx;
            if (area === 0) continue;
            const left = Math.max(0, Math.ceil(Math.min(ax, q[b], q[c]) - 0.5)), right = Math.min(SKY_SIDE - 1, Math.floor(Math.max(ax, q[b], q[c]) - 0.5));
            const low = Math.max(0, Math.ceil(Math.min(ay, q[b + 1], q[c + 1]) - 0.5)), high = Math.min(SKY_SIDE - 1, Math.floor(Math.max(ay, q[b + 1], q[c + 1]) - 0.5));
            for (let row = low; row <= high; ++row) {
                for (let column = left; column <= right; ++column) {
                    const px = column + 0.5 - ax, py = row + 0.5 - ay;
                    const u = (px * cy - py * cx) / area, w = (bx * py - by * px) / area;
                    if (u < 0 || w < 0 || u + w > 1) continue;
                    const height = q[a + 2] + u * (q[b + 2] - q[a + 2]) + w * (q[c + 2] - q[a + 2]), at = row * SKY_SIDE + column;
                    if (height > map[at]) map[at] = height;
                }
            }
        }
    }
}

/** Adds what each vertex sees of the sky in one direction. */
function addSky(list, focus, radius, [x, y, z], map) {
    const scale = SKY_SIDE / 2 / radius, half = SKY_SIDE / 2 - 0.5, lift = radius * 0.005, bias = radius * 0.006;
    const h = THREE.MathUtils.smoothstep(z.y * 0.5 + 0.5, 0.2, 0.9), color = [0.80 + 0.06 * h, 0.60 + 0.37 * h, 0.52 + 0.60 * h];
    for (const {positions: p, normals: n, sums} of list) {
        for (let i = 0, s = 0; i < p.length; i += 3, s += 5) {
            const facing = (n[i] * z.x + n[i + 1] * z.y + n[i + 2] * z.z + 0.15) / 1.15;
            if (facing <= 0) continue;
            const dx = p[i] + n[i] * lift - focus.x, dy = p[i + 1] + n[i + 1] * lift - focus.y, dz = p[i + 2] + n[i + 2] * lift - focus.z;
            const px = (dx * x.x + dy * x.y + dz * x.z) * scale + half, py = (dx * y.x + dy * y.y + dz * y.z) * scale + half;
            const height = dx * z.x + dy * z.y + dz * z.z + bias, column = Math.floor(px), row = Math.floor(py), u = px - column, w = py - row;
            let seen = 1;
            if (column >= 0 && row >= 0 && column < SKY_SIDE - 1 && row < SKY_SIDE - 1) {
                const at = row * SKY_SIDE + column, isOpen = (place) => map[place] <= height ? 1 : 0;
                seen = (isOpen(at) * (1 - u) + isOpen(at + 1) * u) * (1 - w) + (isOpen(at + SKY_SIDE) * (1 - u) + isOpen(at + SKY_SIDE + 1) * u) * w;
            }
            const light = facing * seen;
            for (let c = 0; c < 3; ++c) sums[s + c] += color[c] * light;
            sums[s + 3] += light;
            sums[s + 4] += facing;
        }
    }
}

/** Works out for each vertex how much of the sky it sees: its attribute `sky`, colour and open part. */
function bakeSky(list, focus, radius) {
    const map = new Float32Array(SKY_SIDE * SKY_SIDE);
    for (const part of list) {
        part.projected = new Float32Array(part.positions.length);
        part.sums = new Float32Array(part.positions.length / 3 * 5);
    }
    for (let i = 0; i < SKY_DIRECTIONS; ++i) { // as a sunflower's seeds, from the top to below the horizon
        const up = 1 - 1.42 * (i + 0.5) / SKY_DIRECTIONS, out = Math.sqrt(1 - up * up), angle = i * 2.399963229728653;
        const z = new THREE.Vector3(out * Math.cos(angle), up, out * Math.sin(angle));
        const x = new THREE.Vector3().crossVectors(Math.abs(z.y) > 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0), z).normalize();
        const axes = [x, new THREE.Vector3().crossVectors(z, x), z];
        drawHeights(list, focus, radius, axes, map);
        addSky(list, focus, radius, axes, map);
    }
    for (const {geometry, sums} of list) {
        const sky = new Float32Array(sums.length / 5 * 4);
        for (let i = 0, s = 0; i < sky.length; i += 4, s += 5) {
            for (let c = 0; c < 3; ++c) sky[i + c] = sums[s + c] * 4 / SKY_DIRECTIONS;
            sky[i + 3] = sums[s + 4] > 0 ? sums[s + 3] / sums[s + 4] : 1;
        }
        geometry.setAttribute('sky', new THREE.BufferAttribute(sky, 4));
    }
}

/** The box of what the head moves most, or of all without a head; some air at the ears. And where all ends. */
function headBox(list) {
    const all = new THREE.Box3(), box = new THREE.Box3(), at = new THREE.Vector3();
    for (const {mesh, geometry, positions} of list) {
        const {skinIndex, skinWeight} = geometry.attributes, onHead = mesh.skeleton?.bones.map((bone) => {
            while (bone?.isBone && !/(^|[^a-z])head([^a-z]|$)/i.test(bone.name)) bone = bone.parent;
            return Boolean(bone?.isBone);
        });
        for (let i = 0; i < positions.length / 3; ++i) {
            at.fromArray(positions, i * 3);
            all.expandByPoint(at);
            if (!onHead || !skinIndex) continue;
            let most = 0;
            for (let k = 1; k < 4; ++k) if (skinWeight.getComponent(i, k) > skinWeight.getComponent(i, most)) most = k;
            if (onHead[skinIndex.getComponent(i, most)]) box.expandByPoint(at);
        }
    }
    const head = box.isEmpty() ? all : box, air = 0.06 * (head.max.x - head.min.x);
    head.min.x -= air;
    head.max.x += air;
    return {box: head, floor: all.min.y};
}

/**
 * Puts a model into this light: gives it materials, and works out the sky as it stands now.
 * Gives the box of its head, where the model ends below, and the lamp for its scene.
 */
export function light(root) {
    const list = verticesOf(root), {box, floor} = headBox(list), focus = box.getCenter(new THREE.Vector3());
    const radius = box.getSize(new THREE.Vector3()).length() * 0.62;
    bakeSky(list, focus, radius);
    for (const {mesh, geometry, materials} of merge(list)) {
        mesh.material = Array.isArray(mesh.material) ? materials.map((one) => materialOf([one], geometry)) : materialOf(materials, geometry);
        mesh.castShadow = mesh.receiveShadow = true;
        mesh.customDepthMaterial = new THREE.MeshDepthMaterial(); // shared by all, its program would change with each
        mesh.frustumCulled = false; // boxes of skinned meshes are those of their rest
    }
    const lamp = new THREE.DirectionalLight();
    lamp.position.copy(KEY).multiplyScalar(radius * 2).add(focus);
    lamp.target.position.copy(focus);
    lamp.castShadow = true;
    Object.assign(lamp.shadow.camera, {left: -radius, right: radius, top: radius, bottom: -radius, near: radius * 0.5, far: radius * 4});
    lamp.shadow.mapSize.set(1024, 1024);
    Object.assign(lamp.shadow, {radius: 14, bias: -0.0025, normalBias: radius * 0.008});
    return {box, floor, lamp};
}
