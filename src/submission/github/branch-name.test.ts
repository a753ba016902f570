import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { toBranchName } from './branch-name.ts';

const ADDRESSES = [
  'https://api.example.com',
  'http://api.example.com',
  'https://api.example.com:8443',
  'http://[::1]:8443',
  'http://127.0.0.1:80',
  'https://files.lock',
  'https://xn--bcher-kva.example',
];

test('gives each origin a valid branch name', async () => {
  const branches = await Promise.all(
    ADDRESSES.map(address => {
      const result = parseOrigin(address);
      if (!result.ok) throw new Error(result.error);
      return toBranchName(result.value);
    }),
  );
  expect(new Set(branches).size).toBe(ADDRESSES.length);
  for (const branch of branches) {
    expect(branch).toMatch(/^submission\/[^/]+\/[^/]+\/[0-9a-f]{12}$/);
    expect(execFileSync('git', ['check-ref-format', '--branch', branch]).toString().trim()).toBe(branch);
  }
});

test('returns the same name each time', async () => {
  const origin = { id: 'api.example.com', url: 'https://api.example.com', host: 'api.example.com' };
  expect(await toBranchName(origin)).toBe('submission/example.com/api.example.com/137b9e5e4e13');
});
