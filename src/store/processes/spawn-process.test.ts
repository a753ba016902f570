import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HostedProcess } from './hosted-process.ts';
import { spawnProcess, startProcessHost, stopProcessHost } from './spawn-process.ts';

const env = process.env;

const node = (code: string, options: object = {}) => spawnProcess(process.execPath, ['-e', code], { env, ...options });

describe.each(['directly', 'in the process host'])('a process started %s', how => {
  beforeAll(() => {
    if (how !== 'directly') startProcessHost();
  });
  afterAll(stopProcessHost);

  test('starts there', async () => {
    const child = node('');
    const closed = once(child, 'close');
    expect(child instanceof HostedProcess).toBe(how !== 'directly');
    expect(await closed).toEqual([0, null]);
  });

  test('receives its whole input, and returns its whole output', async () => {
    const child = node('process.stdin.pipe(process.stdout)');
    const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i}\n`);
    const output = text(child.stdout);
    await pipeline(lines, child.stdin);
    expect(await output).toBe(lines.join(''));
  });

  test('reports its exit code and its standard error', async () => {
    const child = node('console.error("failed"); process.exitCode = 3');
    const [closed, errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    expect([closed, errors.trim(), child.exitCode]).toEqual([[3, null], 'failed', 3]);
  });

  test('reports a command that does not exist', async () => {
    const child = spawnProcess('no-such-command', [], { env });
    const [error] = await once(child, 'error');
    expect(error).toMatchObject({ code: 'ENOENT' });
  });

  test('ends at its signal, and after its timeout', async () => {
    const killed = node('setInterval(() => {}, 1000)', { detached: true });
    await (killed.pid === undefined ? once(killed, 'spawn') : undefined);
    killed.kill('SIGKILL');
    const late = node('setInterval(() => {}, 1000)', { timeout: 200, killSignal: 'SIGKILL' });
    const [first, second] = await Promise.all([once(killed, 'close'), once(late, 'close')]);
    expect([first, second, late.killed]).toEqual([[null, 'SIGKILL'], [null, 'SIGKILL'], true]);
  });

  test('reports a write after its end', async () => {
    const child = node('');
    await once(child, 'close');
    child.stdin.on('error', () => undefined);
    expect(await new Promise(resolve => child.stdin.write('more', resolve))).toBeInstanceOf(Error);
  });
});

test('a process whose host ends fails instead of hanging', async () => {
  startProcessHost();
  const child = node('setInterval(() => {}, 1000)');
  const host = node('console.log(process.ppid)');
  const pid = Number(await text(host.stdout));
  const [failed, closed] = [once(child, 'error'), new Promise(resolve => child.once('close', resolve))];
  expect([0, 1, process.pid]).not.toContain(pid);
  process.kill(pid, 'SIGKILL');
  expect((await failed)[0].message).toBe('The process host has ended.');
  await closed;
  if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  const direct = node('');
  expect(direct).not.toBeInstanceOf(HostedProcess);
  await once(direct, 'close');
});
