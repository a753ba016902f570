import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lintManifest } from '#manifest/lint.ts';
import { validateManifest } from '#manifest/validate.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createScriptedPrompts } from '../terminal/prompts.fixture.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

const FIXTURES = path.join(import.meta.dirname, '../../draft/openapi/fixtures');
const DESCRIPTION =
  'Times and heights of high and low water for the harbors of the north, for one day or for a month ahead.';
const NOTES =
  'Ask for one harbor and one day at a time. Heights are metres above chart datum, times are UTC. An unknown harbor answers 404 with similar names; correct the spelling and retry.';
const COMPLETE = [
  ...['--name', 'Tide tables', '--api-version', '1.2.0', '--description', DESCRIPTION, '--agent-notes', NOTES],
  ...['--category', 'geography', '--category', 'weather', '--primary-category', 'computational', '--pricing', 'free'],
  ...['--auth', 'none', '--contact', 'tides@harbor-office.org', '--homepage', 'https://harbor-office.org'],
];

/** A document whose only path is in another document. */
const createRoot = (reference: string) => ({
  openapi: '3.0.3',
  info: { title: 'Tides', version: '1.0.0' },
  servers: [{ url: 'https://api.tides.test' }],
  paths: { '/tides': { $ref: reference } },
});
const PATH_ITEM = { get: { parameters: [{ name: 'day', in: 'query', schema: { type: 'integer' } }] } };
const REFERENCED = new Map<string, object>([
  ['/root.json', createRoot('parts/path.json')],
  ['/parts/path.json', PATH_ITEM],
  ['/evil.json', createRoot('file:///etc/hosts')],
]);

let folder: string;
let file: string;
let server: Server;
let origin: string;
let requests: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    const referenced = REFERENCED.get(request.url ?? '');
    if (referenced) response.end(JSON.stringify(referenced));
    else if (request.url?.startsWith('/huge')) response.end(' '.repeat(76 * 1024 * 1024));
    else if (request.url !== '/openapi.yaml') response.writeHead(404).end();
    else
      response.end(
        (await readFile(path.join(FIXTURES, 'tides-3.0.yaml'), 'utf8')).replace(/servers:[\s\S]*?tags:/, 'tags:'),
      );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  if (folder) await removeFolder(folder);
  folder = await makeTemporaryFolder('init-');
  file = path.join(folder, 'manifest.json');
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await removeFolder(folder);
});

async function written() {
  return JSON.parse(await readFile(file, 'utf8'));
}

function init(args: readonly string[], options?: Parameters<typeof runCli>[1]) {
  return runCli(['init', '--output', file, ...args], options);
}

describe('options', () => {
  test('write a valid manifest', async () => {
    const { status, out } = await init([...COMPLETE, '--endpoint', 'get /v1/tides The tides of one harbor on one day']);
    expect(status).toBe(1);
    expect(out).toMatch(
      /Tide tables, 1 endpoint, not complete yet\.[\s\S]+To fill in \(1\)\n {2}\/endpoints\/0\/response_description/,
    );
    const manifest = await written();
    expect(validateManifest(manifest)).toMatchObject({ valid: true });
    expect(manifest).toMatchObject({
      categories: ['geography', 'weather'],
      endpoints: [{ method: 'GET', path: '/v1/tides', description: 'The tides of one harbor on one day' }],
      authentication: { required: false, type: 'none' },
    });
    expect(Math.abs(Date.parse(manifest.last_updated) - Date.now())).toBeLessThan(600_000);
  });

  test.each([
    [['--description', 'Short.'], /--description: .*100/],
    [['--api-version', 'v1'], /--api-version: .*semantic version/],
    [['--homepage', 'harbor-office.org'], /--homepage: /],
    [
      ['--endpoint', 'fetch /v1/tides'],
      /^Invalid value for --endpoint: "fetch \/v1\/tides"\. Use a method \(GET, .+"GET \/v1\/tides /,
    ],
    [['--endpoint', 'GET'], /^Invalid value for --endpoint: "GET"\. Use /],
    [['--endpoint', 'GET v1/tides The tides of one harbor'], /--endpoint: .*path/],
    [['--category', 'wether'], /Did you mean "weather"/],
    [['--origin', 'nonsense'], /Invalid value for --origin/],
    [['--origin', 'localhost:8080'], /Invalid value for --origin: "localhost:8080"\. The URL is not absolute/],
    [['--origin', 'C:/api'], /Invalid value for --origin/],
    [['--origin', 'ftp://a.example'], /Invalid value for --origin.*Use https/],
    [['--from-openapi', ''], /--from-openapi has an empty value/],
    [['--from-openapi', 'file:///openapi.yaml'], /For a file, pass its path/],
    [['--from-openapi', '/does/not/exist.json'], /^File not found: \/does\/not\/exist\.json\.\n$/],
    [['--from-openapi', '/does/not/exist.yaml'], /File not found/],
  ])('fail without writing a file if invalid: %j', async (args, reason) => {
    const { status, error } = await init(args);
    expect({ status, error }).toMatchObject({ status: 2, error: expect.stringMatching(reason) });
    await expect(written()).rejects.toThrow('ENOENT');
  });

  test('default to placeholders that the lint and the validator report', async () => {
    const { status, out } = await init([]);
    expect(status).toBe(1);
    expect(out).toContain(': unnamed API, 1 endpoint, not valid yet.');
    const manifest = await written();
    expect(validateManifest(manifest).findings.map(({ field }) => field)).toEqual([
      'categories[0]',
      'primary_category',
    ]);
    const chosen = { ...manifest, categories: ['other'], primary_category: 'live' };
    expect(lintManifest(chosen).map(({ rule }) => rule)).toContain('unfinished-text');
  });
});

describe('a document', () => {
  test('fills in the manifest from a file and lists the missing fields', async () => {
    const { status, out } = await init(['--from-openapi', path.join(FIXTURES, 'tides-2.0.json'), ...COMPLETE]);
    expect(status).toBe(0);
    expect(out).toContain('Check these assumptions\n  Converted the version "1.10" to 1.10.0.');
    expect(out).not.toContain('Suggested');
    expect(out).toContain('https://north.harbor-office.org/.well-known/api-manifest.json');
    const manifest = await written();
    expect(manifest).toMatchObject({ version: '1.2.0', endpoints: { length: 3 } });
    expect(validateManifest(manifest)).toMatchObject({ valid: true });
  });

  describe('with the header of a key', () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const config = { in: 'header', name: 'X-Key' };
    const instructions = 'Ask the harbor office for a key.';

    test.each([
      ['instructions', [{ key: [] }], ['--auth-instructions', instructions], { required: true, instructions, config }],
      ['the same type', [{ key: [] }], ['--auth', 'api_key'], { type: 'api_key', config }],
      ['the same type, if nothing requires it', undefined, ['--auth', 'api_key'], { required: true, config }],
      [
        'instructions, if the key is optional',
        [{ key: [] }, {}],
        ['--auth-instructions', instructions],
        { required: false, config },
      ],
    ])('keeps it with the option for %s', async (_, security, options, authentication) => {
      const paths = { '/tides': { get: {} } };
      const document = { openapi: '3.1.0', info: {}, paths, security, components: { securitySchemes: { key } } };
      await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document));
      await init(['--from-openapi', path.join(folder, 'openapi.json'), ...options]);
      expect(await written()).toMatchObject({ authentication });
    });

    test('replaces it with another type', async () => {
      const document = {
        openapi: '3.1.0',
        info: {},
        security: [{ key: [] }],
        components: { securitySchemes: { key } },
      };
      await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document));
      await init(['--from-openapi', path.join(folder, 'openapi.json'), '--auth', 'bearer']);
      expect((await written()).authentication).toEqual({ required: true, type: 'bearer' });
    });
  });

  test('suggests what it does not declare, with reasons', async () => {
    const { out } = await init(['--from-openapi', path.join(FIXTURES, 'tides-2.0.json')]);
    expect(out).toMatch(/Suggested categories: weather\. The document mentions tide/);
    expect(await written()).toMatchObject({ categories: ['weather'], primary_category: 'reference' });
  });

  test('resolves its servers against its URL', async () => {
    const { status, out } = await init(['--from-openapi', `${origin}/openapi.yaml`, ...COMPLETE, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ origin, open: [] });
    expect((await written()).endpoints[0].path).toBe('/harbors');
  });

  test('supports a partial import with --only', async () => {
    await init([
      '--from-openapi',
      path.join(FIXTURES, 'tides-3.1.yaml'),
      '--only',
      '/api/harbors/',
      '--only',
      '/api/rep',
    ]);
    expect((await written()).endpoints.map(({ path: at }: { path: string }) => at)).toEqual([
      '/api/harbors/{id}/tides',
      '/api/reports',
    ]);
  });

  test.each([
    ['/gone.yaml', /status 404/],
    ['/huge.yaml', /The maximum size is 75 MiB/],
  ])('fails to load from %s', async (name, reason) => {
    expect(await init(['--from-openapi', `${origin}${name}`])).toMatchObject({
      status: 2,
      error: expect.stringMatching(reason),
    });
  });

  describe('with references to other documents', () => {
    const run = async (args: readonly string[]) => {
      requests = [];
      const { out } = await init([...args, '--json']);
      return { notes: JSON.parse(out).notes.join(' '), endpoints: (await written()).endpoints };
    };

    test('fetches none unless it is asked to', async () => {
      const { notes } = await run(['--from-openapi', `${origin}/root.json`]);
      expect(requests).toEqual(['/root.json']);
      expect(notes).toContain('import it with the CLI and --fetch-references');
    });

    test('fetches them from the same machine as the document', async () => {
      const { notes, endpoints } = await run(['--fetch-references', '--from-openapi', `${origin}/root.json`]);
      expect(requests).toEqual(['/root.json', '/parts/path.json']);
      expect(endpoints[0].parameters).toMatchObject([{ name: 'day', in: 'query', type: 'integer' }]);
      expect(notes).not.toMatch(/other documents|ignored/);
    });

    test.each(['http://127.0.0.1', 'http://10.0.0.1', 'https://192.168.0.1', 'https://localhost'])(
      'does not fetch %s for a document from elsewhere',
      async host => {
        const local = path.join(folder, 'root.json');
        const port = new URL(origin).port;
        await writeFile(local, JSON.stringify(createRoot(`${host}:${port}/parts/path.json`)));
        const { notes } = await run(['--fetch-references', '--from-openapi', local]);
        expect(requests).toEqual([]);
        expect(notes).toContain(`Cannot fetch ${host}:${port}/parts/path.json`);
      },
    );

    test('reads files below the folder of a local document, and no others', async () => {
      const inner = path.join(folder, 'inner');
      await mkdir(inner);
      await writeFile(path.join(inner, 'path.json'), JSON.stringify(PATH_ITEM));
      await writeFile(path.join(folder, 'root.json'), JSON.stringify(createRoot('inner/path.json')));
      const below = await run(['--fetch-references', '--from-openapi', path.join(folder, 'root.json')]);
      expect(below.endpoints[0].path).toBe('/tides');
      await writeFile(path.join(folder, 'path.json'), JSON.stringify(PATH_ITEM));
      await writeFile(path.join(inner, 'root.json'), JSON.stringify(createRoot('../path.json')));
      const above = await run(['--fetch-references', '--force', '--from-openapi', path.join(inner, 'root.json')]);
      expect(above.notes).toContain('a document can only reference files below its folder');
      const remote = await run(['--fetch-references', '--force', '--from-openapi', `${origin}/evil.json`]);
      expect(remote.notes).toContain('file:///etc/hosts is ignored');
    });
  });

  test('imports a document of 73 MB', async () => {
    const operation = { get: { summary: 'Lists all tides of one harbor', description: 'x'.repeat(8100) } };
    const paths = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`/p${index}`, operation]));
    const large = path.join(folder, 'large.json');
    const text = JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://api.tides.test' }], paths });
    await writeFile(large, text);
    expect(text.length).toBeGreaterThan(73_000_000);
    const result = await init(['--from-openapi', large, '--only', '/p1', '--output', '-']);
    expect(JSON.parse(result.out).endpoints).toHaveLength(1111);
  });

  test('rejects a document of 80 MB without reading it', async () => {
    const large = path.join(folder, 'large.json');
    await writeFile(large, '{}');
    await truncate(large, 80_000_000);
    expect(await init(['--from-openapi', large])).toMatchObject({
      status: 2,
      error: `${large} is too large. The maximum size is 75 MiB.\n`,
    });
  });

  test.each([
    ['documents', `{"openapi":"3.1.0","x":"${'x'.repeat(75 * 1024 * 1024)}"}`, /It has 76 MiB\. The maximum is 75 MiB/],
    [
      'invalid JSON',
      `{"openapi":"3.1.0","x":"${'x'.repeat(9 * 1024 * 1024)}"`,
      /It is not valid JSON, and with 10 MiB/,
    ],
    ['YAML', `openapi: 3.1.0\nx: ${'x'.repeat(9 * 1024 * 1024)}`, /It is YAML of 10 MiB\. The maximum is 8 MiB/],
  ])('refuses large %s on standard input', async (_kind, input, reason) => {
    expect(await init(['--from-openapi', '-'], { input })).toMatchObject({
      status: 2,
      error: expect.stringMatching(reason),
    });
  });

  test('fails without a request at a private IP address', async () => {
    expect(await init(['--from-openapi', 'http://192.168.1.1/openapi.json'])).toMatchObject({ status: 2 });
  });

  test('fails with a message if it is not OpenAPI', async () => {
    await writeFile(path.join(folder, 'x.yaml'), 'name: x');
    expect(await init(['--from-openapi', path.join(folder, 'x.yaml')])).toMatchObject({
      status: 2,
      error: expect.stringMatching(/Cannot import .*x\.yaml\. It declares no version/),
    });
  });
});

describe('an existing file', () => {
  beforeEach(() => writeFile(file, 'mine'));

  test('stays unchanged by default', async () => {
    expect(await init(COMPLETE)).toMatchObject({ status: 2, error: expect.stringContaining('--force') });
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('changes with --force', async () => {
    expect(await init(['--force', ...COMPLETE])).toMatchObject({ status: 1 });
    expect(await written()).toMatchObject({ name: 'Tide tables' });
  });

  test('changes only after confirmation', async () => {
    const prompts = createScriptedPrompts({ 'Overwrite it?': false });
    expect(await init(COMPLETE, { prompts })).toMatchObject({ status: 2 });
    expect(prompts.messages).toEqual([`${file} already exists. Overwrite it?`]);
  });
});

test.each([
  ['in a folder that does not exist', () => path.join(folder, 'none/api-manifest.json'), 'none does not exist'],
  ['that is a folder', () => folder, 'is a folder'],
])('rejects an output file %s before the prompts', async (_, getFile, message) => {
  const prompts = createScriptedPrompts({});
  const { status, error } = await runCli(['init', '--output', getFile(), '--force'], { prompts });
  expect([status, error, prompts.messages]).toEqual([2, expect.stringContaining(message), []]);
});

test('prints only the manifest to standard output', async () => {
  const { out, error } = await runCli(['init', '--output', '-', ...COMPLETE]);
  expect(JSON.parse(out)).toMatchObject({ name: 'Tide tables' });
  expect(error).toContain('To fill in');
});

describe('init on a terminal', () => {
  const answers = {
    'Name of the API': 'Tide tables',
    'Version of the API': '1.2.0',
    'What does the API do': ['Too short.', DESCRIPTION],
    Categories: ['geography'],
    'Primary category': 'computational',
    'Endpoint method': 'GET',
    'Endpoint path': ['v1/tides', '/v1/tides/{harbor}'],
    'When and why': 'The tides of one harbor on one day.',
    Parameters: ['harbor day', 'harbor, days?:integer'],
    'Description of harbor': 'The id of the harbor.',
    'Description of days': 'How many days.',
    'What it returns': 'An array of tides with time and height.',
    'another endpoint': false,
    'Pricing model': 'free',
    Authentication: 'api_key',
    'How do users get credentials': 'Ask the office; send it in the header X-Tide-Key.',
    'What should agents know': NOTES,
    'Contact:': ['', 'tides@harbor-office.org'],
  };

  test('prompts for each field and repeats the prompt after an invalid value', async () => {
    const prompts = createScriptedPrompts(answers);
    const { status, out } = await init([], { prompts });
    expect(prompts.errors).toHaveLength(4);
    expect(out).toContain('valid.');
    expect(status).toBe(0);
    expect(await written()).toMatchObject({
      authentication: { required: true, type: 'api_key', instructions: expect.stringContaining('X-Tide-Key') },
      endpoints: [
        {
          path: '/v1/tides/{harbor}',
          parameters: [
            { name: 'harbor', type: 'string', required: true, description: 'The id of the harbor.' },
            { name: 'days', type: 'integer', required: false, description: 'How many days.' },
          ],
        },
      ],
    });
  });

  test('prompts only for fields that a document does not provide', async () => {
    const prompts = createScriptedPrompts(answers);
    expect(await init(['--from-openapi', path.join(FIXTURES, 'tides-3.1.yaml')], { prompts })).toMatchObject({
      status: 0,
    });
    expect(prompts.messages.map(message => message.slice(0, 12))).toEqual([
      'Categories (',
      'Primary cate',
      'Pricing mode',
      'What should ',
    ]);
    expect(validateManifest(await written())).toMatchObject({ valid: true });
  });

  test('prompts for nothing with --no-questions', async () => {
    const prompts = createScriptedPrompts({});
    expect(await init(['--no-questions'], { prompts })).toMatchObject({ status: 1 });
    expect(prompts.messages).toEqual([]);
  });

  test('writes nothing if canceled before the first answer', async () => {
    expect(await init([], { prompts: createScriptedPrompts({}) })).toMatchObject({
      status: 130,
      error: 'Canceled. No file was written.\n',
    });
    await expect(written()).rejects.toThrow('ENOENT');
  });

  test('saves the input of a canceled run as a draft', async () => {
    const {
      Categories,
      'Name of the API': name,
      'Version of the API': version,
      'What does the API do': text,
    } = answers;
    const replies = {
      'Name of the API': name,
      'Version of the API': version,
      'What does the API do': text,
      Categories,
    };
    const { status, error } = await init([], { prompts: createScriptedPrompts(replies) });
    expect({ status, error }).toMatchObject({
      status: 130,
      error: expect.stringContaining('The answers so far are in'),
    });
    expect(await written()).toMatchObject({
      name: 'Tide tables',
      categories: ['geography'],
      primary_category: expect.stringMatching(/^TODO: /),
    });
  });

  describe('with a large document', () => {
    const large = {
      openapi: '3.0.0',
      info: { title: 'Large', version: '1.0.0' },
      servers: [{ url: 'https://large.net' }],
      paths: Object.fromEntries(
        Array.from({ length: 80 }, (_, at) => [
          `/${at % 2 ? 'pets' : 'shops'}/p${at}`,
          { get: { summary: 'List everything of this kind', tags: [at % 2 ? 'pets' : 'shops'] } },
        ]),
      ),
    };
    const source = () => path.join(folder, 'large.json');
    beforeEach(() => writeFile(source(), JSON.stringify(large)));

    test.each([
      [{ 'Which ones': 'proposed' }, 40],
      [{ 'Which ones': 'tags', Tags: ['pets'] }, 40],
      [{ 'Which ones': 'all' }, 80],
    ])('prompts for a selection: %j', async (selection, count) => {
      const prompts = createScriptedPrompts({ ...selection, ...answers });
      await init(['--from-openapi', source()], { prompts });
      expect((await written()).endpoints).toHaveLength(count);
    });

    test.each([
      [['--tag', 'shops'], 40],
      [['--only', '/pets/p1', '--tag', 'pets'], 6],
      [['--all'], 80],
      [[], 80],
    ])('imports without a question with %j', async (options, count) => {
      await init(['--from-openapi', source(), '--no-questions', ...options]);
      expect((await written()).endpoints).toHaveLength(count);
    });

    test('exits with 1 if the manifest is too large', async () => {
      const summary = 'A long text about this operation. '.repeat(25);
      const paths = Object.fromEntries(
        Array.from({ length: 1200 }, (_, at) => [`/p${at}`, { get: { description: summary } }]),
      );
      await writeFile(source(), JSON.stringify({ ...large, paths }));
      const { status, out } = await init(['--from-openapi', source(), ...COMPLETE, '--auth', 'none']);
      expect({ status, out }).toMatchObject({ status: 1, out: expect.stringContaining('Too large') });
    });
  });
});
