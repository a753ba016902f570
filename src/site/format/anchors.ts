/** The maximum length of an anchor. */
const LONGEST = 200;

/**
 * Creates ids for parts of a page: readable, stable, and unique among themselves.
 *
 * @param prefix common prefix, to separate them from other ids of the page
 * @param texts the names of the parts
 * @returns one id per text, of lowercase ASCII letters, digits, and hyphens
 */
export function createAnchors(prefix: string, texts: readonly string[]): readonly string[] {
  const taken = new Map<string, number>();
  return texts.map(text => {
    const words =
      text
        .slice(0, LONGEST)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    const anchor = [prefix, ...words].join('-');
    let times = (taken.get(anchor) ?? 0) + 1;
    while (times > 1 && taken.has(`${anchor}-${times}`)) times++;
    taken.set(anchor, times);
    if (times === 1) return anchor;
    taken.set(`${anchor}-${times}`, 1);
    return `${anchor}-${times}`;
  });
}
