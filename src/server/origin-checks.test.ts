import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { createOriginChecks, type OriginChecks } from './origin-checks.ts';

let requests = 0;
let blockedId: string | undefined;
const server = createServer((_, response) => {
  requests += 1;
  response.end('{}');
});
let origin: Origin;
let checks: OriginChecks;

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const parsed = parseOrigin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  if (!parsed.ok) throw new Error(parsed.error);
  origin = parsed.value;
  checks = createOriginChecks(
    loadConfig({}),
    ({ id }) => (id === blockedId ? 'Its provider opted out.' : undefined),
    error => expect.fail(String(error)),
  );
});

afterAll(async () => {
  await checks.fetcher.close();
  server.close();
});

test('the checks send no request to a blocked origin', async () => {
  blockedId = origin.id;
  const message = `This registry does not list ${origin.url}: Its provider opted out.`;
  const [{ report }, validated, fetched] = await Promise.all([
    checks.verify(origin),
    checks.validate(origin, true),
    checks.fetcher.fetch({ url: `${origin.url}/`, listingOrigin: origin.url, local: true }),
  ]);
  for (const { passed, errors } of [report, validated]) {
    expect(passed).toBe(false);
    expect(errors[0]?.message).toContain(message.replace(/\.$/, ''));
  }
  expect(fetched).toMatchObject({ outcome: 'refused', rule: 'blocked-origin', message });
  expect(requests).toBe(0);
});

test('the validator checks an origin that is not blocked', async () => {
  blockedId = undefined;
  expect(await checks.validate(origin, true)).toMatchObject({ passed: false, url: origin.url });
  expect(requests).toBe(1);
});
