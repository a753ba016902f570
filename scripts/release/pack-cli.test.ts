import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '#client/registry.fixture.ts';
import { numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { createPackageJson } from './pack-cli/package-files.ts';

/** The maximum size of the packed file. */
const MAX_BYTES = 700_000;

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let installed: string;
let registry: TestRegistry;

/** Packs the package and installs it in an empty folder, without network access. */
beforeAll(async () => {
  registry = await startRegistry({ listings: numberedListings(3) });
  folder = await makeTemporaryFolder('pack-cli-');
  const pack = [path.join(root, 'scripts/release/pack-cli.ts'), '--to', folder];
  const packed = await run(process.execPath, pack, { REGISTRY_URL: `${registry.address}/` });
  expect(packed).toMatchObject({ status: 0, error: '' });
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz')) ?? '';
  await mkdir(path.join(folder, 'user'));
  await writeFile(path.join(folder, 'user/package.json'), '{"private":true,"type":"module"}');
  const npm = ['install', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball)];
  expect(await run('npm', npm)).toMatchObject({ status: 0 });
  installed = path.join(folder, 'user/node_modules/api-manifest');
});

afterAll(async () => {
  await registry.close();
  await removeFolder(folder);
});

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = path.join(folder, 'user');
  const child = spawn(program, args, {
    cwd: (await stat(cwd).catch(() => undefined)) ? cwd : root,
    env: { ...process.env, ...env },
  });
  const printed = { out: '', error: '' };
  child.stdout.on('data', chunk => (printed.out += chunk));
  child.stderr.on('data', chunk => (printed.error += chunk));
  const status = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { status, ...printed };
}

/** Runs the installed command. */
function command(...args: readonly string[]) {
  return run(process.execPath, [path.join(folder, 'user/node_modules/.bin/api-manifest'), ...args]);
}

test('has a small size, no dependencies, and the licenses of bundled code', async () => {
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz')) ?? '';
  expect((await stat(path.join(folder, tarball))).size).toBeLessThan(MAX_BYTES);
  expect(await readdir(path.join(folder, 'user/node_modules'))).toEqual(
    expect.not.arrayContaining(['undici', 'yaml', 'zod', 'hono']),
  );
  const notices = await readFile(path.join(installed, 'THIRD-PARTY-LICENSES.md'), 'utf8');
  for (const name of ['undici', 'yaml', '@clack/prompts'])
    expect(notices).toMatch(new RegExp(`## ${name} .*\\n\\n.{30}`, 's'));
  const { dependencies, version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  expect({ dependencies, version }).toEqual({ dependencies: undefined, version: rootPackage.version });
});

test('names the repository that publishes it, if any', () => {
  expect(JSON.parse(createPackageJson()).repository).toBeUndefined();
  expect(JSON.parse(createPackageJson('acme/registry')).repository.url).toBe(
    'git+https://github.com/acme/registry.git',
  );
});

test('runs the command', async () => {
  expect(await command('--version')).toEqual({ status: 0, out: `${rootPackage.version}\n`, error: '' });
  expect(await command('fnid')).toMatchObject({ status: 2, error: expect.stringContaining('Did you mean') });
});

test('creates, checks, and serves a manifest with only the package', async () => {
  const document = path.join(root, 'src/draft/openapi/fixtures/tides-2.0.yaml');
  const choices = ['--category', 'geography', '--primary-category', 'live'];
  expect(await command('init', '--from-openapi', document, ...choices)).toMatchObject({ status: 1, error: '' });
  // The draft has TODO texts, which prevent a listing.
  expect(await command('validate', 'api-manifest.json')).toMatchObject({ status: 1, error: '' });
  expect(await command('diff', 'api-manifest.json', 'api-manifest.json')).toMatchObject({ status: 0 });
});

test('fetches manifests and documents with the guarded HTTP client', async () => {
  const manifest = gzipSync(JSON.stringify(sampleManifest()));
  const origin = createServer(({ url = '' }, response) => {
    if (url === '/moved') response.writeHead(302, { Location: MANIFEST_PATH }).end();
    else if (url === MANIFEST_PATH) response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(manifest);
    else response.writeHead(url.startsWith('/v1/tides') ? 200 : 404).end('{}');
  });
  await new Promise<void>(resolve => origin.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  expect(await command('validate', url)).toMatchObject({
    status: 0,
    out: expect.stringContaining('Passed'),
    error: '',
  });
  expect(await command('diff', url, `${url}/moved`)).toMatchObject({ status: 0, error: '' });
  await new Promise(resolve => origin.close(resolve));
  expect(await command('validate', url)).toMatchObject({ status: 1, out: expect.stringContaining('connection') });
});

test('has the registry of its operator built in, and source maps', async () => {
  const asked = await command('find', 'tide', '--json');
  expect(JSON.parse(asked.out)).toMatchObject({ data: { total: 3 } });
  expect(await readdir(path.join(installed, 'command'))).toContain('api-manifest.js.map');
});

test('provides toTools and serveManifest with types', async () => {
  const source = `import { createClient, toTools, type ToolResult } from 'api-manifest/client';
import { ManifestError, serveManifest } from 'api-manifest/serve';
declare const process: { readonly argv: readonly string[] };
const listing = await createClient({ registry: process.argv[2] ?? '' }).get('api-1.example');
const { anthropic, execute } = toTools(listing);
const result: ToolResult = await execute('none', {});
const served = serveManifest({ ...listing.manifest });
const response = await served.fetch(new Request('https://api-1.example' + served.path));
try {
  serveManifest({});
} catch (error) {
  console.log(anthropic.length > 0, result.ok, response.status, error instanceof ManifestError);
}
`;
  const file = path.join(folder, 'user/tools.mts');
  await writeFile(file, source);
  expect(findTypeErrors(file)).toEqual([]);
  expect(await run(process.execPath, [file, registry.address])).toMatchObject({
    status: 0,
    out: 'true false 200 true\n',
    error: '',
  });
});

test('queries and mirrors a registry', async () => {
  const asked = await command('find', 'tide', '--registry', registry.address, '--json');
  expect(JSON.parse(asked.out)).toMatchObject({ data: { total: 3 } });
  expect(await command('mirror', 'copy', '--registry', registry.address)).toMatchObject({ status: 0 });
  expect(await readdir(path.join(folder, 'user/copy/listings'))).toHaveLength(3);
});

test('serves MCP to a client that starts it as server.json describes', async () => {
  const { mcpName, name, version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  expect(mcpName).toBe(server.name);
  const offered = server.packages.find(each => each.identifier === name && each.version === version);
  const args = offered?.packageArguments.map(({ value }) => value) ?? [];
  const variables = offered?.environmentVariables.map(variable => [variable.name, registry.address]) ?? [];
  const client = new Client({ name: 'test', version: '1.0.0' });
  const bin = path.join(folder, 'user/node_modules/.bin/api-manifest');
  const env = Object.fromEntries(variables);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, ...args], env }));
  const { tools } = await client.listTools();
  expect(tools.map(each => each.name)).toContain('fetch_manifest_by_domain');
  const { structuredContent } = await client.callTool({ name: 'search_listings', arguments: {} });
  expect(structuredContent).toMatchObject({ total: 3 });
  await client.close();
});

test('provides a working client with types', async () => {
  const source = `import { createClient, RegistryError, type Row } from 'api-manifest/client';
declare const process: { readonly argv: readonly string[] };
const client = createClient({ registry: process.argv[2] ?? '' });
const rows: Row[] = [];
for await (const row of client.iterate({ limit: 1, category: 'weather' })) rows.push(row);
const failed = await client.get('none').catch((error: unknown) => error instanceof RegistryError && error.status);
console.log(rows.length, failed);
`;
  const file = path.join(folder, 'user/program.mts');
  await writeFile(file, source);
  expect(findTypeErrors(file)).toEqual([]);
  expect(await run(process.execPath, [file, registry.address])).toMatchObject({ status: 0, out: '1 404\n' });
});

function findTypeErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: [],
    skipDefaultLibCheck: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
