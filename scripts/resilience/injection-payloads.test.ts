/**
 * Tests one table of payloads on all surfaces that show untrusted text. The surfaces come from the tables of the product
 * (routes, OpenAPI description, sitemap, commands, tools, modules that write to GitHub), so a new surface is covered
 * automatically or fails here.
 */
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiManifest } from '#cli/api-manifest.ts';
import { COMMANDS } from '#cli/commands.ts';
import { createTestTerminal, runCli } from '#cli/terminal/terminal.fixture.ts';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { validateManifest } from '#manifest/validate.ts';
import { posting } from '#mcp/raw-message.fixture.ts';
import { GITHUB_SURFACES, WRITERS } from './injections/github-surfaces.fixture.ts';
import { describedPaths, readableUrls } from './injections/http-surfaces.fixture.ts';
import { hostileManifest, hostileOpenapi, PAYLOADS } from './injections/payloads.fixture.ts';
import { type Format, formatOf, RULES } from './injections/rules.fixture.ts';
import { type RunningRegistry, runRegistryProcess } from './running-registry.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEXTS = Object.entries(PAYLOADS);
const IDS = TEXTS.map((_, at) => `zq-${at}.example`);

let registry: RunningRegistry;
beforeAll(async () => {
  const records = TEXTS.map(([, text], at) => sampleRecord(`https://${IDS[at]}`, hostileManifest(text)));
  registry = await runRegistryProcess(records, { REQUEST_LOG: 'on' });
});
afterAll(() => registry.close());

/** Checks an output against the rule of its format. */
function faultsIn(where: string, format: Format, output: string): string[] {
  return RULES[format](output).map(fault => `${where}: ${fault}`);
}

test.each(TEXTS)('accepts a manifest with %s', (_name, text) => {
  expect(validateManifest(hostileManifest(text)).findings).toEqual([]);
});

// The last test looks at the requests of the others.
describe('HTTP', { shuffle: false }, () => {
  /** The resources that are neither in the OpenAPI description nor in the site map. */
  const MORE = [
    '/listings/by/category/geography/1.json',
    '/listings/pages/1.json',
    '/index.json',
    '/site/',
    '/mcp/server-card',
    '/listings/zq-0.example.json',
  ];
  const covered = new Set<string>();

  async function faultsOf(url: string, init?: RequestInit): Promise<string[]> {
    covered.add(decodeURIComponent(new URL(url).pathname));
    const response = await fetch(url, init);
    const type = response.headers.get('Content-Type') ?? '';
    const text = await response.text();
    if (response.status === 304 || text === '') return [];
    const format = formatOf(type);
    if (response.status >= 500) return [`${url}: ${response.status}`];
    if (response.headers.get('X-Content-Type-Options') !== 'nosniff') return [`${url}: no nosniff`];
    return format ? faultsIn(url, format, text) : [`${url}: there is no rule for ${type}`];
  }

  test('has no resource or page in which a payload takes effect', async () => {
    const { address } = registry;
    const index = await (await fetch(`${address}/export/index.json`)).json();
    const files = index.files.map(({ path: place }: { path: string }) => path.basename(place));
    const urls = await readableUrls(address, IDS, files);
    expect(urls.length).toBeGreaterThan(150);
    const twins = urls.filter(url => !/\.\w+$|\/$/.test(new URL(url).pathname)).map(url => `${url}.json`);
    const faults: string[] = [];
    for (const url of [...urls, ...twins, ...MORE.map(place => address + place)]) faults.push(...(await faultsOf(url)));
    for (const Accept of ['text/html', 'text/markdown']) {
      for (const page of ['/', '/nothing/']) faults.push(...(await faultsOf(address + page, { headers: { Accept } })));
    }
    expect(faults).toEqual([]);
  });

  test('has no error in which a payload takes effect', async () => {
    const paths = await describedPaths(registry.address);
    const plain = Object.keys(paths).filter(each => !each.includes('{'));
    const faults: string[] = [];
    for (const [, text] of TEXTS) {
      const value = encodeURIComponent(text.toWellFormed());
      const urls = [`/listings?${value}=${value}`, `/listings?q=${value}&category=${value}`, `/facets?sort=${value}`];
      for (const url of [...urls, `/listings/${value}`, `/apis/${value}/`, `/badges/${value}.svg`, `/export/${value}`])
        faults.push(...(await faultsOf(registry.address + url)));
      faults.push(...(await faultsOf(`${registry.address}/${value}/`, { headers: { Accept: 'text/html' } })));
    }
    for (const each of plain) faults.push(...(await faultsOf(`${registry.address}${each}?zqx=%3Czqx-el%3E`)));
    expect(faults).toEqual([]);
  });

  test('has no response to a POST in which a payload takes effect', async () => {
    const paths = await describedPaths(registry.address);
    const targets = Object.entries(paths).flatMap(([each, { post }]) => (post ? [each] : []));
    expect(targets.length).toBeGreaterThan(1);
    const faults: string[] = [];
    for (const target of [...targets, '/validate'])
      for (const [, text] of TEXTS)
        for (const body of [
          { manifest: hostileManifest(text) },
          { manifest: { [text]: text } },
          { url: text },
          { [text]: 1 },
        ])
          faults.push(...(await faultsOf(registry.address + target, posting(JSON.stringify(body)))));
    expect(faults).toEqual([]);
  });

  test('covers every route of the application', () => {
    const app = createApp({
      addresses,
      assets: { fetch: async () => undefined },
      catalog: () => createMemoryCatalog([]),
    });
    expect(app.paths.length).toBeGreaterThan(40);
    // The tools have a separate table. More sitemap files exist only with 50,000 listings.
    const elsewhere = new Set(['/mcp', '/sitemap/:part{[1-9][0-9]*\\.xml}']);
    const missed = app.paths.filter(each => {
      const pattern = each.replace(/:\w+(?:\{([^{}]+)\})?|[.*]/g, (part, inner) =>
        part === '.' ? '\\.' : part === '*' ? '.*' : (inner ?? '[^/]+'),
      );
      const matches = new RegExp(`^${pattern}$`);
      return !elsewhere.has(each) && ![...covered].some(place => matches.test(place));
    });
    expect(missed).toEqual([]);
  });
});

describe('the command line', () => {
  type Lines = (file: (name: string, value: unknown) => Promise<string>, at: number) => Promise<readonly string[][]>;

  /** Command lines for each command, with a payload in every untrusted input. */
  const LINES: Readonly<Record<string, Lines>> = {
    init: async (file, at) => [
      ['init', '--from-openapi', await file('openapi.json', hostileOpenapi(textAt(at))), '--output', '-'],
      ['init', '--from-openapi', await file('broken.json', { [textAt(at)]: textAt(at) }), '--output', '-'],
    ],
    validate: async (file, at) => [
      ['validate', await file('manifest.json', hostileManifest(textAt(at)))],
      ['validate', await file('wrong.json', { ...hostileManifest(textAt(at)), version: textAt(at), [textAt(at)]: 1 })],
      ['validate', await file('text.json', textAt(at))],
    ],
    diff: async (file, at) => {
      const [old, fresh] = [
        await file('old.json', sampleManifest()),
        await file('new.json', hostileManifest(textAt(at))),
      ];
      return [
        ['diff', old, fresh],
        ['diff', fresh, old],
      ];
    },
    serve: async (file, at) => [['serve', await file('served.json', { [textAt(at)]: textAt(at) }), '--port', '0']],
    submit: async (_, at) => [
      ['submit', `https://${IDS[at]}`, '--no-wait'],
      ['submit', textAt(at)],
    ],
    status: async (_, at) => [['status', textAt(at)]],
    find: async (_, at) => [
      ['find', 'zqx'],
      ['find', textAt(at)],
      ['find', '--category', textAt(at)],
    ],
    show: async (_, at) => [
      ['show', IDS[at] ?? ''],
      ['show', textAt(at)],
    ],
    call: async (_, at) => [
      ['call', IDS[at] ?? '', 'GET', `/v1/${textAt(at)}`],
      ['call', IDS[at] ?? '', 'GET', `/v1/${textAt(at)}`, `${textAt(at)}=${textAt(at)}`],
      ['call', IDS[at] ?? '', 'GET', `/v1/${textAt(at)}`, textAt(at)],
      ['call', IDS[at] ?? '', 'GET', `/v1/${textAt(at)}`, '--json'],
      ['call', IDS[at] ?? '', textAt(at), textAt(at)],
      ['call', textAt(at), 'GET', '/v1/tides'],
    ],
    'import-directory': async (_, at) => {
      const [folder, output] = ['documents', 'records'].map(name => path.join(registry.folder, `${name}-${at}`));
      await mkdir(`${folder}`);
      await writeFile(`${folder}/openapi.json`, JSON.stringify(hostileOpenapi(textAt(at))));
      await writeFile(
        `${folder}/${textAt(at).replaceAll('/', ' ')}.json`,
        JSON.stringify({ [textAt(at)]: textAt(at) }),
      );
      return [
        ['import-directory', `${folder}`, '--output', `${output}`],
        ['import-directory', textAt(at)],
        ['import-directory', `${folder}`, '--output', `${output}`, '--repository', textAt(at)],
      ];
    },
    mirror: async (_, at) => [['mirror', path.join(registry.folder, `mirror-${at}`), '--every', textAt(at)]],
    verify: async (file, at) => [
      ['verify', await file(`${IDS[at]}.json`, { data: textAt(at) }), '--state', path.join(registry.folder, 'state')],
      ['verify', textAt(at), '--state', path.join(registry.folder, 'state')],
    ],
    mcp: async () => [['mcp']],
    completion: async (_, at) => [['completion', textAt(at)]],
  };

  /** Commands that print none of their input. `serve` returns it only in responses. */
  const QUIET = ['serve', 'mirror', 'mcp', 'completion'];

  test('covers every command', () => {
    expect(Object.keys(LINES).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
  });

  test.each(Object.entries(LINES))(
    '%s prints no payload that acts',
    async (name, lines) => {
      const faults: string[] = [];
      let repeated = false;
      const check = async (at: number) => {
        const file = async (base: string, value: unknown) => {
          const place = path.join(registry.folder, `${name}-${at}-${base}`);
          await writeFile(place, typeof value === 'string' ? value : JSON.stringify(value));
          return place;
        };
        for (const line of await lines(file, at)) {
          const { out, error } = await printed([...line, '--registry', registry.address], line);
          repeated ||= /zqx/.test(out + error);
          faults.push(...faultsIn(`${line.join(' ')} (stderr)`, 'terminal', error));
          const isJson = (name === 'init' || line.includes('--json')) && out.startsWith('{');
          faults.push(...faultsIn(line.join(' '), isJson ? 'json' : 'terminal', out));
        }
      };
      // At the same time, because `serve` waits until its time is over.
      await Promise.all(Array.from(TEXTS.keys(), check));
      expect(faults).toEqual([]);
      expect(repeated || QUIET.includes(name)).toBe(true);
    },
    120_000,
  );

  /** Returns the output of a command line. Omits `--registry` if the command does not have this option. */
  async function printed(withRegistry: readonly string[], line: readonly string[]) {
    const { options } = COMMANDS.find(({ name }) => name === line[0]) ?? { options: {} };
    const terminal = createTestTerminal({ signal: AbortSignal.timeout(line[0] === 'serve' ? 300 : 20_000) });
    await apiManifest('registry' in options ? withRegistry : line, terminal).catch(error =>
      terminal.error(String(error)),
    );
    return terminal.printed;
  }

  test('imports a manifest without hidden characters and markup', async () => {
    for (const [at, [name, text]] of TEXTS.entries()) {
      const from = path.join(registry.folder, `import-${at}.json`);
      await writeFile(from, JSON.stringify(hostileOpenapi(text)));
      const { out } = await runCli(['init', '--from-openapi', from, '--output', '-']);
      const texts = [...textsIn(JSON.parse(out))].filter(each => each.includes('zqx'));
      expect(texts.length, name).toBeGreaterThan(0);
      for (const each of texts) expect(RULES.plain(each.replaceAll('\n', ' ')), `${name}: ${each}`).toEqual([]);
    }
  });
});

describe('MCP', () => {
  /** Arguments for each tool that make it return publisher text. */
  const ARGUMENTS: Readonly<Record<string, (at: number) => readonly object[]>> = {
    search_listings: at => [{ query: 'zqx' }, { q: 'zqx' }, { query: textAt(at) }, {}],
    get_listing: at => [{ id: IDS[at] }, { id: textAt(at) }],
    plan_call: at => [
      { id: IDS[at], method: 'GET', path: `/v1/${textAt(at)}`, parameters: { [textAt(at)]: textAt(at) } },
      { id: IDS[at], method: 'GET', path: textAt(at) },
    ],
    list_categories: () => [{}],
    get_listing_history: at => [{ id: IDS[at] }, { id: textAt(at) }],
    fetch_manifest_by_domain: at => [{ domain: IDS[at] }, { domain: textAt(at) }],
    validate_manifest: at => [{ manifest: hostileManifest(textAt(at)) }, { manifest: { [textAt(at)]: textAt(at) } }],
    submit_api: at => [{ url: textAt(at) }],
    get_submission_status: at => [{ submission_id: textAt(at) }],
  };

  test('covers every tool, prompt, and resource', async () => {
    const names = async (method: string, member: string, key: string) => {
      const result = await ask(method, {});
      return (result[member] as Record<string, string>[]).map(each => each[key]).sort();
    };
    expect(await names('tools/list', 'tools', 'name')).toEqual(Object.keys(ARGUMENTS).sort());
    expect(await names('prompts/list', 'prompts', 'name')).toEqual(['find_api', 'publish_api']);
    expect(await names('resources/templates/list', 'resourceTemplates', 'uriTemplate')).toEqual(['listing://{id}']);
  });

  test.each(Object.keys(ARGUMENTS))(
    'keeps publisher text out of the instructions of %s',
    async name => {
      const faults: string[] = [];
      for (const at of TEXTS.keys())
        for (const given of ARGUMENTS[name]?.(at) ?? []) {
          const { content = [] } = await ask('tools/call', { name, arguments: given });
          for (const { text } of content as { text: string }[])
            faults.push(...faultsIn(JSON.stringify(given), 'plain', text));
        }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  test('keeps publisher text of prompts and resources inside data', async () => {
    const faults: string[] = [];
    for (const [at, [, text]] of TEXTS.entries()) {
      for (const [name, argument] of [
        ['find_api', 'task'],
        ['publish_api', 'url'],
      ] as const) {
        const { messages = [] } = await ask('prompts/get', { name, arguments: { [argument]: text } });
        for (const { content } of messages as { content: { text: string } }[])
          faults.push(...faultsIn(name, 'plain', content.text));
      }
      const { contents = [] } = await ask('resources/read', { uri: `listing://${IDS[at]}` });
      for (const each of contents as { text: string }[]) faults.push(...faultsIn('listing', 'json', each.text));
      expect(contents).toHaveLength(1);
    }
    expect(faults).toEqual([]);
  });

  async function ask(method: string, params: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const text = await (await fetch(`${registry.address}/mcp`, posting(body))).text();
    const { result, error } = JSON.parse(/^data: ([^\n]*)$/m.exec(text)?.[1] ?? text);
    if (error) expect(RULES.plain(error.message)).toEqual([]);
    return result ?? {};
  }
});

describe('GitHub', () => {
  test.each(Object.entries(GITHUB_SURFACES))('%s contain no mentions and no links', (where, { format, write }) => {
    const faults = TEXTS.flatMap(([name, text]) => {
      const written = write(text);
      expect(written.join(''), name).toContain('zqx');
      return written.flatMap(each => faultsIn(`${where}, ${name}`, format, each));
    });
    expect(faults).toEqual([]);
  });

  test('covers every module that writes to GitHub or commits', async () => {
    const writers: string[] = [];
    for await (const file of glob('{src,scripts}/**/*.ts', { cwd: ROOT })) {
      if (/\.(test|fixture)\.ts$|fake-github|resilience/.test(file)) continue;
      const source = await readFile(path.join(ROOT, file), 'utf8');
      const writes = WRITES.some(pattern => pattern.test(source)) && !DEFINES.test(source);
      if (writes) writers.push(file.split(path.sep).join('/'));
    }
    expect(writers.sort()).toEqual(Object.keys(WRITERS).sort());
    const surfaces = Object.values(WRITERS).filter(each => typeof each === 'string');
    expect([...new Set(surfaces)].sort()).toEqual(Object.keys(GITHUB_SURFACES).sort());
  });

  /** Requests that write texts, job summaries, and commits. */
  const WRITES = [
    /'(POST|PATCH|PUT) \/repos\/[^']*\/(comments|issues|pulls|commits|labels|releases|contents)\b/,
    /\bawait (writeSummary|createComment)\(/,
    /\bawait (addCommits|commitFile|mergeRecord)\(/,
    /\.commit\(|\bcommit\(\[/,
  ];
  const DEFINES = /export (async )?function addCommits\(/;
});

test('shows publisher text in feeds as text', async () => {
  const { address } = registry;
  for (const [place, format] of [
    ['/feed.xml', 'xml'],
    ['/feed.json', 'json'],
  ] as const) {
    const text = await (await fetch(address + place)).text();
    expect(text).toContain('zqx');
    expect(faultsIn(place, format, text)).toEqual([]);
  }
});

test('logs complete lines of JSON without listing names', async () => {
  const targets = TEXTS.flatMap(([, text]) =>
    ['/listings?q=', '/listings/', '/apis/', '/'].map(route => route + encodeURIComponent(text.toWellFormed())),
  );
  for (const target of targets) await (await fetch(registry.address + target)).arrayBuffer();
  const read = () => registry.printed.out.split('\n').filter(line => line.startsWith('{'));
  await expect.poll(() => read().length).toBeGreaterThanOrEqual(targets.length);
  const requests = read();
  expect(requests.flatMap(line => faultsIn(line, 'lines', line))).toEqual([]);
  expect(requests.join('\n')).not.toContain('zqx');
  expect(faultsIn('stderr', 'terminal', registry.printed.error)).toEqual([]);
});

function textAt(at: number): string {
  return TEXTS[at]?.[1] ?? '';
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* textsIn(member);
    }
}
