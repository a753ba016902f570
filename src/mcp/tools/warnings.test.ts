import { describe, expect, test } from 'vitest';
import type { WarningCode } from '#contract/row.ts';
import { createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { UNOBSERVED } from '#listing/observed-facts.ts';
import { WARNING_CODES, WARNINGS } from '#listing/warnings.ts';
import { runTool } from './run-tool.fixture.ts';

const AT = '2026-11-19T06:00:00Z';

/** Runs a tool on a registry with one listing whose last check found a contradiction. */
async function runWarned(code: WarningCode, tool: string, args: Readonly<Record<string, unknown>>): Promise<string[]> {
  const warning = { code, message: WARNINGS[code].meaning };
  const observed = { ...UNOBSERVED, responding: true, last_responded_at: AT, warnings: [warning] };
  const listing = sampleListing('https://tides.example', {}, {}, { observed });
  const { text } = await runTool(tool, args, { catalog: () => createMemoryCatalog([listing]) });
  return text.split('\n');
}

describe.each(WARNING_CODES)('the warning %s', code => {
  const message = WARNINGS[code].meaning;

  test('appears in the row of search_listings', async () => {
    const rows = (await runWarned(code, 'search_listings', {})).filter(line => line.startsWith('{'));
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0] ?? '')).toMatchObject({ warnings: [message], responding: true });
  });

  test('appears above the manifest of get_listing', async () => {
    const lines = await runWarned(code, 'get_listing', { id: 'tides.example' });
    const at = lines.indexOf(`Warning: ${message}`);
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(lines.findIndex(line => line.startsWith('The manifest as JSON')));
  });

  test('follows the claim in plan_call, once', async () => {
    const args = { id: 'tides.example', method: 'GET', path: '/v1/tides', parameters: { harbor: 'Dover' } };
    const lines = await runWarned(code, 'plan_call', args);
    const claims = {
      authentication: /^Authentication:/,
      pricing: /^Cost:/,
      payment: /^Cost:/,
      name: /^$/,
      url: /^$/,
      endpoints: /^$/,
    };
    const claim = claims[WARNINGS[code].contradicts as keyof typeof claims];
    expect(lines.filter(line => line.includes(message))).toEqual([`Warning: ${message}`]);
    expect(lines[lines.indexOf(`Warning: ${message}`) - 1]).toMatch(claim);
  });
});

test('shows that a documented API responds and is not verified, with the time', async () => {
  const source = { type: 'documentation', documentation_url: 'https://tides.example/docs' } as const;
  const observed = { ...UNOBSERVED, responding: true, last_responded_at: AT };
  const catalog = () => createMemoryCatalog([sampleListing('https://tides.example', {}, { source }, { observed })]);
  const expected = `Responding, not verified by its publisher (last response: ${AT}).`;
  const id = 'tides.example';
  expect((await runTool('get_listing', { id }, { catalog })).text).toContain(expected);
  expect((await runTool('plan_call', { id, method: 'GET', path: '/v1/tides' }, { catalog })).text).toContain(expected);
});

test('attributes no claim of a documented API to its publisher', async () => {
  const source = { type: 'documentation', documentation_url: 'https://tides.example/docs' } as const;
  const catalog = () => createMemoryCatalog([sampleListing('https://tides.example', {}, { source })]);
  const id = 'tides.example';
  const texts = [
    (await runTool('search_listings', {}, { catalog })).text,
    (await runTool('get_listing', { id }, { catalog })).text,
    (await runTool('plan_call', { id, method: 'GET', path: '/v1/tides' }, { catalog })).text,
  ];
  expect(texts.join('\n')).not.toMatch(
    /according to the publisher|publisher's|publisher (?:states|declares|serves|says)/i,
  );
});
