import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { parse } from 'yaml';
import { PREVIEW_CONFIG } from '#setup/cloudflare/cloudflare-steps.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

type Permissions = Readonly<Record<string, string>>;

interface Job {
  readonly environment?: string;
  readonly needs?: string | readonly string[];
  readonly permissions: Permissions;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, readonly { readonly cron: string }[]>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows';
const workflows = new Map<string, Workflow>();

beforeAll(async () => {
  for (const file of (await readdir(FOLDER)).filter(each => each.endsWith('.yml')))
    workflows.set(file, parse(await readFile(path.join(FOLDER, file), 'utf8')));
});

test.each([
  ['sweep.yml', '*/15 * * * *'],
  ['watch.yml', '7 * * * *'],
  ['canary.yml', '41 5 * * *'],
  ['keep-alive.yml', /^\d+ \d+ \* \* [0-6]$/],
])('%s runs on its schedule', (file, cron) => {
  expect(workflows.get(file)?.on.schedule).toEqual([
    { cron: expect.stringMatching(cron instanceof RegExp ? cron : toPattern(cron)) },
  ]);
});

describe('permissions', () => {
  /** The permissions of the job token that a step needs, by the command or action of the step. */
  const NEEDS: readonly (readonly [RegExp, Permissions])[] = [
    [/^actions\/checkout@/, { contents: 'read' }],
    [/^actions\/attest-build-provenance@/, { 'id-token': 'write', attestations: 'write' }],
    [/^gh attestation verify /, { attestations: 'read' }],
    // The identity with which npm trusts the workflow.
    [/npm publish /, { 'id-token': 'write' }],
    [/^gh release |^node scripts\/release\/release-action\.ts/m, { contents: 'write' }],
    [/^node scripts\/revalidate\.ts settle/, { contents: 'write' }],
    [/^node scripts\/workflows\/alarm\.ts/, { issues: 'write' }],
    [/^node scripts\/workflows\/open-submission\.ts/, { issues: 'write' }],
    [/^node scripts\/workflows\/keep-alive\.ts/, { actions: 'write' }],
    [/^node scripts\/workflows\/preview\.ts/, { 'pull-requests': 'write' }],
    [/^node scripts\/workflows\/review-submission\.ts settle/, { contents: 'write', 'pull-requests': 'write' }],
    [/^node scripts\/workflows\/sweep\.ts/, { actions: 'write', checks: 'read', 'pull-requests': 'read' }],
    [/^node scripts\/workflows\/watch\.ts/, { actions: 'read', issues: 'read' }],
  ];

  function findNeeds({ uses = '', run = '', with: inputs = {} }: Step): readonly Permissions[] {
    const found = NEEDS.filter(([pattern]) => pattern.test(uses) || pattern.test(run)).map(([, needs]) => needs);
    // Artifacts of the same run need no permission.
    return 'run-id' in inputs ? [...found, { actions: 'read' }] : found;
  }

  test('match what the steps of each job need', () => {
    for (const [file, { jobs }] of workflows) {
      for (const [id, { steps, permissions }] of Object.entries(jobs)) {
        const needs: Record<string, string> = {};
        for (const [name, access] of steps.flatMap(findNeeds).flatMap(each => Object.entries(each)))
          if (needs[name] !== 'write') needs[name] = access;
        expect(permissions, `${file} ${id}`).toEqual(needs);
      }
    }
  });
});

describe('secrets', () => {
  /** The jobs that use a secret, with their environments. */
  const usersOf = (secret: string) =>
    [...workflows].flatMap(([file, { jobs }]) =>
      Object.entries(jobs)
        .filter(([, job]) => JSON.stringify(job).includes(`secrets.${secret}`))
        .map(([id, { environment }]) => `${file} ${id}: ${environment}`),
    );

  test('need an environment that only main may use', () => {
    expect(usersOf('CLOUDFLARE_API_TOKEN')).toEqual(['deploy.yml deploy: production', 'preview.yml upload: preview']);
    expect(usersOf('REGISTRY_SIGNING_KEY')).toEqual(['deploy.yml sign: production']);
    expect(usersOf('SUBMISSION_APP_PRIVATE_KEY')).toEqual([
      'issue-submission.yml submit: submissions',
      'review.yml evaluate: submissions',
      'review.yml apply: submissions',
    ]);
  });

  test('reach only the step that needs them, and not the one that reads untrusted data', () => {
    const { jobs } = workflows.get('review.yml') as Workflow;
    for (const { steps } of Object.values(jobs))
      for (const { run = '', env = {} } of steps)
        expect('APP_PRIVATE_KEY' in env, run).toBe(run.includes('create-app-token.ts'));
    expect(jobs.evaluate?.steps.find(({ run }) => run?.includes('create-app-token'))?.run).toMatch(/ read$/);
  });
});

describe('the checkout of the observations', () => {
  const action = '.github/actions/observations';
  const runs = async (output: string) => {
    const { steps } = parse(await readFile(path.join(action, 'action.yml'), 'utf8')).runs;
    const script = `gh() { ${output}; }\n${steps[1].run}`;
    const env = { PATH: process.env.PATH, GITHUB_REPOSITORY: 'acme/registry' };
    // As GitHub runs the shell bash.
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    return promisify(execFile)('bash', args, { env }).then(
      () => 0,
      error => error.code,
    );
  };

  test('fails unless the branch does not exist', async () => {
    expect(await Promise.all([runs('echo 0'), runs('echo 1'), runs('return 1')])).toEqual([0, 1, 1]);
  });

  test('uses one action in all jobs', () => {
    const jobs = [...workflows].flatMap(([file, workflow]) =>
      Object.entries(workflow.jobs)
        .filter(([, job]) => JSON.stringify(job).includes('observations'))
        .map(([id, { steps }]) => [file, id, steps.filter(({ uses }) => uses === `./${action}`).length]),
    );
    expect(jobs).toEqual([
      ['deploy.yml', 'changes', 1],
      ['deploy.yml', 'build', 1],
      ['revalidate.yml', 'check', 1],
    ]);
  });
});

describe('a deployment', () => {
  test('builds with --production before it signs and deploys, and only if something has changed', () => {
    const { jobs } = workflows.get('deploy.yml') as Workflow;
    expect(jobs.build?.steps.map(({ run }) => run)).toContain('npm run build -- --production');
    expect([jobs.build?.needs, jobs.sign?.needs, jobs.deploy?.needs]).toEqual([
      'changes',
      'build',
      ['changes', 'build', 'sign'],
    ]);
    expect(JSON.stringify(jobs.build)).toContain("needs.changes.outputs.changed == 'true'");
  });

  test.each([
    ['no URL', {}, 'REGISTRY_URL is http://'],
    ['a loopback URL', { REGISTRY_URL: 'https://127.0.0.1:4321' }, 'REGISTRY_URL is https://127.0.0.1:4321'],
    [
      'a loopback URL of the site',
      { REGISTRY_URL: 'https://registry.acme.org', SITE_URL: 'http://localhost' },
      'SITE_URL',
    ],
    [
      'a URL of the site that has a path',
      { REGISTRY_URL: 'https://acme.github.io/registry' },
      'SITE_URL is https://acme.github.io/registry. The links of its pages start at the root',
    ],
  ])('stops at once with %s', async (_, variables, message) => {
    const env = { PATH: process.env.PATH, ...variables };
    const failed = await promisify(execFile)(process.execPath, ['scripts/build.ts', '--production'], { env }).catch(
      error => error,
    );
    expect(failed.code).toBe(1);
    expect(failed.stderr.trim().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(failed.stderr).toMatch(/--production requires a public URL|Use a URL without a path/);
  });
});

test('the Worker of previews has its own URLs, no Durable Object, and no variables of production', () => {
  const preview = unstable_readConfig({ config: PREVIEW_CONFIG });
  const production = unstable_readConfig({ config: 'wrangler.jsonc' });
  expect(production.durable_objects.bindings).not.toEqual([]);
  expect(preview).toMatchObject({ preview_urls: true, workers_dev: false, vars: {} });
  expect(preview.durable_objects.bindings).toEqual([]);
  expect(preview.name).not.toBe(production.name);
});

function toPattern(text: string): RegExp {
  return new RegExp(`^${text.replace(/[*/]/g, '\\$&')}$`);
}
