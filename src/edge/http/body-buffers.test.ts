import { afterEach, expect, test, vi } from 'vitest';
import { createResponseBuffers } from './body-buffers.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns whether the second body has the memory of the first, which was released. */
function isReused({ take, release }: ReturnType<typeof createResponseBuffers>): boolean {
  const first = take(100);
  release(first.subarray(0, 10));
  return take(100).buffer === first.buffer;
}

test('reuses memory once it is known that responses copy their bodies', async () => {
  const buffers = createResponseBuffers();
  expect(isReused(buffers)).toBe(false);
  await buffers.check();
  expect(isReused(buffers)).toBe(true);
});

test('never reuses the memory of responses that send it', async () => {
  vi.stubGlobal(
    'Response',
    class {
      readonly body: Uint8Array;
      constructor(body: Uint8Array) {
        this.body = body;
      }
      bytes = async () => this.body;
    },
  );
  const buffers = createResponseBuffers();
  await buffers.check();
  expect(isReused(buffers)).toBe(false);
});
