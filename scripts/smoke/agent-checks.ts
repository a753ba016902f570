import { createHash } from 'node:crypto';
import { findMismatches, parseJson, request, type SmokeResponse } from './request.ts';
import type { Check, Target } from './target.ts';

/** The documents at conventional URLs of the site. */
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

/** The documents and routes for agents. */
export const AGENT_CHECKS: readonly Check[] = [
  { name: 'agents: headers of documents, HEAD, and 304', run: checkDocuments },
  { name: 'agents: every URL in the documents', run: checkUrls },
  { name: 'agents: skills match the digests of the index', run: checkSkills },
  { name: 'agents: links of the home page, in its header and its HTML', run: checkHomeLinks },
  { name: 'agents: Markdown versions of pages', run: checkMarkdown },
  { name: 'MCP server rejects pages of other origins', run: checkForeignOrigin },
];

async function checkDocuments({ site, mcp }: Target): Promise<string[]> {
  const urls = [...DOCUMENTS.map(path => site + path), `${mcp}/server-card`];
  return (await Promise.all(urls.map(checkDocument))).flat();
}

/** Checks the headers of a document, HEAD, and a conditional request. */
async function checkDocument(url: string): Promise<string[]> {
  const [got, head] = await Promise.all([request(url), request(url, { method: 'HEAD' })]);
  const tag = got.headers.get('ETag') ?? '';
  const conditional = await request(url, { headers: { 'If-None-Match': tag } });
  const differing = ['Content-Type', 'ETag', 'Link'].filter(name => got.headers.get(name) !== head.headers.get(name));
  return [
    ...(got.status === 200 && got.text !== '' ? [] : [`${url} returned ${got.status}.`]),
    ...(head.status === 200 && head.text === '' ? [] : [`HEAD ${url} returned ${head.status}.`]),
    ...differing.map(name => `HEAD ${url} has a different ${name} from GET.`),
    ...(tag === '' ? [`${url} has no ETag.`] : []),
    ...(conditional.status === 304 ? [] : [`${url} returned ${conditional.status} for a matching If-None-Match.`]),
    ...(got.headers.get('Access-Control-Allow-Origin') === '*'
      ? []
      : [`${url} does not allow requests from other origins.`]),
  ];
}

/** Checks that each URL of the registry in the documents exists. Routes that only accept POST return 405. */
async function checkUrls(target: Target): Promise<string[]> {
  const texts = await Promise.all(DOCUMENTS.map(async path => (await request(target.site + path)).text));
  const surfaces = [target.registry, target.site, target.validator, target.mcp];
  const written = texts.join(' ').match(/https?:\/\/[^\s"'<>()`\\|{}]+/g) ?? [];
  const own = new Set(written.map(each => each.replace(/[.,;:]+$/, '')).filter(each => isBelow(each, surfaces)));
  const problems = own.size < 40 ? [`The documents contain only ${own.size} URLs.`] : [];
  for (const url of own) {
    const { status } = await request(url);
    if (status !== 200 && status !== 405) problems.push(`${url} returned ${status}.`);
  }
  return problems;
}

function isBelow(url: string, surfaces: readonly string[]): boolean {
  return surfaces.some(each => url === each || url.startsWith(`${each}/`));
}

async function checkSkills({ site }: Target): Promise<string[]> {
  const index = parseJson(await request(`${site}/.well-known/agent-skills/index.json`)) as {
    readonly skills: readonly { readonly url: string; readonly digest: string }[];
  };
  const responses = await Promise.all(
    index.skills.map(async ({ url, digest }) => ({ digest, response: await request(url) })),
  );
  return responses.flatMap(({ digest, response }) => [
    ...findMismatches(response, { status: 200, type: 'text/markdown' }),
    ...(digest === computeDigest(response) ? [] : [`${response.url} does not match ${digest}.`]),
  ]);
}

function computeDigest({ text }: SmokeResponse): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Checks that the HTML of the home page contains the links of its `Link` header, for static file hosts. */
async function checkHomeLinks({ site }: Target): Promise<string[]> {
  const { url, headers, text } = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const expected = [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
  const inPage = [...text.matchAll(/<link rel="([^"]+)"[^>]* href="([^"]+)"/g)];
  // Compares paths, because a build may be tested at a different URL.
  const toPath = (target: string) => new URL(target, url).pathname;
  const written = new Set(inPage.map(([, relation, target = '']) => `${relation} ${toPath(target)}`));
  return [
    ...(expected.length < 6 ? [`The Link header has ${expected.length} links.`] : []),
    ...expected.flatMap(([, target = '', relation]) =>
      written.has(`${relation} ${toPath(target)}`) ? [] : [`The page has no link ${relation} to ${target}.`],
    ),
  ];
}

/** Checks that an HTML page links to its Markdown version and returns it if the Accept header prefers Markdown. */
async function checkMarkdown({ site }: Target): Promise<string[]> {
  const page = `${site}/status/`;
  const version = await request(`${page}index.md`);
  const html = await request(page, { headers: { Accept: 'text/html' } });
  const negotiated = await request(page, { headers: { Accept: 'text/markdown' } });
  const isLinked = [html.headers.get('Link') ?? '', html.text].every(each => each.includes('/status/index.md'));
  return [
    ...findMismatches(version, { status: 200, type: 'text/markdown' }),
    ...(negotiated.text === version.text
      ? []
      : [`${page} does not return its Markdown version for Accept: text/markdown.`]),
    ...(negotiated.headers.get('Vary')?.includes('Accept') ? [] : [`${page} does not have Vary: Accept.`]),
    ...(isLinked ? [] : [`${page} does not link to its Markdown version in its Link header and its HTML.`]),
  ];
}

async function checkForeignOrigin({ mcp }: Target): Promise<string[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Origin: 'https://elsewhere.example',
  };
  const { status } = await request(mcp, { method: 'POST', headers, body });
  return status === 403 ? [] : [`A request from another origin returned ${status}.`];
}
