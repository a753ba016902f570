import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Octokit } from 'octokit';
import { afterEach, describe, expect, test } from 'vitest';
import type { WranglerOptions } from '#setup/cloudflare/wrangler.ts';
import { sampleSettings } from '#setup/deployment-settings.fixture.ts';
import { parseDeploymentSettings } from '#setup/deployment-settings.ts';
import { createAppManifest } from '#setup/github/app-manifest.ts';
import { explainErrors } from '#setup/github/explain-errors.ts';
import { setVariable } from '#setup/github/variables.ts';
import { listSteps, type SetupContext } from '#setup/list-steps.ts';
import { createPrivateFiles } from '#setup/private-files.ts';
import { runDoctor } from '#setup/run-doctor.ts';
import { runSteps } from '#setup/run-steps.ts';
import { listJobSteps } from '#setup/setup-command.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import { type FakeGithub, startFakeGithub } from './fake-github.ts';
import { createError } from './reply.ts';

const SETTINGS = sampleSettings({
  cloudflare_account_id: '0123456789abcdef0123456789abcdef',
  cloudflare_preview_account_id: 'fedcba9876543210fedcba9876543210',
});

const TOKENS = { production: 'production-token', preview: 'preview-token' };

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('setup on GitHub and Cloudflare', () => {
  test('creates everything in one run, with one click for the App', async () => {
    const { context, github, log, platform } = await start();
    const { pending } = await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    expect(pending).toBe(0);

    const { settings } = github.state;
    expect([...settings.labels.keys()]).toEqual(
      expect.arrayContaining(['accepted', 'rejected', 'needs-person', 'alarm']),
    );
    expect(Object.fromEntries(settings.variables)).toEqual({
      SITE_NAME: 'Acme APIs',
      REGISTRY_URL: 'https://registry.acme.org',
      SITE_URL: 'https://www.acme.org',
      CONTACT: 'mailto:registry@acme.org',
      SECURITY_CONTACT: 'mailto:registry@acme.org',
      REPOSITORY_URL: 'https://github.com/acme/registry',
      CLOUDFLARE_ACCOUNT_ID: SETTINGS.cloudflare_account_id,
      CLOUDFLARE_PREVIEW_ACCOUNT_ID: SETTINGS.cloudflare_preview_account_id,
      CLOUDFLARE_PREVIEW_HOST: 'api-registry-preview.acme.workers.dev',
      SUBMISSION_APP_ID: '4711',
      SUBMISSION_APP_INSTALLATION_ID: '815',
    });
    const environments = [...settings.environments].map(([name, { policies, secrets }]) => [
      name,
      policies.map(({ name, type }) => `${type} ${name}`),
      [...secrets.keys()],
    ]);
    expect(environments).toEqual([
      ['production', ['branch main'], ['REGISTRY_SIGNING_KEY', 'CLOUDFLARE_API_TOKEN']],
      ['preview', ['branch main'], ['CLOUDFLARE_API_TOKEN']],
      ['submissions', ['branch main'], ['SUBMISSION_APP_PRIVATE_KEY']],
      ['release', ['tag v*'], []],
      ['npm', ['tag v*'], []],
    ]);
    expect(settings.rulesets.map(({ rules }) => rules)).toEqual([
      ['deletion', 'non_fast_forward'],
      ['deletion'],
      ['deletion', 'non_fast_forward', 'update'],
    ]);
    expect([...settings.workflows.values()]).toEqual(['active', 'active']);
    expect(settings.dispatched).toEqual(['deploy.yml']);
    expect(platform.secrets.get('SUBMISSION_APP_PRIVATE_KEY')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(github.deviations).toEqual([]);
  });

  test('never logs a secret and stores keys only for the operator', async () => {
    const { context, lines, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    const key = (await context.files.read('app-key.pem')) ?? '';
    expect(key).toContain('PRIVATE KEY');
    expect(lines.join('\n')).not.toContain(key.split('\n')[1]);
    expect(lines.join('\n')).not.toMatch(/production-token|preview-token/);
    expect((await stat(path.join(context.files.folder, 'app-key.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(context.files.folder)).mode & 0o777).toBe(0o700);
  });

  test('changes nothing in a second run', async () => {
    const { context, github, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    const before = github.log.length;
    const online = { ...context, fetch: serveRegistry(SETTINGS.registry_url) };
    expect(await runSteps(listSteps(online), { dryRun: false, log })).toMatchObject({ changed: 0, pending: 0 });
    expect(github.log.slice(before).filter(operation => !operation.startsWith('GET'))).toEqual([]);
  });

  test('reports what the registry lacks while it is deployed, and fails after half an hour', async () => {
    const { context, log } = await start();
    const waited: number[] = [];
    const reports: string[] = [];
    const waiting = {
      ...context,
      report: (line: string) => void reports.push(line.trim()),
      sleep: async (milliseconds: number) => void waited.push(milliseconds),
    };
    const failure = await runSteps(listSteps(waiting), { dryRun: false, log }).catch(error => error);
    expect(failure.message).toMatch(
      /^The workflow Deploy was started, but .* Missing: a DNS record for its host\. See https/,
    );
    expect(reports).toEqual(['Waiting for a DNS record for its host …']);
    expect(waited.reduce((sum, each) => sum + each, 0)).toBe(30 * 60_000);
  });

  test('a dry run changes nothing and shows how to undo each step', async () => {
    const { context, github, lines, log, clone } = await start();
    const before = await readFile(path.join(clone, 'package.json'), 'utf8');
    const { pending, changed } = await runSteps(listSteps(context), { dryRun: true, log });
    expect(changed).toBe(0);
    expect(pending).toBeGreaterThan(8);
    expect(github.log.filter(operation => !operation.startsWith('GET'))).toEqual([]);
    expect(await readFile(path.join(clone, 'package.json'), 'utf8')).toBe(before);
    expect(lines.filter(line => line.includes('To undo it later')).length).toBe(
      lines.filter(line => line.includes('would')).length,
    );
  });

  test('continues after an interruption at any step', async () => {
    const { context, github, log } = await start();
    const steps = listSteps(context);
    const appliable = steps.filter(({ apply }) => apply !== undefined);
    for (const { id } of appliable) {
      const interrupted = listSteps(context).map(step =>
        step.id === id ? { ...step, apply: async () => Promise.reject(new RangeError(`interrupted at ${id}`)) } : step,
      );
      await runSteps(interrupted, { dryRun: false, log }).catch(error => error);
    }
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    const online = { ...context, fetch: serveRegistry(SETTINGS.registry_url) };
    expect(await runSteps(listSteps(online), { dryRun: false, log })).toMatchObject({ changed: 0, pending: 0 });
    expect(github.deviations).toEqual([]);
  });

  test('ends in the same state if it is killed after each change that it makes', { timeout: 600_000 }, async () => {
    const whole = await start();
    await runSteps(listSteps(whole.context), { dryRun: false, log: whole.log }).catch(stopAtDeployment);

    // An hour per run, because of the rate limits.
    let hours = 0;
    const { context, github, log, platform, clone } = await start({ now: () => Date.now() + hours * 3_600_000 });
    const kills = new Set<string>();
    /** Kills the run after its first change that no earlier run made. */
    const interrupt = (...change: readonly unknown[]) => {
      const key = change.join(' ');
      if (kills.has(key)) return;
      kills.add(key);
      throw new RangeError('killed');
    };
    // GitHub applies the request, and setup does not see the response.
    context.octokit.hook.after('request', (_, { method, url, name, environment_name, secret_name, workflow_id }) => {
      if (method !== 'GET') interrupt(method, url, name, environment_name, secret_name, workflow_id);
    });
    const killed: SetupContext = {
      ...context,
      files: {
        ...context.files,
        write: async (...values) => {
          await context.files.write(...values);
          interrupt(values[0]);
        },
      },
      wrangler: async (args, options) => {
        const run = await context.wrangler(args, options);
        if (['put', 'deploy'].some(word => args.includes(word))) interrupt(...args);
        return run;
      },
    };
    while (github.state.settings.dispatched.length === 0) {
      hours += 1;
      const before = kills.size;
      await runSteps(listSteps(killed), { dryRun: false, log }).catch(error => {
        if (!/killed|not visible yet|App is missing/.test(error.message)) stopAtDeployment(error);
      });
      expect(kills.size, [...kills].at(-1)).toBe(before + 1);
    }
    expect(kills.size).toBeGreaterThan(30);
    const online = { ...context, fetch: serveRegistry(SETTINGS.registry_url) };
    expect(await runSteps(listSteps(online), { dryRun: false, log })).toMatchObject({ changed: 0, pending: 0 });
    expect(summarize(github, platform)).toEqual(summarize(whole.github, whole.platform));
    const readPackage = (folder: string) => readFile(path.join(folder, 'package.json'), 'utf8');
    expect(await readPackage(clone)).toBe(await readPackage(whole.clone));
  });

  test('two people at the same time end with the same result', async () => {
    const { context, github, log } = await start();
    await Promise.all(
      ['labels', 'environments', 'workflow-permissions', 'variables', 'rulesets'].flatMap(id =>
        [1, 2].map(() =>
          runSteps(
            listSteps(context).filter(step => step.id === id),
            { dryRun: false, log },
          ).catch(error => expect(String(error)).toContain('not visible yet')),
        ),
      ),
    );
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    for (const { policies } of github.state.settings.environments.values()) expect(policies.length).toBeGreaterThan(0);
    expect([...github.state.settings.labels.keys()].filter(name => name === 'alarm')).toHaveLength(1);
    expect(github.state.settings.rulesets).toHaveLength(3);
  });

  test('names the second App if two people create one at the same time', async () => {
    const { context, github, log } = await start();
    const steps = listSteps(context).filter(({ id }) => id === 'app');
    const write = context.files.write;
    Object.assign(context.files, {
      write: async (...values: Parameters<typeof write>) => {
        github.state.settings.variables.set('SUBMISSION_APP_ID', '1');
        await write(...values);
      },
    });
    await expect(runSteps(steps, { dryRun: false, log })).rejects.toThrow(/Delete the App with the id 4711/);
  });

  test.each([
    ['a wrong token', { token: 'ghp_wrong' }, /GitHub rejected the token/],
    ['an unreachable API', { apiUrl: 'http://127.0.0.1:1' }, /^Cannot reach http:\/\/127\.0\.0\.1:1: .*DNS/m],
    [
      'a missing right',
      { permissions: { administration: 'write', actions: 'write', issues: 'write', metadata: 'read' } as const },
      /^GitHub refused GET \/repos\/acme\/registry\/actions\/variables: .* Give the token the right variables=read/m,
    ],
    ['a token without rights', { permissions: { metadata: 'read' } as const }, /administrator role/],
    ['a missing repository', { repository: 'acme/missing' }, /the repository acme\/missing/],
    ['a wrong token of Cloudflare', { cloudflare: false }, /a valid token/],
    ['the Worker of another project', { hasOtherWorker: true }, /has a Worker named api-registry already/],
    ['a missing token of Cloudflare', { tokens: {} }, /Missing: CLOUDFLARE_API_TOKEN\./],
    [
      'a token for previews that can deploy production',
      { tokens: { ...TOKENS, preview: 'production-token' } },
      /a token that cannot edit the Workers of the registry/,
    ],
    ['a rule that stops workflows', { rules: ['pull_request'] }, /an exemption from the rule "pull_request"/],
    ['no one to confirm the App', { unattended: true }, /A person must confirm the GitHub App/],
  ])('stops at %s with one clear line', async (_, faults, message) => {
    const { context, lines, log } = await start(faults);
    const outcome = await runSteps(listSteps(context), { dryRun: false, log }).catch(error => error);
    const text = [...lines, outcome instanceof Error ? outcome.message : ''].join('\n');
    expect(text).toMatch(message);
    expect(outcome instanceof Error ? 1 : outcome.pending).toBeGreaterThan(0);
  });

  test.each<[string, (github: FakeGithub) => void, RegExp]>([
    [
      'another default branch',
      ({ state }) => {
        state.settings.defaultBranch = 'trunk';
      },
      /Missing: the default branch main \(it is trunk\)\.\n\s+Rename the branch trunk to main under/,
    ],
    [
      'a fork, which has no issues',
      ({ state }) => {
        state.settings.hasIssues = false;
      },
      /Missing: issues, which are the alarms and a way to submit\.\n\s+Turn on Issues under Settings/,
    ],
    [
      'an organization that forbids Actions',
      ({ state }) => {
        Object.assign(state.settings, { actionsEnabled: false, areActionsForbidden: true });
      },
      /^The organization of the repository does not allow this\. Ask one of its owners/m,
    ],
    [
      'a label in another case',
      ({ state }) => void state.settings.labels.set('Alarm', { color: 'ededed', description: null }),
      /^The repository has the label "Alarm"\. Rename it to "alarm" under Issues, Labels\./m,
    ],
    [
      'a disabled ruleset',
      ({ state }) =>
        void state.settings.rulesets.push({
          id: 1,
          name: 'Protect main',
          target: 'branch',
          rules: [],
          isDisabled: true,
        }),
      /^The ruleset "Protect main" is disabled\. Set its enforcement status to Active/m,
    ],
    [
      'a plan without environments',
      ({ injections }) =>
        void injections.add({
          operation: 'PUT /repos/{owner}/{repo}/environments/{environment_name}',
          reply: createError(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.'),
        }),
      /^GitHub refused PUT \S+\/production: Upgrade to GitHub Pro .* feature\. The plan of the account lacks this feature/m,
    ],
  ])('stops at %s with the fix', async (_, change, message) => {
    const { context, github, lines, log } = await start();
    change(github);
    const outcome = await runSteps(listSteps(context), { dryRun: false, log }).catch(error => error);
    expect([...lines, outcome instanceof Error ? outcome.message : ''].join('\n')).toMatch(message);
  });

  test('finds its labels among more than a page of others', async () => {
    const { context, github, log } = await start();
    for (let index = 0; index < 150; index++)
      github.state.settings.labels.set(`area-${index}`, { color: 'ededed', description: null });
    const steps = listSteps(context).filter(({ id }) => id === 'labels');
    expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ changed: 1, pending: 0 });
    expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ done: 1 });
  });

  test('keeps the selection of allowed actions', async () => {
    const { context, github, log } = await start();
    const { settings } = github.state;
    Object.assign(settings, { allowedActions: 'selected', defaultPermissions: 'write' });
    const steps = listSteps(context).filter(({ id }) => id === 'workflow-permissions');
    await runSteps(steps, { dryRun: false, log });
    expect([settings.allowedActions, settings.defaultPermissions]).toEqual(['selected', 'read']);
    settings.allowedActions = 'local_only';
    await runSteps(steps, { dryRun: false, log });
    expect(settings.allowedActions).toBe('all');
  });

  test.each([
    ['User', 'https://github.example/settings/apps'],
    ['Organization', 'https://github.example/organizations/acme/settings/apps'],
  ])('leads the owner of type %s to the page with the App', async (type, expected) => {
    const { context, github, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    github.state.settings.variables.delete('SUBMISSION_APP_INSTALLATION_ID');
    github.state.settings.isAppInstalled = false;
    context.octokit.hook.after('request', response => {
      if (response.data?.owner?.type) response.data.owner.type = type;
    });
    const urls: string[] = [];
    const openUrl = (url: string) => {
      urls.push(url);
      github.state.settings.isAppInstalled = true;
    };
    const steps = listSteps({ ...context, openUrl }).filter(({ id }) => id === 'app-installation');
    expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ changed: 1 });
    expect(urls).toEqual([expected]);
  });

  const VARIABLES = 'GET /repos/{owner}/{repo}/actions/variables';
  const limited = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '9999999999' };
  test.each([
    ['an error of GitHub', createError(502, 'Bad Gateway'), /^GitHub failed at GET \/repos\/\S+ with status 502\. Run/],
    ['a rate limit', { ...createError(403, 'API rate limit'), headers: limited }, /^GitHub limits .* in \d+ seconds\./],
    [
      'another error',
      createError(404, 'Not Found'),
      /^GET \/repos\/acme\/registry\/actions\/variables failed with status 404/,
    ],
  ])('names the request and the next step after %s, and continues there', async (_, reply, message) => {
    const { context, github, log } = await start();
    github.injections.add({ operation: VARIABLES, reply });
    await expect(runSteps(listSteps(context), { dryRun: false, log })).rejects.toThrow(message);
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
  });

  test('does not take its own variable for that of another person after a lost response', async () => {
    const { context } = await start();
    const place = { octokit: context.octokit, owner: 'acme', repo: 'registry' };
    const variable = { name: 'SUBMISSION_APP_ID', value: '4711', exists: false };
    await setVariable(place, variable);
    await setVariable(place, variable);
    await expect(setVariable(place, { ...variable, value: '1' })).rejects.toMatchObject({ status: 409 });
  });

  test.each([
    ['secret', /^Cannot read the secrets of the Worker: fetch failed\. Run the command again\./],
    ['deployments', /^Cannot check the limits of the token: fetch failed\. Run the command again\./],
  ])('decides nothing if the connection of wrangler %s fails', async (command, message) => {
    const { context } = await start();
    const isConnected = ([name]: readonly string[], options?: WranglerOptions) =>
      name !== command || (command === 'deployments' && options?.account?.token !== 'preview-token');
    const failed = { ok: false, output: '', events: [{ type: 'command-failed', message: 'fetch failed' }] };
    const wrangler: SetupContext['wrangler'] = async (args, options) =>
      isConnected(args, options) ? context.wrangler(args, options) : failed;
    const id = command === 'secret' ? 'worker-secret' : 'preview-token';
    const step = listSteps({ ...context, wrangler }).find(each => each.id === id);
    await expect(step?.inspect()).rejects.toThrow(message);
  });

  test('rejects a code that GitHub does not know', async () => {
    const { context, log } = await start({ codes: ['used'] });
    await expect(runSteps(listSteps(context), { dryRun: false, log })).rejects.toThrow(/GitHub rejected the code/);
    expect(await context.files.read('app-key.pem')).toBeUndefined();
  });

  test('names a key of another App', async () => {
    const { context, log } = await start();
    await context.files.write('app-key.pem', await readFile(await createRsaKey(), 'utf8'));
    const steps = listSteps(context).filter(({ id }) => id === 'app-installation');
    await expect(runSteps(steps, { dryRun: false, log })).rejects.toThrow(/GitHub rejected the key/);
  });
});

describe('doctor', () => {
  test('lists all missing items with effect and fix', async () => {
    const { context, lines, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    const online = { ...context, fetch: serveRegistry(SETTINGS.registry_url) };
    expect(await runDoctor(listSteps(online), log)).toBe(0);

    const steps = listSteps({ ...context, fetch: serveRegistry('http://127.0.0.1:4321') });
    lines.length = 0;
    expect(await runDoctor(steps, log)).toBe(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'missing  The registry at https://registry.acme.org: links to https://registry.acme.org (it links to http://127.0.0.1:4321/listings.json)',
        '         Effect: The registry is offline.',
        '         Fix: Set REGISTRY_URL and deploy again.',
      ]),
    );
  });

  test('checks with the token of the workflow Watch what that can read', async () => {
    const { context, github, lines, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    const { parse } = await import('yaml');
    const { jobs } = parse(await readFile('.github/workflows/watch.yml', 'utf8'));
    const permissions = { metadata: 'read', ...jobs.test.permissions };
    const credentials = { token: github.jobToken(permissions) };
    const steps = listJobSteps({ ...context, octokit: githubClient({ apiUrl: github.address, credentials }) });
    expect(steps).toHaveLength(5);
    expect(await runDoctor(steps, log), lines.join('\n')).toBe(0);
    github.state.settings.workflows.set('revalidate.yml', 'disabled_inactivity');
    expect(await runDoctor(steps, log)).toBe(1);
    expect(jobs.test.steps.at(-1)).toMatchObject({
      run: 'node scripts/workflows/watch.ts',
      env: { GITHUB_TOKEN: expect.any(String) },
    });
  });

  test.each([
    ['labels', (github: FakeGithub) => github.state.settings.labels.delete('alarm')],
    ['variables', (github: FakeGithub) => github.state.settings.variables.set('REGISTRY_URL', 'http://127.0.0.1:4321')],
    ['environments', (github: FakeGithub) => github.state.settings.environments.get('production')?.policies.pop()],
    [
      'secret-production-CLOUDFLARE_API_TOKEN',
      (github: FakeGithub) =>
        github.state.settings.environments.get('production')?.secrets.delete('CLOUDFLARE_API_TOKEN'),
    ],
    [
      'workflow-permissions',
      (github: FakeGithub) => {
        github.state.settings.defaultPermissions = 'write';
      },
    ],
    ['workflows', (github: FakeGithub) => github.state.settings.workflows.set('revalidate.yml', 'disabled_inactivity')],
    ['rulesets', (github: FakeGithub) => github.state.settings.rulesets.pop()],
  ])('finds a problem in %s', async (id, damage) => {
    const { context, github, log } = await start();
    await runSteps(listSteps(context), { dryRun: false, log }).catch(stopAtDeployment);
    damage(github);
    const steps = listSteps({ ...context, fetch: serveRegistry(SETTINGS.registry_url) });
    const states = await Promise.all(steps.map(async step => ({ id: step.id, done: (await step.inspect()).done })));
    expect(states.filter(({ done }) => !done).map(each => each.id)).toEqual([id]);
  });
});

test('the App requests no permission that submissions do not need', () => {
  const settings = parseDeploymentSettings(SETTINGS);
  if (!settings.ok) throw new Error('invalid settings');
  expect(
    createAppManifest(
      { ...settings.value, site_name: 'A registry with a very long name' },
      'http://127.0.0.1:1/callback',
    ),
  ).toEqual({
    name: 'A registry with a very long name s',
    url: 'https://www.acme.org',
    redirect_url: 'http://127.0.0.1:1/callback',
    public: false,
    default_permissions: { contents: 'write', pull_requests: 'write', issues: 'write', checks: 'read' },
    default_events: [],
  });
});

interface Faults {
  readonly apiUrl?: string;
  readonly token?: string;
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
  readonly repository?: string;
  readonly cloudflare?: boolean;
  /** Whether the account has a Worker with the name of the registry. */
  readonly hasOtherWorker?: boolean;
  readonly tokens?: { readonly production?: string; readonly preview?: string };
  readonly rules?: readonly string[];
  readonly unattended?: boolean;
  readonly now?: () => number;
  /** The codes that the operator's browser returns. GitHub knows the code `new`. */
  readonly codes?: readonly string[];
}

/** Starts a mock GitHub with a new repository, and a clone with the files that setup fills. */
async function start(faults: Faults = {}) {
  const github = await startFakeGithub({
    labels: [],
    ...(faults.now && { now: faults.now }),
    files: [{ path: 'README.md', content: Buffer.from('A registry.') }],
  });
  cleanUps.push(() => github.close());
  const clone = await makeTemporaryFolder('setup-');
  cleanUps.push(() => removeFolder(clone));
  await writeFile(
    path.join(clone, 'package.json'),
    `${JSON.stringify({ name: 'api-registry', version: '1.0.0' }, null, 2)}\n`,
  );
  const { settings } = github.state;
  settings.workflows.set('deploy.yml', 'active').set('revalidate.yml', 'disabled_fork');
  settings.appCodes.add('new');
  if (faults.rules) settings.rulesets.push({ id: 1, name: 'Ours', target: 'branch', rules: [...faults.rules] });
  const head = (await github.state.git.refSha('refs/heads/main')) ?? '';

  const parsed = parseDeploymentSettings({ ...SETTINGS, ...(faults.repository && { repository: faults.repository }) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const lines: string[] = [];
  const platform = createPlatform(faults);
  const context: SetupContext = {
    settings: parsed.value,
    octokit: explainErrors(
      githubClient({
        apiUrl: faults.apiUrl ?? github.address,
        credentials: { token: faults.token ?? github.userToken(faults.permissions) },
      }),
    ),
    publicClient: new Octokit({
      baseUrl: github.address,
      userAgent: 'test',
      retry: { enabled: false },
      throttle: { enabled: false },
    }),
    githubUrl: 'https://github.example',
    files: createPrivateFiles(path.join(clone, '.data/setup')),
    openUrl: faults.unattended ? undefined : url => void confirmApp(url, faults.codes ?? ['new']),
    now: faults.now ?? Date.now,
    sleep: async () => undefined,
    signal: AbortSignal.timeout(30_000),
    clone,
    root: clone,
    run: async (_, args) => ({ ok: true, output: runGit(args, head) }),
    wrangler: platform.wrangler,
    fetch: async () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })),
    cloudflareTokens: {
      production: undefined,
      preview: undefined,
      ...(faults.tokens ?? TOKENS),
    },
  };
  return { context, github, clone, lines, log: (line: string) => void lines.push(line), platform };
}

/** A mock of git in a clone without changes. */
function runGit(args: readonly string[], head: string): string {
  if (args.includes('get-url')) return 'https://github.com/acme/registry.git\n';
  return args.includes('rev-parse') ? `${head}\n` : '';
}

/** Acts as the operator's browser: opens the page of setup, and follows GitHub's redirect with the code. */
async function confirmApp(address: string, codes: readonly string[]): Promise<void> {
  const page = await (await fetch(address)).text();
  const state = /state=([0-9a-f]+)/.exec(page)?.[1] ?? '';
  await fetch(`${address}/callback?code=new&state=wrong`);
  for (const code of codes) await fetch(`${address}/callback?code=${code}&state=${state}`).catch(() => undefined);
}

/** A mock of wrangler that stores secrets. */
function createPlatform({ cloudflare: isTokenValid = true, hasOtherWorker = false }: Faults) {
  const secrets = new Map<string, string>();
  let hasPreview = false;
  const wrangler = async (args: readonly string[], { input = '', account }: WranglerOptions = {}) => {
    const [command, action, name = ''] = args;
    const isAllowed = account?.token === 'production-token' || account?.id === SETTINGS.cloudflare_preview_account_id;
    if (!isTokenValid || !isAllowed) {
      const failure = { type: 'command-failed', code: 10000, message: 'Authentication error' };
      return { ok: false, output: '', events: [failure] };
    }
    if (command === 'secret' && action === 'put') secrets.set(name, input);
    if (command === 'deploy') hasPreview = true;
    const hasWorker = args.includes('--config') ? hasPreview : hasOtherWorker || secrets.size > 0;
    const isSecretList = command === 'secret' && action === 'list';
    const ok = command === 'deployments' || isSecretList ? hasWorker : true;
    const output = isSecretList
      ? JSON.stringify([...secrets.keys()].map(each => ({ name: each, type: 'secret_text' })))
      : '';
    if (command === 'versions') {
      const preview_alias_url = 'https://setup-api-registry-preview.acme.workers.dev';
      return { ok, output, events: [{ type: 'version-upload', preview_alias_url }] };
    }
    // As wrangler does, which replaces the error of one of the commands.
    const failure = isSecretList
      ? { type: 'command-failed', message: 'Worker "api-registry" not found.' }
      : { type: 'command-failed', code: 10007, message: 'This Worker does not exist.' };
    return { ok, output, events: ok ? [] : [failure] };
  };
  return { wrangler, secrets };
}

/** A mock of the deployed registry that links to itself with the given URL. */
function serveRegistry(url: string): typeof globalThis.fetch {
  return async input =>
    String(input).endsWith('/health')
      ? Response.json({ data: { status: 'healthy' } })
      : Response.json({ meta: { links: { self: `${url}/listings.json` } } });
}

/** Returns the state of both platforms, without the values of secrets, which differ. */
function summarize({ state }: FakeGithub, { secrets }: ReturnType<typeof createPlatform>) {
  const { labels, variables, environments, rulesets, workflows, defaultPermissions, dispatched } = state.settings;
  return {
    labels: [...labels.keys()].sort(),
    variables: Object.fromEntries(variables),
    environments: [...environments].map(([name, environment]) => [
      name,
      environment.policies.map(({ name, type }) => `${type} ${name}`),
      [...environment.secrets.keys()].sort(),
    ]),
    rulesets: rulesets.map(({ name, rules }) => [name, rules]),
    workflows: [...workflows],
    defaultPermissions,
    dispatched,
    secrets: [...secrets.keys()],
  };
}

/** The last step starts the first deployment and stops, because a build takes minutes. */
function stopAtDeployment(error: Error): { readonly pending: number } {
  if (!/The workflow Deploy was started/.test(error.message)) throw error;
  return { pending: 0 };
}

async function createRsaKey(): Promise<string> {
  const folder = await makeTemporaryFolder('key-');
  cleanUps.push(() => removeFolder(folder));
  const { generateKeyPairSync } = await import('node:crypto');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(path.join(folder, 'key.pem'), privateKey);
  return path.join(folder, 'key.pem');
}

test('npm run setup reports each missing value in one line', async () => {
  const folder = await makeTemporaryFolder('answers-');
  cleanUps.push(() => removeFolder(folder));
  const file = path.join(folder, 'answers.json');
  await writeFile(file, JSON.stringify({ platform: 'github', registry_url: 'http://127.0.0.1:4321', token: 'x' }));
  const failed = await promisify(execFile)(process.execPath, ['scripts/setup.ts', '--answers', file]).catch(
    error => error,
  );
  expect(failed.code).toBe(1);
  expect(failed.stderr.trim().split('\n')).toEqual([
    `${file} has invalid settings:`,
    '  token: Unknown member. Use platform, site_name, contact, repository, cloudflare_account_id, cloudflare_preview_account_id, registry_url, site_url, validator_url, mcp_url.',
    '  registry_url: Use a public https URL, such as https://registry.example.org.',
    '  site_name: This member is required.',
    '  contact: This member is required.',
    '  repository: This member is required.',
  ]);
});

test('npm run setup changes nothing while another setup runs in the clone', async () => {
  const folder = await makeTemporaryFolder('locked-');
  cleanUps.push(() => removeFolder(folder));
  const file = path.join(folder, 'answers.json');
  const { repository: _, ...settings } = SETTINGS;
  await writeFile(file, JSON.stringify({ ...settings, platform: 'static' }));
  await mkdir(path.join(folder, 'setup'));
  const lock = await lockDataDirectory(path.join(folder, 'setup'));
  const env = { ...process.env, DATA_DIR: folder };
  const run = promisify(execFile)(process.execPath, ['scripts/setup.ts', '--answers', file], { env });
  const failed = await run.catch(error => error);
  await lock.release();
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toMatch(/^Another setup runs in this clone \(process \d+ on .*\)\. Wait until it ends\.\n$/);
});
