import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { full02 } from '#manifest/fixtures/full-manifests.ts';
import { reportOnManifest, reportOnManifestInSteps } from './report-on-manifest.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

describe('a report on a manifest without a URL', () => {
  test('passes a valid manifest and makes no claims about a URL', () => {
    const report = reportOnManifest({ value: { ...sampleManifest(), homepage: 'https://api.example.com' } }, NOW);
    expect(report).toMatchObject({
      passed: true,
      url: null,
      manifest_url: null,
      validated_at: '2026-11-21T09:30:00Z',
      spec_version: 'apimanifest-0.3',
      schema_valid: true,
      endpoints_reachable: false,
      auth_verified: false,
      payment_flow_verified: false,
      badges: [],
      errors: [],
      retryable: false,
    });
    const live = report.checks.filter(({ name }) => name !== 'schema_valid' && name !== 'lint');
    expect(live).toHaveLength(4);
    for (const check of live) expect(check).toMatchObject({ outcome: 'skipped', passed: true, evidence: [] });
  });

  test.each([
    ['tides@example.org', 'The manifest has 1 warning and 2 suggestions.'],
    ['support@tide-tables.com', 'The manifest has no warnings, but 2 suggestions.'],
  ])('counts each lint finding in the message, with the contact %s', (contact, message) => {
    const report = reportOnManifest({ value: sampleManifest({ contact }) }, NOW);
    const check = report.checks.find(({ name }) => name === 'lint');
    expect(check?.message).toBe(message);
    const counts = Array.from(message.matchAll(/\d+/g), ([count]) => Number(count));
    expect(check?.findings).toHaveLength(counts.reduce((sum, count) => sum + count));
  });

  test('lists each error with its location', () => {
    const { name: _, ...unnamed } = sampleManifest({ version: '1.0' });
    const report = reportOnManifest({ value: unnamed }, NOW);
    expect(report).toMatchObject({
      passed: false,
      schema_valid: false,
      spec_version: 'apimanifest-0.3',
      retryable: false,
    });
    expect(report.errors.map(({ pointer }) => pointer).sort()).toEqual(['/name', '/version']);
  });

  test.each([
    { openapi: 'https://api.example.com/openapi.json' },
    { swagger: '2.0' },
    { asyncapi: '2.0' },
    { data: { __schema: {} } },
    { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } },
  ])('rejects unfinished text next to members of another format: %j', members => {
    for (const valid of [sampleManifest(), full02]) {
      const value = { ...valid, ...members, agent_notes: `TODO: write. ${valid.agent_notes}` };
      const { passed, schema_valid, errors } = reportOnManifest({ value }, NOW);
      expect({ passed, schema_valid }).toEqual({ passed: false, schema_valid: true });
      expect(errors).toMatchObject([{ pointer: '/agent_notes', rule: 'unfinished-text' }]);
    }
  });

  test.each([
    ['TODO: describe it.', 'The manifest has 12 unfinished texts.'],
    ['The \u202eday.', 'The manifest has 12 warnings.'],
  ])('counts the occurrences of %j that it does not list', (description, message) => {
    const [endpoint] = sampleManifest().endpoints;
    const parameters = Array.from({ length: 12 }, (_, at) => ({
      name: `day${at}`,
      in: 'query',
      type: 'string',
      required: false,
      description,
    }));
    const contact = 'support@tide-tables.com';
    const value = sampleManifest({ contact, endpoints: [{ ...endpoint, parameters }] as never });
    const lint = reportOnManifest({ value }, NOW).checks.find(({ name }) => name === 'lint');
    expect(lint?.message).toBe(message);
    const listed = lint?.findings?.filter(({ pointer }) => pointer.endsWith('/description'));
    expect(listed?.map(({ more }) => more)).toEqual([...Array(9).fill(undefined), 2]);
  });

  test.each([
    ['that is truncated', '{"spec_version":'],
    ['with a duplicate key', '{"a":1,"a":2}'],
    ['that is empty', ''],
    ['that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('fails a text %s', (_, text) => {
    const report = reportOnManifest({ text }, NOW);
    expect(report).toMatchObject({ passed: false, schema_valid: false, spec_version: null });
    expect(report.errors.length).toBeGreaterThan(0);
    expect(report.checks.find(({ name }) => name === 'lint')?.outcome).toBe('skipped');
  });

  test.each([
    null,
    7,
    'text',
    [],
    {},
    { spec_version: {} },
    JSON.parse('{"__proto__":{"spec_version":"apimanifest-0.3"}}'),
  ])('fails the value %j', value => {
    expect(reportOnManifest({ value }, NOW)).toMatchObject({ passed: false, badges: [] });
  });

  test('stays identical for the same text and time', () => {
    const text = JSON.stringify(sampleManifest({ version: 'one' }));
    expect(reportOnManifest({ text }, NOW)).toEqual(reportOnManifest({ text: new TextEncoder().encode(text) }, NOW));
  });
});

describe('reportOnManifestInSteps', () => {
  test.each([
    ['a valid text', { text: JSON.stringify(sampleManifest()) }, 3],
    ['a value', { value: sampleManifest({ homepage: 7 as never }) }, 2],
    ['a text with a duplicate key', { text: '{"a":1,"a":2}' }, 1],
  ])('returns the same report for %s, and lets other work run before each step', async (_, given, steps) => {
    let [turns, isRunning] = [0, true];
    const countTurns = () => {
      turns += 1;
      if (isRunning) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const report = await reportOnManifestInSteps(given, NOW);
    isRunning = false;
    expect(turns).toBeGreaterThanOrEqual(steps);
    expect(report).toEqual(reportOnManifest(given, NOW));
  });
});
