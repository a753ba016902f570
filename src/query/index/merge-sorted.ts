/**
 * Merges two sorted lists, such as a long one from an earlier build and the few additions since, in linear time.
 * @param compare never returns 0 for different items
 */
export function mergeSorted<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const takesFirst = compare(a[i] as T, b[j] as T) < 0;
    merged.push((takesFirst ? a[i++] : b[j++]) as T);
  }
  while (i < a.length) merged.push(a[i++] as T);
  while (j < b.length) merged.push(b[j++] as T);
  return merged;
}
