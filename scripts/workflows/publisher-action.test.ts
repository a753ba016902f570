import { spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { edited } from '#manifest/fixtures/edit-manifest.ts';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep } from '../fake-github/job.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = 'api-manifest.json';
const [example] = schema.examples;
/** The example of the schema with its own texts, because validation rejects copied sample sentences. */
const manifest = {
  ...example,
  description:
    'The names, symbols, atomic numbers, and masses of all 118 chemical elements, with the source and the year of each value.',
  agent_notes:
    'Symbols are case-sensitive: Co is cobalt, and CO returns 404. The data changes once a year, so keep a response for a day. Request each element by its symbol, because there is no list of all elements.',
  contact: { email: 'support@open-chemistry-reference.org' },
  endpoints: [
    {
      path: '/v1/elements/{symbol}',
      method: 'GET',
      description: 'Returns the properties of one element. Symbols are case-sensitive.',
      parameters: [
        {
          name: 'symbol',
          in: 'path',
          type: 'string',
          required: true,
          description: 'The symbol, as Fe.',
          example: 'Fe',
        },
      ],
      response_description: 'An object with the name and the atomic number and mass.',
    },
  ],
};

let packed: string;
let action: {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { main: string };
};
let github: FakeGithub;
let workspace: string;

/** Tests the action as published: bundled, without other files of this repository. */
beforeAll(async () => {
  packed = await makeTemporaryFolder('action-');
  const pack = spawnSync(process.execPath, [path.join(ROOT, 'scripts/release/pack-action.ts'), '--to', packed]);
  expect(pack.stderr.toString()).toBe('');
  action = parse(await readFile(path.join(packed, 'action.yml'), 'utf8'));
});

afterAll(() => removeFolder(packed));

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: FILE, content: text(manifest) }] });
  workspace = await makeTemporaryFolder('workspace-');
});

afterEach(async () => {
  const { deviations } = github;
  await Promise.all([github.close(), removeFolder(workspace)]);
  expect(deviations).toEqual([]);
});

const text = (value: unknown) => JSON.stringify(value, null, 2);
const removed = edited(manifest, '/endpoints/0/path', '/v2/elements/{symbol}');

test('declares the same inputs and outputs as the guides', async () => {
  expect(Object.keys(action.inputs)).toEqual(['manifest', 'fail-on-breaking', 'comment', 'token']);
  for (const file of ['action/README.md', 'src/site/docs/publishing.md']) {
    const guide = await readFile(path.join(ROOT, file), 'utf8');
    const inputs = Array.from(guide.matchAll(/^\| `([\w-]+)` \| .* \| (?:`(.+)`|the job's own) \|$/gm));
    expect(inputs.map(([, name, value]) => [name, value])).toEqual(
      Object.entries(action.inputs).map(([name, input]) => [name, name === 'token' ? undefined : input.default]),
    );
  }
  expect(action.inputs.token?.default).toMatch(/^\$\{\{ github\.token \}\}$/);
});

test('has the same example workflow in both guides, which follows our workflow rules with one exception', async () => {
  const [readme, guide] = await Promise.all(
    ['action/README.md', 'src/site/docs/publishing.md'].map(async file => {
      const [, block = ''] = /```yaml\n(.*?)```/s.exec(await readFile(path.join(ROOT, file), 'utf8')) ?? [];
      return block;
    }),
  );
  expect(guide).toBe(readme);
  const { jobs } = parse(readme ?? '');
  expect(Object.keys(jobs.manifest.steps.at(-1).with)).toEqual(['manifest', 'fail-on-breaking']);
  const file = path.join(workspace, 'api-manifest.yml');
  await writeFile(file, `${readme}`.replace('OWNER/REPOSITORY@action-v0', `acme/registry@${'0'.repeat(40)} # v0`));
  const checked = spawnSync(process.execPath, [path.join(ROOT, 'scripts/checks/workflows.ts'), file]);
  // The exception: the job that may comment checks out the pull request. It reads the files as data and does not run
  // them.
  expect(checked.stderr.toString().trim().split('\n')).toEqual([
    expect.stringContaining(
      'The step checks out the code of a pull request in a job with the permission to write pull-requests.',
    ),
  ]);
});

test('passes a push of a valid manifest and reports no changes', async () => {
  await write(text(manifest));
  const { code, summary, outputs } = await pushed();
  expect({ code, summary }).toEqual({
    code: 0,
    summary: expect.stringMatching(
      /is a valid manifest\.\*\*\n\nNo changes, except.*\n\nCompared with [0-9a-f]{40}\.\n$/s,
    ),
  });
  expect(told(outputs)).toEqual({ valid: 'true', differences: '0', breaking: '0' });
});

test('has nothing to compare on the first push of a branch', async () => {
  await write(text(manifest));
  const { code, outputs } = await run({ before: '0'.repeat(40) });
  expect([code, told(outputs)]).toEqual([0, { valid: 'true', differences: '', breaking: '' }]);
});

test('reports breaking changes and fails only if fail-on-breaking is set', async () => {
  await write(text(removed));
  const { code, summary, outputs } = await pushed();
  expect(code).toBe(0);
  expect(summary).toMatch(/\*\*Breaking changes\*\*\n\n- .*removed.*\n\n\*\*Other changes\*\*\n\n- .*added/s);
  expect(told(outputs)).toMatchObject({ valid: 'true', breaking: '1' });
  const strict = await pushed({ 'INPUT_FAIL-ON-BREAKING': 'true' });
  expect(strict).toMatchObject({
    code: 1,
    output: expect.stringContaining('::error::api-manifest.json has changes that can break an agent.'),
  });
});

test('keeps one comment per pull request up to date', async () => {
  const pull = await openPull();
  await write(text(removed));
  await pulled(pull.number);
  expect(pull.comments).toHaveLength(1);
  expect(pull.comments[0]?.body).toMatch(/^<!-- kept comment: api-manifest api%2Dmanifest\.json -->\n/);
  expect(pull.comments[0]?.body).toContain('**Breaking changes**');
  await write(text(manifest));
  await pulled(pull.number);
  expect(pull.comments).toHaveLength(1);
  expect(pull.comments[0]?.body).toContain('No changes, except');
});

test('writes no comment if the manifest is unchanged or comments are disabled', async () => {
  const pull = await openPull();
  await write(text(manifest));
  expect(await pulled(pull.number)).toMatchObject({ code: 0 });
  await write(text(removed));
  expect(await pulled(pull.number, { INPUT_COMMENT: 'false' })).toMatchObject({ code: 0 });
  expect(pull.comments).toEqual([]);
});

test('reports an invalid manifest on its line, fails the job, and comments', async () => {
  const pull = await openPull();
  await write(text(edited(manifest, '/pricing/model', 'gratis')));
  const { code, output, outputs } = await pulled(pull.number);
  expect(code).toBe(1);
  expect(output).toMatch(/^::error title=enum,file=api-manifest\.json,line=\d+,col=\d+::pricing\.model: /m);
  expect(told(outputs)).toMatchObject({ valid: 'false' });
  expect(pull.comments[0]?.body).toMatch(/is not a valid manifest\.\*\*\n\n- line \d+, pricing\.model: /);
});

test('passes with warnings on their lines', async () => {
  await write(text(edited(manifest, '/agent_notes', `TODO ${manifest.agent_notes}`)));
  const { code, output } = await pushed();
  expect(code).toBe(0);
  expect(output).toMatch(/^::warning title=[\w-]+,file=api-manifest\.json,line=\d+/m);
});

test('neutralizes publisher text in the comment, the log, and the outputs', async () => {
  const pull = await openPull();
  const hostile =
    '</details><img src=x onerror=alert(1)> @octocat #1 [x](javascript:alert(1)) ![y](https://evil.example/?q) `$(touch pwned)` \n::error::owned\n::set-output name=valid::true\u202e';
  const changes: readonly (readonly [pointer: string, value: string])[] = [
    ['/name', hostile.slice(0, 90)],
    ['/version', '9.9.9'],
    ['/endpoints/0/path', `/v1/${hostile}`],
    ['/pricing/model', hostile],
    ['/authentication/type', '$(touch pwned)'],
  ];
  await write(text(changes.reduce<unknown>((document, [at, value]) => edited(document, at, value), manifest)));
  const { output, outputs, summary } = await pulled(pull.number);
  const body = pull.comments[0]?.body ?? '';
  for (const shown of [body, summary]) {
    const visible = shown.replace(/^<!-- kept comment: .* -->\n/, '');
    expect(visible).not.toMatch(/<|(?<!\\)`\$|(?<!\\)\]\(|@octocat|(?<!\\)#1|https:\/\/|\u202e|^::/m);
    expect(visible).toContain('octocat');
  }
  const commands = output.split('\n').filter(line => line.startsWith('::'));
  expect(commands.map(line => /^::([\w-]+)/.exec(line)?.[1])).toEqual(
    commands.map(() => expect.stringMatching(/^(error|warning|notice|add-mask)$/)),
  );
  expect(output).not.toMatch(/^::(error::owned|set-output)/m);
  expect(Object.values(told(outputs)).join()).toMatch(/^(true|false),\d+,\d+$/);
  await expect(readFile(path.join(workspace, 'pwned'))).rejects.toThrow('ENOENT');
});

test('checks a pull request from a fork whose token cannot write', async () => {
  const pull = await openPull();
  await write(text(removed));
  const token = github.jobToken({ contents: 'read', pull_requests: 'read' });
  const { code, output, summary } = await pulled(pull.number, { INPUT_TOKEN: token });
  expect(code).toBe(0);
  expect(output).toContain(
    '::warning::Could not write the comment: GitHub responded with status 403: Resource not accessible by integration. Give the job or the token the permission "pull-requests: write".',
  );
  expect(summary).toContain('Breaking changes');
});

test('passes if GitHub cannot store the comment', async () => {
  const pull = await openPull();
  await write(text(removed));
  const reply = { status: 422, body: { message: 'Issue is locked', documentation_url: 'https://docs.github.com' } };
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', reply });
  expect(await pulled(pull.number)).toMatchObject({
    code: 0,
    output: expect.stringContaining('with status 422: Issue is locked. The job summary has the results.'),
  });
});

test('keeps one comment with a personal access token', async () => {
  const pull = await openPull();
  await write(text(removed));
  for (let run = 0; run < 2; run += 1) await pulled(pull.number, { INPUT_TOKEN: github.userToken() });
  expect(pull.comments).toHaveLength(1);
});

test('fits thousands of changes into a comment', async () => {
  const pull = await openPull();
  const endpoints = Array.from({ length: 3000 }, (_, index) => ({
    ...manifest.endpoints[0],
    parameters: [],
    path: `/v3/@*_${index}`,
  }));
  await write(text({ ...manifest, endpoints }));
  expect(await pulled(pull.number)).toMatchObject({ code: 0 });
  expect(pull.comments[0]?.body).toMatch(/- and \d{4} more/);
});

test('keeps a separate comment for each manifest of a repository', async () => {
  const second = 'sub folder/b--><b>.json';
  await github.push('main', [{ path: second, content: text(manifest) }]);
  const pull = await openPull();
  await write(text(removed));
  await mkdir(path.join(workspace, 'sub folder'));
  await write(text(removed), second);
  for (const file of [FILE, second, FILE, second]) await pulled(pull.number, { INPUT_MANIFEST: file });
  expect(pull.comments).toHaveLength(2);
  expect(pull.comments[1]?.body).toMatch(/^<!-- kept comment: \S+ sub%20folder%2Fb%2D%2D%3E%3Cb%3E\.json -->\n/);
});

test('does not compare with an earlier file that is not a manifest', async () => {
  await github.push('main', [{ path: FILE, content: '{"name": ' }]);
  await write(text(manifest));
  const { code, summary } = await pushed();
  expect([code, summary]).toEqual([0, expect.stringContaining('is not valid JSON')]);
});

test.each([
  ['', /File not found/],
  ['folder', /It is a directory/],
  ['outside', /outside the repository/],
  ['git', /outside the repository/],
])('reports an unreadable file: %s', async (kind, reason) => {
  if (kind === 'folder') await mkdir(path.join(workspace, FILE));
  if (kind === 'outside') await symlink('/etc/hostname', path.join(workspace, FILE));
  if (kind === 'git') {
    await mkdir(path.join(workspace, '.git'));
    await write('token = secret', '.git/config');
    await symlink('.git/config', path.join(workspace, FILE));
  }
  const { code, output, summary } = await pushed();
  expect(code).toBe(1);
  expect(output).toMatch(reason);
  expect(summary).toContain('was not checked');
  expect(output + summary).not.toContain('secret');
});

test.each([
  [{ INPUT_MANIFEST: '../elsewhere.json' }, 'Invalid input "manifest"'],
  [{ INPUT_MANIFEST: '/etc/hostname' }, 'Invalid input "manifest"'],
  [{ 'INPUT_FAIL-ON-BREAKING': 'yes' }, 'Invalid input "fail-on-breaking"'],
  [{ INPUT_TOKEN: '' }, 'The input "token"'],
])('names an invalid input: %o', async (inputs, message) => {
  const { code, output } = await pushed(inputs);
  expect([code, output]).toEqual([1, expect.stringContaining(`::error::${message}`)]);
});

test('fails and reports the reason when GitHub returns an error', async () => {
  await write(text(manifest));
  const answer = { status: 500, body: { message: 'Down' }, headers: { 'Retry-After': '3600' } };
  github.injections.add({ operation: 'GET /repos/{owner}/{repo}/contents/{path}', reply: answer });
  expect(await pushed()).toMatchObject({ code: 1, output: expect.stringContaining('::error::') });
});

function write(content: string, file = FILE) {
  return writeFile(path.join(workspace, file), content);
}

async function openPull() {
  await github.push('change', [{ path: 'README.md', content: 'Another\n' }]);
  return github.openPull('change', 'alice', 'Change it');
}

function pushed(inputs: Readonly<Record<string, string>> = {}) {
  return onMain(before => run({ before }, inputs));
}

function pulled(number: number, inputs: Readonly<Record<string, string>> = {}) {
  return onMain(sha => run({ number, pull_request: { number, base: { sha } } }, inputs));
}

async function onMain<Result>(use: (sha: string) => Promise<Result>): Promise<Result> {
  return use((await github.state.git.refSha('refs/heads/main')) ?? '');
}

/** Runs the action as a runner does: with defaults, inputs as variables, and the event in a file. */
async function run(event: unknown, inputs: Readonly<Record<string, string>> = {}) {
  const file = path.join(packed, 'event.json');
  await writeFile(file, JSON.stringify(event));
  const defaults = Object.entries(action.inputs).map(([name, input]) => [`INPUT_${name.toUpperCase()}`, input.default]);
  return runStep(github, [path.join(packed, action.runs.main)], {
    ...Object.fromEntries(defaults),
    INPUT_TOKEN: github.jobToken({ contents: 'read', pull_requests: 'write' }),
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_PATH: file,
    ...inputs,
  });
}

/** Parses the outputs from the file that GitHub reads. */
function told(outputs: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(outputs.matchAll(/^(\w+)<<(\S+)\n(.*?)\n?\2$/gms), ([, name, , value]) => [name, value]),
  );
}
