// SPDX-License-Identifier: MIT

/** Names of what `valuesOf` gives. */
export const POINT_CURVES: readonly string[];

/**
 * Values of a face mesh of 468 or 478 points, for `LiveFace.add` with a calibration: points with x and y in parts
 * of the image's width and height, whose ratio is aspect (width / height). Null: no face that faces the camera.
 */
export function valuesOf(points: ArrayLike<{readonly x: number; readonly y: number; readonly z?: number}> | null | undefined, aspect?: number): Record<string, number> | null;
