import { printable } from '#manifest/text/excerpt.ts';

/**
 * Formats data as one line of JSON for a model. JSON strings keep publisher text apart from the text of the registry, and
 * invisible and bidirectional characters are escaped.
 */
export function toSafeJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Truncates text to a number of code points, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const points = [...text.slice(0, 2 * maxLength)];
  return points.length <= maxLength ? text : `${points.slice(0, maxLength - 1).join('')}…`;
}
