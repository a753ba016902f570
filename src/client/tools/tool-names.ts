/** An endpoint, as far as its name depends on it. */
export interface NamedEndpoint {
  readonly method: string;
  readonly path: string;
}

/** The limit of OpenAI and Anthropic, which also allow only letters, digits, `_`, and `-`. */
const MAX_LENGTH = 64;

/**
 * Names the tool of each endpoint after its method and path: `get_v1_harbors_by_harbor` for `GET /v1/harbors/{harbor}`. Names
 * are valid for all model providers, unique, and independent of the order of the endpoints. A path that loses characters, and
 * would have the name of another, ends with a hash of itself instead.
 */
export function nameTools(endpoints: readonly NamedEndpoint[]): readonly string[] {
  const plain = endpoints.map(createPlainName);
  const holders = new Map<string, Set<string>>();
  for (const [index, { name }] of plain.entries()) {
    const operations = holders.get(name) ?? new Set<string>();
    holders.set(name, operations.add(toOperation(endpoints[index])));
  }
  const claim = createClaim();
  return plain.map(({ name, isLossless }, index) => {
    const isShared = (holders.get(name)?.size ?? 0) > 1;
    const isKept = name.length <= MAX_LENGTH && (!isShared || isLossless);
    const chosen = isKept ? name : addSuffix(name, hash(toOperation(endpoints[index])));
    return claim(chosen);
  });
}

/** Without the lookbehind, a search starts at each of many brackets, which takes time in proportion to their square. */
const PLACEHOLDER = /(?<![{<[])[{<:[]+([^{}<>[\]]+)[}>\]]*/g;

function toOperation(endpoint: NamedEndpoint | undefined): string {
  return `${endpoint?.method} ${endpoint?.path}`;
}

/** A name is lossless if no other method and path has it. */
function createPlainName({ method, path }: NamedEndpoint): { readonly name: string; readonly isLossless: boolean } {
  const segments = path.split('/').filter(segment => segment !== '');
  const words = segments.map(segment => segment.replace(PLACEHOLDER, 'by_$1').replace(/[^A-Za-z0-9_-]+/g, '_'));
  const name = [method.toLowerCase(), ...words].join('_').replace(/_{2,}/g, '_').replace(/_+$/, '');
  const isLossless = segments.every(segment => /^(?!by$)[A-Za-z0-9-]+$|^\{[A-Za-z0-9-]+\}$/.test(segment));
  return { name: words.length === 0 ? `${name}_root` : name, isLossless: isLossless && path.startsWith('/') };
}

/** Returns a function that makes names unique. Only their order distinguishes two equal operations. */
function createClaim(): (name: string) => string {
  const used = new Set<string>();
  // The next number by numbered name, so that a thousand equal names are not each compared with all earlier ones.
  const next = new Map<string, number>();
  return name => {
    let unique = name;
    for (let count = 2; used.has(unique); count += 1) {
      // Long names that differ only at their end share their numbers.
      const shared = addSuffix(name, '0'.repeat(String(count).length));
      count = Math.max(count, next.get(shared) ?? 0);
      unique = addSuffix(name, String(count));
      next.set(shared, count + 1);
    }
    used.add(unique);
    return unique;
  };
}

function addSuffix(name: string, suffix: string): string {
  return `${name.slice(0, MAX_LENGTH - suffix.length - 1).replace(/_+$/, '')}_${suffix}`;
}

/** FNV-1a with 53 bits would be enough; two rounds of 32 bits need no BigInt. */
function hash(text: string): string {
  const round = (seed: number) => {
    let value = seed;
    for (let index = 0; index < text.length; index += 1)
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
    return value.toString(36).padStart(7, '0');
  };
  return (round(0x811c9dc5) + round(0x1000193)).slice(0, 10);
}
