import { describe, expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { sampleManifest, sampleRecord } from './listing.fixture.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Snapshot } from './snapshot.ts';

const address = 'https://api.example.com';
const id = 'api.example.com';
const endpoints = sampleManifest().endpoints;
const waves = { ...sampleManifest().endpoints[0], path: '/v1/waves' } as (typeof endpoints)[number];
const documentation = { type: 'documentation', documentation_url: 'https://docs.example.com' } as const;

/** Returns a version of the record from the given day of November. */
function snapshot(
  day: string,
  manifest: Parameters<typeof sampleManifest>[0] = {},
  changes: Partial<ListingRecord> = {},
): Snapshot {
  const at = `2026-11-${day}T00:00:00Z`;
  return { at, record: sampleRecord(address, manifest, { updated_at: at, ...changes }), commit: `c${day}` };
}

describe('the history of a listing', () => {
  test('starts with its listing and contains each change, newest first', async () => {
    const history = await createHistory(id, [
      snapshot('01', { endpoints: [...endpoints, waves] }),
      snapshot('05', { version: '1.3.0', endpoints }),
    ]);
    expect(history).toEqual({
      id,
      count: 2,
      total: 2,
      entries: [
        {
          at: '2026-11-05T00:00:00Z',
          kind: 'changed',
          version: '1.3.0',
          previous_version: '1.2.0',
          summary: '1.2.0 → 1.3.0: endpoint GET /v1/waves removed',
          breaking: true,
          differences: [
            {
              kind: 'endpoint-removed',
              breaking: true,
              pointer: '/endpoints/1',
              text: 'endpoint GET /v1/waves removed',
            },
            { kind: 'version-changed', breaking: false, pointer: '/version', text: 'version 1.2.0 → 1.3.0' },
          ],
          difference_count: 2,
          commit: 'c05',
        },
        {
          at: '2026-11-01T00:00:00Z',
          kind: 'listed',
          version: '1.2.0',
          previous_version: null,
          summary: 'listed by its publisher',
          breaking: false,
          differences: [],
          difference_count: 0,
          commit: 'c01',
        },
      ],
    });
  });

  test('omits a snapshot without changes', async () => {
    const same = snapshot('02', { last_updated: '2026-11-02T00:00:00Z' });
    const { entries } = await createHistory(id, [snapshot('01'), same, snapshot('03', { name: 'Tides' })]);
    expect(entries.map(({ at, summary }) => [at.slice(8, 10), summary])).toEqual([
      ['03', '1.2.0: name "Tide tables" → "Tides"'],
      ['01', 'listed by its publisher'],
    ]);
  });

  test("describes a publisher's first claim as such and never as breaking", async () => {
    const { entries } = await createHistory(id, [
      snapshot('01', { endpoints: [waves] }, { source: documentation }),
      snapshot('04', { endpoints }),
      snapshot('05', { endpoints }, { source: documentation }),
      snapshot('06', { endpoints }),
    ]);
    expect(entries.map(({ kind, breaking, summary }) => [kind, breaking, summary])).toEqual([
      ['claimed', false, 'claimed by its publisher'],
      [
        'claimed',
        false,
        'claimed by its publisher; 1.2.0: endpoint GET /v1/waves removed; endpoint GET /v1/tides added',
      ],
      ['listed', false, 'listed from its public documentation'],
    ]);
    expect(entries[1]?.differences[0]).toMatchObject({ kind: 'endpoint-removed', breaking: true });
  });

  test('contains withdrawals and restorations by the publisher with other changes', async () => {
    const { entries } = await createHistory(id, [
      snapshot('01'),
      snapshot('02', { listing_requested: false }),
      snapshot('03', { listing_requested: true, version: '2.0.0' }),
    ]);
    expect(entries.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['restored', 'listed again by its publisher; 1.2.0 → 2.0.0'],
      ['withdrawn', 'withdrawn by its publisher'],
      ['listed', 'listed by its publisher'],
    ]);
  });

  test('contains withdrawals and restorations by the registry with the reason', async () => {
    const back = { at: '2026-11-02T06:00:00Z', reason: 'It sends its users elsewhere.' };
    const taken = snapshot('02');
    const { entries } = await createHistory(id, [
      snapshot('01'),
      { ...taken, record: { ...taken.record, withdrawn: back } },
      snapshot('03'),
    ]);
    expect(entries.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['restored', 'listed again by the registry'],
      ['withdrawn', 'withdrawn by the registry: It sends its users elsewhere.'],
      ['listed', 'listed by its publisher'],
    ]);
  });

  test('contains status changes with the version at that time', async () => {
    const at = (day: string) => `2026-11-${day}T06:00:00Z`;
    const { entries } = await createHistory(
      id,
      [snapshot('01'), snapshot('04', { version: '1.2.1' })],
      [
        { at: at('01'), status: 'verified' },
        { at: at('03'), status: 'lapsed' },
        { at: at('05'), status: 'verified' },
        { at: at('06'), status: 'withdrawn' },
      ],
    );
    expect(entries.map(({ kind, version }) => [kind, version])).toEqual([
      ['restored', '1.2.1'],
      ['changed', '1.2.1'],
      ['lapsed', '1.2.0'],
      ['verified', '1.2.0'],
      ['listed', '1.2.0'],
    ]);
  });

  test('notes a missing beginning', async () => {
    const { entries } = await createHistory(id, [snapshot('09')]);
    expect(entries.map(({ at, kind, version, summary }) => [at.slice(8, 10), kind, version, summary])).toEqual([
      ['09', 'changed', '1.2.0', 'changed; earlier versions are not recorded'],
      ['01', 'listed', null, 'listed'],
    ]);
  });

  test('keeps the newest 200 entries with 50 changes each, and all counts', async () => {
    const many = (suffix: string) => Array.from({ length: 60 }, (_, at) => ({ ...waves, path: `/${suffix}/${at}` }));
    async function* snapshots() {
      for (let hour = 0; hour < 250; hour++) {
        const at = new Date(Date.UTC(2026, 10, 1, hour)).toISOString();
        yield { at, record: sampleRecord(address, { endpoints: many(String(hour)) }) };
      }
    }
    const { entries, count, total } = await createHistory(id, snapshots());
    expect([entries.length, count, total]).toEqual([200, 200, 250]);
    expect(entries[0]?.at).toBe('2026-11-11T09:00:00.000Z');
    expect([entries[0]?.differences.length, entries[0]?.difference_count]).toEqual([50, 120]);
  });

  test('has no entries for an unknown listing', async () => {
    expect(await createHistory(id, [])).toEqual({ id, entries: [], count: 0, total: 0 });
  });
});
