import { decodePercent } from '#listing/encoding/decode-percent.ts';

/** Words without meaning for a search. */
const EMPTY = new Set([
  'api',
  'apis',
  'categories',
  'com',
  'docs',
  'html',
  'index',
  'json',
  'listings',
  'net',
  'org',
  'www',
]);
const MOST = 5;

/** Extracts keywords from the path of a missing page: `/apis/api.open-meteo.com/` becomes `open meteo`. */
export function getPathKeywords(path: string): string {
  const words = decodePercent(path).match(/[\p{L}\p{N}]{3,40}/gu) ?? [];
  return words
    .filter(word => !EMPTY.has(word.toLowerCase()))
    .slice(0, MOST)
    .join(' ');
}
