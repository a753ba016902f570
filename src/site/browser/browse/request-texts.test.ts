import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formatRequests } from './request-texts.ts';

test('quotes the input of a visitor', () => {
  const search = new URLSearchParams({ q: `it's; $(id) "x" \\ \n` });
  const { curl, javascript } = formatRequests(`https://registry.example/listings?${search}`);
  const { stdout } = spawnSync('sh', ['-c', curl.replace(/^curl/, 'printf %s')], { encoding: 'utf8' });
  expect(new URL(stdout).searchParams.get('q')).toBe(search.get('q'));
  expect(() => new Function(`return async () => { ${javascript} }`)).not.toThrow();
});
