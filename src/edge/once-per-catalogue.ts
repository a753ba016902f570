import type { Catalogue } from './catalogue.ts';

/** Makes something from a catalogue once, and again only when there is another catalogue. */
export function oncePerCatalogue<T>(make: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const made = new WeakMap<Catalogue, T>();
  return catalogue => {
    const known = made.get(catalogue);
    if (known !== undefined) return known;
    const fresh = make(catalogue);
    made.set(catalogue, fresh);
    return fresh;
  };
}
