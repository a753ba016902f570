/**
 * Whether the optimal string alignment distance of `a` and `b` is at most `most` edits: insertions, deletions,
 * replacements, and transpositions of adjacent letters. Compares words by UTF-16 code unit.
 */
export function isWithinEditDistance(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length) <= most;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
