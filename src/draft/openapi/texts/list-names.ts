/**
 * Lists the first names, and how many more there are: `a, b and 3 more`.
 * @param format applied to the names that are shown
 */
export function listNames(names: readonly string[], max: number, format = (name: string) => name): string {
  const rest = names.length - max;
  return `${names.slice(0, max).map(format).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
