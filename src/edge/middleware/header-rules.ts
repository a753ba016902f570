/** One rule of a `_headers` file: the headers for the paths that match a pattern. */
interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Parses a `_headers` file, which static hosts also read: a path pattern on its own line, followed by indented lines of
 * `Name: value`. In a pattern, `*` matches any text, and `:name` one segment, which values can contain as `:name`. A line
 * `! Name` has no effect here, because the last value of a header replaces the earlier ones.
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
  return path => rules.flatMap(rule => readHeaders(rule, path));
}

/** Returns the headers of a rule for a path, with the matched segments. Empty if the path does not match. */
function readHeaders({ pattern, headers }: HeaderRule, path: string): readonly (readonly [string, string])[] {
  const match = pattern.exec(path);
  if (match === null) return [];
  const segments = Object.entries(match.groups ?? {});
  if (segments.length === 0) return headers;
  const fill = (value: string) =>
    segments.reduce((filled, [name, segment]) => filled.replaceAll(`:${name}`, toHeaderText(segment)), value);
  return headers.map(([name, value]) => [name, fill(value)]);
}

/** Removes everything that could end a value or a directive of a policy; ids of listings have none of it. */
function toHeaderText(segment: string): string {
  return /^[\w.-]+$/.test(segment) ? segment : '';
}

function patternOf(path: string): RegExp {
  const parts = path.split(/(\*|:[A-Za-z]\w*)/).map(part => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}
