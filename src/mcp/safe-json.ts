import { printable } from '#manifest/excerpt.ts';

/**
 * Data as one line of JSON for a text that a model reads. Inside JSON nothing can pass for our own words, and what
 * would hide in a text, such as invisible and bidirectional characters, shows as an escape.
 */
export function toSafeJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Text within a bound, in code points, with an ellipsis where it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text.slice(0, 2 * most)];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
