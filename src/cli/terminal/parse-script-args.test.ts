import { afterEach, expect, test, vi } from 'vitest';
import { HelpRequest } from './help-request.ts';
import { parseScriptArgs } from './parse-script-args.ts';
import { runScript } from './run-script.ts';
import { UsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run example';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

function parse(...args: string[]) {
  const options = {
    from: { type: 'string' },
    list: { type: 'string', multiple: true },
    full: { type: 'boolean' },
  } as const;
  return parseScriptArgs(USAGE, { args, options, allowPositionals: true });
}

test('returns the values and the arguments', () => {
  const { values, positionals } = parse('--from', 'a', 'b', '--', '--help');
  expect([values.from, positionals]).toEqual(['a', ['b', '--help']]);
});

test.each([[['--help']], [['-h']], [['--unknown', '--help']]])('requests the help for %j', args => {
  expect(() => parse(...args)).toThrow(new HelpRequest(USAGE));
});

test('prints the help on standard output and exits with 0', async () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await runScript(() => parse('--help'));
  expect([out.mock.calls, process.exitCode]).toEqual([[[USAGE]], undefined]);
});

test.each([
  ['an unknown option', ['--form', 'x'], "Unknown option '--form'."],
  ['a missing value', ['--from'], "Option '--from <value>' argument missing."],
  [
    'an option instead of a value',
    ['--from', '--full'],
    "Option '--from' needs a value. If the value starts with a dash, use --from=VALUE.",
  ],
  ['an empty value', ['--from', ''], "Option '--from' has an empty value."],
  ['an empty value of a list', ['--list', 'a', '--list', ' '], "Option '--list' has an empty value."],
  ['an empty argument', ['a', ''], 'An argument is empty.'],
  ['a value of a flag', ['--full=x'], "Option '--full' does not take an argument."],
])('reports %s and how to get help', (_, args, message) => {
  expect(() => parse(...args)).toThrow(new UsageError(`${message} For the usage, add --help.`));
});
