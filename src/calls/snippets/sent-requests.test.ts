import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareRequest } from '../prepare-request.ts';
import type { RequestPlan } from '../request-plan.ts';
import { listFiles } from './comments.ts';
import { compareRequest } from './compare-request.fixture.ts';
import { type EchoServer, startEchoServer } from './echo-server.fixture.ts';
import { planEndpoint, type TestedCall } from './plan-endpoint.fixture.ts';
import { renderSnippet } from './render-snippet.ts';
import { findMissingTool, runSnippets, SECRET } from './run-snippets.fixture.ts';

let server: EchoServer;

beforeAll(async () => {
  server = await startEchoServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

function multipart(
  parameters: NonNullable<TestedCall['endpoint']>['parameters'],
  args: TestedCall['args'],
): TestedCall {
  const inBody = (parameters ?? []).map(each => ({ ...each, in: 'body' }));
  return {
    endpoint: { method: 'POST', request_content_type: 'multipart/form-data', parameters: inBody },
    ...(args && { args }),
  };
}

function upload(name: string): TestedCall {
  return {
    endpoint: {
      method: 'POST',
      request_content_type: 'application/octet-stream',
      request_body: 'whole',
      parameters: [{ name: 'body', in: 'body', type: 'file' }],
    },
    args: { body: name },
  };
}

function credential(config: object, endpoint: TestedCall['endpoint'] = {}, args: TestedCall['args'] = {}): TestedCall {
  return {
    endpoint,
    args,
    manifest: { authentication: { required: true, type: 'api_key', config } },
  };
}

const JSON_BODY = { method: 'POST', parameters: [{ name: 'a', in: 'body', type: 'any' }] };

/** Calls whose secrets have to be encoded. */
const SECRET_CALLS: Readonly<Record<string, TestedCall>> = {
  'a secret in the query': credential({ in: 'query', name: 'a[key]' }),
  'a secret after other parameters': credential(
    { credentials: ['a', 'b'].map(name => ({ in: 'query', name })) },
    { path: '/v1/tides?x=[1]' },
  ),
  'a secret with a prefix': credential({ in: 'query', name: 'key', prefix: 'Token ' }),
  'a secret and a body': credential({ in: 'query', name: 'key' }, JSON_BODY, { a: 'b' }),
  'a user name and a password in the query': credential({ in: 'query', name: 'key', scheme: 'basic' }),
  'two credentials and a body': credential(
    {
      credentials: [
        { in: 'query', name: 'key', scheme: 'basic' },
        { in: 'query', name: 'b' },
      ],
    },
    JSON_BODY,
    { a: 'b' },
  ),
  'a user name and a password': credential({ scheme: 'basic' }),
  ...Object.fromEntries(
    ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map(method => [
      `a secret of ${method}`,
      credential({ in: 'query', name: 'key' }, { method }),
    ]),
  ),
};

const COOKIE_CALLS: Readonly<Record<string, TestedCall>> = {
  'a secret in a cookie': credential({ in: 'cookie', name: 'sid' }),
  'a secret with a prefix in a cookie': credential({ in: 'cookie', name: 'sid', prefix: 'a b;' }),
};

/** Calls whose requests all languages send as the plan describes them. */
const CALLS: Readonly<Record<string, TestedCall>> = {
  ...SECRET_CALLS,
  ...COOKIE_CALLS,
  'a file with spaces in its name': upload('my photo (1).jpg'),
  'a file whose name contains an option of curl': upload('a -o owned.txt'),
  'parts whose types have parameters': multipart(
    [
      { name: 'charset', content_type: 'text/plain; charset=utf-8' },
      { name: 'quoted', content_type: 'text/plain; a=";headers=@owned.txt;x,@owned.txt"' },
      { name: 'reserved', content_type: 'text/plain;filename=owned.txt; Headers=x;encoder=base64;type=a' },
      { name: 'file', type: 'file', content_type: 'application/octet-stream; type="a;b,@c.txt"' },
    ],
    { charset: 'a', quoted: 'b', reserved: 'c', file: 'd.txt' },
  ),
  'objects and lists in parts': multipart(
    [
      { name: 'meta', type: 'object' },
      { name: 'list', type: 'array' },
      { name: 'tags', type: 'array' },
      { name: 'nested', type: 'array' },
    ],
    { meta: { a: '"' }, list: [{ a: 1 }, { b: 2 }], tags: ['a', 'b', null], nested: [[1], 'x'] },
  ),
  ...Object.fromEntries(
    ['application/x-www-form-urlencoded', 'multipart/form-data'].map(type => [
      `a required header with the type ${type}`,
      { endpoint: { ...JSON_BODY, required_headers: { 'content-type': type } }, args: { a: 'b c' } },
    ]),
  ),
  'null as a JSON body': {
    endpoint: { ...JSON_BODY, request_content_type: 'application/json', request_body: 'whole' },
    args: { a: null },
  },
  'large integers': {
    endpoint: { method: 'POST', parameters: [{ name: 'a', in: 'body', type: 'any' }] },
    args: { a: [12345678901234567890n, { b: -9007199254740993n, c: '12345678901234567890' }, 7n] },
  },
  'half of a character in JSON': {
    endpoint: { method: 'POST', parameters: [{ name: 'a', in: 'body', type: 'any' }] },
    args: { a: { 'x\ud800': '\udc00y' } },
  },
  'a multipart body without parts': multipart([{ name: 'a', type: 'any' }], { a: null }),
  'cookies of a required header and of a parameter': {
    endpoint: {
      parameters: ['sid', 'b'].map(name => ({ name, in: 'cookie' })),
      required_headers: { cookie: 'q=1; sid=old' },
    },
    args: { sid: 'x', b: 'y' },
  },
  ...Object.fromEntries(
    ['', 'a', 'a=1; b', '{Cookie}'].map(value => [
      `cookies and a header Cookie with the value "${value}"`,
      credential(
        { in: 'cookie', name: 'sid' },
        {
          parameters: [
            { name: 'cookie', in: 'header' },
            { name: 'c', in: 'cookie' },
          ],
        },
        { cookie: value, c: 'd' },
      ),
    ]),
  ),
  'a prefix that starts with spaces': credential({ in: 'header', name: 'X-Key', prefix: '  Key ' }),
  'parts whose names have an equals sign': multipart(
    [
      { name: 'a=b' },
      { name: '=";headers=@owned.txt' },
      { name: 'typed=', content_type: 'text/plain' },
      { name: 'meta=1', type: 'object' },
      { name: 'file=1', type: 'file' },
      { name: 'content=1', type: 'file' },
    ],
    {
      'a=b': 'a=b',
      '=";headers=@owned.txt': 'c',
      'typed=': 'd',
      'meta=1': { a: 1 },
      'file=1': 'my photo (1).jpg',
      'content=1': 'not a name',
    },
  ),
  ...Object.fromEntries(
    ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'].map(type => [
      `a body of type ${type} that is too long for an argument`,
      {
        endpoint: {
          ...JSON_BODY,
          request_content_type: type,
          ...(/text|octet/.test(type) && { request_body: 'whole' }),
        },
        args: { a: `it's é\n`.repeat(20_000) },
      },
    ]),
  ),
  'several credentials for one header': credential({
    credentials: [
      { in: 'header', name: 'Authorization', scheme: 'basic' },
      { in: 'header', name: 'authorization', scheme: 'bearer' },
    ],
  }),
  ...Object.fromEntries(
    ['multipart/related; type="application/json"', 'multipart/x-$&', 'multipart/form-data; boundary=declared'].map(
      type => [
        `parts of ${type}`,
        {
          endpoint: {
            method: 'POST',
            request_content_type: type,
            parameters: [
              { name: 'meta', type: 'object' },
              { name: 'file', type: 'file' },
              { name: 'image', type: 'file', content_type: 'image/png' },
              { name: 'te"xt' },
              { name: 'content', type: 'file' },
            ].map(each => ({ ...each, in: 'body' })),
          },
          args: { meta: { a: 1 }, file: 'b.txt', image: 'c.png', 'te"xt': 'é', content: 'not a name' },
        },
      ],
    ),
  ),
  'a part with spaces in its file name': multipart([{ name: 'photo', type: 'file' }], { photo: 'my photo (1).jpg' }),
};

describe.each(['curl', 'javascript', 'python'] as const)('%s', language => {
  const reason = findMissingTool(language);
  test.skipIf(reason !== undefined)(
    `sends the planned requests${reason === undefined ? '' : ` (${reason})`}`,
    { timeout: 120_000 },
    async () => {
      const plans = Object.values(CALLS).map((call, at) => planEndpoint(call, `${server.origin}/${at}`));
      const errors = await runSnippets(plans, language);
      expect(await listDifferences(plans), errors.slice(0, 3000)).toEqual([]);
    },
  );

  test.skipIf(reason !== undefined)('encodes secrets beyond ASCII', async () => {
    // curl encodes secrets in the query only.
    const calls = { ...SECRET_CALLS, ...(language !== 'curl' && COOKIE_CALLS) };
    const plans = Object.values(calls).map((call, at) => planEndpoint(call, `${server.origin}/${at}`));
    const errors = await runSnippets(plans, language, ODD_SECRET);
    for (const [at, plan] of plans.entries())
      expect(await compareRequest(plan, server.received.get(String(at)), ODD_SECRET), errors.slice(0, 3000)).toEqual(
        [],
      );
  });
});

const ODD_SECRET = 'a,b;c"\\\té日😀';

test('prepareRequest sends the planned requests', async () => {
  const plans = Object.values(CALLS).map((call, at) => planEndpoint(call, `${server.origin}/${at}`));
  for (const [at, plan] of plans.entries()) {
    if (listFiles(plan.body).length > 0) continue;
    const names = plan.authentication.credentials.flatMap(({ secrets }) => secrets);
    const prepared = prepareRequest(plan, Object.fromEntries(names.map(name => [name, SECRET])));
    if (!prepared.ok) throw new Error(prepared.error.join(' '));
    await fetch(prepared.value.url, prepared.value);
    expect(await compareRequest(plan, server.received.get(String(at))), Object.keys(CALLS)[at]).toEqual([]);
  }
});

test('prepareRequest sends bytes in parts of any multipart type', async () => {
  const call = multipart([{ name: 'a', type: 'file' }, { name: 'b' }], { a: new Uint8Array([0, 255]), b: 'x' });
  const endpoint = { ...call.endpoint, request_content_type: 'multipart/mixed' };
  const prepared = prepareRequest(planEndpoint({ ...call, endpoint }, `${server.origin}/0`), {});
  if (!prepared.ok) throw new Error(prepared.error.join(' '));
  await fetch(prepared.value.url, prepared.value);
  const { headers, body } = server.received.get('0') ?? {};
  expect(headers?.['content-type']).toMatch(/^multipart\/mixed; boundary=/);
  expect(body?.includes(Buffer.from([13, 10, 13, 10, 0, 255, 13, 10]))).toBe(true);
});

test('prepareRequest encodes secrets as snippets do', async () => {
  for (const secret of [ODD_SECRET])
    for (const call of Object.values({ ...SECRET_CALLS, ...COOKIE_CALLS })) {
      const plan = planEndpoint(call, `${server.origin}/0`);
      const names = plan.authentication.credentials.flatMap(({ secrets }) => secrets);
      const prepared = prepareRequest(plan, Object.fromEntries(names.map(name => [name, secret])));
      if (!prepared.ok) throw new Error(prepared.error.join(' '));
      await fetch(prepared.value.url, prepared.value);
      expect(await compareRequest(plan, server.received.get('0'), secret)).toEqual([]);
    }
});

test('a plan sends one of several credentials for the same header, with a caution', () => {
  const { authentication, headers, cautions } = planEndpoint(
    CALLS['several credentials for one header'] as TestedCall,
    'https://a.example',
  );
  expect(authentication.credentials.map(({ scheme }) => scheme)).toEqual(['bearer']);
  expect(headers).toEqual({ Accept: 'application/json', authorization: 'Bearer {ACCESS_TOKEN}' });
  expect(cautions.join()).toContain('several credentials for the same header');
});

async function listDifferences(plans: readonly RequestPlan[]): Promise<string[]> {
  const names = Object.keys(CALLS);
  const differences = plans.map(async (plan, at) =>
    (await compareRequest(plan, server.received.get(String(at)))).map(each => `${names[at]}: ${each}`),
  );
  return (await Promise.all(differences)).flat();
}

describe('curl', () => {
  test('sends a length unless the reader has to add a body', () => {
    const render = (
      parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[],
    ) => renderSnippet(planEndpoint({ endpoint: { method: 'POST', parameters } }, 'https://a.example'), 'curl');
    expect(render([])).toContain("-H 'Content-Length: 0'");
    expect(render([{ name: 'a', in: 'body', required: false }])).toContain("-H 'Content-Length: 0'");
    expect(render([{ name: 'a', in: 'body', required: true }])).not.toContain('Content-Length');
  });

  test('adds a secret to the query in a form that people know', () => {
    const key = { in: 'query', name: 'key' };
    const render = (call: TestedCall) => renderSnippet(planEndpoint(call, 'https://a.example'), 'curl');
    expect(render(credential(key))).toContain(
      `curl -G 'https://a.example/v1/tides' \\\n  --data-urlencode "key=$API_KEY" \\\n`,
    );
    expect(render(credential(key, JSON_BODY, { a: 'b' }))).toContain(
      `'https://a.example/v1/tides?key='"$(printf %s "$API_KEY" | od -An -tx1 -v | tr -d ' \\n' | sed 's/../%&/g')"`,
    );
  });

  test.each([
    [upload('a -o owned.txt'), "--data-binary '@a -o owned.txt'"],
    [multipart([{ name: 'f', type: 'file' }], { f: 'my photo.jpg' }), `-F 'f=@"my photo.jpg"'`],
    [multipart([{ name: '../f', type: 'file' }], { '../f': new Uint8Array([255]) }), `-F '../f=@file.bin'`],
  ])('reads only files of the current folder, with quoted names (%#)', (call, expected) => {
    expect(renderSnippet(planEndpoint(call, 'https://a.example'), 'curl')).toContain(expected);
  });

  test('sends no parameter of a media type as an option', () => {
    const render = (content_type: string) => {
      const call = multipart([{ name: 'a', content_type }], { a: 'x' });
      return renderSnippet(planEndpoint(call, 'https://a.example'), 'curl').split('\n').at(-1)?.trim();
    };
    expect(render('text/plain;charset=utf-8')).toBe(`-F 'a="x";type=text/plain;charset=utf-8'`);
    expect(render('text/plain;headers=@/tmp/secret.txt')).toBe("--form-string 'a=x'");
    expect(render('text/plain;filename=x')).toBe(`-F 'a="x";headers="Content-Type: text/plain;filename=x"'`);
    expect(render('text/plain;a=";headers=@/b"')).toBe(
      String.raw`-F 'a="x";headers="Content-Type: text/plain;a=\";headers=@/b\""'`,
    );
  });

  test.each(['../a.txt', '/etc/a.txt', '.a.txt', '-a.txt', '@a.txt', '-', 'a\\b.txt', 'a\nb.txt'])(
    'sends %j as text, because it is not the name of a file in the current folder',
    name => {
      for (const call of [upload(name), multipart([{ name: 'f', type: 'file' }], { f: name })])
        expect(renderSnippet(planEndpoint(call, 'https://a.example'), 'curl')).not.toMatch(
          /@['"]?[^'"\w]|in the current folder/,
        );
    },
  );
});

test.each<[Readonly<Record<string, unknown>>, string]>([
  [{}, '# Replace {id}.\n# Add to the body: id.\n'],
  [{ 'body.id': 1 }, '# Replace {id}.\n'],
  [{ 'path.id': '..', 'body.id': 1 }, '# Replace {id}.\n'],
  [{ 'path.id': 'a' }, '# Add to the body: id.\n'],
])('comments name the missing values of parameters with one name: %j', (args, comments) => {
  const parameters = ['path', 'body'].map(location => ({ name: 'id', in: location, type: 'any', required: true }));
  const plan = planEndpoint({ endpoint: { method: 'POST', path: '/v1/{id}', parameters }, args }, 'https://a.example');
  expect(renderSnippet(plan, 'curl').replace(/^(?!#).*$/gms, '')).toBe(comments);
});

describe('Digest authentication', () => {
  const call = credential({ in: 'header', name: 'Authorization', scheme: 'digest' }, JSON_BODY, { a: 'b' });

  test.each(['curl', 'python'] as const)(
    'reaches the API from %s after a challenge',
    { timeout: 30_000 },
    async language => {
      if (findMissingTool(language) !== undefined) return;
      const received: { readonly authorization: string | undefined; readonly body: string }[] = [];
      const api = createServer(async (request, response) => {
        const { authorization } = request.headers;
        received.push({ authorization, body: (await request.toArray()).join('') });
        const challenge = 'Digest realm="tides", nonce="n1", qop="auth", algorithm=MD5';
        response.writeHead(authorization === undefined ? 401 : 200, { 'WWW-Authenticate': challenge }).end();
      });
      await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
      const { port } = api.address() as AddressInfo;
      const errors = await runSnippets([planEndpoint(call, `http://127.0.0.1:${port}`)], language, 'secret');
      await new Promise(resolve => api.close(resolve));
      expect(received, errors).toEqual([
        { authorization: undefined, body: expect.any(String) },
        {
          authorization: expect.stringMatching(/^Digest username="secret", realm="tides", /),
          body: expect.stringMatching(/^\{"a": ?"b"\}$/),
        },
      ]);
      expect(received[1]?.authorization).not.toContain('{');
    },
  );

  test('never appears as the text of a header', () => {
    const plan = planEndpoint(call, 'https://a.example');
    expect(plan.headers).toHaveProperty('Authorization', 'Digest {digest(API_USERNAME:API_PASSWORD)}');
    expect(plan.cautions).toContainEqual(expect.stringContaining('Digest authentication'));
    expect(prepareRequest(plan, { API_USERNAME: 'a', API_PASSWORD: 'b' })).toMatchObject({ ok: false });
    const code = renderSnippet(plan, 'javascript');
    expect(code).toContain('fetch does not support Digest authentication');
    expect(code).not.toContain('process.env');
  });
});
