import { expect, test } from 'vitest';
import { createLock } from './lock.ts';

test('runs actions one at a time, in order, also after a failure', async () => {
  const lock = createLock();
  const events: string[] = [];
  const action = (name: string) => async () => {
    events.push(`start ${name}`);
    await new Promise(resolve => setImmediate(resolve));
    events.push(`end ${name}`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map(name => lock.run(action(name))));
  expect(events).toEqual(['start a', 'end a', 'start b', 'end b', 'start c', 'end c']);
  expect(results).toMatchObject([{ value: 'a' }, { reason: { message: 'b failed' } }, { value: 'c' }]);
});
