import { expect, test } from 'vitest';
import { sha256Hex } from './sha256.ts';
import { sha256HexShort } from './sha256-short.ts';

test('equals Web Crypto for each length around block limits', async () => {
  for (let length = 0; length <= 260; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(sha256HexShort(bytes), `${length} bytes`).toBe(await sha256Hex(bytes));
  }
});

test('equals Web Crypto for bytes of a larger buffer', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(5000)).subarray(3, 4100);
  expect(sha256HexShort(bytes)).toBe(await sha256Hex(bytes));
});
