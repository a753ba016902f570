import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning, stopProcess } from './stop-process.fixture.ts';

test('waits for a process, and for a descendant that outlives it', async () => {
  const orphan = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 1500)`;
  const child = spawn(process.execPath, [
    '-e',
    `const { pid } = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(orphan)}]);
    console.log(pid); setInterval(() => {}, 1000)`,
  ]);
  const [output] = await once(child.stdout, 'data');
  const descendant = Number(String(output));
  expect(isRunning(descendant)).toBe(true);
  await stopProcess(child);
  expect(child.signalCode).toBe('SIGTERM');
  expect(isRunning(descendant)).toBe(false);
});

test('does nothing for a process that has ended, or that could not start', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  await stopProcess(child);
  expect(child.exitCode).toBe(0);

  const missing = spawn('/nowhere/program');
  await once(missing, 'error');
  await expect(stopProcess(missing)).resolves.toBeUndefined();
});
