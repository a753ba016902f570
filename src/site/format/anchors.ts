/** Longer anchors are of no use to anybody. */
const LONGEST = 200;

/**
 * Ids for parts of a page: readable, stable, and unique among themselves.
 *
 * @param prefix what all of them begin with, so that they differ from other ids of the page
 * @param texts what each is named after, of any characters
 * @returns an id of lower-case ASCII letters, digits and hyphens for each text, in the order given
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
