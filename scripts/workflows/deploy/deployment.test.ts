import { describe, expect, test } from 'vitest';
import { deploy } from './deployment.ts';
import { planFrom } from './plan.ts';
import type { WranglerRun } from './wrangler.ts';

interface Platform {
  readonly serving?: string;
  readonly refuses?: string;
  readonly targets?: readonly string[];
  /** Why nobody tells what is serving. */
  readonly fault?: { readonly code?: number; readonly message: string };
}

const NOT_FOUND = { code: 10007, message: 'This Worker does not exist on your account.' };

/** A wrangler that answers as its own does, and keeps what it was asked. */
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
    tell: (line: string) => said.push(line),
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

const plan = planFrom({
  REGISTRY_URL: 'https://registry.example/',
  SITE_URL: 'https://site.example',
  SUBMIT_LIMIT: '5',
});

describe('a deployment', () => {
  test('that holds stays', async () => {
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

  test('that does not hold is taken back to what served before', async () => {
    const { asked, said, services } = platform({ serving: 'old' });
    expect(await deploy(plan, services(false))).toBe('rolled-back');
    expect(asked.at(-1)).toEqual(['rollback', 'old', '--yes', '--message', 'Version new did not pass its smoke test']);
    expect(said.at(-1)).toMatch(/version old serves again/);
  });

  test('that does not hold and has nothing before it is told', async () => {
    const { asked, services } = platform({});
    expect(await deploy(plan, services(false))).toBe('broken');
    expect(asked.map(([command]) => command)).toEqual(['deployments', 'deploy']);
  });

  test.each([
    ['the platform does not answer', { message: 'fetch failed' }],
    ['the token is not accepted', { code: 10000, message: 'Authentication error' }],
  ])('is not begun when %s: there would be no way back', async (_, fault) => {
    const { asked, said, services } = platform({ fault });
    expect(await deploy(plan, services(true))).toBe('refused');
    expect(asked).toHaveLength(1);
    expect(said).toEqual([expect.stringContaining('nothing was deployed')]);
  });

  test('that is the first one has nothing before it', async () => {
    const { services } = platform({ fault: { message: 'The Worker api-registry has no deployments.' } });
    expect(await deploy(plan, services(true))).toBe('deployed');
  });

  test('that cannot be taken back is told', async () => {
    const { services } = platform({ serving: 'old', refuses: 'rollback' });
    expect(await deploy(plan, services(false))).toBe('broken');
  });

  test('that the platform refuses changes nothing', async () => {
    const { asked, tested, services } = platform({ serving: 'old', refuses: 'deploy' });
    expect(await deploy(plan, services(true))).toBe('refused');
    expect([asked.length, tested]).toEqual([2, []]);
  });

  test('without an address of its own is tested where the platform put it', async () => {
    const { asked, tested, services } = platform({ serving: 'old' });
    expect(await deploy(planFrom({}), services(true))).toBe('deployed');
    expect(tested).toEqual(['https://registry.example.workers.dev']);
    expect(asked[1]).toEqual(['deploy']);
  });

  test('of which nobody knows where it is, is taken back', async () => {
    const { services, tested } = platform({ serving: 'old', targets: [] });
    expect(await deploy(planFrom({}), services(true))).toBe('rolled-back');
    expect(tested).toEqual([]);
  });
});

test('secrets never become variables', () => {
  const secrets = {
    CLOUDFLARE_API_TOKEN: 'a',
    SUBMISSION_APP_PRIVATE_KEY: 'b',
    EXPORT_SIGNING_KEY: 'c',
    GITHUB_TOKEN: 'd',
  };
  expect(planFrom({ ...secrets, SUBMISSION_APP_ID: '7' }).variables).toEqual({ SUBMISSION_APP_ID: '7' });
});
