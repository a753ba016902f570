import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { OpenApi } from '../../openapi/openapi-document.ts';
import { type Call, callTo, filled, fitting, json, linksOf, markdownLinks, type Task, text } from './agent.fixture.ts';

/** Starts at the overview for language models and uses only links and Markdown. */
export async function byLlmsTxt(task: Task): Promise<Call> {
  const overview = await text(`${task.base}/llms.txt`);
  const lists = markdownLinks(overview);
  const list = fitting(lists, ({ about }) => about, 'listings markdown');
  const listing = fitting(markdownLinks(await text(list.url)), ({ about }) => about, task.words);
  return byMarkdown(await text(listing.url), task);
}

/** Follows robots.txt to the sitemap, and uses content negotiation to get a page as Markdown. */
export async function bySitemap(task: Task): Promise<Call> {
  const [, sitemap = ''] = /^Sitemap: (\S+)$/m.exec(await text(`${task.base}/robots.txt`)) ?? [];
  const pages = Array.from((await text(sitemap)).matchAll(/<loc>([^<]+)<\/loc>/g), ([, page = '']) => page);
  const markdown = await Promise.all(pages.map(page => text(page, { Accept: 'text/markdown' })));
  return byMarkdown(
    fitting(
      markdown.filter(page => page.includes('### `GET ')),
      page => page,
      task.words,
    ),
    task,
  );
}

/** Reads the Markdown of a listing, which has a heading for each endpoint and a list of its parameters. */
function byMarkdown(listing: string, { words, values }: Task): Call {
  const endpoints = listing.split(/^### /m).slice(1);
  const able = endpoints.filter(endpoint =>
    Array.from(endpoint.matchAll(/^- `(\w+)` \(.*, required\)/gm)).every(([, name = '']) =>
      Object.hasOwn(values, name),
    ),
  );
  const endpoint = fitting(able, each => each, words);
  const [, method = '', template = ''] = /^`(\w+) (\S+)`/.exec(endpoint) ?? [];
  const names = Array.from(endpoint.matchAll(/^- `(\w+)` \(/gm), ([, name = '']) => name);
  return filled(method, template, names, values);
}

/** Follows the link of the home page through nested catalogs to the manifest at its publisher. */
export async function byApiCatalog(task: Task): Promise<Call> {
  const catalog = (await linksOf(task.base)).get('api-catalog') ?? '';
  const [own] = (await json(catalog)).linkset;
  const nested: { href: string }[] = own['api-catalog'];
  for (const { href } of nested) {
    const { linkset } = await json(href);
    for (const context of linkset) {
      const published = context['service-meta'].find(({ title }: { title?: string }) => title === 'Manifest');
      const about = await text(context['service-doc'][1].href);
      if (!published || !task.words.split(' ').every(word => about.includes(word))) continue;
      return callTo(context.anchor, (await json(published.href)).endpoints, task);
    }
  }
  throw new Error('No catalog has a matching API.');
}

/** Reads the matching skill of the skill index and runs the requests of its code blocks. */
export async function bySkills(task: Task): Promise<Call> {
  const index = await json(`${task.base}/.well-known/agent-skills/index.json`);
  const skill = fitting(
    index.skills as { description: string; url: string; digest: string }[],
    each => each.description,
    'finds public task',
  );
  const instructions = await text(skill.url);
  if (skill.digest !== `sha256:${createHash('sha256').update(instructions).digest('hex')}`)
    throw new Error('Wrong digest in the skill index.');
  const [search = '', one = ''] = Array.from(instructions.matchAll(/^\s*GET (\S+)$/gm), ([, url = '']) => url);
  const { data } = await json(withQuery(search, 'q', task.words));
  const row = fitting(data.listings as { id: string; description: string }[], each => each.description, task.words);
  const listing = await json(one.replace('{id}', encodeURIComponent(row.id)));
  return callTo(listing.data.url, listing.data.manifest.endpoints, task);
}

/** Uses the search operation and the get-by-id operation of the OpenAPI description that the home page links. */
export async function byOpenApi(task: Task): Promise<Call> {
  return byDescription((await linksOf(task.base)).get('service-desc') ?? '', task);
}

/** Uses the agentic resource whose sample queries match the task: an OpenAPI description. */
export async function byArd(task: Task): Promise<Call> {
  const { entries } = await json(`${task.base}/.well-known/ard.json`);
  const apis = entries.filter(({ type }: { type: string }) => type.includes('openapi'));
  const entry = fitting(
    apis as { url: string; representativeQueries: string[] }[],
    each => each.representativeQueries.join(' '),
    'find free',
  );
  return byDescription(entry.url, task);
}

async function byDescription(address: string, task: Task): Promise<Call> {
  const description: OpenApi & { servers: { url: string }[] } = await json(address);
  const reads = Object.entries(description.paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));
  const search = reads.find(({ parameters = [] }) =>
    parameters.some(({ description: about }) => about?.startsWith('Search text')),
  );
  const words = search?.parameters?.find(({ description: about }) => about?.startsWith('Search text'));
  const one = reads.find(({ path, summary }) => path.endsWith('}') && summary === 'Get a listing');
  const base = description.servers[0]?.url;
  const { data } = await json(withQuery(`${base}${search?.path}`, words?.name ?? '', task.words));
  const row = fitting(data.listings as { id: string; description: string }[], each => each.description, task.words);
  const { data: listing } = await json(`${base}${one?.path}`.replace(/\{\w+\}$/, encodeURIComponent(row.id)));
  return callTo(listing.url, listing.manifest.endpoints, task);
}

/** Uses the MCP server card, an official client, and the tools of the server. */
export async function byMcp(task: Task): Promise<Call> {
  const card = await json(`${task.base}/.well-known/mcp/server-card.json`);
  const remote = card.remotes.find(({ type }: { type: string }) => type === 'streamable-http');
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(remote.url)));
  const { tools } = await client.listTools();
  const use = async (verb: string, given: Record<string, unknown>) => {
    const { name } = fitting(tools, each => each.name, verb);
    // biome-ignore lint/suspicious/noExplicitAny: an agent discovers the structure of the JSON at run time
    return (await client.callTool({ name, arguments: given })).structuredContent as any;
  };
  const found = await use('search', { q: task.words });
  const row = fitting(found.listings as { id: string; description: string }[], each => each.description, task.words);
  const { manifest, url } = await use('listing', { id: row.id });
  const { method, url: address } = callTo(url, manifest.endpoints, task);
  const plan = await use('plan', { id: row.id, method, path: new URL(address).pathname, parameters: task.values });
  await client.close();
  if (plan.missing.length > 0) throw new Error(`The plan misses ${plan.missing}.`);
  return { method: plan.request.method, url: plan.request.url };
}

function withQuery(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
