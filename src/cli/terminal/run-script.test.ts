import { parseArgs } from 'node:util';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { formatError, runScript } from './run-script.ts';
import { UsageError } from './usage-error.ts';

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  process.exitCode = undefined;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const parse = (...args: string[]) => parseArgs({ args, options: { from: { type: 'string' } } });

test('sets the exit status that the script returns', async () => {
  await runScript(() => 1);
  expect(process.exitCode).toBe(1);
  await runScript(async () => {});
  expect(process.exitCode).toBe(1);
});

test.each([
  ['an unknown option', () => parse('--form', 'x'), "Unknown option '--form'."],
  ['an argument too many', () => parse('x'), "Unexpected argument 'x'."],
  ['a missing value', () => parse('--from'), "Option '--from <value>' argument missing."],
  ['an invalid value', () => Promise.reject(new UsageError('Invalid value.')), 'Invalid value.'],
])('exits with 2 and one line for %s', async (_, main, line) => {
  await runScript(async () => void (await main()));
  expect([process.exitCode, errors.mock.calls]).toEqual([2, [[line]]]);
});

test('exits with the given status and the message of an expected error', async () => {
  await runScript(() => Promise.reject(new RangeError('PORT is "http".')));
  expect([process.exitCode, errors.mock.calls]).toEqual([1, [['PORT is "http".']]]);
  await runScript(() => Promise.reject(new RangeError('Unreachable.')), { errorStatus: 2 });
  expect(process.exitCode).toBe(2);
});

test('prints one line without a stack trace for an unexpected error', async () => {
  vi.stubEnv('DEBUG', '');
  await runScript(() => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })));
  expect([process.exitCode, errors.mock.calls]).toEqual([
    1,
    [['Unexpected error: fetch failed: connect ECONNREFUSED. Set DEBUG=1 to print the stack trace.']],
  ]);
});

test('prints the stack trace with DEBUG=1', async () => {
  vi.stubEnv('DEBUG', '1');
  const error = new TypeError('x is not a function');
  await runScript(() => Promise.reject(error));
  expect(errors.mock.calls).toEqual([['Unexpected error: x is not a function.'], [error]]);
});

test('adds the fix to an error of the operating system', async () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, open 'x'"), {
    code: 'ENOENT',
    syscall: 'open',
  });
  expect(formatError(error)).toBe("ENOENT: no such file or directory, open 'x'. Check the path.");
});

test('escapes control characters and joins the lines of an unexpected error', () => {
  expect(formatError(new Error('git push: \u001b[31mrejected\nby the server'))).toBe(
    'Unexpected error: git push: \\u001b[31mrejected by the server.',
  );
});
