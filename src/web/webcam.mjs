// SPDX-License-Identifier: MIT
//
// Points of a face mesh, by a tracker that runs in the page, to named values for `LiveFace.add`. Values are
// lengths in parts of the head's size: they mean something only after a calibration. Only sums, products,
// quotients and square roots are used, so that equal points give equal values everywhere.

/** How many points the meshes of MediaPipe have: without and with irises. */
const MESHES = [468, 478];
// Places in these meshes. Right and left are the actor's.
const EYES = {Right: {outer: 33, inner: 133, lids: [[160, 144], [159, 145], [158, 153]]},
    Left: {outer: 263, inner: 362, lids: [[387, 373], [386, 374], [385, 380]]}};
const BROWS = {Right: {inner: 107, middle: 105, outer: 70, low: 55}, Left: {inner: 336, middle: 334, outer: 300, low: 285}};
const CORNERS = {Right: 61, Left: 291};
const BRIDGE = 168, NOSE = 2, CHIN = 152, LIPS = [13, 14];

/** About what a resting face has; the rest is for a calibration. */
const RESTS = {jawOpen: 1.4, eyeBlinkLeft: -0.5, eyeBlinkRight: -0.5, browInnerUp: 0.7, browOuterUpLeft: 0.7, browOuterUpRight: 0.7,
    browDownLeft: -0.7, browDownRight: -0.7, mouthSmileLeft: 0, mouthSmileRight: 0, mouthPucker: -1.1};

/** Names of what `valuesOf` gives. */
export const POINT_CURVES = Object.keys(RESTS);

/**
 * The head's own axes in the image, from what expressions move least: across by the outer corners of the eyes,
 * down by the nose. A turn of the head shortens one axis and the lengths along it alike, so it cancels.
 */
function axesOf(at) {
    const across = at(EYES.Right.outer, EYES.Left.outer), down = at(BRIDGE, NOSE);
    const area = across[0] * down[1] - across[1] * down[0]; // of the parallelogram that they span
    return area > 1e-9 ? (from, to) => {
        const [x, y] = at(from, to);
        return {across: (x * down[1] - y * down[0]) / area, down: (across[0] * y - across[1] * x) / area};
    } : null; // it looks aside, or is upside down
}

/**
 * Values of a mesh: points with x and y in parts of the image's width and height, whose ratio is aspect
 * (width / height). Null: no face that faces the camera.
 */
export function valuesOf(points, aspect = 1) {
    if (!points || !MESHES.includes(points.length)) return null;
    const axes = axesOf((from, to) => [(points[to].x - points[from].x) * aspect, points[to].y - points[from].y]);
    if (!axes) return null;
    const values = {}, mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
    values.jawOpen = axes(...LIPS).down + axes(NOSE, CHIN).down;
    for (const [side, sign] of [['Left', 1], ['Right', -1]]) {
        const eye = EYES[side], brow = BROWS[side], corner = axes(NOSE, CORNERS[side]);
        values[`eyeBlink${side}`] = -2 * mean(eye.lids.map(([upper, lower]) => axes(upper, lower).down));
        values[`browOuterUp${side}`] = mean([brow.middle, brow.outer].map((place) => axes(place, eye.outer).down));
        values[`browDown${side}`] = -mean([brow.inner, brow.low].map((place) => axes(place, eye.inner).down));
        values[`mouthSmile${side}`] = sign * corner.across - corner.down;
    }
    values.browInnerUp = mean(['Left', 'Right'].map((side) => axes(BROWS[side].inner, EYES[side].inner).down));
    values.mouthPucker = -2 * axes(CORNERS.Right, CORNERS.Left).across;
    for (const [name, rest] of Object.entries(RESTS)) values[name] -= rest;
    return values;
}
