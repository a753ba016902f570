/** One rule of a `_headers` file: the headers for the paths that match a pattern. */
interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Parses a `_headers` file, which static hosts also read: a path pattern (`*` matches any text) on its own line, followed
 * by indented lines of `Name: value`.
 *
 * @returns a function from a path to the headers of all matching rules, in the order of the file
 */
export function readHeaderRules(text: string): (path: string) => readonly (readonly [string, string])[] {
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    const header = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line);
    if (header) rules.at(-1)?.headers.push([header[1] ?? '', header[2] ?? '']);
    else if (line.startsWith('/')) rules.push({ pattern: patternOf(line.trim()), headers: [] });
  }
  return path => rules.filter(({ pattern }: HeaderRule) => pattern.test(path)).flatMap(({ headers }) => headers);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`);
}
