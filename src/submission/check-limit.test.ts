import { expect, test } from 'vitest';
import { createCheckLimit } from './check-limit.ts';

/** Starts a check that ends when the test allows it. */
function startCheck(limit: ReturnType<typeof createCheckLimit>, url: string, started: string[]) {
  const ending = Promise.withResolvers<void>();
  const result = limit.run({ id: new URL(url).hostname, url }, async () => {
    started.push(url);
    await ending.promise;
    return url;
  });
  // Rejections are asserted later.
  result.catch(() => undefined);
  return { result, end: () => ending.resolve(), fail: (error: Error) => ending.reject(error) };
}

/** Lets checks that have a place start. */
const turn = () => new Promise(resolve => setImmediate(resolve));

const TOO_MANY = { kind: 'too-many', retryAfter: 10, message: expect.stringContaining('3 checks of slow.example') };

test('runs 3 checks of a domain at the same time, and the next when one ends', async () => {
  const limit = createCheckLimit();
  const started: string[] = [];
  const checks = ['a', 'b', 'c', 'd', 'e'].map(name => startCheck(limit, `https://${name}.slow.example`, started));
  const other = startCheck(limit, 'https://api.fast.example', started);
  await turn();
  expect(started).toEqual([
    'https://a.slow.example',
    'https://b.slow.example',
    'https://c.slow.example',
    'https://api.fast.example',
  ]);
  checks[0]?.end();
  expect(await checks[0]?.result).toBe('https://a.slow.example');
  await turn();
  expect(started.at(-1)).toBe('https://d.slow.example');
  checks[1]?.fail(new Error('down'));
  await expect(checks[1]?.result).rejects.toThrow('down');
  await turn();
  expect(started.at(-1)).toBe('https://e.slow.example');
  for (const { end } of [...checks, other]) end();
  expect(await other.result).toBe('https://api.fast.example');
});

test('rejects a check that waits too long, without running it later', async () => {
  const limit = createCheckLimit({ maxWaitMs: 50 });
  const started: string[] = [];
  const running = ['a', 'b', 'c'].map(name => startCheck(limit, `https://${name}.slow.example`, started));
  const late = startCheck(limit, 'https://late.slow.example', started);
  await expect(late.result).rejects.toMatchObject(TOO_MANY);
  for (const { end, result } of running) {
    end();
    await result;
  }
  expect(started).not.toContain('https://late.slow.example');
  const next = startCheck(limit, 'https://next.slow.example', started);
  await turn();
  expect(started.at(-1)).toBe('https://next.slow.example');
  next.end();
});

test('rejects a check at once if too many checks of its domain wait', async () => {
  const limit = createCheckLimit({ maxPerDomain: 4 });
  const started: string[] = [];
  const checks = ['a', 'b', 'c', 'd'].map(name => startCheck(limit, `https://${name}.slow.example`, started));
  await expect(startCheck(limit, 'https://e.slow.example', started).result).rejects.toMatchObject(TOO_MANY);
  for (const { end, result } of checks) {
    end();
    await result;
  }
});

test('serves a new domain first when all places are taken', async () => {
  const limit = createCheckLimit({ maxRunning: 2 });
  const started: string[] = [];
  const checks = ['a', 'b', 'c'].map(name => startCheck(limit, `https://${name}.slow.example`, started));
  const honest = startCheck(limit, 'https://honest.example', started);
  await turn();
  expect(started).toHaveLength(2);
  checks[0]?.end();
  await checks[0]?.result;
  await turn();
  expect(started.at(-1)).toBe('https://honest.example');
  for (const { end } of [...checks, honest]) end();
});

test('frees the place of a check that never ends', async () => {
  const limit = createCheckLimit({ leaseMs: 20, maxWaitMs: 60 });
  const started: string[] = [];
  for (const name of ['a', 'b', 'c']) startCheck(limit, `https://${name}.slow.example`, started);
  const next = startCheck(limit, 'https://next.slow.example', started);
  next.end();
  expect(await next.result).toBe('https://next.slow.example');
});
