/**
 * Formats a number with its noun, such as `1 error` or `12 errors`.
 * @param noun the singular; the plural appends an s
 */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
