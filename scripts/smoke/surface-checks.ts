import { description } from './description.ts';
import { findMismatches, jsonOf, post, request } from './request.ts';
import type { Check, Target } from './target.ts';

/** The validator and the site (specification, sections 4.3 and 4.4). */
export const SURFACE_CHECKS: readonly Check[] = [
  { name: 'validator: POST /validate', run: validate },
  { name: 'validator: GET /agents', run: ({ validator }) => typed(`${validator}/agents`, 'application/json') },
  { name: 'site: GET /', run: home },
  ...Object.entries({
    '/agents': 'application/json',
    '/llms.txt': 'text/plain',
    '/llms-full.txt': 'text/plain',
    '/.well-known/api-catalog': 'application/linkset+json',
    '/.well-known/mcp/server-card.json': 'application/mcp-server-card+json',
    '/.well-known/agent-skills/index.json': 'application/json',
    '/.well-known/ard.json': 'application/json',
    '/.well-known/security.txt': 'text/plain',
    '/schemas/v0.3/manifest.json': 'application/schema+json',
    '/schemas/v0.2/manifest.json': 'application/schema+json',
    '/robots.txt': 'text/plain',
    '/sitemap.xml': 'application/xml',
  }).map(([path, type]) => ({
    name: `site: GET ${path}`,
    run: ({ site }: Target) => typed(site + path, type),
  })),
  { name: "site: a page's styles and scripts", run: pageParts },
  {
    name: "registry: GET /.well-known/api-manifest.json, the registry's own manifest",
    run: ({ registry }) => typed(`${new URL(registry).origin}/.well-known/api-manifest.json`, 'application/json'),
  },
];

async function typed(url: string, type: string): Promise<string[]> {
  return findMismatches(await request(url), { status: 200, type });
}

async function validate({ validator, registry }: Target): Promise<string[]> {
  const answer = await post(`${validator}/validate`, { manifest: { spec_version: 'apimanifest-0.3' } });
  const faults = findMismatches(answer, { status: 200, type: 'application/json' });
  if (faults.length > 0) return faults;
  const { passed, errors } = jsonOf(answer) as { passed: boolean; errors: readonly unknown[] };
  return [
    ...(await description(registry))(['/validate', 'post'], answer),
    ...(!passed && errors.length > 0 ? [] : ['It does not tell what is wrong with an empty manifest.']),
  ];
}

async function home({ site }: Target): Promise<string[]> {
  const answer = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const faults = findMismatches(answer, { status: 200, type: 'text/html' });
  return faults.length > 0 || answer.text.includes('<h1') ? faults : ['The home page has no heading.'];
}

/** What the home page loads from its own host is there. */
async function pageParts({ site }: Target): Promise<string[]> {
  const { text } = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const parts = new Set(Array.from(text.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g), ([, part = '']) => part));
  if (parts.size === 0) return ['The home page names no style.'];
  const answers = await Promise.all([...parts].map(part => request(new URL(part, site).href)));
  return answers.flatMap(({ url, status }) => (status === 200 ? [] : [`${url} answered ${status}.`]));
}
