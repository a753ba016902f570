import { fnv1a } from '../encoding/fnv1a.ts';
import { toSingleLine } from './single-line.ts';

/** The colors of tiles; `styles/components.css` has a pair for each. */
export const TILE_COLORS = ['sky', 'leaf', 'amber', 'rose', 'violet', 'teal', 'indigo', 'straw'] as const;

/** Words too generic for a monogram. */
const GENERIC = new Set(['api', 'apis', 'rest', 'the', 'public', 'web', 'a', 'of', 'and', 'for']);

/** Returns the color of a listing's tile: the hash of its id picks one. */
export function getTileColor(id: string): (typeof TILE_COLORS)[number] {
  return TILE_COLORS[fnv1a(id) % TILE_COLORS.length] ?? 'sky';
}

/**
 * Returns the monogram of a name: the first letters of its first two words, or the first two letters of its only word
 * (`Open-Meteo` is OM, `openFDA` is OF, `Frankfurter` is Fr). Names without a letter or digit get a question mark.
 */
export function getInitials(name: string): string {
  const words = toSingleLine(name)
    .slice(0, 80)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .match(/[\p{L}\p{N}]\p{M}?[\p{L}\p{N}\p{M}]*/gu);
  const own = (words ?? []).filter(word => !GENERIC.has(word.toLowerCase()));
  const [first, second] = own.length > 0 ? own : (words ?? []);
  if (first === undefined) return '?';
  const letters = [...first];
  if (second !== undefined) return `${letters[0]}${[...second][0]}`.toUpperCase();
  return `${(letters[0] ?? '').toUpperCase()}${letters[1] ?? ''}`;
}
