import { expect, test } from 'vitest';
import { sampleSettings } from './deployment-settings.fixture.ts';
import { listSteps } from './list-steps.ts';
import { runDoctor } from './run-doctor.ts';
import { runSteps } from './run-steps.ts';
import { sampleContext } from './setup-context.fixture.ts';

test('builds the files for a file host, and lists the steps that only the operator can take', async () => {
  const { context, runs, lines, log } = createContext({ isOnline: false });
  await expect(runSteps(listSteps(context), { dryRun: false, log })).rejects.toThrow(
    'The registry is in dist. Copy it to the host of https://registry.acme.org, then run npm run doctor.',
  );
  expect(lines.at(-1)).toMatch(/adding or changing the files in dist \(missing: a DNS record for its host\) …$/);
  expect(runs).toEqual([
    {
      args: ['scripts/build.ts', '--production'],
      url: 'https://registry.acme.org',
      name: 'Acme APIs',
      cwd: '/nowhere',
    },
  ]);
});

test('completes setup when the host serves the files', async () => {
  const { context, runs, log } = createContext({ isOnline: true });
  expect(await runSteps(listSteps(context), { dryRun: false, log })).toEqual({ done: 2, changed: 0, pending: 0 });
  expect(await runDoctor(listSteps(context), log)).toBe(0);
  expect(runs).toEqual([]);
});

test('reports a failed build in one line', async () => {
  const { context, log } = createContext({ isOnline: false, output: 'Building …\nREGISTRY_URL is not public.\n' });
  await expect(runSteps(listSteps(context), { dryRun: false, log })).rejects.toThrow(
    'The build failed: REGISTRY_URL is not public.',
  );
});

function createContext({ isOnline, output }: { readonly isOnline: boolean; readonly output?: string }) {
  const runs: unknown[] = [];
  const lines: string[] = [];
  const settings = sampleSettings({ platform: 'static' });
  const context = sampleContext({
    settings,
    run: async (_, args, { environment, cwd } = {}) => {
      runs.push({ args, url: environment?.REGISTRY_URL, name: environment?.SITE_NAME, cwd });
      return { ok: output === undefined, output: output ?? '' };
    },
    fetch: async input => {
      if (!isOnline) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
      // A file host has no /health.
      if (String(input).endsWith('/health')) return new Response('', { status: 404 });
      return Response.json({ meta: { links: { self: `${settings.registry_url}/listings.json` } } });
    },
  });
  return { context, runs, lines, log: (line: string) => void lines.push(line) };
}
