import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ListingRecord, recordFindings, recordPath } from '#listing/listing-record.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { apiManifest } from '../api-manifest.ts';
import { InterruptedError } from '../terminal/interrupted-error.ts';
import { createTestTerminal, runCli } from '../terminal/terminal.fixture.ts';
import { listDocuments } from './import-directory/list-documents.ts';

let folder: string;
let output: string;

beforeEach(async () => {
  const parent = await makeTemporaryFolder('import-');
  folder = path.join(parent, 'specs');
  output = path.join(parent, 'drafts');
  await mkdir(folder);
});
afterEach(() => removeFolder(path.dirname(folder)));

/** Returns an OpenAPI document with one operation per path. */
function openapi(host: string, paths: readonly string[], info: object = {}): string {
  const operation = { get: { summary: 'Reads the tides of a harbor', responses: { 200: { description: 'Tides' } } } };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: `Tides of ${host}`, version: '1.2.0', ...info },
    servers: [{ url: `https://${host}/v1` }],
    paths: Object.fromEntries(paths.map(each => [each, operation])),
  });
}

async function put(name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function run(...options: readonly string[]) {
  const { status, out, error } = await runCli(['import-directory', folder, '--output', output, '--json', ...options]);
  return { status, error, result: out === '' ? undefined : JSON.parse(out) };
}

async function readRecord(id: string): Promise<ListingRecord> {
  return JSON.parse(await readFile(path.join(output, 'listings', recordPath(id)), 'utf8'));
}

async function readLog(): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(path.join(output, 'import.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

const pathsOf = ({ manifest }: ListingRecord) => manifest.endpoints.map(({ path }) => path);

describe('import-directory', () => {
  test('drafts a valid record for each origin, in JSON and YAML', async () => {
    await put('a.json', openapi('api.tides.com', ['/tides'], { 'x-apisguru-categories': ['location', 'tools'] }));
    const yaml = ['openapi: 3.1.0', 'info: {title: Ports, version: 1.10}', 'servers: [{url: https://api.ports.com}]'];
    await put('b/ports.yaml', [...yaml, 'paths: {/ports: {get: {responses: {}}}}'].join('\n'));
    expect(await run()).toMatchObject({ status: 0, result: { documents: 2, drafts: 2, drafted: 2, rejected: 0 } });
    const record = await readRecord('api.tides.com');
    expect(recordFindings(recordPath('api.tides.com'), record)).toEqual([]);
    expect(record).toMatchObject({
      url: 'https://api.tides.com',
      source: { type: 'documentation', documentation_url: 'https://api.tides.com' },
      manifest: { name: 'Tides of api.tides.com', version: '1.2.0', categories: ['geography'] },
    });
    expect(record.source).not.toHaveProperty('basis');
    expect(record.manifest.agent_notes).toMatch(/^TODO/);
    expect((await readRecord('api.ports.com')).manifest).toMatchObject({ categories: ['other'] });
  });

  test('prints the numbers of drafts and documents', async () => {
    await put('a.json', openapi('api.tides.com', ['/tides']));
    const { out } = await runCli(['import-directory', folder, '--output', output]);
    expect(out).toContain('1 draft of 1 document in ');
    expect(out).toContain(' 0 merged, 0 duplicates, ');
  });

  test('records the repository, path, and commit as the basis', async () => {
    await put(
      'tides/openapi.json',
      openapi('api.tides.com', ['/tides'], { contact: { url: 'https://tides.com/docs' } }),
    );
    const commit = 'a'.repeat(40);
    await run('--repository', 'example/specs', '--commit', commit);
    expect((await readRecord('api.tides.com')).source).toEqual({
      type: 'documentation',
      documentation_url: 'https://tides.com/docs',
      basis: 'openapi',
      openapi: { repository: 'example/specs', commit, path: 'tides/openapi.json' },
    });
  });

  test('merges documents of the same origin', async () => {
    await put('1.json', openapi('api.tides.com', ['/tides', '/harbors/{id}']));
    await put('2.json', openapi('api.tides.com', ['/harbors/{harbor}', '/moons']));
    await put('3.json', openapi('api.tides.com', ['/moons']));
    const { result } = await run();
    expect(result).toMatchObject({ drafts: 1, drafted: 1, merged: 1, duplicate: 1 });
    expect(pathsOf(await readRecord('api.tides.com'))).toEqual(['/v1/tides', '/v1/harbors/{id}', '/v1/moons']);
  });

  test('rejects other files with a reason, and exits with 1', async () => {
    await put('broken.json', '{');
    await put('package.json', '{"name": "specs"}');
    await put('empty.json', openapi('api.tides.com', []));
    await put('local.json', openapi('localhost', ['/tides']));
    await put('address.json', openapi('192.0.2.1', ['/tides']));
    await put('relative.json', openapi('x', ['/a']).replace('https://x/v1', '/v1'));
    expect(await run()).toMatchObject({ status: 1, result: { drafts: 0, rejected: 6 } });
    const reasons = Object.fromEntries((await readLog()).map(({ document, notes }) => [document, String(notes)]));
    expect(reasons).toEqual({
      'broken.json': expect.stringContaining('neither JSON nor YAML'),
      'package.json': expect.stringContaining('no version'),
      'empty.json': expect.stringContaining('no operation'),
      'local.json': expect.stringContaining('not a public host'),
      'address.json': expect.stringContaining('not a public host'),
      'relative.json': expect.stringContaining('no server'),
    });
  });

  test.each([
    ['an unreadable folder', ['import-directory', '/nowhere/specs'], /Cannot read the folder/],
    ['an invalid repository', ['import-directory', '.', '--repository', 'specs'], /--repository/],
    ['a commit without a repository', ['import-directory', '.', '--commit', 'a'.repeat(40)], /--commit/],
    ['a short commit', ['import-directory', '.', '--repository', 'a/b', '--commit', 'abc'], /40 hexadecimal/],
  ])('fails for %s', async (_, args, expected) => {
    const { status, error } = await runCli([...args, ...(args.includes('--output') ? [] : ['--output', output])]);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
  });

  test('fails for a folder without documents', async () => {
    const { status, error } = await runCli(['import-directory', folder, '--output', output]);
    expect([status, error]).toEqual([2, expect.stringContaining('no JSON or YAML')]);
  });
});

describe('a later run', () => {
  test('reads only new documents', async () => {
    await put('1.json', openapi('api.tides.com', ['/tides']));
    await put('bad.json', '{}');
    await run();
    await put('2.json', openapi('api.ports.com', ['/ports']));
    expect((await run()).result).toMatchObject({ unchanged: 2, drafts: 2, drafted: 2, rejected: 1 });
    expect(await readLog()).toHaveLength(3);
  });

  test('does not read its own drafts below the folder', async () => {
    output = path.join(folder, 'drafts');
    await put('1.json', openapi('api.tides.com', ['/tides']));
    await run();
    expect(await run()).toMatchObject({ status: 0, result: { documents: 1, unchanged: 1, rejected: 0 } });
  });

  test('reads a rejected document again after a change', async () => {
    await put('1.json', '{}');
    await run();
    await put('1.json', openapi('api.tides.com', ['/tides']));
    expect(await run()).toMatchObject({ status: 0, result: { unchanged: 0, drafted: 1, rejected: 0 } });
  });

  test('keeps a reviewed record', async () => {
    await put('1.json', openapi('api.tides.com', ['/tides']));
    await run();
    const record = await readRecord('api.tides.com');
    const reviewed = { ...record, manifest: { ...record.manifest, agent_notes: 'Heights are in meters. '.repeat(10) } };
    const file = path.join(output, 'listings', recordPath('api.tides.com'));
    await writeFile(file, JSON.stringify(reviewed));
    await put('1.json', openapi('api.tides.com', ['/tides', '/more']));
    await put('2.json', openapi('api.tides.com', ['/moons']));
    expect((await run()).result).toMatchObject({ unchanged: 1, kept: 1 });
    expect(await readRecord('api.tides.com')).toEqual(reviewed);
  });

  test('keeps a record of another tool', async () => {
    const file = path.join(output, 'listings', recordPath('api.tides.com'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '{"manifest":{"agent_notes":"TODO"}}');
    await put('1.json', openapi('api.tides.com', ['/tides']));
    expect((await run()).result).toMatchObject({ drafts: 0, kept: 1 });
    expect(await readFile(file, 'utf8')).toBe('{"manifest":{"agent_notes":"TODO"}}');
  });

  test('resumes after an interruption with the same result as one run', async () => {
    for (let at = 0; at < 20; at++) await put(`${at}.json`, openapi(`api-${at % 5}.tides.com`, [`/p${at}`]));
    const controller = new AbortController();
    let seen = 0;
    const terminal = createTestTerminal({ signal: controller.signal });
    const progress = () => ++seen === 7 && controller.abort(new InterruptedError('SIGINT'));
    expect(await apiManifest(['import-directory', folder, '--output', output], { ...terminal, progress })).toBe(130);
    expect((await readLog()).length).toBe(7);
    expect((await run()).result).toMatchObject({ documents: 20, unchanged: 7, drafts: 5, drafted: 5, merged: 15 });
    expect(pathsOf(await readRecord('api-0.tides.com')).sort()).toEqual(['/v1/p0', '/v1/p10', '/v1/p15', '/v1/p5']);
  });

  test('writes a record that the log has but the folder lacks', async () => {
    await put('1.json', openapi('api.tides.com', ['/tides']));
    await run();
    await removeFolder(path.join(output, 'listings'));
    expect((await run()).result).toMatchObject({ unchanged: 0, drafted: 1 });
    expect(pathsOf(await readRecord('api.tides.com'))).toEqual(['/v1/tides']);
  });

  test('ignores an incomplete last line of the log', async () => {
    await put('1.json', openapi('api.tides.com', ['/tides']));
    await run();
    await writeFile(path.join(output, 'import.ndjson'), '{"document":"1.js');
    await put('2.json', openapi('api.ports.com', ['/ports']));
    expect(await run()).toMatchObject({ status: 0, result: { drafts: 1, drafted: 1, kept: 1 } });
  });
});

describe('listDocuments', () => {
  test('selects the newest version in the layout of APIs.guru', async () => {
    const versions = ['v1', '1.9.0', '1.10.0', '2.0.0-beta1', '2.0.0'];
    for (const version of versions) await put(`APIs/tides.com/${version}/openapi.yaml`, '');
    await put('APIs/tides.com/moon/1.0/swagger.yaml', '');
    await put('APIs/tides.com/moon/1.0/openapi.yaml', '');
    const current = (await listDocuments(folder, output)).filter(({ supersededBy }) => supersededBy === undefined);
    expect(current.map(({ document }) => document)).toEqual([
      'APIs/tides.com/2.0.0/openapi.yaml',
      'APIs/tides.com/moon/1.0/openapi.yaml',
    ]);
  });

  test('lists all JSON and YAML files of another layout, and no hidden or installed ones', async () => {
    for (const file of ['v1.yml', 'a/v2.YAML', 'b.json', 'c.txt', '.git/d.json', 'node_modules/e/f.json'])
      await put(file, '');
    expect(await listDocuments(folder, output)).toEqual([
      { document: 'a/v2.YAML' },
      { document: 'b.json' },
      { document: 'v1.yml' },
    ]);
  });
});
