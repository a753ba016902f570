import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { findSystemError } from './find-system-error.ts';

function outputOf(script: string): string {
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
  throw new Error('The script did not fail.');
}

describe('findSystemError', () => {
  test('finds the error in the output of Node', () => {
    const output = outputOf("console.error('Rendering.'); fs.readFileSync('/not/here')");
    expect(findSystemError(output)).toMatchObject({
      message: "ENOENT: no such file or directory, open '/not/here'",
      code: 'ENOENT',
      syscall: 'open',
      path: '/not/here',
    });
  });

  test('finds an error without a path', () => {
    expect(findSystemError('Error: ENOSPC: no space left on device, write\n    at writeSync')).toMatchObject({
      code: 'ENOSPC',
      syscall: 'write',
    });
  });

  test.each([
    "throw new Error('ENOENT')",
    "throw new TypeError('x is not a function')",
    "throw new Error('The word EACCES: is inside.')",
  ])('ignores %s', script => expect(findSystemError(outputOf(script))).toBeUndefined());
});
