/**
 * Returns the first number less than `count` that is not before a value; `count` if all are. Uses binary search.
 * @param isBefore returns true for all numbers up to some number, and false for all others
 */
export function findFirst(count: number, isBefore: (number: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
