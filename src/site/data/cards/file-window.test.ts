import { closeSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { FileWindow, readBytes } from './file-window.ts';

const CONTENT = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * 31 + (at >> 8)) % 256));

let folder: string;
let handle: number;
beforeAll(async () => {
  folder = await makeTemporaryFolder('file-window-');
  writeFileSync(path.join(folder, 'file'), CONTENT);
  handle = openSync(path.join(folder, 'file'), 'r');
});
afterAll(() => {
  closeSync(handle);
  return removeFolder(folder);
});

test('reads any parts in any order, also beyond the end of the file', () => {
  const part = fc.record({
    isNext: fc.boolean(),
    start: fc.nat(CONTENT.length + 10),
    length: fc.oneof(fc.nat(4000), fc.nat(70_000)),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), parts => {
      const window = new FileWindow(handle);
      let end = 0;
      for (const { isNext, start, length } of parts) {
        const from = isNext ? end : start;
        end = from + length;
        expect(window.read(from, length).equals(CONTENT.subarray(from, end))).toBe(true);
      }
    }),
    { numRuns: 300, seed: 32 },
  );
});

test('reads a part into aligned memory', () => {
  const bytes = readBytes(handle, 3, 16);
  expect(bytes.byteOffset).toBe(0);
  expect(bytes).toEqual(CONTENT.subarray(3, 19));
});
