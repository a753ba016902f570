import type { Endpoint } from '#manifest/manifest.ts';

/** A task for an agent that knows only a URL. */
export interface Task {
  readonly base: string;
  /** The task in plain words. */
  readonly words: string;
  /** Known values, by the parameter names that APIs may use for them. */
  readonly values: Readonly<Record<string, string>>;
}

/** A request that the agent plans to send. */
export interface Call {
  readonly method: string;
  readonly url: string;
}

/** Returns the candidate whose text contains the most words of the task. */
export function fitting<T>(candidates: Iterable<T>, textOf: (candidate: T) => string, words: string): T {
  const wanted = wordsOf(words);
  const scored = Array.from(candidates, candidate => ({
    candidate,
    score: wanted.intersection(wordsOf(textOf(candidate))).size,
  }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score === 0) throw new Error(`No match for "${words}".`);
  return best.candidate;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu));
}

/** Returns the request to the matching endpoint of a manifest. */
export function callTo(origin: string, endpoints: readonly Endpoint[], { words, values }: Task): Call {
  const able = endpoints.filter(({ parameters }) =>
    parameters.every(({ name, required }) => !required || Object.hasOwn(values, name)),
  );
  const { method, path, parameters } = fitting(able, ({ description }) => description, words);
  return filled(
    method,
    origin + path,
    parameters.map(({ name }) => name),
    values,
  );
}

/** Returns a request whose URL has values for its placeholders and the remaining values as its query string. */
export function filled(
  method: string,
  template: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Call {
  const url = new URL(template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? '')));
  for (const name of names)
    if (!template.includes(`{${name}}`) && values[name] !== undefined) url.searchParams.set(name, values[name]);
  return { method, url: url.href };
}

export async function text(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response.text();
}

/** Fetches a URL as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: an agent discovers the structure of the JSON at run time
export async function json(url: string): Promise<any> {
  return JSON.parse(await text(url, { Accept: 'application/json' }));
}

/** Returns the targets of a `Link` header by relation. */
export async function linksOf(url: string): Promise<ReadonlyMap<string, string>> {
  const header = (await fetch(url, { method: 'HEAD' })).headers.get('Link') ?? '';
  return new Map(
    Array.from(header.matchAll(/<([^>]+)>; rel="([^"]+)"/g), ([, target = '', rel = '']) => [rel, target]),
  );
}

/** Returns the links of a Markdown text with their descriptions. */
export function markdownLinks(markdown: string): readonly { readonly url: string; readonly about: string }[] {
  return Array.from(
    markdown.matchAll(/\[((?:\\.|[^\]\\])+)\]\((\S+?)\)(.*)/g),
    ([, title = '', url = '', about = '']) => ({
      url,
      about: `${title}${about}`,
    }),
  );
}
