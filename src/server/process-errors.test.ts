import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { handleProcessErrors } from './process-errors.ts';

function handled(close: () => Promise<void>, exitAfterMs = 60_000) {
  const exits: number[] = [];
  const reported: unknown[] = [];
  const emitter = Object.assign(new EventEmitter(), {
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
    exit: (status: number) => void exits.push(status),
  });
  handleProcessErrors(emitter, { report: error => void reported.push(error), close, exitAfterMs });
  return { emitter, exits, reported };
}

test('logs a rejected promise and continues', () => {
  const { emitter, exits, reported } = handled(unexpected);
  const error = new Error('rejected');
  emitter.emit('unhandledRejection', error);
  emitter.emit('unhandledRejection', 'a string');
  expect(reported).toEqual([error, 'a string']);
  expect(exits).toEqual([]);
});

test.each(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])('logs the disconnect %s and continues', code => {
  const { emitter, exits, reported } = handled(unexpected);
  const error = Object.assign(new Error('gone'), { code });
  emitter.emit('uncaughtException', error);
  expect([reported, exits]).toEqual([[error], []]);
});

test.each([new TypeError('broken'), Object.assign(new Error('denied'), { code: 'EACCES' }), 'a string', undefined])(
  'closes and exits with status 1 after the exception %s',
  async error => {
    const closed = Promise.withResolvers<void>();
    const { emitter, exits, reported } = handled(() => closed.promise);
    emitter.emit('uncaughtException', error);
    expect(reported).toContain(error);
    expect(exits).toEqual([]);
    closed.resolve();
    await expect.poll(() => exits).toEqual([1]);
  },
);

test('exits in time if closing hangs or fails', async () => {
  const hanging = handled(() => new Promise(() => undefined), 10);
  hanging.emitter.emit('uncaughtException', new Error('broken'));
  hanging.emitter.emit('uncaughtException', new Error('broken again'));
  await expect.poll(() => hanging.exits).toEqual([1]);
  const failing = handled(() => Promise.reject(new Error('cannot close')));
  failing.emitter.emit('uncaughtException', new Error('broken'));
  await expect.poll(() => failing.exits).toEqual([1]);
  expect(failing.reported.map(error => (error as Error).message)).toContain('cannot close');
});

test('ignores the end of its outputs', () => {
  const { emitter, exits, reported } = handled(unexpected);
  for (const output of [emitter.stdout, emitter.stderr]) output.emit('error', new Error('EPIPE'));
  expect([reported, exits]).toEqual([[], []]);
});

function unexpected(): never {
  throw new Error('The server must not close.');
}
