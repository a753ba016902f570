import { createHash } from 'node:crypto';
import { findMismatches, jsonOf, request, type SmokeResponse } from './request.ts';
import type { Check, Target } from './target.ts';

/** What programs look for by convention, at the site. */
const DOCUMENTS = [
  '/.well-known/api-catalog',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/security.txt',
  '/llms.txt',
  '/robots.txt',
];

/** The surfaces for agents, as an agent meets them that has never seen them. */
export const AGENT_CHECKS: readonly Check[] = [
  { name: 'for agents: headers of what they look for, HEAD, and 304', run: documents },
  { name: 'for agents: every address in it', run: addresses },
  { name: 'for agents: skills have the bytes that the index promises', run: skills },
  { name: 'for agents: links of the home page, in its header and in itself', run: homeLinks },
  { name: 'for agents: pages in Markdown', run: markdown },
  { name: 'tool hub: pages of other origins are refused', run: foreignOrigin },
];

async function documents({ site, mcp }: Target): Promise<string[]> {
  const urls = [...DOCUMENTS.map(path => site + path), `${mcp}/server-card`];
  return (await Promise.all(urls.map(document))).flat();
}

/** The headers of a document, and what HEAD and a second request of who has it are answered. */
async function document(url: string): Promise<string[]> {
  const [got, head] = await Promise.all([request(url), request(url, { method: 'HEAD' })]);
  const tag = got.headers.get('ETag') ?? '';
  const again = await request(url, { headers: { 'If-None-Match': tag } });
  const differing = ['Content-Type', 'ETag', 'Link'].filter(name => got.headers.get(name) !== head.headers.get(name));
  return [
    ...(got.status === 200 && got.text !== '' ? [] : [`${url} answered ${got.status}.`]),
    ...(head.status === 200 && head.text === '' ? [] : [`HEAD ${url} answered ${head.status}.`]),
    ...differing.map(name => `HEAD ${url} has another ${name} than GET.`),
    ...(tag === '' ? [`${url} has no ETag.`] : []),
    ...(again.status === 304 ? [] : [`${url} answered ${again.status} to who has it.`]),
    ...(got.headers.get('Access-Control-Allow-Origin') === '*' ? [] : [`Other origins may not read ${url}.`]),
  ];
}

/** Each address of ours in the documents answers; those that take POST alone say so. */
async function addresses(place: Target): Promise<string[]> {
  const texts = await Promise.all(DOCUMENTS.map(async path => (await request(place.site + path)).text));
  const surfaces = [place.registry, place.site, place.validator, place.mcp];
  const written = texts.join(' ').match(/https?:\/\/[^\s"'<>()`\\|{}]+/g) ?? [];
  const own = new Set(written.map(each => each.replace(/[.,;:]+$/, '')).filter(each => isBelow(each, surfaces)));
  const faults = own.size < 40 ? [`Only ${own.size} addresses are named.`] : [];
  for (const url of own) {
    const { status } = await request(url);
    if (status !== 200 && status !== 405) faults.push(`${url} answered ${status}.`);
  }
  return faults;
}

function isBelow(address: string, surfaces: readonly string[]): boolean {
  return surfaces.some(each => address === each || address.startsWith(`${each}/`));
}

async function skills({ site }: Target): Promise<string[]> {
  const index = jsonOf(await request(`${site}/.well-known/agent-skills/index.json`)) as {
    readonly skills: readonly { readonly url: string; readonly digest: string }[];
  };
  const answers = await Promise.all(
    index.skills.map(async ({ url, digest }) => ({ digest, answer: await request(url) })),
  );
  return answers.flatMap(({ digest, answer }) => [
    ...findMismatches(answer, { status: 200, type: 'text/markdown' }),
    ...(digest === digestOf(answer) ? [] : [`${answer.url} has another digest than ${digest}.`]),
  ]);
}

function digestOf({ text }: SmokeResponse): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** What the home page links in its `Link` header stands in the page, too, for who reads it from a plain file host. */
async function homeLinks({ site }: Target): Promise<string[]> {
  const { url, headers, text } = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const wanted = [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
  const inPage = [...text.matchAll(/<link rel="([^"]+)"[^>]* href="([^"]+)"/g)];
  // By path: what was built for an address may be tested at another.
  const place = (target: string) => new URL(target, url).pathname;
  const written = new Set(inPage.map(([, relation, target = '']) => `${relation} ${place(target)}`));
  return [
    ...(wanted.length < 6 ? [`The Link header has ${wanted.length} links.`] : []),
    ...wanted.flatMap(([, target = '', relation]) =>
      written.has(`${relation} ${place(target)}`) ? [] : [`The page has no link ${relation} to ${target}.`],
    ),
  ];
}

/** A page in HTML names its twin in a header and in itself, and is answered with it to who prefers that. */
async function markdown({ site }: Target): Promise<string[]> {
  const page = `${site}/status/`;
  const twin = await request(`${page}index.md`);
  const html = await request(page, { headers: { Accept: 'text/html' } });
  const negotiated = await request(page, { headers: { Accept: 'text/markdown' } });
  const named = [html.headers.get('Link') ?? '', html.text].every(each => each.includes('/status/index.md'));
  return [
    ...findMismatches(twin, { status: 200, type: 'text/markdown' }),
    ...(negotiated.text === twin.text ? [] : [`${page} is not its twin to who asks for Markdown.`]),
    ...(negotiated.headers.get('Vary')?.includes('Accept') ? [] : [`${page} does not vary by Accept.`]),
    ...(named ? [] : [`${page} does not name its twin, in its Link header and in itself.`]),
  ];
}

async function foreignOrigin({ mcp }: Target): Promise<string[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Origin: 'https://elsewhere.example',
  };
  const { status } = await request(mcp, { method: 'POST', headers, body });
  return status === 403 ? [] : [`A page of another origin was answered ${status}.`];
}
