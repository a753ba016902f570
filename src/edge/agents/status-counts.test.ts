import { describe, expect, test } from 'vitest';
import { values } from '#manifest/taxonomy.ts';
import { ask, get } from '../public-registry.fixture.ts';

const statusesOf = async () => (await (await ask('/health')).json()).data.listings_by_status as Record<string, number>;

describe.each(['/agents', '/llms.txt', '/mcp/server-card'])('%s', path => {
  test('has the number of listings with each status, as the running registry counts them', async () => {
    const [text, statuses] = [await (await ask(path)).text(), await statusesOf()];
    const shown = path === '/mcp/server-card' ? (['verified', 'unverified'] as const) : values('statuses');
    for (const status of shown) expect(text).toContain(`${status} ${statuses[status]}`);
    const { data } = await (await ask('/listings?status=verified')).json();
    expect(data.total).toBe(statuses.verified);
  });
});

describe.each(['/agents', '/llms.txt', '/index.json', '/openapi.json'])('%s', path => {
  test('names the static lists, which have the rows of the query', async () => {
    const text = await (await ask(path)).text();
    expect(text).toContain('/listings/by/<parameter>/<value>/<page>.json');
    const file = await (await ask('/listings/by/category/weather/1.json')).text();
    expect(file).toBe(await (await ask('/listings?category=weather')).text());
  });
});

test.each(['/agents', '/llms.txt', '/validator/agents'])('explains "validated" and "verified" in %s', async path => {
  const text = (await (await ask(path)).text()).replaceAll('\\"', '"');
  expect(text).toContain('"validated" means');
  expect(text).toContain('"verified" means');
});

test.each(['/agents', '/llms.txt', '/validator/agents', '/index.json'])('claims no signature in %s', async path => {
  const signature = await (await ask('/export/signature.json')).json().catch(() => ({}));
  const text = await (await ask(path)).text();
  if (!JSON.stringify(signature).includes('"signature"')) expect(text).not.toMatch(/\bsign(ed|ature)\b/i);
});

test('the links of the validator resolve from its own URL', async () => {
  const response = await ask('/validator', { headers: { Accept: 'application/json' } });
  const { links } = await response.json();
  for (const [name, link] of Object.entries(links as Record<string, string>)) {
    const url = new URL(link, 'https://registry.example/validator').href;
    const { status } = await get(url);
    expect(name === 'validate' ? [405] : [200], url).toContain(status);
  }
});
