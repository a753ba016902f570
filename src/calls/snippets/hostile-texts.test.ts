import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { toVisibleText } from '#manifest/text/visible-text.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { planRequest } from '../request-plan.ts';
import { compareRequest } from './compare-request.fixture.ts';
import { type EchoServer, startEchoServer } from './echo-server.fixture.ts';
import { planEndpoint } from './plan-endpoint.fixture.ts';
import { renderSnippet, SNIPPET_LANGUAGES } from './render-snippet.ts';
import { findMissingTool, runSnippets } from './run-snippets.fixture.ts';

let server: EchoServer;

beforeAll(async () => {
  server = await startEchoServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

/** Texts that end a literal, a comment, or a command in some language, or that a client would interpret. */
const TEXTS = [
  `'; touch owned; '`,
  '$(touch owned)`touch owned`',
  '"; import os; os.system("touch owned"); "',
  '$'.concat('{process.exit(3)}'),
  '\\',
  `'\\''`,
  'line\nbreak\r\n\ttab',
  '{name} [1-3] {a,b}',
  '@/etc/passwd',
  '<file',
  'a;type=text/html',
  '\u2028\u2029\u202e\ufeff</script>',
  'ä 日本 😀',
  '__proto__',
  '%00%zz&=?#+',
  '*/ // # --',
  'a\0b\x07\x1b[31m',
  '!history ~ $HOME %PATH% {{x}} #{1} <%= 1 %>',
];

/** Media types whose bodies contain texts as they are. */
const PLAIN = /multipart|text|octet/;

const MEDIA_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
];

function plan(text: string, contentType: string, at: number) {
  const isWhole = /text|octet/.test(contentType);
  const parameters = [
    { name: 'id', in: 'path' },
    { name: 'q', in: 'query' },
    { name: `x${text}`, in: 'query' },
    ...(isWhole
      ? [{ name: 'body', in: 'body' }]
      : [
          { name: 'text', in: 'body' },
          { name: text, in: 'body' },
        ]),
  ].map(each => ({ ...each, type: 'string', required: true, description: text }));
  const endpoint = {
    ...sampleManifest().endpoints[0],
    path: '/v1/{id}',
    method: 'POST',
    parameters,
    request_content_type: contentType,
    ...(isWhole && { request_body: 'whole' }),
  } as unknown as Manifest03['endpoints'][number];
  const authentication = {
    required: true,
    type: 'api_key',
    config: {
      credentials: [
        { in: 'header', name: 'X_Key', prefix: `Key ${/^[ -~]*$/.test(text) ? text.slice(0, 40) : ''} ` },
        { in: 'query', name: 'api_key' },
        { in: 'cookie', name: 'session' },
        { in: 'header', name: 'Authorization', scheme: 'basic' },
      ],
    },
  } as const;
  const manifest = { ...sampleManifest(), authentication } as Manifest03;
  const args = Object.fromEntries(parameters.map(({ name }) => [name, text]));
  return planRequest(manifest, endpoint, args, { origin: `${server.origin}/${at}` });
}

describe.each(['curl', 'javascript', 'python'] as const)('%s', language => {
  const reason = findMissingTool(language);
  test.skipIf(reason !== undefined)(
    `sends hostile texts unchanged and runs none of them${reason === undefined ? '' : ` (${reason})`}`,
    { timeout: 300_000 },
    async () => {
      const all = MEDIA_TYPES.flatMap(type => TEXTS.map(text => ({ type, text })));
      const cases = all.filter(({ type, text }) => !(language === 'curl' && text.includes('\0') && PLAIN.test(type)));
      const plans = cases.map(({ type, text }, at) => plan(text, type, at));
      const errors = await runSnippets(plans, language);
      const differences: string[] = [];
      for (const [at, each] of plans.entries())
        for (const difference of await compareRequest(each, server.received.get(String(at))))
          differences.push(`${JSON.stringify(cases[at])}: ${difference}`);
      expect(differences, errors.slice(0, 3000)).toEqual([]);
      expect(errors).not.toContain('owned');
    },
  );
});

test.each(MEDIA_TYPES)('curl says that it cannot send NUL in %s', type => {
  const snippet = renderSnippet(plan('a\0b', type, 0), 'curl');
  expect(snippet).not.toContain('\0');
  expect(snippet.includes('A shell cannot send the character NUL')).toBe(PLAIN.test(type));
});

test('comments stay on one line of printable ASCII', () => {
  for (const text of TEXTS) {
    const parameters = [{ name: text, in: 'query', type: 'string', required: true, description: text }];
    const endpoint = { ...sampleManifest().endpoints[0], parameters } as Manifest03['endpoints'][number];
    const each = planRequest(sampleManifest(), endpoint, {}, { origin: 'https://a.example' });
    for (const language of SNIPPET_LANGUAGES.filter(name => name !== 'mcp')) {
      const [comment = ''] = renderSnippet(each, language).split('\n');
      expect(comment).toMatch(/^(#|\/\/) Replace [ -~]+$/);
    }
  }
});

// A terminal with zsh, the default of macOS, runs a pasted comment as the command `#`.
test('comments of curl run nothing and leave no quote open if a shell runs them', async () => {
  const folder = await makeTemporaryFolder('comments-');
  const names = TEXTS.flatMap(text => [text, `x${text}`, `a(${text})`]);
  const script = names
    .flatMap(name => {
      const call = { endpoint: { parameters: [{ name, required: true }] } };
      const snippet = renderSnippet(planEndpoint(call, 'https://a.example'), 'curl');
      return snippet.split('\n').filter(line => line.startsWith('#'));
    })
    .map((line, at) => `echo ${at} ${line.slice(1)}\n`);
  const { stdout, stderr } = spawnSync('sh', ['-c', script.join('')], { cwd: folder, encoding: 'utf8' });
  const files = await readdir(folder);
  await removeFolder(folder);
  expect(script).toHaveLength(names.length);
  expect(stdout.match(/^\d+ Replace /gm), stderr).toHaveLength(names.length);
  expect([stderr, files]).toEqual(['', []]);
});

test.each(MEDIA_TYPES)('curl shows all characters of %s that a terminal obeys or hides', type => {
  for (const text of TEXTS) {
    const snippet = renderSnippet(plan(text, type, 0), 'curl');
    expect(snippet).toBe(toVisibleText(snippet));
  }
});

test('the MCP call is JSON with the arguments of the plan', () => {
  const args = JSON.parse(renderSnippet(plan('a "b"', 'application/json', 0), 'mcp', { id: 'tides.example' }));
  expect(args).toEqual({
    name: 'plan_call',
    arguments: {
      id: 'tides.example',
      method: 'POST',
      path: '/v1/{id}',
      parameters: { id: 'a "b"', q: 'a "b"', 'xa "b"': 'a "b"', text: 'a "b"', 'a "b"': 'a "b"' },
    },
  });
});

// Clients of MCP parse the arguments as JSON, with numbers of 53 bits.
test.each<[string, unknown, object]>([
  ['integer', 12345678901234567890n, { in: 'query' }],
  ['integer', 1000000000000000n, { in: 'body' }],
  ['array of integer', [-9007199254740993n, 1], { in: 'query' }],
  ['object', { id: 12345678901234567890n, ids: [1n] }, { in: 'body' }],
])('the MCP call for a parameter of type %s keeps the digits of %o', (type, value, members) => {
  const endpoint = { method: 'POST', parameters: [{ name: 'v', type, ...members }] };
  const planned = planEndpoint({ endpoint, args: { v: value } }, 'https://a.example');
  const { parameters } = JSON.parse(renderSnippet(planned, 'mcp')).arguments;
  const again = planEndpoint({ endpoint, args: parameters }, 'https://a.example');
  expect([again.url, again.body?.kind === 'json' && again.body.text]).toEqual([
    planned.url,
    planned.body?.kind === 'json' && planned.body.text,
  ]);
});
