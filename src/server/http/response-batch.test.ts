import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createResponseBatch, MAX_BATCH } from './response-batch.ts';

test('sends the responses of a turn of the event loop at its end, in their order', async () => {
  const sendLater = createResponseBatch();
  const sent: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    sendLater(() => sent.push(1));
    sendLater(() => sent.push(2));
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent.splice(0)).toEqual([1, 2]);
  }
});

test('sends a full batch at once, and each response once', async () => {
  const sendLater = createResponseBatch();
  const sent: number[] = [];
  for (let n = 0; n < MAX_BATCH + 1; n++) sendLater(() => sent.push(n));
  expect(sent).toHaveLength(MAX_BATCH);
  await nextTurn();
  expect(sent).toEqual(Array.from({ length: MAX_BATCH + 1 }, (_, n) => n));
});

test('sends a response that another one causes', async () => {
  const sendLater = createResponseBatch();
  const sent: string[] = [];
  sendLater(() => sendLater(() => sent.push('second')));
  for (let turn = 0; turn < 2; turn++) await nextTurn();
  expect(sent).toEqual(['second']);
});
