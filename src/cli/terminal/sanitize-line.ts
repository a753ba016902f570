import { printable } from '#manifest/excerpt.ts';

/** A stranger's text on one line of the terminal: without control characters, cut after `length` code points. */
export function sanitizeLine(text: string, length = Number.POSITIVE_INFINITY): string {
  const points = [...printable(text.replace(/\s+/g, ' ').trim())];
  return points.length <= length ? points.join('') : `${points.slice(0, length - 1).join('')}…`;
}
