/** One rule of a `_headers` file: what the answers to some paths carry. */
interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Reads a `_headers` file, in which static hosts find the headers of their files: a path (a `*` stands for anything)
 * on a line of its own, and below it, indented, `Name: value`. So both hosts have them from one place.
 *
 * @returns what the answer to a path carries, by the rules that match it, in the order of the file
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
