import { describe, expect, test } from 'vitest';
import type { SubmissionMembers } from '#contract/submission.ts';
import { createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing, sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import { createSampleContext, createSampleLive, sampleListings } from '../context.fixture.ts';
import { TOOLS } from './all-tools.ts';
import { runTool, serving } from './run-tool.fixture.ts';

describe('search_listings', () => {
  const catalog = createMemoryCatalog(numberedListings(25));
  const many = { catalog: () => catalog };

  test('returns short pages with the offset of the next one', async () => {
    const first = await runTool('search_listings', {}, many);
    expect(first.data).toMatchObject({ total: 25, count: 10, next_offset: 10 });
    expect(first.text).toContain('25 matches; showing 1 to 10.');
    expect(first.text).toContain('repeat the search with offset 10.');
    const last = await runTool('search_listings', { offset: 20 }, many);
    expect(last.data).toMatchObject({ count: 5, next_offset: null });
    const beyond = await runTool('search_listings', { offset: 30 }, many);
    expect(beyond.text).toBe('25 matches, but none at offset 30.');
  });

  test('accepts values as models write them', async () => {
    const written = { auth_required: 'false', free_only: true, status: ['verified', 'lapsed'], badges: [], limit: '3' };
    expect((await runTool('search_listings', written, many)).data).toMatchObject({
      count: 3,
      query: { free_only: true },
    });
  });

  test('suggests what to do if nothing matches', async () => {
    expect((await runTool('search_listings', { q: 'zzzzzz' })).text).toContain('Use other words');
  });
});

test.each([
  'TIDES.example.',
  'https://registry.example/listings/tides.example',
  'https://registry.example/apis/tides.example/',
])('finds the listing of %s', async id => {
  expect((await runTool('get_listing', { id })).data).toMatchObject({ id: 'tides.example' });
  expect((await runTool('get_listing_history', { id })).data).toMatchObject({ id: 'tides.example' });
});

describe('fetch_manifest_by_domain', () => {
  const listed = sampleListings[0]?.record.manifest;

  test('recognizes the listed snapshot despite another date', async () => {
    const { data, text } = await runTool(
      'fetch_manifest_by_domain',
      { domain: 'tides.example' },
      serving({ ...listed, last_updated: '2026-11-20T00:00:00Z' }),
    );
    expect(data).toMatchObject({ valid: true, listed: true, same_as_listed: true, difference_count: 0 });
    expect(text).toContain('It has no differences from the listed snapshot.');
  });

  test('returns the reason of the host for a URL that it refuses', async () => {
    const live = createSampleLive({
      refusal: () => 'Start this server with --local.',
      fetch: async ({ url }) => ({
        url,
        outcome: 'refused',
        message: 'The host is local.',
        hint: 'Use a public host.',
      }),
    });
    await expect(runTool('fetch_manifest_by_domain', { domain: 'http://tides.example' }, { live })).rejects.toThrow(
      'Start this server with --local. The API is listed as "tides.example"',
    );
  });

  test('says that the text has only a part of a long manifest', async () => {
    const [endpoint] = listed?.endpoints ?? [];
    const endpoints = Array.from({ length: 400 }, (_, index) => ({ ...endpoint, path: `/v1/tides/${index}` }));
    const domain = { domain: 'tides.example' };
    const { data, text } = await runTool('fetch_manifest_by_domain', domain, serving({ ...listed, endpoints }));
    expect(data).toMatchObject({ valid: true, manifest: { endpoints } });
    expect(text).toMatch(/\nThis text is truncated\. The structured content has the full manifest\.$/);
  });

  test('lists changes since the snapshot, breaking ones first', async () => {
    const now = { ...listed, version: '2.0.0', endpoints: listed?.endpoints.slice(0, 1) };
    const { data, text } = await runTool('fetch_manifest_by_domain', { domain: 'tides.example' }, serving(now));
    expect(data).toMatchObject({
      same_as_listed: false,
      differences: [{ kind: 'endpoint-removed', breaking: true }, {}],
    });
    expect(text).toContain('- breaking: "');
  });

  test('lists the errors of an invalid manifest', async () => {
    const { data, text } = await runTool(
      'fetch_manifest_by_domain',
      { domain: 'x.example' },
      serving({ ...sampleManifest(), categories: ['wether'] }),
    );
    expect(data).toMatchObject({ valid: false, listed: false, listing: null, same_as_listed: null, problem_count: 1 });
    expect(text).toContain('Did you mean "weather"?');
  });

  test.each([[null], ['"text"'], [[]], [{}]])('handles the response %j', async value => {
    expect((await runTool('fetch_manifest_by_domain', { domain: 'tides.example' }, serving(value))).data).toMatchObject(
      {
        valid: false,
        manifest: value === '"text"' ? 'text' : value,
      },
    );
  });

  test.each(['tides.example', 'TIDES.example', 'https://tides.example/v1', 'listing://tides.example'])(
    'finds the listing of %s',
    async domain => {
      expect((await runTool('fetch_manifest_by_domain', { domain }, serving(listed))).data).toMatchObject({
        origin: 'https://tides.example',
        listed: true,
      });
    },
  );

  test('notes that the publisher of a listing from documentation may serve no manifest', async () => {
    const source = { type: 'documentation', documentation_url: 'https://docs.example/' } as const;
    const catalog = createMemoryCatalog([listingOf(sampleRecord('https://docs.example', {}, { source }))]);
    const services = { ...serving({}), catalog: () => catalog };
    expect((await runTool('fetch_manifest_by_domain', { domain: 'docs.example' }, services)).text).toContain(
      'The API is listed as "docs.example", unverified, with a manifest from its public documentation',
    );
  });

  test('uses the scheme and port of a listed origin', async () => {
    const catalog = createMemoryCatalog([sampleListing('http://localhost:4400')]);
    const { data } = await runTool(
      'fetch_manifest_by_domain',
      { domain: 'localhost_4400' },
      { ...serving({}), catalog: () => catalog },
    );
    expect(data).toMatchObject({ origin: 'http://localhost:4400', listed: true });
    const unlisted = await runTool('fetch_manifest_by_domain', { domain: 'a.example_8443' }, serving({}));
    expect(unlisted.data).toMatchObject({ origin: 'https://a.example:8443' });
  });
});

describe('validate_manifest', () => {
  test('accepts a manifest as an object and as text', async () => {
    const manifest = sampleManifest({ contact: 'https://tides.example/contact' });
    for (const args of [manifest, JSON.stringify(manifest)]) {
      const { data, text } = await runTool('validate_manifest', { manifest: args });
      expect(data).toMatchObject({ passed: true, url: null, error_count: 0 });
      expect(text).toContain('Next: serve the manifest, then run submit_api.');
    }
  });

  test('has the warnings next to an unfinished text', async () => {
    const manifest = sampleManifest({ contact: 'none', agent_notes: `TODO: write. ${sampleManifest().agent_notes}` });
    const { data, text } = await runTool('validate_manifest', { manifest });
    expect(data).toMatchObject({ passed: false, error_count: 1, errors: [{ pointer: '/agent_notes' }] });
    expect(data).toMatchObject({
      warnings: expect.arrayContaining([expect.objectContaining({ pointer: '/contact' })]),
    });
    expect(data).not.toMatchObject({
      warnings: expect.arrayContaining([expect.objectContaining({ rule: 'unfinished-text' })]),
    });
    expect(text).toContain('Warnings:');
  });

  test('does not lead to a submission of a manifest that requests no listing', async () => {
    const manifest = sampleManifest({ listing_requested: false });
    const { data, text } = await runTool('validate_manifest', { manifest });
    expect(data).toMatchObject({ passed: true });
    expect(text).toMatch(/\nNext: set listing_requested to true .* Until then, submit_api lists nothing\.$/);
  });

  test('explains each fix, with line and column for text', async () => {
    const { data, text } = await runTool('validate_manifest', { manifest: '{\n  "name": oops\n}' });
    expect(data).toMatchObject({ passed: false, error_count: 1 });
    expect(text).toMatch(/Line 2, column 11/);
  });
});

describe('submissions', () => {
  const state: SubmissionMembers = {
    submission_id: 's/1',
    listing_id: 'new.example',
    url: 'https://new.example',
    status: 'validating',
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
  };
  const error = { pointer: '/name', field: 'name', rule: 'required', message: 'name is missing.', hint: 'Add "name".' };
  test.each<[Partial<SubmissionMembers>, RegExp, object]>([
    [{}, /Next: get_submission_status/, {}],
    [
      { status: 'approved', live: true, similar_names: ['old.example'] },
      /similar name: \["old.example"\]/,
      { listing_url: 'https://registry.example/listings/new.example' },
    ],
    [
      { status: 'rejected', reason: 'It is not valid.', errors: [error], retryable: false },
      /- "\/name": name is missing. Add "name".\nNext: fix these errors/,
      { errors: [error] },
    ],
    [{ status: 'rejected', reason: 'It did not result.', errors: [], retryable: true }, /submit_api again later/, {}],
  ])('get a description in the state %j', async (changes, text, data) => {
    const submissions = {
      submit: async () => ({ ...state, ...changes }),
      status: async () => ({ ...state, ...changes }),
    };
    const services = { live: createSampleLive({ submissions }) };
    for (const result of [
      await runTool('submit_api', { url: 'https://new.example' }, services),
      await runTool('get_submission_status', { submission_id: 's/1' }, services),
    ]) {
      expect(result.text).toMatch(text);
      expect(result.data).toMatchObject({ submission_id: 's/1', ...data });
    }
  });
});

test('returns the history with newest entries first and the status of each day', async () => {
  const detail = sampleListings[0];
  const entry = {
    at: '2026-11-10T00:00:00Z',
    kind: 'changed',
    version: '1.2.0',
    previous_version: '1.1.0',
    summary: 'endpoint GET /v1/moon removed',
    breaking: true,
    differences: [
      { kind: 'endpoint-removed', breaking: true, pointer: '/endpoints/1', text: 'endpoint GET /v1/moon removed' },
    ],
    difference_count: 1,
  };
  const history = async () =>
    JSON.stringify({ data: { id: 'tides.example', entries: [entry, entry], count: 2, total: 2 } });
  const catalog = { ...createMemoryCatalog(detail ? [detail] : []), history };
  const { data, text } = await runTool(
    'get_listing_history',
    { id: 'tides.example', limit: 1 },
    { catalog: () => catalog },
  );
  expect(data).toMatchObject({ total: 2, entries: [entry] });
  expect(text).toContain('(1 of 2)');
  expect(text).toContain('- 2026-11-10T00:00:00Z: breaking: "endpoint GET /v1/moon removed"');
});

test('truncates long publisher text in the text but not in the data', async () => {
  const endpoints = Array.from({ length: 400 }, (_, i) => ({
    ...sampleManifest().endpoints[0],
    path: `/v1/tides/${i}`,
  }));
  const long = createMemoryCatalog([sampleListing('https://long.example', { endpoints: endpoints as never })]);
  const { text, data } = await runTool('get_listing', { id: 'long.example' }, { catalog: () => long });
  expect(text.length).toBeLessThan(26_000);
  expect(text).toContain('"endpoint_count":400');
  expect(data).toMatchObject({ manifest: { endpoints } });
});

test('reports tools that lack their live services, and runs the others', async () => {
  const { live, ...services } = createSampleContext();
  for (const [name, args] of Object.entries({
    fetch_manifest_by_domain: { domain: 'a.example' },
    validate_manifest: { url: 'https://a.example' },
    submit_api: { url: 'https://a.example' },
    get_submission_status: { submission_id: 'a' },
  })) {
    const result = await TOOLS.find(tool => tool.name === name)?.run(args, services, {});
    expect(result, name).toEqual({ ok: false, error: expect.stringContaining('read-only') });
  }
});
