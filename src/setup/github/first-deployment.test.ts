import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Octokit } from 'octokit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { sampleSettings } from '../deployment-settings.fixture.ts';
import { runCommand } from '../machine/run-command.ts';
import { createPushedStep } from './first-deployment.ts';

let folder: string;
let clone: string;
/** A bare repository in place of the one on GitHub. */
let remote: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('pushed-');
  [clone, remote] = [path.join(folder, 'clone'), path.join(folder, 'acme/registry.git')];
  await git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  await git('clone', '--quiet', remote, clone);
  await git('-C', clone, 'checkout', '--quiet', '-B', 'main');
  await commit(clone, 'README.md');
});
afterEach(() => removeFolder(folder));

test('pushes to a repository without a branch, and then has nothing to do', async () => {
  const step = createStep();
  expect(await step.inspect()).toEqual({ done: false, missing: ['this commit on main'] });
  await step.apply?.();
  expect(await step.inspect()).toEqual({ done: true });
});

test('has nothing to do after workflows committed to main', async () => {
  const step = createStep();
  await step.apply?.();
  await commitElsewhere();
  expect(await step.inspect()).toEqual({ done: true });
  await commit(clone, 'unpushed.md');
  expect(await step.inspect()).toEqual({ done: false, missing: ['this commit on main'] });
});

test('explains how to continue if main has other commits', async () => {
  const step = createStep();
  await step.apply?.();
  await commitElsewhere();
  await commit(clone, 'deploy.md');
  await expect(step.apply?.()).rejects.toThrow(
    /^main has commits that this clone lacks\. Run git pull --rebase origin main, then run setup again\.$/,
  );
  await git('-C', clone, 'pull', '--quiet', '--rebase', 'origin', 'main');
  await step.apply?.();
  expect(await step.inspect()).toEqual({ done: true });
});

test('pushes nothing to another repository', async () => {
  const step = createStep('acme/apis');
  await expect(step.apply?.()).rejects.toThrow(/^The remote "origin" of this clone is not acme\/apis\. Run git remote/);
  expect(await git('-C', remote, 'for-each-ref')).toBe('');
});

test.each([
  'git@github.com:Acme/Registry.git',
  'https://github.com/acme/registry/',
  'ssh://git@github.com/acme/registry',
])('accepts the remote %s, and names the reason of a failed push', async url => {
  await git('-C', clone, 'remote', 'set-url', 'origin', url);
  await git('-C', clone, 'config', 'remote.origin.pushurl', path.join(folder, 'missing'));
  await expect(createStep().apply?.()).rejects.toThrow(
    /^git push failed: '.*missing' does not appear to be a git repository\. Run git push origin HEAD:main, then/,
  );
});

function createStep(repository = 'acme/registry') {
  const [owner = '', repo = ''] = repository.split('/');
  const request = async () => {
    const sha = await git('-C', remote, 'rev-parse', '--quiet', '--verify', 'refs/heads/main').catch(() => undefined);
    if (sha === undefined) throw Object.assign(new Error('Branch not found'), { status: 404 });
    return { data: { commit: { sha } } };
  };
  const octokit = { request } as unknown as Octokit;
  return createPushedStep({ octokit, owner, repo, settings: sampleSettings({ repository }) }, clone, runCommand);
}

/** Commits to main as a workflow does. */
async function commitElsewhere(): Promise<void> {
  const other = path.join(folder, 'workflow');
  await git('clone', '--quiet', remote, other);
  await commit(other, 'listing.md');
  await git('-C', other, 'push', '--quiet', 'origin', 'main');
}

async function commit(work: string, file: string): Promise<void> {
  await writeFile(path.join(work, file), file);
  await git('-C', work, 'add', file);
  await git('-C', work, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', file);
}

async function git(...args: string[]): Promise<string> {
  const { ok, output } = await runCommand('git', args);
  if (!ok) throw new Error(output);
  return output.trim();
}
