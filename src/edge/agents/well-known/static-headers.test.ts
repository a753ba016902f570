import { readFile } from 'node:fs/promises';
import { getMimeType } from 'hono/utils/mime';
import { expect, test } from 'vitest';
import { readHeaderRules } from '../../middleware/header-rules.ts';
import { ask } from '../../public-registry.fixture.ts';
import { ROUTES } from '../../routes/routes.ts';
import { SKILLS } from '../skills/all-skills.ts';
import { skillPath } from '../skills/skill.ts';
import { WELL_KNOWN, type WellKnownId } from './descriptions.ts';
import { homeLinks } from './home-links.ts';

const headersOf = readHeaderRules(await readFile('public/_headers', 'utf8'));
const header = (path: string, wanted: string) =>
  headersOf(path)
    .filter(([name]) => name === wanted)
    .map(([, value]) => value);

test.each([
  ...Object.keys(WELL_KNOWN).map(id => ROUTES[id as WellKnownId].path),
  ...SKILLS.map(skillPath),
  '/mcp/server-card',
  '/api-catalogs/weather.json',
  '/openapi.json',
  '/listings.json',
  '/agents.json',
  '/llms.txt',
  '/llms-full.txt',
  '/feed.xml',
  '/feed.json',
  '/index.md',
  '/apis/api-1.example/index.md',
  '/schemas/v0.3/manifest.json',
])('gives %s the same type on a static file host as in the application', async path => {
  const own = header(path, 'Content-Type');
  expect(own.length, 'one rule at most: hosts join the values of several').toBeLessThan(2);
  const type = (await ask(path)).headers.get('Content-Type') ?? '';
  if (own[0] === undefined) expect(getMimeType(path)?.split(';')[0]).toBe(type.split(';')[0]);
  else expect(own[0]).toBe(type);
});

test('gives the home page the same links', () => {
  expect(header('/', 'Link')).toEqual([homeLinks({ registry: '', site: '', validator: '', mcp: '', siteName: '' })]);
});

test('gives the catalog the link that RFC 9727 requires', async () => {
  const { headers } = await ask('/.well-known/api-catalog', { method: 'HEAD' });
  expect(header('/.well-known/api-catalog', 'Link')).toEqual([headers.get('Link')]);
});
