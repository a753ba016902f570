import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { validateManifest } from '#manifest/validate.ts';
import documentation from '#registry/documentation.json' with { type: 'json' };
import { freePort } from '#server/http/ports.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import { blocksIn, commandsIn, ending, pasted, type Running, started } from './registry.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let folder: string;
/** The working folder of one test. */
let work: string;
let registry: Running;
let publisher: Running;

/** Serves the same as `npm start`, with the records of the project and the publisher of the tour. */
beforeAll(async () => {
  folder = await makeTemporaryFolder('pasted-');
  const port = String(await freePort('127.0.0.1'));
  [registry, publisher] = await Promise.all([
    started(['scripts/start.ts'], { PORT: port, DATA_DIR: path.join(folder, 'data'), SELF_LISTING: 'off' }),
    started(['scripts/example-publisher.ts', '--port', '0'], {}),
  ]);
});

beforeEach(async () => {
  work = await mkdtemp(path.join(folder, 'work-'));
});

afterAll(async () => {
  await Promise.all([registry.stop(), publisher.stop()]);
  await removeFolder(folder);
});

test('includes the sections of each written text in the Markdown version of its page', async () => {
  const folder = path.join(ROOT, 'src/site/docs');
  const names = (await readdir(folder)).filter(name => name.endsWith('.md'));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const [markdown, source] = await Promise.all([
      textOf(`/docs/${path.basename(name, '.md')}/`),
      readFile(path.join(folder, name), 'utf8'),
    ]);
    for (const [heading] of source.matchAll(/^## .*$/gm)) expect(markdown, name).toContain(`${heading}\n`);
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('includes each page of the documentation and its Markdown version', async () => {
  for (const [page, { title }] of Object.entries(documentation)) {
    const html = await fetch(registry.address + page, { headers: { Accept: 'text/html' } });
    expect([html.status, await html.text()], page).toEqual([200, expect.stringContaining(`<h1>${title}</h1>`)]);
    expect(await textOf(page), page).toMatch(new RegExp(`^# ${title}\\n`));
  }
});

test('runs the tour of the README', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## Where to go next'));
  const commands = blocksIn(tour, 'sh').flatMap(commandsIn).map(here);
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    // The publisher runs already. Instead of sleeping, wait for the decision.
    if (command.includes('example-publisher')) continue;
    if (command.startsWith('sleep')) await listed();
    else await succeeds(command);
  }
  const found = await pasted(commands.find(each => each.includes('status=verified')) ?? '', work);
  expect(JSON.parse(found.out).data.total).toBe(1);
});

test('runs the guide for publishers', async () => {
  const guide = await textOf('/docs/publishing/');
  const [minimal = ''] = blocksIn(guide, 'json');
  expect(validateManifest(JSON.parse(minimal))).toMatchObject({ valid: true });
  await copyFile(path.join(ROOT, 'src/draft/openapi/fixtures/tides-3.1.yaml'), path.join(work, 'openapi.yaml'));
  const commands = blocksIn(guide, 'sh').flatMap(commandsIn).map(here);
  expect(commands).toHaveLength(4);
  for (const command of commands) await succeeds(command);
});

test('runs the guide for agents: curl, JavaScript, and both MCP transports', async () => {
  const guide = await textOf('/docs/agents/');
  const commands = blocksIn(guide, 'sh').flatMap(commandsIn);
  expect(commands).toHaveLength(11);
  const hello = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  for (const command of commands) await succeeds(command, JSON.stringify(hello));

  const [program = ''] = blocksIn(guide, 'js');
  await writeFile(path.join(work, 'program.mjs'), program);
  const run = await ending(spawn(process.execPath, [path.join(work, 'program.mjs')]));
  expect(run).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/^GET https:\/\//m) });

  const [settings = ''] = blocksIn(guide, 'json');
  const client = new Client({ name: 'pasted', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(JSON.parse(settings).mcpServers['api-registry'].url)));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_listings');
  await client.close();
});

test('runs the guide for agents: the typed client and its types', async () => {
  const [source = ''] = blocksIn(await textOf('/docs/agents/'), 'ts');
  const program = path.join(work, 'typed.ts');
  const client = path.join(ROOT, 'src/client/client.ts');
  await writeFile(program, source);
  const types = ts.createProgram([program], {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
    ...{
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.Preserve,
      moduleDetection: ts.ModuleDetectionKind.Force,
    },
    paths: { 'api-manifest/client': [client] },
  });
  const faults = types.getSemanticDiagnostics(types.getSourceFile(program));
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);

  const outfile = path.join(work, 'typed.mjs');
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    format: 'esm',
    alias: { 'api-manifest/client': client },
    mainFields: ['module', 'main'],
  });
  const run = await ending(spawn(process.execPath, [outfile]));
  expect(run).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/^api\.open-meteo\.com .*^unverified /ms),
  });
});

test('runs the guide for agents: tools for a model', async () => {
  const { address } = publisher;
  await fetch(`${registry.address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: address }),
  });
  await listed();
  const source = blocksIn(await textOf('/docs/agents/'), 'ts')[1] ?? '';
  const program = path.join(work, 'tools.ts');
  await writeFile(program, source.replace('api.example.com', `127.0.0.1_${new URL(address).port}`));
  const outfile = path.join(work, 'tools.mjs');
  const alias = { 'api-manifest/client': path.join(ROOT, 'src/client/client.ts') };
  const options = { bundle: true, format: 'esm' as const, mainFields: ['module', 'main'], absWorkingDir: ROOT };
  await build({ ...options, entryPoints: [program], outfile, alias });
  const run = await ending(spawn(process.execPath, [outfile]));
  expect(run).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/^get_\S+ .*"ok":true.*"untrusted":true/s),
  });
});

test('runs the guide for publishers: serveManifest', async () => {
  const guide = await textOf('/docs/publishing/');
  const [source = ''] = blocksIn(guide, 'js');
  const [minimal = ''] = blocksIn(guide, 'json');
  await writeFile(path.join(work, 'api-manifest.json'), minimal);
  const program = path.join(work, 'serve.js');
  await writeFile(program, source);
  const outfile = path.join(work, 'serve.mjs');
  const alias = {
    'api-manifest/serve': path.join(ROOT, 'src/client/serve/serve-manifest.ts'),
    hono: path.join(ROOT, 'node_modules/hono/dist/index.js'),
  };
  const options = { bundle: true, format: 'esm' as const, mainFields: ['module', 'main'], absWorkingDir: ROOT };
  await build({ ...options, entryPoints: [program], outfile, alias });
  const { default: app } = await import(outfile);
  const response = await app.fetch(new Request('https://api.example.com/.well-known/api-manifest.json'));
  expect(await response.json()).toEqual(JSON.parse(minimal));
});

test.skipIf(!hasPython)('runs the guide for agents: Python', async () => {
  const [program = ''] = blocksIn(await textOf('/docs/agents/'), 'python');
  await writeFile(path.join(work, 'program.py'), program);
  const run = await ending(spawn('python3', [path.join(work, 'program.py')]));
  expect(run).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/^GET https:\/\//m) });
});

test('contains only valid complete manifests in the reference', async () => {
  for (const page of ['/docs/manifest/', '/docs/manifest/v0.2/']) {
    const [complete = ''] = blocksIn(await textOf(page), 'json');
    expect(validateManifest(JSON.parse(complete)), page).toMatchObject({ valid: true });
  }
});

/** Files that an operator's clone has after setup. */
const CREATED_BY_SETUP = ['deploy/settings.json'];

/** Paths of the project in a text, except paths of a publisher and paths with placeholders. */
const PATHS = /(?<![\w/.-])(?:src|scripts|deploy|registry|public)\/(?!\.well-known)[\w./-]*\w(?!\/?[<{*])/g;

test('names only existing files of the project in the guides', async () => {
  const guides = ['README.md', '.github/RELEASING.md', '.github/SECURITY.md', 'action/README.md'];
  const texts = await Promise.all([
    ...guides.map(async file => [file, await readFile(path.join(ROOT, file), 'utf8')] as const),
    ...Object.keys(documentation).map(async page => [page, await textOf(page)] as const),
  ]);
  for (const [name, text] of texts) {
    const scripts = Array.from(text.matchAll(/\bnpm run (?:--silent )?([a-z][\w-]*)/g), ([, script = '']) => script);
    expect(Object.keys(rootPackage.scripts), name).toEqual(expect.arrayContaining(scripts));
    const missing = Array.from(text.matchAll(PATHS), ([file]) => file).filter(
      file => !CREATED_BY_SETUP.includes(file) && !existsSync(path.join(ROOT, file)),
    );
    expect(missing, name).toEqual([]);
  }
});

async function textOf(page: string): Promise<string> {
  const twin = await fetch(`${registry.address}${page}index.md`);
  expect([twin.status, twin.headers.get('Content-Type')], page).toEqual([200, 'text/markdown; charset=utf-8']);
  return twin.text();
}

/** Replaces the URLs of examples with those of this test. */
function here(command: string): string {
  return command
    .replaceAll('http://127.0.0.1:4321', registry.address)
    .replaceAll('http://127.0.0.1:4400', publisher.address)
    .replaceAll('127.0.0.1_4400', `127.0.0.1_${new URL(publisher.address).port}`)
    .replaceAll('https://api.example.com', publisher.address)
    .replaceAll('.data/', `${path.join(folder, 'data')}/`);
}

/** Runs a command. A request must return JSON, without a problem unless the example shows one. */
async function succeeds(command: string, input = ''): Promise<void> {
  const { code, out, error } = await pasted(command, work, input);
  // init leaves placeholders, and diff compares two different APIs: both exit with status 1.
  expect([0, ...(/ (init|diff) /.test(command) ? [1] : [])], `${command}\n${out}${error}`).toContain(code);
  if (!command.startsWith('curl') || command.includes('feed')) return;
  const problem = /"type":"[^"]*\/docs\/problems\/#([\w-]+)"/.exec(JSON.stringify(JSON.parse(out)))?.[1];
  expect(problem, command).toBe(command.includes('categroy') ? 'invalid-query' : undefined);
}

async function listed(): Promise<void> {
  const id = `127.0.0.1_${new URL(publisher.address).port}`;
  await expect.poll(async () => (await fetch(`${registry.address}/listings/${id}`)).status).toBe(200);
}
