import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApp } from '#server/http/server.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { computeFingerprint, isDeployed } from './deployed-state.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');
const SETTINGS = { REGISTRY_URL: 'https://registry.example' };

let folder: string;
const gitDirs = () => ['main', 'observations'].map(name => path.join(folder, name, '.git'));

beforeAll(async () => {
  folder = await makeTemporaryFolder('fingerprint-');
  for (const name of ['main', 'observations']) {
    await mkdir(path.join(folder, name));
    await git(name, 'init', '--quiet');
    await commit(name, 'first');
  }
});
afterAll(() => removeFolder(folder));

test('the fingerprint changes with the code and records, the observations, and the settings', async () => {
  const first = await computeFingerprint(gitDirs(), SETTINGS);
  expect(await computeFingerprint(gitDirs(), { ...SETTINGS })).toBe(first);
  const seen = new Set([first, await computeFingerprint(gitDirs(), { ...SETTINGS, SITE_NAME: 'Acme' })]);
  for (const name of ['main', 'observations']) {
    await commit(name, 'second');
    seen.add(await computeFingerprint(gitDirs(), SETTINGS));
  }
  expect(seen.size).toBe(4);
  // A commit without changes has the same tree, so it is not deployed.
  const before = await computeFingerprint(gitDirs(), SETTINGS);
  await git('main', 'commit', '--quiet', '--allow-empty', '--message', 'Nothing');
  expect(await computeFingerprint(gitDirs(), SETTINGS)).toBe(before);
});

describe('a deployed registry', () => {
  const answer = (state: object, status = 200) => ({
    fetch: async () => Response.json(state, { status }),
    now: NOW,
  });
  const deployed_at = '2026-11-22T09:00:00Z';
  test.each([
    ['with the same fingerprint is current', answer({ fingerprint: 'a', deployed_at }), true],
    ['with another fingerprint is deployed again', answer({ fingerprint: 'b', deployed_at }), false],
    ['is deployed again after a week', answer({ fingerprint: 'a', deployed_at: '2026-11-16T09:00:00Z' }), false],
    ['without the file is deployed again', answer({}, 404), false],
    ['that is offline is deployed again', { fetch: async () => Promise.reject(new TypeError('x')), now: NOW }, false],
  ])('%s', async (_, context, expected) => {
    expect(await isDeployed('https://registry.example/', 'a', context)).toBe(expected);
  });
});

test('the job skips the build of an unchanged tree, unless an operator starts it', async () => {
  const state = { fingerprint: '', deployed_at: new Date().toISOString() };
  const server = await serveApp({ fetch: async () => Response.json(state) }, '127.0.0.1', 0);
  try {
    const first = await findChanges(server.address);
    expect(first).toContain('changed=true');
    state.fingerprint = /fingerprint=(\w+)/.exec(first)?.[1] ?? '';
    expect(await findChanges(server.address)).toContain('changed=false');
    expect(await findChanges(server.address, { FORCE: 'yes' })).toContain('changed=true');
    expect(await findChanges(server.address, { SETTINGS: '{"SITE_NAME":"Acme"}' })).toContain('changed=true');
  } finally {
    await server.close();
  }
});

async function findChanges(registry: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const script = path.resolve('scripts/workflows/find-changes.ts');
  const env = { ...BARE_ENVIRONMENT, REGISTRY_URL: registry, OBSERVATIONS_DIR: '../observations', ...more };
  const options = { cwd: path.join(folder, 'main'), env };
  return (await promisify(execFile)(process.execPath, [script], options)).stdout;
}

async function commit(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name, 'file.txt'), text);
  await git(name, 'add', '.');
  await git(name, 'commit', '--quiet', '--message', text);
}

async function git(name: string, ...args: readonly string[]): Promise<void> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false'];
  await promisify(execFile)('git', [...identity, ...args], { cwd: path.join(folder, name) });
}
