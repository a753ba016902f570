/**
 * Whether a request path matches a path that a manifest declares. `{id}` matches a segment or a part of it, and `:id`
 * matches a segment.
 */
export function matchesPath(declaredPath: string, requestPath: string): boolean {
  const path = declaredPath.split(/[?#]/)[0] ?? '';
  const declared = path.split('/');
  const requested = requestPath.split('/');
  return (
    declared.length === requested.length &&
    declared.every((segment, index) => matchesSegment(segment, requested[index] ?? ''))
  );
}

function matchesSegment(declared: string, requested: string): boolean {
  if (/^:[A-Za-z_]/.test(declared)) return requested !== '';
  const literals = declared.split(/\{[^{}]*\}/);
  if (literals.length === 1) return declared === requested || encodeURI(declared.toWellFormed()) === requested;
  const [start = '', end = ''] = [literals[0], literals.at(-1)];
  return requested.length > start.length + end.length && requested.startsWith(start) && requested.endsWith(end);
}
