import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { apiManifest } from '../api-manifest.ts';
import { InterruptedError } from '../terminal/interrupted-error.ts';
import { createTestTerminal, runCli, type TestTerminalOptions } from '../terminal/terminal.fixture.ts';

const ENDPOINT = { ...sampleManifest().endpoints[0], path: '/v1/tides', parameters: [] };
const MANIFEST = { ...sampleManifest(), endpoints: [ENDPOINT], contact: 'The harbor office of the test.' };

let folder: string;
let server: Server;
let origin: string;
let served: unknown = MANIFEST;

beforeAll(async () => {
  folder = await makeTemporaryFolder('validate-');
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/api-manifest.json') response.end(JSON.stringify(served));
    else response.writeHead(request.url === '/v1/tides' ? 200 : 404).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await removeFolder(folder);
});

function run(args: readonly string[], options?: TestTerminalOptions) {
  return runCli(['validate', ...args], options);
}

async function file(text: string): Promise<string> {
  const name = path.join(folder, 'api-manifest.json');
  await writeFile(name, text);
  return name;
}

describe('a file', () => {
  test('passes if valid', async () => {
    const name = await file(JSON.stringify(MANIFEST));
    const { status, out, error } = await run([name]);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    expect(out).toMatch(/✓ schema_valid +The manifest is valid apimanifest-0.3./);
    expect(out).toMatch(/- endpoints_reachable +Skipped because only a manifest was submitted/);
    expect(out).toMatch(/\nPassed\.\n$/);
  });

  test('fails with broken rules and reports the line of each', async () => {
    const text = JSON.stringify({ ...MANIFEST, version: '1.0', name: undefined }, null, 2);
    const line = text.split('\n').findIndex(each => each.includes('"version"')) + 1;
    const name = await file(text);
    const { status, out } = await run([name]);
    expect(status).toBe(1);
    expect(out).toContain(`${name}:${line}:14 version`);
    expect(out).toContain(`${name}:1:1 name (required)`);
    expect(out).toMatch(/\nFailed\.\n$/);
  });

  test('fails with the line of a syntax error if it is not JSON', async () => {
    const { status, out } = await run([await file('{\n  "name": "x",\n}')]);
    expect(status).toBe(1);
    expect(out).toMatch(/api-manifest\.json:3:1 /);
  });

  test('passes with a warning if it misleads', async () => {
    const { status, out } = await run([
      await file(JSON.stringify({ ...MANIFEST, homepage: 'http://tides.registry-tests.net' }, null, 2)),
    ]);
    expect(status).toBe(0);
    expect(out).toMatch(/! lint .*1 warning/);
    expect(out).toMatch(/:\d+:\d+ homepage \(insecure-address\)/);
    expect(out).toContain('Passed with a warning.');
  });

  test('passes although it requests no listing, and says that a submission lists nothing', async () => {
    const name = path.join(folder, 'refused.json');
    await writeFile(name, JSON.stringify({ ...MANIFEST, listing_requested: false }));
    const { status, out } = await run([name]);
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/Passed with a warning\. A submission lists nothing, because/),
    ]);
    const { checks } = JSON.parse((await run([name, '--json'])).out);
    expect(checks.find((check: { name: string }) => check.name === 'lint').hint).toMatch(/^The registry does not list/);
  });

  test('passes with the number of its warnings', async () => {
    const insecure = {
      homepage: 'http://tides.registry-tests.net',
      documentation: 'http://tides.registry-tests.net/d',
    };
    const { out } = await run([await file(JSON.stringify({ ...MANIFEST, ...insecure }))]);
    expect(out).toContain('Passed with 2 warnings.');
  });

  test('comes from standard input with "-"', async () => {
    expect(await run(['-'], { input: JSON.stringify(MANIFEST) })).toMatchObject({ status: 0 });
    expect(await run(['-'], { input: '' })).toMatchObject({ status: 1 });
  });

  test('cannot write control characters to the terminal', async () => {
    const evil = '\u001b[2J\u202eevil';
    const { out } = await run([await file(JSON.stringify({ ...MANIFEST, [evil]: 1, version: evil }))]);
    expect(out.includes('\u001b') || out.includes('\u202e')).toBe(false);
  });
});

describe('a URL', () => {
  test('on loopback gets live checks', async () => {
    served = MANIFEST;
    const { status, out } = await run([`${origin}/some/path`]);
    expect(status).toBe(0);
    expect(out.startsWith(`${origin}\n`)).toBe(true);
    expect(out).toMatch(/✓ endpoints_reachable +1 of 1 probed endpoints responded\./);
  });

  test('with missing endpoints fails and lists the probes', async () => {
    served = { ...MANIFEST, endpoints: [{ ...ENDPOINT, path: '/v2/tides' }] };
    const { status, out } = await run([origin]);
    expect(status).toBe(1);
    expect(out).toMatch(/✗ endpoints_reachable/);
    expect(out).toContain(`GET ${origin}/v2/tides 404`);
    expect(out).toContain('Fix or remove /v2/tides');
  });

  test('prints the report as JSON with --json', async () => {
    served = MANIFEST;
    const { status, out } = await run([origin, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ passed: true, url: origin, schema_valid: true, errors: [] });
  });
});

describe('invalid arguments', () => {
  test.each([
    [[], /Missing argument <url\|file>/],
    [['one', 'two'], /File not found: one\.\nFile not found: two\./],
    [['--loud', 'x'], /--loud/],
    [['/does/not/exist.json'], /File not found/],
    [['api.example.com'], /use https:\/\/api\.example\.com/],
    [['ftp://api.example.com'], /scheme "ftp"/],
    [['https://me:secret@api.example.com'], /user name/],
    [['/'], /is a folder/],
  ])('exit with status 2: %j', async (args, reason) => {
    const { status, out, error } = await run(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(error).toMatch(reason);
  });
});

test('prints its usage', async () => {
  expect(await run(['--help'])).toMatchObject({ status: 0, out: expect.stringContaining('Exit status') });
});

test('uses colors only if the terminal supports them', async () => {
  const name = await file(JSON.stringify(MANIFEST));
  expect((await run([name], { hasColors: true })).out).toContain('\u001b[32m✓\u001b[39m');
  expect((await run([name])).out).not.toContain('\u001b');
});

describe('watch mode', () => {
  test.each([[['a.json', 'b.json']], [['*/a.json']], [['-']]])('rejects %j', async targets => {
    expect(await run([...targets, '--watch'])).toMatchObject({
      status: 2,
      error: expect.stringMatching(/^Cannot watch /),
    });
  });

  test('checks a file again after each change until interrupted', async () => {
    const name = await file(JSON.stringify(MANIFEST));
    const stop = new AbortController();
    const terminal = createTestTerminal({ signal: stop.signal });
    const ended = apiManifest(['validate', name, '--watch'], terminal);
    await expect.poll(() => terminal.printed.out).toMatch(/Passed\.\n$/);
    await file('{}');
    await expect.poll(() => terminal.printed.out).toMatch(/Failed\.\n$/);
    await rm(name);
    await expect.poll(() => terminal.printed.error).toMatch(/File not found/);
    stop.abort(new InterruptedError('SIGINT'));
    expect(await ended).toBe(2);
    expect(terminal.printed.out.match(/schema_valid/g)).toHaveLength(2);
  });

  test('checks a URL once between changes', async () => {
    served = MANIFEST;
    const stop = new AbortController();
    const terminal = createTestTerminal({ signal: stop.signal });
    const ended = apiManifest(['validate', origin, '--watch'], terminal);
    await expect.poll(() => terminal.printed.out).toMatch(/Passed/);
    stop.abort(new InterruptedError('SIGINT'));
    expect(await ended).toBe(0);
  });

  test('rejects standard input', async () => {
    expect(await run(['-', '--watch'])).toMatchObject({ status: 2 });
  });
});

describe('several targets', () => {
  test('accept glob patterns in one run', async () => {
    for (const name of ['one.json', 'two.json'])
      await writeFile(path.join(folder, name), name === 'one.json' ? JSON.stringify(MANIFEST) : '{"name":"x"}');
    const { status, out } = await run([path.join(folder, '{one,two}.json'), '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { subject: path.join(folder, 'one.json'), passed: true },
      { subject: path.join(folder, 'two.json'), passed: false },
    ]);
    const single = await run([path.join(folder, 'on*.json'), '--json']);
    expect(JSON.parse(single.out)).toMatchObject([{ subject: path.join(folder, 'one.json'), passed: true }]);
    const text = await run([path.join(folder, 'one.json'), path.join(folder, 'two.json')]);
    expect(text.out).toMatch(/one\.json\n[\s\S]+\nPassed\.\n\n.*two\.json\n/);
    expect(text.out).toMatch(/\n\n1 of 2 passed\. Not passed: .*two\.json\.\n$/);
  });

  test('fail if a pattern matches no file', async () => {
    expect(await run([path.join(folder, 'none-*.json')])).toMatchObject({
      status: 2,
      error: expect.stringContaining('No file matches'),
    });
  });
});

test('prints lines and columns as JSON', async () => {
  const name = await file(JSON.stringify({ ...MANIFEST, version: 1.2 }, null, 2));
  const { errors, checks } = JSON.parse((await run([name, '--json'])).out);
  expect(errors).toMatchObject([{ pointer: '/version', position: { line: 4, column: 14 } }]);
  expect(checks.flatMap((check: { findings?: object[] }) => check.findings ?? [])).toEqual(
    expect.arrayContaining([expect.objectContaining({ position: { line: 4, column: 14 } })]),
  );
});
