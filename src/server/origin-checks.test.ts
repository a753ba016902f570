import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { createOriginChecks, type OriginChecks } from './origin-checks.ts';

let requests = 0;
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
  checks = createOriginChecks(loadConfig({}), error => expect.fail(String(error)));
});

afterAll(async () => {
  await checks.fetcher.close();
  server.close();
});

test('the validator sends no request to a blocked origin', async () => {
  const validate = checks.validate(({ id }) => (id === origin.id ? 'Its provider opted out.' : undefined));
  await expect(validate(origin, true)).rejects.toMatchObject({
    name: 'SubmissionError',
    kind: 'refused',
    message: `This registry does not list ${origin.url}: Its provider opted out.`,
  });
  expect(requests).toBe(0);
});

test('the validator checks an origin that is not blocked', async () => {
  expect(await checks.validate(() => undefined)(origin, true)).toMatchObject({ passed: false, url: origin.url });
  expect(requests).toBe(1);
});
