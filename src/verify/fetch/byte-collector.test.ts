import { expect, test } from 'vitest';
import { ByteCollector } from './byte-collector.ts';

test('returns no bytes without chunks', () => {
  expect(new ByteCollector().toBytes()).toEqual(new Uint8Array());
});

test('collects chunks of any length in their order', () => {
  const collector = new ByteCollector();
  const lengths = [1, 0, 7, 300, 2, 4096, 1, 1];
  const chunks = lengths.map((length, n) => new Uint8Array(length).fill(n + 1));
  for (const chunk of chunks) collector.add(chunk);
  expect(collector.toBytes()).toEqual(new Uint8Array(Buffer.concat(chunks)));
});

test('keeps the bytes of a chunk that changes later, and of a result', () => {
  const collector = new ByteCollector();
  const chunk = Uint8Array.of(1);
  collector.add(chunk);
  chunk[0] = 2;
  const first = collector.toBytes();
  collector.add(Uint8Array.of(3));
  expect([...first, ...collector.toBytes()]).toEqual([1, 1, 3]);
});
