/**
 * Selects the media type that a client prefers (RFC 9110, section 12.5.1). The most specific range that matches a type
 * sets its weight. For equal weights, the more specific range wins, then the one that comes first in the header.
 *
 * @param accept the header `Accept`
 * @param types the available types, the default first
 * @returns the first of `types` if the client has no preference or accepts none of them
 */
export function preferredType<const T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = rangesOf(accept ?? '');
  let best: { readonly type: T; readonly range: Range } = { type: types[0], range: NO_RANGE };
  for (const type of types) {
    const range = rangeFor(type, ranges);
    if (range.weight > 0 && compare(range, best.range) > 0) best = { type, range };
  }
  return best.type;
}

interface Range {
  /** In lowercase: `text/html`, `text/*`, or `*`/`*`. */
  readonly name: string;
  /** From 0, not acceptable, to 1. */
  readonly weight: number;
  /** 2 for a type, 1 for all subtypes of a type, 0 for all types. */
  readonly specificity: number;
  /** The position in the header. */
  readonly position: number;
}

const NO_RANGE: Range = { name: '', weight: 0, specificity: 0, position: 0 };

/** Parses the header. Ignores parameters other than the weight, because no available type has any. */
function rangesOf(accept: string): readonly Range[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((text, position) => {
      const [name = '', ...parameters] = text.split(';').map(part => part.trim());
      const specificity = name === '*/*' ? 0 : name.endsWith('/*') ? 1 : 2;
      return { name, weight: weightOf(parameters), specificity, position };
    });
}

/** Returns the weight among the parameters of a range, in lowercase; 1 if it is absent or invalid. */
export function weightOf(parameters: readonly string[]): number {
  const text = parameters.find(each => each.startsWith('q='))?.slice('q='.length);
  return text !== undefined && /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 1;
}

function rangeFor(type: string, ranges: readonly Range[]): Range {
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  return names.flatMap(name => ranges.find(range => range.name === name) ?? [])[0] ?? NO_RANGE;
}

/** Returns a positive number if the client prefers `a` to `b`. */
function compare(a: Range, b: Range): number {
  return a.weight - b.weight || a.specificity - b.specificity || b.position - a.position;
}
