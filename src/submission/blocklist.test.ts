import { expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { parseBlocklist } from './blocklist.ts';

function reasonFor(address: string, value: unknown): string | undefined {
  const origin = parseOrigin(address);
  const result = parseBlocklist(value);
  if (!origin.ok || !result.ok) throw new Error('unusable');
  return result.value(origin.value);
}

const LIST = [
  { origin: 'https://api.bad.example:8443', reason: 'it serves malware' },
  { domain: 'worse.example', reason: 'it floods the registry' },
];

test.each([
  ['https://api.bad.example:8443', 'it serves malware'],
  ['https://api.bad.example', undefined],
  ['https://worse.example', 'it floods the registry'],
  ['https://a.b.worse.example:444', 'it floods the registry'],
  ['https://notworse.example', undefined],
])('returns, for %s, the reason %s', (address, reason) => {
  expect(reasonFor(address, LIST)).toBe(reason);
});

test.each([
  [{}, ''],
  [[{ origin: 'https://a.example' }], '/0'],
  [[LIST[0], { origin: 'no address', reason: 'x' }], '/1'],
  [[{ domain: 'api.worse.example', reason: 'not a registrable domain' }], '/0'],
  [[null], '/0'],
])('reports, for %j, an error at "%s"', (value, pointer) => {
  expect(parseBlocklist(value)).toMatchObject({ ok: false, error: [{ pointer }] });
});
