import { describe, expect, test } from 'vitest';
import type { WranglerRun } from '#setup/cloudflare/wrangler.ts';
import { deploy } from './deployment.ts';
import { createPlan } from './plan.ts';

interface Platform {
  readonly serving?: string;
  readonly refuses?: string;
  readonly targets?: readonly string[];
  /** The error of the request for the current version. */
  readonly fault?: { readonly code?: number; readonly message: string };
}

const NOT_FOUND = { code: 10007, message: 'This Worker does not exist on your account.' };

/** A mock of wrangler that records its calls. */
function platform({
  serving,
  refuses,
  targets = ['https://registry.example.workers.dev'],
  fault = NOT_FOUND,
}: Platform) {
  const asked: string[][] = [];
  const tested: string[] = [];
  const said: string[] = [];
  const wrangler = async (args: readonly string[]): Promise<WranglerRun> => {
    asked.push([...args]);
    const [command = ''] = args;
    const output = command === 'deployments' ? JSON.stringify({ versions: versionsOf(serving) }) : '';
    const ok = command !== refuses && !(command === 'deployments' && serving === undefined);
    if (!ok) return { ok, output, events: command === 'deployments' ? [{ type: 'command-failed', ...fault }] : [] };
    return { ok, output, events: command === 'deploy' ? [{ type: 'deploy', version_id: 'new', targets }] : [] };
  };
  const services = (holds: boolean) => ({
    wrangler,
    log: (line: string) => said.push(line),
    smoke: async (address: string) => {
      tested.push(address);
      return holds;
    },
  });
  return { asked, tested, said, services };
}

function versionsOf(serving: string | undefined) {
  return [
    { version_id: 'canary', percentage: 10 },
    { version_id: serving, percentage: 90 },
  ];
}

const plan = createPlan({
  REGISTRY_URL: 'https://registry.example/',
  SITE_URL: 'https://site.example',
  SUBMIT_LIMIT: '5',
});

describe('a deployment', () => {
  test('keeps a version that passes its smoke test', async () => {
    const { asked, tested, services } = platform({ serving: 'old' });
    expect(await deploy(plan, services(true))).toBe('deployed');
    expect(tested).toEqual(['https://registry.example']);
    const [, deployed = []] = asked;
    expect(deployed).toEqual([
      'deploy',
      ...['--var', 'REGISTRY_URL:https://registry.example/', '--var', 'SITE_URL:https://site.example'],
      ...['--var', 'SUBMIT_LIMIT:5', '--domain', 'registry.example', '--domain', 'site.example'],
    ]);
    expect(asked).toHaveLength(2);
  });

  test('rolls back to the previous version if the smoke test fails', async () => {
    const { asked, said, services } = platform({ serving: 'old' });
    expect(await deploy(plan, services(false))).toBe('rolled-back');
    expect(asked.at(-1)).toEqual(['rollback', 'old', '--yes', '--message', 'Version new failed its smoke test']);
    expect(said.at(-1)).toMatch(/Rolled back to version old/);
  });

  test('rolls back if the smoke test cannot run', async () => {
    const { said, services } = platform({ serving: 'old' });
    const smoke = async () => Promise.reject(new SyntaxError('Unexpected token'));
    expect(await deploy(plan, { ...services(true), smoke })).toBe('rolled-back');
    expect(said).toContain('The smoke test failed: Unexpected token');
  });

  test('reports a failed smoke test without a previous version to roll back to', async () => {
    const { asked, services } = platform({});
    expect(await deploy(plan, services(false))).toBe('broken');
    expect(asked.map(([command]) => command)).toEqual(['deployments', 'deploy']);
  });

  test.each([
    ['the platform does not respond', { message: 'fetch failed' }],
    ['the platform rejects the token', { code: 10000, message: 'Authentication error' }],
  ])('does not start if %s, because it could not roll back', async (_, fault) => {
    const { asked, said, services } = platform({ fault });
    expect(await deploy(plan, services(true))).toBe('refused');
    expect(asked).toHaveLength(1);
    expect(said).toEqual([expect.stringContaining('Not deployed')]);
  });

  test('succeeds as the first one, without a previous version', async () => {
    const { services } = platform({ fault: { message: 'The Worker api-registry has no deployments.' } });
    expect(await deploy(plan, services(true))).toBe('deployed');
  });

  test('reports a failed rollback', async () => {
    const { services } = platform({ serving: 'old', refuses: 'rollback' });
    expect(await deploy(plan, services(false))).toBe('broken');
  });

  test('changes nothing if the platform rejects the deployment', async () => {
    const { asked, tested, services } = platform({ serving: 'old', refuses: 'deploy' });
    expect(await deploy(plan, services(true))).toBe('refused');
    expect([asked.length, tested]).toEqual([2, []]);
  });

  test.each([
    ['keeps', true, 'deployed', 'new'],
    ['rolls back', false, 'rolled-back', 'old'],
  ])('%s a version whose deployment succeeded although the command failed', async (_, isHealthy, outcome, version) => {
    let serving = 'old';
    const restored: string[] = [];
    const result = await deploy(plan, {
      log: () => undefined,
      smoke: async () => isHealthy,
      fillDatabase: async () => async () => restored.push(serving) > 0,
      async wrangler([command = '']) {
        if (command === 'rollback') serving = 'old';
        if (command !== 'deploy')
          return { ok: true, output: JSON.stringify({ versions: versionsOf(serving) }), events: [] };
        serving = 'new';
        return { ok: false, output: '', events: [{ type: 'command-failed', message: 'fetch failed' }] };
      },
    });
    expect([result, serving]).toEqual([outcome, version]);
    expect(restored).toEqual(isHealthy ? [] : ['old']);
  });

  test.each(['', '<html>', '{}'])('does not start if the current version is unknown: %j', async output => {
    const asked: (readonly string[])[] = [];
    const wrangler = async (args: readonly string[]) => {
      asked.push(args);
      return { ok: true, output, events: [] };
    };
    const context = { wrangler, log: () => undefined, smoke: async () => true };
    expect(await deploy(plan, context)).toBe('refused');
    expect(asked).toHaveLength(1);
  });

  test('tests the URL that the platform assigns by default', async () => {
    const { asked, tested, services } = platform({ serving: 'old' });
    expect(await deploy(createPlan({}), services(true))).toBe('deployed');
    expect(tested).toEqual(['https://registry.example.workers.dev']);
    expect(asked[1]).toEqual(['deploy']);
  });

  test('deploys packed files from their folder', async () => {
    const { asked, services } = platform({ serving: 'old' });
    await deploy({ ...createPlan({}), assets: 'dist-packed' }, services(true));
    expect(asked[1]).toEqual(['deploy', '--assets', 'dist-packed']);
  });

  test('rolls back if its URL is unknown', async () => {
    const { services, tested } = platform({ serving: 'old', targets: [] });
    expect(await deploy(createPlan({}), services(true))).toBe('rolled-back');
    expect(tested).toEqual([]);
  });
});

test('never turns secrets into variables', () => {
  const secrets = {
    CLOUDFLARE_API_TOKEN: 'a',
    SUBMISSION_APP_PRIVATE_KEY: 'b',
    EXPORT_SIGNING_KEY: 'c',
    GITHUB_TOKEN: 'd',
  };
  expect(createPlan({ ...secrets, SUBMISSION_APP_ID: '7' }).variables).toEqual({ SUBMISSION_APP_ID: '7' });
});
