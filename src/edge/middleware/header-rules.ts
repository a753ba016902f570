/** One rule of a `_headers` file: the headers for the paths that match a pattern. */
interface HeaderRule {
  readonly pattern: RegExp;
  /** The names of headers that the rule removes first. */
  readonly removed: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Parses a `_headers` file, which static hosts also read: a path pattern on its own line, followed by indented lines of
 * `Name: value`. In a pattern, `*` matches any text, and `:name` one segment; in a value, `:name` is the host that the
 * segment names. As on Cloudflare, all matching rules apply in the order of the file: a second value of a header is
 * appended to the first, and a line `! Name` removes the earlier values.
 *
 * @returns a function from a path to its headers
 */
export function readHeaderRules(text: string): (path: string) => readonly (readonly [string, string])[] {
  const rules: { pattern: RegExp; removed: string[]; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    const header = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line);
    const [, removed] = /^\s+!\s*([\w-]+)\s*$/.exec(line) ?? [];
    if (header) rules.at(-1)?.headers.push([header[1] ?? '', header[2] ?? '']);
    else if (removed !== undefined) rules.at(-1)?.removed.push(removed);
    else if (line.startsWith('/')) rules.push({ pattern: patternOf(line.trim()), removed: [], headers: [] });
  }
  return path => {
    const headers = new Map<string, string>();
    for (const rule of rules) {
      if (!rule.pattern.test(path)) continue;
      for (const name of rule.removed) headers.delete(name);
      for (const [name, value] of readHeaders(rule, path)) {
        const earlier = headers.get(name);
        headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
      }
    }
    return [...headers];
  };
}

/** Returns the headers of a rule for a path, with the matched segments. Empty if the path does not match. */
function readHeaders({ pattern, headers }: HeaderRule, path: string): readonly (readonly [string, string])[] {
  const match = pattern.exec(path);
  if (match === null) return [];
  const segments = Object.entries(match.groups ?? {});
  if (segments.length === 0) return headers;
  const fill = (value: string) =>
    segments.reduce((filled, [name, segment]) => filled.replaceAll(`:${name}`, toHost(segment)), value);
  return headers.map(([name, value]) => [name, fill(value)]);
}

/**
 * Returns the host of a listing id, for the source list of a policy: `api.example.com_8443` is `api.example.com:8443`.
 * Other segments get a host that does not exist, so that no segment can add a source or a directive.
 */
function toHost(segment: string): string {
  const [, host, port] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?:_(\d{1,5}))?$/i.exec(segment) ?? [];
  if (host === undefined) return 'host.invalid';
  return port === undefined ? host : `${host}:${port}`;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/(\*|:[A-Za-z]\w*)/).map(part => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}
