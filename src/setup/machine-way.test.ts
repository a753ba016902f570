import { expect, test } from 'vitest';
import { sampleSettings } from './deployment-settings.fixture.ts';
import { listSteps, type SetupContext } from './list-steps.ts';
import { runSteps } from './run-steps.ts';
import { sampleContext } from './setup-context.fixture.ts';

test('waits until the new service has built its pages, then runs the smoke checks on all surfaces', async () => {
  const { context, commands, waits, lines } = createContext({
    offline: 3,
    smoke: 'ok     health\nAll 63 checks passed.',
  });
  expect(await runLastSteps(context, lines)).toEqual({ done: 1, changed: 1, pending: 0 });
  expect(waits).toEqual([15_000, 15_000]);
  expect(lines.join('\n')).toContain('Waiting for a connection (ECONNREFUSED) …');
  expect(commands).toEqual([['scripts/smoke.ts', 'https://registry.acme.org', '--site', 'https://www.acme.org']]);
});

test('stops after five minutes, and lists what is missing', async () => {
  const { context, waits, lines } = createContext({ offline: Number.POSITIVE_INFINITY, smoke: '' });
  await expect(runLastSteps(context, lines)).rejects.toThrow(
    'The service was started, but the registry is not online. Missing: a connection (ECONNREFUSED). See journalctl -u registry, then run setup again.',
  );
  expect(waits.reduce((sum, each) => sum + each, 0)).toBe(5 * 60_000);
});

test('lists the smoke checks that fail', async () => {
  const { context, lines } = createContext({
    offline: 0,
    smoke: 'ok     health\nFAILED 405 with Allow\n1 of 63 checks failed.',
  });
  expect(await runLastSteps(context, lines)).toEqual({ done: 1, changed: 0, pending: 1 });
  expect(lines).toContain('[2/2] Smoke checks: needs you. Missing: 405 with Allow.');
});

function runLastSteps(context: SetupContext, lines: string[]) {
  const steps = listSteps(context).filter(({ id }) => ['public-registry', 'smoke'].includes(id));
  return runSteps(steps, { dryRun: false, log: line => void lines.push(line) });
}

/** The registry is offline for the first requests. */
function createContext({ offline, smoke }: { readonly offline: number; readonly smoke: string }) {
  const commands: (readonly string[])[] = [];
  const waits: number[] = [];
  const lines: string[] = [];
  let requests = 0;
  const settings = sampleSettings({ platform: 'machine' });
  const context = sampleContext({
    settings,
    report: line => void lines.push(line),
    sleep: async milliseconds => void waits.push(milliseconds),
    run: async (_, args) => {
      commands.push(args);
      return { ok: smoke.includes('All '), output: smoke };
    },
    fetch: async input => {
      requests += 1;
      if (requests <= offline) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      if (String(input).endsWith('/health')) return Response.json({ data: { status: 'healthy' } });
      return Response.json({ meta: { links: { self: `${settings.registry_url}/listings.json` } } });
    },
  });
  return { context, commands, waits, lines };
}
