import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { createProbeSession } from '../probes/probe-session.ts';
import type { Check } from './check.ts';
import { runChecks } from './run-checks.ts';
import { scriptedFetcher } from './scripted-fetcher.fixture.ts';

const subject = {
  origin: 'https://api.example.com',
  now: 0,
  session: createProbeSession({ fetcher: scriptedFetcher({}), now: () => 0, origin: 'https://api.example.com' }),
};

function check(name: Check['name'], run: Check['run']): Check {
  return { name, severity: 'error', meaning: 'For the test.', run };
}

test('reports a check that throws as inconclusive and runs the others', async () => {
  const fault = new Error('secret path /home/x');
  const faults: unknown[] = [];
  const { results } = await runChecks(
    [
      check('manifest_reachable', async () => {
        throw fault;
      }),
      check('schema_valid', async () => ({ outcome: 'passed', message: 'Fine.' })),
    ],
    subject,
    error => faults.push(error),
  );
  expect(results).toMatchObject([
    { name: 'manifest_reachable', outcome: 'inconclusive', passed: false, evidence: [] },
    { name: 'schema_valid', outcome: 'passed', passed: true, hint: null },
  ]);
  expect(JSON.stringify(results)).not.toContain('secret');
  expect(faults).toEqual([fault]);
});

test('reports each result before the next check starts', async () => {
  const events: string[] = [];
  const record = (name: Check['name']) =>
    check(name, async () => {
      events.push(`run ${name}`);
      return { outcome: 'passed', message: 'Fine.' };
    });
  await runChecks(
    [record('manifest_reachable'), record('schema_valid')],
    subject,
    () => undefined,
    ({ name }) => events.push(`report ${name}`),
  );
  expect(events).toEqual([
    'run manifest_reachable',
    'report manifest_reachable',
    'run schema_valid',
    'report schema_valid',
  ]);
});

test('passes the findings of earlier checks to later ones', async () => {
  const manifest = sampleManifest();
  const seen: unknown[] = [];
  await runChecks(
    [
      check('schema_valid', async () => ({ outcome: 'passed', message: 'Fine.', learned: { manifest } })),
      check('lint', async learned => {
        seen.push(learned.manifest);
        return { outcome: 'skipped', message: 'Not now.' };
      }),
    ],
    subject,
    () => undefined,
  );
  expect(seen).toEqual([manifest]);
});
