import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

let folder: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await makeTemporaryFolder('two-servers-');
  await mkdir(path.join(folder, 'registry'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(stopProcess));
  await removeFolder(folder);
});

const REFUSED = /The data directory \S+ is used by another server \(process \d+ on \S+\)\. Stop it, or set DATA_DIR/;

test('rejects a second server on the same data directory until the first one is killed', async () => {
  const first = smallRegistry();
  await first.said(/"ready"/);
  const [second, third] = [node('scripts/start.ts'), smallRegistry()];
  await Promise.all([second.said(REFUSED), third.said(REFUSED)]);
  expect(await second.ended).toBe(2);
  // The output contains the reason and no stack trace.
  expect(second.text()).not.toMatch(/\n\s+at /);
  await third.ended;

  first.child.stdin?.write('2001\n');
  await first.said(/"approved"/);
  first.child.kill('SIGKILL');
  await first.ended;

  const next = smallRegistry();
  await next.said(/"ready"/);
  next.child.stdin?.write('2001\n');
  await next.said(/"approved"/);
});

test('lets only one of several simultaneous starts serve', async () => {
  const all = Array.from({ length: 6 }, smallRegistry);
  await Promise.all(all.map(each => each.said(/"ready"|used by another server/)));
  expect(all.filter(each => /"ready"/.test(each.text()))).toHaveLength(1);
});

function smallRegistry() {
  const directories = [path.join(folder, 'data'), path.join(folder, 'registry')];
  return node('scripts/resilience/small-registry.fixture.ts', ...directories);
}

function node(...args: readonly string[]) {
  const settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry'), PORT: '0' };
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  return {
    child,
    text: () => text,
    ended: once(child, 'close').then(([code]) => code as number | null),
    said: (pattern: RegExp) => expect.poll(() => text, { interval: 20 }).toMatch(pattern),
  };
}
