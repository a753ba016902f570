import { describe, expect, test } from 'vitest';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { ask, get } from '../../public-registry.fixture.ts';
import { API_CATALOG_PATH } from './api-catalog.ts';
import type { LinkContext, Target } from './linkset.ts';

/** Returns the errors of a link set in the JSON format of RFC 9264, section 4.2. */
function faultsOf(document: unknown): string[] {
  const contexts = (document as { linkset?: unknown }).linkset;
  if (!Array.isArray(contexts) || Object.keys(document as object).length !== 1)
    return ['expected only the member linkset'];
  return contexts.flatMap((context, at) => [
    ...(URL.canParse(context.anchor) ? [] : [`${at}: anchor`]),
    ...Object.entries(context).flatMap(([relation, targets]) => {
      if (relation === 'anchor') return [];
      if (!/^[a-z][a-z0-9.-]*$/.test(relation)) return [`${at}: invalid relation ${relation}`];
      if (!Array.isArray(targets) || targets.length === 0) return [`${at}: ${relation} is not a list`];
      return targets.filter(({ href, type }) => !URL.canParse(href) || (type && !/^\S+\/\S+$/.test(type)));
    }),
  ]);
}

const contextsAt = async (path: string): Promise<readonly LinkContext[]> => (await (await ask(path)).json()).linkset;
const targets = (context: LinkContext | undefined, relation: string) =>
  (context?.[relation] ?? []) as readonly Target[];

describe('the API catalog', () => {
  test('conforms to the link set format', async () => {
    expect(faultsOf(await (await ask(API_CATALOG_PATH)).json())).toEqual([]);
    expect(faultsOf({ linkset: [{ anchor: 'here', item: [] }] })).toHaveLength(2);
  });

  test('responds to HEAD with a link to itself, as RFC 9727 requires', async () => {
    const head = await ask(API_CATALOG_PATH, { method: 'HEAD' });
    expect(head.headers.get('Link')).toBe('</.well-known/api-catalog>; rel="api-catalog"');
  });

  test('contains our three APIs with their descriptions', async () => {
    const [catalog, ...apis] = await contextsAt(API_CATALOG_PATH);
    const items = targets(catalog, 'item').map(({ href }) => href);
    expect(items).toEqual([addresses.registry, addresses.validator, addresses.mcp]);
    expect(apis.map(({ anchor }) => anchor)).toEqual(items);
    for (const api of apis) {
      for (const relation of ['service-desc', 'service-doc', 'status'])
        expect(targets(api, relation).length, `${api.anchor} ${relation}`).toBeGreaterThan(0);
      for (const { href, type } of targets(api, 'service-desc'))
        expect((await get(href)).headers.get('Content-Type')).toContain(type);
    }
  });

  test('links to the listed APIs through a nested catalog for each category', async () => {
    const [catalog] = await contextsAt(API_CATALOG_PATH);
    const nested = targets(catalog, 'api-catalog');
    expect(nested).toHaveLength(25);
    const weather = nested.find(({ title }) => title?.endsWith('Weather'));
    const response = await get(weather?.href ?? '');
    const body = await response.json();
    expect(faultsOf(body)).toEqual([]);
    const found = body.linkset.find(({ anchor }: LinkContext) => anchor === 'https://api.open-meteo.com');
    const [listing, manifest] = targets(found, 'service-meta');
    expect((await (await get(listing?.href ?? '')).json()).data.id).toBe('api.open-meteo.com');
    expect(manifest?.href).toBe('https://api.open-meteo.com/.well-known/api-manifest.json');
    const [page, twin] = targets(found, 'service-doc');
    expect([page?.type, twin?.type]).toEqual(['text/html', 'text/markdown']);
    expect((await get(twin?.href ?? '')).headers.get('Content-Type')).toContain('text/markdown');
  });
});
