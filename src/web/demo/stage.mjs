// SPDX-License-Identifier: MIT
//
// The stage: a card per face on the page, and one canvas over all of them that draws each
// head where its card is. All cameras turn together.

import * as THREE from 'three';
import {light} from './light.mjs';

const FIELD = 17, FILL = 0.8; // as `mien render` frames heads: a long lens, four fifths of the height
const HOME = {yaw: -16, pitch: 4};
const GAZE = 0.75, MOST_GAZE = 35; // the part of the way, and from where on it is not worth it
const EYE = /^(eye_?(l|r|left|right)|(l|r|left|right)_?eye)(_?(joint|jnt|bone|armature))?$/i;
const MOST_YAW = 75, MOST_PITCH = 40;

export class Stage {
    #renderer;
    #canvas;
    #cells = new Set();
    #frames = 0;
    #ratio = 0; // 0: places are not known
    /** Where all cameras stand, in degrees: above 0 they see more of a face's left side. */
    view = {...HOME};

    constructor(canvas) {
        this.#canvas = canvas;
        const renderer = this.#renderer = new THREE.WebGLRenderer({canvas, antialias: true, alpha: true});
        renderer.shadowMap.enabled = true;
        renderer.shadowMap.type = THREE.PCFShadowMap;
        renderer.autoClear = false;
    }

    /** Puts a model where an element of the page is. Gives what remove wants. */
    add(root, element) {
        const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(FIELD);
        const {box, floor, lamp} = light(root);
        scene.add(root, lamp, lamp.target);
        const cell = {root, element, scene, camera, box, floor, aimed: {}, eyes: []};
        root.traverse((node) => { if (node.isBone && EYE.test(node.name)) cell.eyes.push(node); });
        this.#cells.add(cell);
        this.measure();
        return cell;
    }

    remove(cell) {
        this.#cells.delete(cell);
        this.measure();
        cell.root.traverse((node) => {
            node.geometry?.dispose();
            for (const material of [node.material ?? []].flat()) material.dispose();
        });
    }

    /** Turns all cameras by degrees, as far as faces are worth being seen; without any: back to the front. */
    turn(yaw, pitch) {
        this.view = yaw === undefined ? {...HOME} : {
            yaw: THREE.MathUtils.clamp(this.view.yaw + yaw, -MOST_YAW, MOST_YAW),
            pitch: THREE.MathUtils.clamp(this.view.pitch + pitch, -MOST_PITCH, MOST_PITCH),
        };
    }

    /** Turns eyes to the camera, from where the performance has them: faces look alive. */
    gaze() {
        const [yaw, pitch] = [this.view.yaw, this.view.pitch].map((angle) => Math.abs(angle) > MOST_GAZE ? 0 : THREE.MathUtils.degToRad(angle * GAZE));
        const turn = new THREE.Quaternion().setFromEuler(new THREE.Euler(-pitch, yaw, 0, 'YXZ'));
        for (const {eyes} of this.#cells) for (const eye of eyes) {
            const above = eye.parent.getWorldQuaternion(new THREE.Quaternion());
            eye.quaternion.premultiply(above).premultiply(turn).premultiply(above.invert());
        }
    }

    /** Places a camera, unless it stands there already. */
    #aim({camera, box, floor, aimed}, aspect) {
        const {yaw: toSide, pitch: toTop} = this.view;
        if (aimed.yaw === toSide && aimed.pitch === toTop && aimed.aspect === aspect) return;
        Object.assign(aimed, {yaw: toSide, pitch: toTop, aspect});
        const size = box.getSize(new THREE.Vector3()), target = box.getCenter(new THREE.Vector3());
        const visible = Math.max(size.y / FILL, Math.max(size.x, size.z) / aspect / 0.98); // metres, foot to top
        if (floor < box.min.y - 0.02 * size.y) target.y = Math.max(target.y, floor + visible * 0.53); // shoulders end out of sight
        const distance = visible / 2 / Math.tan(THREE.MathUtils.degToRad(FIELD / 2));
        const yaw = THREE.MathUtils.degToRad(toSide), pitch = THREE.MathUtils.degToRad(toTop);
        Object.assign(camera, {aspect, near: distance * 0.4, far: distance * 4});
        camera.position.set(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch))
            .multiplyScalar(distance).add(target);
        camera.lookAt(target);
        camera.updateProjectionMatrix();
    }

    /** Reads again where things are on the page, when the next frame is drawn. */
    measure() { this.#ratio = 0; }

    /** Gives the canvas its pixels and cells their places, if they changed: both take time, even if they are the same. */
    #fit(ratio) {
        if (ratio === this.#ratio) return;
        this.#ratio = ratio;
        const frame = this.#canvas.getBoundingClientRect();
        this.#renderer.setPixelRatio(ratio);
        this.#renderer.setSize(frame.width, frame.height, false);
        for (const cell of this.#cells) {
            const {left, top, bottom, width, height} = cell.element.getBoundingClientRect(), isSeen = bottom >= frame.top && top <= frame.bottom;
            cell.place = {left: left - frame.left, bottom: frame.bottom - bottom, width: isSeen ? width : 0, height};
        }
    }

    /**
     * Draws all faces. While they move, shadows take turns: one face a frame, in a draft
     * every second face, for frames are slow then. A draft has a quarter of the pixels.
     */
    draw(isMoving = false, isDraft = false) {
        const renderer = this.#renderer, ratio = Math.min(devicePixelRatio, 2) * (isDraft ? 0.5 : 1);
        let turn = ++this.#frames;
        this.#fit(ratio);
        renderer.setScissorTest(false);
        renderer.clear();
        renderer.setScissorTest(true);
        for (const cell of this.#cells) {
            const {place: {left, bottom, width, height}} = cell;
            if (width < 1 || height < 1) continue;
            this.#aim(cell, width / height);
            renderer.setViewport(left, bottom, width, height);
            renderer.setScissor(left, bottom, width, height);
            renderer.shadowMap.autoUpdate = !isMoving || ++turn % (isDraft ? 2 : this.#cells.size) === 0 || !cell.camera.userData.isDrawn;
            cell.camera.userData.isDrawn = true;
            renderer.render(cell.scene, cell.camera);
        }
    }
}
