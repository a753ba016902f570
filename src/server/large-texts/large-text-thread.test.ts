import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { validateBodyAtOnce } from '#edge/routes/validate-body.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { LargeTextThread, type LargeTextThreadOptions } from './large-text-thread.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

const errors: unknown[] = [];
let thread: LargeTextThread | undefined;
afterEach(async () => {
  await thread?.close();
  errors.length = 0;
});

function create(options: Partial<LargeTextThreadOptions> = {}): LargeTextThread {
  thread = new LargeTextThread({ onError: error => errors.push(error), ...options });
  return thread;
}

/** 1 MiB that the parser reads at once, and rejects after tokenizing all of it. */
const HOSTILE = `{"manifest":${'['.repeat(520_000)}${']'.repeat(520_000)}}`;

describe('the thread for large texts', () => {
  test.each([
    ['a valid manifest', JSON.stringify({ manifest: sampleManifest() })],
    ['an invalid manifest', JSON.stringify({ manifest: { ...sampleManifest(), name: 5 } })],
    ['a hostile manifest', HOSTILE],
    ['a URL', '{"url":"https://api.example.com"}'],
    ['a body without members', '{}'],
    ['a body that is not JSON', '{"manifest":'],
  ])('validates %s as the thread of the requests does', async (_, body) => {
    const expected = validateBodyAtOnce(encode(body), NOW);
    expect(await create().run('validateBody', encode(body), NOW)).toEqual(expected);
  });

  test('lets the event loop turn while it validates a hostile text', async () => {
    const large = create();
    await large.run('validateBody', encode('{}'), NOW);
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await large.run('validateBody', encode(HOSTILE), NOW);
    clearInterval(counting);
    // In steps, there are four turns.
    expect(turns).toBeGreaterThan(10);
  });

  test('runs concurrent tasks in their order', async () => {
    const large = create();
    const urls = ['first', 'second', 'third'];
    const results = urls.map(url => large.run('validateBody', encode(JSON.stringify({ url })), NOW));
    expect(await Promise.all(results)).toEqual(urls.map(url => ({ ok: true, value: { url } })));
  });
});

const script = path.join(import.meta.dirname, 'failing-worker.fixture.ts');

describe('a thread for large texts that fails', () => {
  test.each([
    // Longer than a busy machine needs to start a thread.
    ['throw', /A bug/, 60_000],
    ['exit', /exited with 3/, 60_000],
    ['memory', /memory limit/, 60_000],
    ['hang', /too long/, 5000],
  ])('rejects the task (%s), and runs the next one in another thread', async (failure, message, timeoutMs) => {
    const large = create({ script, timeoutMs });
    const failed = large.run('validateBody', encode(failure), NOW);
    const next = large.run('validateBody', encode('id'), NOW);
    await expect(failed).rejects.toMatchObject({ name: 'SubmissionError', kind: 'unavailable', retryAfter: 5 });
    expect(await next).toEqual(expect.any(Number));
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  });

  test('rejects further tasks of requests, but no others, while too many wait', async () => {
    const large = create({ script, maxWaiting: 1 });
    const accepted = [1, 2].map(() => large.offer('validateBody', encode('id'), NOW));
    await expect(large.offer('validateBody', encode('id'), NOW)).rejects.toMatchObject({ kind: 'unavailable' });
    const other = large.run('validateBody', encode('id'), NOW);
    const [first, second] = await Promise.all(accepted);
    expect(second).toEqual(first);
    expect(await other).toEqual(first);
  });

  test('ends when it is idle, and starts again', async () => {
    const large = create({ script, idleMs: 1 });
    const first = await large.run('validateBody', encode('id'), NOW);
    await expect
      .poll(async () => {
        await sleep(50);
        return large.run('validateBody', encode('id'), NOW);
      })
      .not.toEqual(first);
    expect(errors).toEqual([]);
  });

  test('rejects all tasks when it is closed', async () => {
    const large = create({ script });
    const tasks = ['hang', 'id'].map(text => large.run('validateBody', encode(text), NOW));
    const rejections = Promise.allSettled(tasks);
    await large.close();
    expect((await rejections).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(large.run('validateBody', encode('id'), NOW)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(errors).toEqual([]);
  });
});

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
