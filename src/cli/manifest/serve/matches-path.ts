/** Whether a requested path is one that a manifest declares; `{id}` and `:id` stand for one segment or a part of it. */
export function matchesPath(declared: string, requested: string): boolean {
  const path = declared.split(/[?#]/)[0] ?? '';
  const wanted = path.split('/');
  const given = requested.split('/');
  return wanted.length === given.length && wanted.every((segment, index) => matches(segment, given[index] ?? ''));
}

function matches(segment: string, given: string): boolean {
  if (/^:[A-Za-z_]/.test(segment)) return given !== '';
  const fixed = segment.split(/\{[^{}]*\}/);
  if (fixed.length === 1) return segment === given || encodeURI(segment) === given;
  const [start = '', end = ''] = [fixed[0], fixed.at(-1)];
  return given.length > start.length + end.length && given.startsWith(start) && given.endsWith(end);
}
