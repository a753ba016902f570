import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckResult } from '#contract/report.ts';
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

test('the checks reach this machine only for a request with local privileges to a local server', async () => {
  const reaches = async (settings: Record<string, string>, check: (own: OriginChecks) => Promise<unknown>) => {
    const own = createOriginChecks(loadConfig(settings), () => undefined, String);
    const before = requests;
    await check(own);
    await own.fetcher.close();
    return requests > before;
  };
  const submit = (isPrivileged?: boolean) => (own: OriginChecks) =>
    own.verify(origin, undefined, undefined, isPrivileged);
  expect(await reaches({}, submit())).toBe(true);
  expect(await reaches({}, submit(false))).toBe(false);
  expect(await reaches({}, own => own.validate(origin, false))).toBe(false);
  const published = { REGISTRY_URL: 'https://registry.example' };
  expect(await reaches(published, submit(true))).toBe(false);
  expect(await reaches(published, own => own.validate(origin, true))).toBe(false);
});

test('the checks of a submission and of the validator report each completed check', async () => {
  const completed: string[] = [];
  const onResult = ({ name, outcome }: CheckResult) => void completed.push(`${name} ${outcome}`);
  await checks.verify(origin, undefined, onResult);
  expect(completed).toContain('manifest_reachable passed');
  completed.length = 0;
  await checks.validate(origin, true, { onResult });
  expect(completed).toContain('manifest_reachable passed');
});
