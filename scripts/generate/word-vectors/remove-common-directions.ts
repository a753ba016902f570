import { dot, lengthOf } from '#query/text/meaning/word-vectors.ts';

/** Enough for a direction that dominates the others. */
const ITERATIONS = 50;

/**
 * Removes from vectors what nearly all of them share: their mean, and the directions in which they differ most. These
 * mirror how frequent a word is, and make all texts look alike. Returns unit vectors in the same order.
 * @param count the number of directions to remove in addition to the mean
 */
export function removeCommonDirections(vectors: readonly ArrayLike<number>[], count: number): Float64Array[] {
  const units = vectors.map(vector => scaleToUnit(Float64Array.from(vector)));
  const mean = new Float64Array(units[0]?.length ?? 0);
  for (const vector of units) addScaled(mean, vector, 1 / units.length);
  for (const vector of units) addScaled(vector, mean, -1);
  for (let i = 0; i < count; i++) {
    const direction = findMainDirection(units);
    for (const vector of units) addScaled(vector, direction, -dot(vector, direction));
  }
  return units.map(scaleToUnit);
}

/** The direction of the largest variance, by power iteration. The fixed start makes the result reproducible. */
function findMainDirection(vectors: readonly Float64Array[]): Float64Array {
  const dimensions = vectors[0]?.length ?? 0;
  let direction = scaleToUnit(Float64Array.from({ length: dimensions }, (_, i) => 1 + i / dimensions));
  for (let i = 0; i < ITERATIONS; i++) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) addScaled(next, vector, dot(vector, direction));
    direction = scaleToUnit(next);
  }
  return direction;
}

function addScaled(target: Float64Array, vector: ArrayLike<number>, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + factor * (vector[i] ?? 0);
}

function scaleToUnit(vector: Float64Array): Float64Array {
  const length = lengthOf(vector) || 1;
  return vector.map(component => component / length);
}
