import { loadDescription } from './description.ts';
import { findMismatches, parseJson, post, request } from './request.ts';
import type { Check, Target } from './target.ts';

/** The validator and the site (specification, sections 4.3 and 4.4). */
export const SURFACE_CHECKS: readonly Check[] = [
  { name: 'validator: POST /validate', run: checkValidator },
  { name: 'validator: GET /agents', run: ({ validator }) => checkType(`${validator}/agents`, 'application/json') },
  { name: 'site: GET /', run: checkHomePage },
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
    run: ({ site }: Target) => checkType(site + path, type),
  })),
  { name: 'site: styles and scripts of a page', run: checkPageAssets },
  {
    name: "registry: GET /.well-known/api-manifest.json, the registry's own manifest",
    run: ({ registry }) => checkType(`${new URL(registry).origin}/.well-known/api-manifest.json`, 'application/json'),
  },
];

async function checkType(url: string, type: string): Promise<string[]> {
  return findMismatches(await request(url), { status: 200, type });
}

async function checkValidator({ validator, registry }: Target): Promise<string[]> {
  const response = await post(`${validator}/validate`, { manifest: { spec_version: 'apimanifest-0.3' } });
  const mismatches = findMismatches(response, { status: 200, type: 'application/json' });
  if (mismatches.length > 0) return mismatches;
  const { passed, errors } = parseJson(response) as { passed: boolean; errors: readonly unknown[] };
  return [
    ...(await loadDescription(registry))(['/validate', 'post'], response),
    ...(!passed && errors.length > 0 ? [] : ['The validator reports no errors for an empty manifest.']),
  ];
}

async function checkHomePage({ site }: Target): Promise<string[]> {
  const response = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const mismatches = findMismatches(response, { status: 200, type: 'text/html' });
  return mismatches.length > 0 || response.text.includes('<h1') ? mismatches : ['The home page has no heading.'];
}

/** Checks that the styles and scripts of the home page exist. */
async function checkPageAssets({ site }: Target): Promise<string[]> {
  const { text } = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const parts = new Set(Array.from(text.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g), ([, part = '']) => part));
  if (parts.size === 0) return ['The home page has no styles.'];
  const responses = await Promise.all([...parts].map(part => request(new URL(part, site).href)));
  return responses.flatMap(({ url, status }) => (status === 200 ? [] : [`${url} returned ${status}.`]));
}
