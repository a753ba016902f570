import { printable } from '#manifest/text/excerpt.ts';

/** Converts untrusted text to one line without control characters, truncated to `length` code points. */
export function sanitizeLine(text: string, length = Number.POSITIVE_INFINITY): string {
  const points = [...printable(text.replace(/\s+/g, ' ').trim())];
  return points.length <= length ? points.join('') : `${points.slice(0, length - 1).join('')}…`;
}
