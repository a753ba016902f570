import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '#client/registry.fixture.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { UNOBSERVED } from '#listing/observed-facts.ts';
import { WARNING_CODES, WARNINGS } from '#listing/warnings.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

const AT = '2026-11-19T06:00:00Z';
const DOCUMENTED = { source: { type: 'documentation', documentation_url: 'https://a.example/docs' } } as const;

let registry: TestRegistry;

beforeAll(async () => {
  const observedWith = (code: (typeof WARNING_CODES)[number]) => ({
    ...UNOBSERVED,
    responding: true,
    last_responded_at: AT,
    warnings: [{ code, message: WARNINGS[code].meaning }],
  });
  registry = await startRegistry({
    listings: [
      ...WARNING_CODES.map(code => sampleListing(originOf(code), {}, {}, { observed: observedWith(code) })),
      sampleListing(
        'https://b.example',
        {},
        { withdrawn: { at: AT, reason: 'It lists an API\u009b of someone else.' } },
      ),
      sampleListing(
        'https://c.example',
        {},
        {},
        { failures: { count: 3, first_at: '2026-11-10T00:00:00Z', last_at: AT } },
      ),
      sampleListing('https://a.example', {}, DOCUMENTED, {
        observed: { ...UNOBSERVED, responding: true, last_responded_at: AT },
      }),
    ],
  });
});

afterAll(() => registry.close());

function originOf(code: string): string {
  return `https://${code.replaceAll('_', '-')}.example`;
}

function ask(...args: readonly string[]) {
  return runCli(args, { environment: { API_REGISTRY_URL: registry.address } });
}

describe.each(WARNING_CODES)('the warning %s', code => {
  const id = new URL(originOf(code)).host;
  const warning = `Warning: ${WARNINGS[code].meaning}`;

  test('follows the claim in show', async () => {
    const lines = (await ask('show', id)).out.split('\n');
    const claims: Readonly<Record<string, RegExp>> = {
      authentication: /^credentials/,
      pricing: /^pricing/,
      payment: /^pricing/,
      endpoints: /^Endpoints/,
      url: /^URL/,
      name: /^Tide tables /,
    };
    const at = lines.findIndex(line => line.trim() === warning);
    expect(lines[at - 1]).toMatch(claims[WARNINGS[code].contradicts] ?? /^$/);
  });

  test('follows the row in find', async () => {
    const { out } = await ask('find', '--limit', '20');
    const row = out.slice(out.indexOf(`${id}  `)).split('\n\n', 1)[0] ?? '';
    expect(row).toContain(warning);
  });

  test('appears next to the planned request of call', async () => {
    const { out, error } = await ask('call', id, 'GET', '/v1/tides', 'harbor=Dover');
    expect(out).toContain(`${originOf(code)}/v1/tides`);
    expect(error).toContain(WARNINGS[code].meaning);
  });
});

test('says in show that a documented API responds and is not verified, and links to its claim', async () => {
  const { out } = await ask('show', 'a.example');
  expect(out).toContain(`responding, not verified by its publisher, last responded ${AT}`);
  expect(out).toMatch(/^claim it +http\S+\/publish\/\?url=https%3A%2F%2Fa\.example$/m);
});

test.each([
  ['b.example', `The registry withdrew this API at ${AT}. Reason: "It lists an API\\u009b of someone else.". Choose`],
  ['c.example', 'This API failed its last checks, which ran at least a day apart.'],
])('explains the status of %s in show and call', async (id, reason) => {
  const lines = (await ask('show', id)).out.split('\n');
  const at = lines.findIndex(line => line.startsWith('status'));
  expect(lines[at + 1]?.trim()).toContain(`Warning: ${reason}`);
  expect((await ask('call', id, 'GET', '/v1/tides', 'harbor=Dover')).error).toContain(reason);
});
