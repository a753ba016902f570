import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHostQueue } from './host-queue.ts';

/** Creates tasks that the test finishes, and records which ones started. */
function stage() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>(resolve => ends.push(() => resolve(name)));
  };
  const settle = () => new Promise(resolve => setImmediate(resolve));
  return { started, ends, task, settle };
}

test('runs one task per host at a time in order of arrival', async () => {
  const { started, ends, task, settle } = stage();
  const queue = createHostQueue(10);
  const results = ['a1', 'a2', 'a3'].map(name => queue.run('a', task(name)));
  for (const expected of [['a1'], ['a1', 'a2'], ['a1', 'a2', 'a3']]) {
    await settle();
    expect(started).toEqual(expected);
    ends.at(-1)?.();
  }
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
});

test('alternates between hosts, so that a busy one does not block the others', async () => {
  const { started, ends, task, settle } = stage();
  const queue = createHostQueue(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.run(name.charAt(0), task(name));
  for (let n = 0; n < 6; n += 1) {
    await settle();
    ends[n]?.();
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('continues after a task that rejects or throws', async () => {
  const queue = createHostQueue(1);
  const failing = queue.run('a', async () => Promise.reject(new Error('failed')));
  const throwing = queue.run('a', () => {
    throw new Error('threw');
  });
  await Promise.all([expect(failing).rejects.toThrow('failed'), expect(throwing).rejects.toThrow('threw')]);
  expect(await queue.run('b', async () => 'next')).toBe('next');
});

test('removes an aborted task from the queue without starting it', async () => {
  const { started, ends, task, settle } = stage();
  const queue = createHostQueue(2);
  const controller = new AbortController();
  const first = queue.run('a', task('a1'));
  const second = queue.run('a', task('a2'), controller.signal);
  const third = queue.run('a', task('a3'));
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await expect(queue.run('b', task('b1'), AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  ends[0]?.();
  expect(await first).toBe('a1');
  await settle();
  ends[1]?.();
  expect(await third).toBe('a3');
  expect(started).toEqual(['a1', 'a3']);
});

test('keeps its limits and runs everything under any load', async () => {
  const job = fc.record({ host: fc.constantFrom('a', 'b', 'c', 'd', 'e'), turns: fc.nat(3), aborted: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(job, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (jobs, atOnce) => {
      const queue = createHostQueue(atOnce);
      const running: string[] = [];
      const runs = jobs.map(({ host, turns, aborted }) => {
        const controller = new AbortController();
        const run = queue.run(
          host,
          async () => {
            expect(running).not.toContain(host);
            running.push(host);
            expect(running.length).toBeLessThanOrEqual(atOnce);
            for (let n = 0; n < turns; n += 1) await new Promise(resolve => setImmediate(resolve));
            running.splice(running.indexOf(host), 1);
            return true;
          },
          controller.signal,
        );
        if (aborted) controller.abort('given up');
        return run.catch(reason => reason);
      });
      for (const [n, result] of (await Promise.all(runs)).entries()) {
        expect(jobs[n]?.aborted ? [true, 'given up'] : [true]).toContain(result);
      }
      expect(running).toEqual([]);
    }),
    { numRuns: 100, seed: 1 },
  );
});
