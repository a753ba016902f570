import { spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { readObservation, readRecord, writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { run } from '#submission/git/git.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import { blocksIn, commandsIn, pasted } from './registry.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = await readFile(path.join(ROOT, 'src/site/docs/runbooks.md'), 'utf8');

/** The commands of each section. */
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const text = section.replace(/^ {3}/gm, '');
      return [section.slice(0, section.indexOf('\n')), blocksIn(text, 'sh').flatMap(commandsIn)];
    }),
);

/** The commands that no test here runs, each with its reason. */
const NOT_RUN: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^(gh|npx wrangler) /, 'changes a live service; the names in it are compared with the files'],
  [/^npm run doctor$/, 'needs a deployment; scripts/fake-github/setup.test.ts runs it'],
  [/^npm run check -- --only registry$/, 'a step of npm run check'],
  [/^curl .*\/status$/, 'needs a submission; the guide for publishers runs it'],
  [/^cd registry && npm ci && npm run setup$/, 'scripts/fake-github/setup.test.ts runs it'],
  [/^OBSERVATIONS_DIR=\.\.\/observations npm start$/, 'the test loads the same folders'],
];

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('runbooks-');
  await run(['init', '--quiet', '--initial-branch=main', folder]);
});
afterEach(() => removeFolder(folder));

const at = (...parts: string[]) => path.join(folder, ...parts);

test('covers each incident', () => {
  expect([...sections.keys()]).toEqual([
    'Spam wave',
    'Take-down',
    'Resold domain',
    'Leaked keys',
    'Failed deployment',
    'Stuck submission',
    'Damaged repository',
    'Wrong clock',
    'Wrong category',
    'Revalidation alarm',
    'Restore from nothing',
  ]);
});

describe('the commands for listings', () => {
  const listed = sampleRecord('https://api.example.com');
  const spam = sampleRecord('https://api.spam.example');

  test('end a spam wave: the domain is blocked, and the listing is withdrawn', async () => {
    await addRecords(spam, listed);
    await runSection('Spam wave');
    const isBlocked = await readBlocklist(at('registry'));
    expect(isBlocked({ id: 'other.spam.example', host: 'other.spam.example' })).toContain('generated APIs');
    expect(await read(spam.id)).toMatchObject({ withdrawn: { reason: 'It was listed in a spam wave.' } });
    expect(await read(listed.id)).not.toHaveProperty('withdrawn');
  });

  test('take a listing down, and reverse it', async () => {
    await addRecords(listed);
    const [remove = '', ...reverse] = sections.get('Take-down') ?? [];
    await succeeds(remove);
    expect(await read(listed.id)).toMatchObject({ withdrawn: { reason: 'The provider requested it by email.' } });
    const isBlocked = await readBlocklist(at('registry'));
    expect(isBlocked({ id: listed.id, host: 'api.example.com' })).toBeDefined();
    expect(reverse).toHaveLength(2);
    for (const command of reverse) await succeeds(command);
    expect(await read(listed.id)).not.toHaveProperty('withdrawn');
    expect(await readFile(at('registry/refused.json'), 'utf8')).toBe('[]\n');
  });

  test('find and withdraw a listing whose domain was resold', async () => {
    await addRecords({ ...listed, identity_changed_at: new Date().toISOString().replace(/\.\d+/, '') });
    const outputs = await runSection('Resold domain');
    expect(outputs.find(([command]) => command.endsWith('review'))?.[1]).toContain('api.example.com');
    expect(outputs.find(([command]) => command.includes('explain'))?.[1]).toContain('api.example.com');
    expect(await read(listed.id)).toMatchObject({ withdrawn: { reason: 'Its domain has a new owner.' } });
    const isBlocked = await readBlocklist(at('registry'));
    expect(isBlocked({ id: 'www.example.com', host: 'www.example.com' })).toContain('malware');
  });
});

describe('the commands after a revalidation alarm', () => {
  let publisher: ExamplePublisher;
  beforeEach(async () => {
    publisher = await createExamplePublisher();
  });
  afterEach(() => publisher.close());

  test('explain and check a listing, and check all due listings', async () => {
    const manifest = await (await fetch(`${publisher.origin}/.well-known/api-manifest.json`)).json();
    const record = sampleRecord(publisher.origin, manifest);
    await addRecords(record);
    // With the API of GitHub on loopback, checks may send requests to loopback origins.
    const here = (command: string) =>
      `GITHUB_API_URL=http://127.0.0.1:1 ${command.replace('api.example.com', record.id)}`;
    const outputs = await runSection('Revalidation alarm', here);
    expect(outputs.map(([, output]) => output).join('\n')).toContain(`${record.id} passed its checks.`);
  });
});

describe('the commands for leaked keys', () => {
  test('convert the key of the App, and create a signing key with its public half', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(at('key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
    const outputs = await runSection('Leaked keys');
    const converted = await readFile(at('key.pkcs8.pem'), 'utf8');
    expect(converted).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(createPrivateKey(converted).equals(privateKey)).toBe(true);
    const [, published = '{}'] = outputs.find(([command]) => command.includes('public-keys')) ?? [];
    expect(JSON.parse(published).keys).toEqual([expect.objectContaining({ kty: 'OKP', kid: expect.any(String) })]);
  });
});

test('finds the last commit of a damaged branch, and creates the index of a pack again', async () => {
  const repository = at('repository');
  await git('init', '--quiet', '--initial-branch=main', repository);
  await writeFile(path.join(repository, 'record.json'), '{}');
  await git('-C', repository, 'add', '.');
  await git('-C', repository, 'commit', '--quiet', '--message', 'List api.example.com');
  await git('-C', repository, 'repack', '-adq');
  const tip = String(await git('-C', repository, 'rev-parse', 'main')).trim();
  const packs = path.join(repository, '.git/objects/pack');
  const [pack = ''] = (await readdir(packs)).filter(name => name.endsWith('.pack'));
  const commands = (sections.get('Damaged repository') ?? []).map(command =>
    command.replaceAll('DATA_DIR', folder).replace('COMMIT', tip).replace('pack-NAME.pack', pack),
  );
  const [check = '', log = '', remove = '', update = '', index = ''] = commands;
  await writeFile(path.join(repository, '.git/refs/heads/main'), 'damaged');
  expect((await pasted(check, folder)).out).toContain(`dangling commit ${tip}`);
  expect(await succeeds(log)).toContain('List api.example.com');
  await succeeds(remove);
  await succeeds(update);
  expect(String(await git('-C', repository, 'rev-parse', 'main')).trim()).toBe(tip);
  await rm(path.join(packs, pack.replace(/pack$/, 'idx')), { force: true });
  await succeeds(index);
  await succeeds(check);
});

test('restores the records and the observations from a mirror of the repository', async () => {
  const record = sampleRecord('https://api.example.com');
  await addRecords(record);
  await git('init', '--quiet', '--initial-branch=observations', at('seen'));
  await writeObservation(at('seen'), record.id, sampleObservation({ verified_at: '2026-11-20T00:00:00Z' }));
  await git('-C', at('seen'), 'add', '.');
  await git('-C', at('seen'), 'commit', '--quiet', '--message', 'Add observations');
  await git('init', '--quiet', '--bare', at('lost.git'));
  await git('push', '--quiet', at('lost.git'), 'main');
  await git('-C', at('seen'), 'push', '--quiet', at('lost.git'), 'observations');
  await git('init', '--quiet', '--bare', '--initial-branch=main', at('new.git'));

  const commands = (sections.get('Restore from nothing') ?? []).filter(command => !isNotRun(command));
  const [clone = '', update = '', ...restore] = commands;
  for (const command of [clone, update]) await succeeds(command.replace(GITHUB, at('lost.git')));
  await removeFolder(at('lost.git'));
  const inClone = (command: string) =>
    command.startsWith('git worktree') ? `cd registry-clone && ${command}` : command;
  for (const command of restore) {
    // The scratch folder is itself a clone with the folder `registry`.
    const target = command.replace(GITHUB, at('new.git')).replace(/ registry$/, ' registry-clone');
    await succeeds(inClone(target));
  }
  const directories = { registry: at('registry-clone/registry'), observations: at('observations') };
  expect(await readObservation(directories.observations, record.id)).toMatchObject({ ok: true });
  const catalog = new LiveCatalog(directories, addresses);
  expect(await catalog.load()).toEqual([]);
  catalog.close();
  expect(catalog.entries().map(({ row }) => [row.id, row.status])).toEqual([[record.id, 'verified']]);
});

describe('the commands for GitHub and Cloudflare', () => {
  const all = [...sections.values()].flat();

  test('name workflows that exist, start by hand, and have the inputs', async () => {
    const started = all.filter(command => /^gh workflow run/.test(command));
    expect(started.length).toBeGreaterThan(4);
    for (const command of started) {
      const [, name = ''] = /^gh workflow run (\S+)/.exec(command) ?? [];
      const text = await readFile(path.join(ROOT, '.github/workflows', name), 'utf8');
      const dispatch = /^ {2}workflow_dispatch:\n((?: {4}.*\n)*)/m.exec(text)?.[1];
      expect(dispatch, command).toBeDefined();
      const inputs = Array.from((dispatch ?? '').matchAll(/^ {6}(\w+):/gm), ([, input]) => input);
      expect(Array.from(command.matchAll(/ -f (\w+)=/g), ([, input]) => input)).toEqual(inputs);
    }
  });

  test('name secrets and variables of the workflows', async () => {
    const files = (await readdir(path.join(ROOT, '.github/workflows'))).filter(each => each.endsWith('.yml'));
    const texts = await Promise.all(files.map(file => readFile(path.join(ROOT, '.github/workflows', file), 'utf8')));
    const secrets = all.flatMap(command => [...command.matchAll(/^gh secret set (\w+) --env (\w+)/g)]);
    expect(secrets.length).toBeGreaterThan(2);
    for (const [command, name, environment] of secrets) {
      const uses = texts.filter(
        text => text.includes(`secrets.${name}`) && new RegExp(`^ +environment: ${environment}$`, 'm').test(text),
      );
      expect(uses.length, command).toBeGreaterThan(0);
    }
    const variables = all.flatMap(command => [...command.matchAll(/^gh variable \w+ (\w+)/g)]);
    expect(variables.length).toBeGreaterThan(1);
    for (const [command, name] of variables)
      expect(
        texts.some(text => text.includes(`vars.${name}`)),
        command,
      ).toBe(true);
  });

  test('use existing commands of wrangler', () => {
    const wrangler = path.join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
    const verbs = new Set(
      Array.from(page.matchAll(/npx wrangler ((?:secret put|deployments list|rollback))/g), ([, verb = '']) => verb),
    );
    expect(page.match(/npx wrangler/g)?.length).toBeGreaterThan(2);
    for (const verb of verbs) {
      const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
      const { stdout } = spawnSync(process.execPath, [wrangler, ...verb.split(' '), '--help'], {
        env,
        encoding: 'utf8',
      });
      expect(stdout).toContain(`wrangler ${verb}`);
    }
  });

  test('all others run here or have a reason', () => {
    const isRun = (command: string) =>
      /^(npm run (--silent )?(maintain|revalidate|public-keys)|openssl|git|rm) ?/.test(command);
    expect(all.filter(command => !isRun(command) && !isNotRun(command))).toEqual([]);
    const scripts = Array.from(page.matchAll(/npm run (?:--silent )?([\w-]+)/g), ([, name]) => name);
    expect(Object.keys(rootPackage.scripts)).toEqual(expect.arrayContaining(scripts));
  });
});

const GITHUB = 'https://github.com/OWNER/REPOSITORY';

function isNotRun(command: string): boolean {
  return NOT_RUN.some(([pattern]) => pattern.test(command));
}

async function addRecords(...records: readonly ListingRecord[]): Promise<void> {
  for (const record of records) await writeRecord(at('registry'), record);
  await writeFile(at('registry/refused.json'), '[]\n');
  await git('add', 'registry');
  await git('commit', '--quiet', '--message', 'Add records');
}

async function read(id: string): Promise<unknown> {
  const result = await readRecord(at('registry'), id);
  return result?.ok ? result.value : result;
}

function git(...args: string[]): Promise<unknown> {
  return run(['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);
}

/** Runs the commands of a section that tests can run. Returns each with its output. */
async function runSection(name: string, adapt = (command: string) => command): Promise<[string, string][]> {
  const outputs: [string, string][] = [];
  for (const command of sections.get(name) ?? [])
    if (!isNotRun(command)) outputs.push([command, await succeeds(adapt(command))]);
  expect(outputs.length).toBeGreaterThan(0);
  return outputs;
}

async function succeeds(command: string): Promise<string> {
  // `pasted` runs npm scripts with arguments without npm.
  const { code, out, error } = await pasted(command.replace(/(npm run \w+)$/, '$1 --'), folder);
  expect(code, `${command}\n${out}${error}`).toBe(0);
  return out;
}
