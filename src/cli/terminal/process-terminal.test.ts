import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const PROGRAM = ['scripts/api-manifest.ts', 'help', 'find'];

test('reports a bug in one line, with the status of a command that could not run', async () => {
  const bug = 'data:text/javascript,JSON.stringify = () => { throw new TypeError("broken"); };';
  const args = ['--import', bug, 'scripts/api-manifest.ts', 'diff', 'package.json', 'tsconfig.json', '--json'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DEBUG: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', data => {
    errors += data;
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(2);
  expect(errors).toMatch(/^Unexpected error: broken\. Set DEBUG=1 to print the stack trace\.\n$/m);
  expect(errors).not.toContain('    at ');
});

describe('an output that cannot be written', () => {
  test('ends the program quietly if its reader has ended', async () => {
    const child = spawn(process.execPath, PROGRAM, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const errors: string[] = [];
    child.stderr.setEncoding('utf8').on('data', data => errors.push(data));
    const [status] = await once(child, 'close');
    expect({ status, errors }).toEqual({ status: 141, errors: [] });
  });

  test.skipIf(!existsSync('/dev/full'))('ends the program with a message if the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, PROGRAM, { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', data => {
      errors += data;
    });
    const [status] = await once(child, 'close');
    expect(status).toBe(2);
    expect(errors).toMatch(/^Cannot write standard output\. ENOSPC: .*Free some disk space\.\n$/);
  });
});
