/**
 * The media type of those that there are which a client would rather have (RFC 9110, section 12.5.1). Of the ranges that
 * a type falls under, the most specific one tells how welcome it is; equally welcome types are told apart by how exactly
 * they are named, then by who is named first.
 *
 * @param accept the header `Accept`
 * @param types what there is, the usual one first
 * @returns the first of `types` where the client has no preference, or wants none of them
 */
export function preferredType<const T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = rangesOf(accept ?? '');
  let best: { readonly type: T; readonly range: Range } = { type: types[0], range: UNWANTED };
  for (const type of types) {
    const range = rangeFor(type, ranges);
    if (range.weight > 0 && compare(range, best.range) > 0) best = { type, range };
  }
  return best.type;
}

interface Range {
  /** In lower case: `text/html`, `text/*` or `*`/`*`. */
  readonly name: string;
  /** From 0, not wanted at all, to 1. */
  readonly weight: number;
  /** 2 for a type, 1 for all types of a kind, 0 for all types. */
  readonly exactness: number;
  /** Its place in the header. */
  readonly place: number;
}

const UNWANTED: Range = { name: '', weight: 0, exactness: 0, place: 0 };

/** Parameters other than the weight tell nothing apart here: no type that there is has another. */
function rangesOf(accept: string): readonly Range[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((text, place) => {
      const [name = '', ...parameters] = text.split(';').map(part => part.trim());
      const exactness = name === '*/*' ? 0 : name.endsWith('/*') ? 1 : 2;
      return { name, weight: weightOf(parameters), exactness, place };
    });
}

/** A weight that makes no sense counts as none given. */
function weightOf(parameters: readonly string[]): number {
  const text = parameters.find(each => each.startsWith('q='))?.slice('q='.length);
  return text !== undefined && /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 1;
}

function rangeFor(type: string, ranges: readonly Range[]): Range {
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  return names.flatMap(name => ranges.find(range => range.name === name) ?? [])[0] ?? UNWANTED;
}

/** Above 0 when `a` tells of a more welcome type than `b`. */
function compare(a: Range, b: Range): number {
  return a.weight - b.weight || a.exactness - b.exactness || b.place - a.place;
}
