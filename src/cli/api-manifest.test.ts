import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { EXIT } from './terminal/exit-status.ts';
import { runCli } from './terminal/terminal.fixture.ts';

describe('help', () => {
  test('lists the commands', async () => {
    const { status, out } = await runCli([]);
    expect(status).toBe(EXIT.passed);
    for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`\n  ${name} +${summary}`.slice(0, 40)));
    expect((await runCli(['--help'])).out).toBe(out);
  });

  test.each(COMMANDS.map(({ name }) => name))(
    'describes the usage, options, examples, and exit status of %s',
    async name => {
      const { status, out } = await runCli(['help', name]);
      expect(status).toBe(EXIT.passed);
      expect(out).toMatch(/\nOptions\n[\s\S]+\nExamples\n[\s\S]+\nExit status\n/);
      expect(out.split('\n').filter(line => line.length > 130 || / $/.test(line))).toEqual([]);
      expect((await runCli([name, '--help'])).out).toBe(out);
      expect((await runCli([name, '-h', 'and', 'more', 'than', 'it', 'takes'])).out).toBe(out);
    },
  );

  test('uses colors only if the terminal supports them', async () => {
    expect((await runCli(['help', 'diff'], { hasColors: true })).out).toContain('\u001b[1mOptions\u001b[22m');
    expect((await runCli(['help', 'diff'])).out).not.toContain('\u001b');
  });
});

test('reports invalid arguments as JSON with --json', async () => {
  for (const args of [
    ['validate', 'x', '--jsn', '--json'],
    ['find', 'x', '--category', 'wether', '--json'],
    ['validate', '/nowhere/file.json', '--json'],
    ['fnid', '--json'],
  ]) {
    const { status, out, error } = await runCli(args);
    expect({ status, error }).toEqual({ status: 2, error: '' });
    expect(JSON.parse(out).error.message).toMatch(/^(Unknown|Invalid|File not found)/);
  }
});

test.each([40, 60, 200])('fits help into %d columns', async columns => {
  for (const { name } of COMMANDS) {
    const { out } = await runCli(['help', name], { columns });
    const prose = out.split('\nOptions\n')[0]?.split('\n').slice(1) ?? [];
    for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(Math.min(96, columns));
  }
});

test.each(COMMANDS)('includes only valid examples of $name', ({ examples }) => {
  expect(examples.length).toBeGreaterThan(0);
  for (const [line] of examples) {
    const [name, ...args] = line.split(/ [<>] /)[0]?.split(' ') ?? [];
    const used = COMMANDS.find(each => each.name === name);
    const known = [...Object.keys(used?.options ?? {}), 'help'];
    for (const arg of args.filter(each => each.startsWith('--'))) expect(known, line).toContain(arg.slice(2));
  }
});

/** Commands that have no JSON output. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  mcp: 'its streams carry the protocol, which is JSON',
  completion: 'it prints a script for a shell',
};

test.each(COMMANDS)('supports --json in $name', ({ name, options }) => {
  expect('json' in options).toBe(!(name in WITHOUT_JSON));
});

test('prints the version', async () => {
  expect(await runCli(['--version'])).toMatchObject({ status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

describe('invalid arguments', () => {
  test.each([
    [['valdate', 'x'], /Unknown command "valdate". Did you mean api-manifest validate\?/],
    [['val'], /Did you mean api-manifest validate\?/],
    [['help', 'fnid'], /Did you mean api-manifest find\?/],
    [['dance'], /Unknown command "dance". To list the commands, run api-manifest help/],
    [['\u001b[2J'], /Unknown command "\\u001b\[2J"/],
    [['validate', 'x', '--jsn'], /Unknown option --jsn. Did you mean --json\?/],
    [['validate', 'x', '--json=yes'], /--json does not take a value/],
    [['find', 'x', '--status', 'verified,lapse'], /Invalid value for --status: "lapse". Did you mean "lapsed"\?/],
    [['serve', '--port'], /--port requires a value: --port N/],
    [['find', 'x', '--category', 'wether'], /Invalid value for --category: "wether". Did you mean "weather"\?/],
    [['diff', 'one'], /Missing argument <new>/],
    [['validate', ''], /An argument is empty/],
    [['mirror', 'package.json', '--registry', 'http://127.0.0.1:1'], /package\.json.*Use the path of a folder/],
    [['diff', 'one', 'two', 'three'], /Unexpected argument "three"/],
  ])('reports %j', async (args, reason) => {
    const { status, out, error } = await runCli(args);
    expect({ status, out }).toEqual({ status: EXIT.error, out: '' });
    expect(error).toMatch(reason);
  });
});
