import { expect, test } from 'vitest';
import type { Report } from '#contract/report.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import { verifyOrigin } from '../verify-origin.ts';
import type { Subject } from './check.ts';
import { inspectText } from './inspect-text.ts';
import { ORIGIN, scriptedFetcher } from './scripted-fetcher.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const LARGE = ' '.repeat(LARGE_TEXT_BYTES);

async function verify(body: string, inspect?: Subject['inspectText']) {
  const fetcher = scriptedFetcher({
    [`${ORIGIN}${MANIFEST_PATH}`]: { status: 200, headers: { 'content-type': 'application/json' }, body },
    [`${ORIGIN}/v1/tides`]: 200,
    [`${ORIGIN}/v1/moon`]: 200,
  });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const verification = await verifyOrigin(ORIGIN, { fetcher, now: () => NOW, onError, inspectText: inspect });
  return { ...verification, errors };
}

const valid = JSON.stringify(sampleManifest());

test.each([
  ['a valid manifest', valid],
  ['a manifest with warnings', JSON.stringify(sampleManifest({ description: 'Lorem ipsum <b>tides</b>' }))],
  ['an invalid manifest', JSON.stringify({ ...sampleManifest(), name: 5, 'a\\': { '\\u0061': 1 } })],
  ['a manifest of an unknown version', valid.replace(/apimanifest-[0-9.]+/, 'apimanifest-9.9')],
  ['a manifest with a byte-order mark', `\ufeff${valid}`],
  ['a manifest with a duplicate key', valid.replace('{', '{"name":"Twice",')],
  ['a text that is not JSON', '{"name":'],
])('verifies %s in another thread with the same result', async (_, text) => {
  let inspected = 0;
  const result = await verify(text + LARGE, async (bytes, now) => {
    inspected++;
    return structuredClone(inspectText(bytes, now));
  });
  const expected = await verify(text + LARGE);
  expect(inspected).toBe(1);
  expect(withoutRandomNames(result.report)).toEqual(withoutRandomNames(expected.report));
  expect(result.document?.value).toEqual(expected.document?.value);
  expect(result.observed).toEqual(expected.observed);
});

test('inspects a small text in the same thread', async () => {
  const { report } = await verify(valid, async () => {
    throw new Error('A small text.');
  });
  expect(report.schema_valid).toBe(true);
});

test('returns an inconclusive check if the other thread fails', async () => {
  const error = new Error('The thread failed.');
  const { report, errors } = await verify(valid + LARGE, () => Promise.reject(error));
  expect(report.checks[0]).toMatchObject({ name: 'manifest_reachable', outcome: 'inconclusive' });
  expect(errors).toEqual([error]);
});

test.each<[string, Partial<Manifest> & Record<string, unknown>, number]>([
  ['a large manifest in another thread', { extra: LARGE }, 1],
  ['a large manifest with warnings in another thread', { extra: LARGE, agent_notes: 'Lorem ipsum <b>tides</b>' }, 1],
  ['a small manifest in the same thread', {}, 0],
])('inspects %s after a 304, with the same result', async (_, members, count) => {
  const value = { ...sampleManifest(), ...members };
  const known = { value, sha256: 'f'.repeat(64), etag: '"1"' };
  const check = async (inspect?: Subject['inspectText']) => {
    const fetcher = scriptedFetcher({ [`${ORIGIN}${MANIFEST_PATH}`]: 304, [`${ORIGIN}/v1/tides`]: 200 });
    return verifyOrigin(ORIGIN, { fetcher, now: () => NOW, inspectText: inspect }, known);
  };
  let inspected = 0;
  const { report, document } = await check(async (bytes, now) => {
    inspected++;
    return structuredClone(inspectText(bytes, now));
  });
  const expected = await check();
  expect(inspected).toBe(count);
  expect(document).toEqual({ ...expected.document, value });
  expect(withoutRandomNames(report)).toEqual(withoutRandomNames(expected.report));
});

/** The control request has a random path. */
function withoutRandomNames(report: Report): unknown {
  return JSON.parse(JSON.stringify(report).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''));
}
