import { describe, expect, test } from 'vitest';
import { prepareRequest } from './prepare-request.ts';
import { planEndpoint } from './snippets/plan-endpoint.fixture.ts';

const city = { name: 'X-City', in: 'header' };
const ORIGIN = 'https://api.example.com';

function planHeader(value: unknown, members: object = {}) {
  const parameters = [{ name: 'X-City', in: 'header', type: 'any', ...members }];
  return planEndpoint({ endpoint: { parameters }, args: { 'X-City': value } }, ORIGIN);
}

describe('a header parameter', () => {
  test.each(['a b', 'a\tb', '', ['a', 'b'], { a: 1 }, '~!{}'])('keeps the value %j', value => {
    const { headers, findings } = planHeader(value);
    expect(findings).toEqual([]);
    expect(headers).toHaveProperty('X-City');
  });

  test.each([
    ['Zürich', 'only ASCII', 'Remove "ü"'],
    ['日本', 'only ASCII', 'Remove "日"'],
    [['a', 'b\nc'], 'only ASCII', 'Remove'],
    [' a', 'cannot start or end with a space', 'Remove the space'],
    ['a\t', 'cannot start or end with a space', 'Remove the space'],
  ])('has a finding in place of the value %j', (value, message, hint) => {
    const plan = planHeader(value);
    expect(plan.headers).not.toHaveProperty('X-City');
    expect(plan.findings).toEqual([
      {
        parameter: 'X-City',
        code: 'invalid_header_value',
        severity: 'error',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      },
    ]);
    expect(prepareRequest(plan, {})).toMatchObject({ ok: false });
  });

  test('has one finding for a control character', () => {
    expect(planHeader('a\nb').findings).toHaveLength(1);
  });

  test('becomes a placeholder that snippets name if it is required', () => {
    const { headers, missing } = planHeader('日本', { required: true });
    expect(headers).toHaveProperty('X-City', '{X-City}');
    expect(missing).toEqual(['X-City']);
  });
});

test.each(['日本', ' a', 'a\r\nX-Evil: 1', 7])(
  'a required header with the value %j is omitted with a finding',
  value => {
    const { headers, findings } = planEndpoint({ endpoint: { required_headers: { 'X-City': value } } }, ORIGIN);
    expect(headers).not.toHaveProperty('X-City');
    expect(findings).toMatchObject([{ parameter: 'X-City', code: 'invalid_header_value', severity: 'warning' }]);
  },
);

test.each(['Bearer {token}', '<your-id>', 'YOUR_ID'])('reports the placeholder of a required header: %s', value => {
  const endpoint = { required_headers: { 'X-City': value } };
  const { headers, findings } = planEndpoint({ endpoint }, ORIGIN);
  expect(headers).toHaveProperty('X-City', value);
  expect(findings).toMatchObject([{ parameter: 'X-City', severity: 'warning' }]);
  expect(
    planEndpoint({ endpoint: { ...endpoint, parameters: [city] }, args: { 'X-City': 'a' } }, ORIGIN).findings,
  ).toEqual([]);
  const authentication = { required: true, type: 'api_key', config: { in: 'header', name: 'x-city' } };
  expect(planEndpoint({ endpoint, manifest: { authentication } }, ORIGIN).findings).toEqual([]);
});

test('does not report an object in JSON, or a mail address, as a placeholder', () => {
  const required_headers = { 'X-City': '{"a":1}', 'User-Agent': 'app (mail@a.example) <mail@a.example>' };
  expect(planEndpoint({ endpoint: { required_headers } }, ORIGIN).findings).toEqual([]);
});

test.each(['日本', 'é', 'a\n', ' a'])('prepareRequest refuses to send the secret %j in a header', secret => {
  const config = { in: 'header', name: 'X-Key' };
  const plan = planEndpoint({ manifest: { authentication: { required: true, type: 'api_key', config } } }, ORIGIN);
  expect(prepareRequest(plan, { API_KEY: secret })).toMatchObject({ ok: false });
});

test('escapes characters beyond ASCII in a header with JSON', () => {
  const members = { content_type: 'application/json' };
  const json = '{"a":"\\u00fc\\ud83d\\ude00"}';
  expect(planHeader({ a: 'ü😀' }, members)).toMatchObject({ headers: { 'X-City': json }, findings: [] });
  expect(planHeader('{"a":"ü😀"}', members)).toMatchObject({ headers: { 'X-City': json }, findings: [] });
});

test.each([
  ['header', 'x y'],
  ['cookie', 'a[b]'],
])('reports the value of a %s whose name a request cannot send: %s', (location, name) => {
  const call = { endpoint: { parameters: [{ name, in: location, required: true }] }, args: { [name]: 'v' } };
  const { headers, missing, findings } = planEndpoint(call, ORIGIN);
  expect({ headers, missing }).toEqual({ headers: { Accept: 'application/json' }, missing: [name] });
  expect(findings).toMatchObject([{ parameter: name, code: 'invalid_header_value', severity: 'error' }]);
});

test.each(['Content-Length', 'transfer-encoding', 'Connection'])('leaves the header %s to the client', name => {
  const parameters = [
    { name, in: 'header', required: true },
    { name: 'a', in: 'body' },
  ];
  const endpoint = { method: 'POST', parameters, required_headers: { [name]: '5' } };
  for (const args of [{ a: 'b' }, { a: 'b', [name]: '7' }]) {
    const { headers, missing, findings } = planEndpoint({ endpoint, args }, ORIGIN);
    expect({ headers, missing, findings }).toEqual({
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      missing: [],
      findings: [],
    });
  }
});

test('sends a missing header Cookie and a credential in one header', () => {
  const plan = planEndpoint(
    {
      endpoint: { parameters: [{ name: 'cookie', in: 'header', required: true }] },
      manifest: { authentication: { required: true, type: 'api_key', config: { in: 'cookie', name: 'sid' } } },
    },
    ORIGIN,
  );
  expect(plan.headers).toEqual({ Accept: 'application/json', Cookie: '{cookie}; sid={API_KEY}' });
  expect(plan.parts.headers).toEqual({ Accept: 'application/json' });
});

test('sends a credential instead of a required cookie of its name', () => {
  const config = { in: 'cookie', name: 'sid' };
  const call = {
    endpoint: { required_headers: { Cookie: 'sid=old; a=1' } },
    manifest: { authentication: { required: true, type: 'api_key', config } },
  };
  const plan = planEndpoint(call, ORIGIN);
  expect(plan.headers).toHaveProperty('Cookie', 'a=1; sid={API_KEY}');
  expect(prepareRequest(plan, { API_KEY: 'x' })).toMatchObject({ value: { headers: { Cookie: 'a=1; sid=x' } } });
});

describe('a required header parameter without a value', () => {
  const planHeaders = (method: string, parameters: readonly { readonly name: string; readonly in: string }[]) => {
    const required = parameters.map(each => ({ ...each, required: each.in === 'header' }));
    return planEndpoint({ endpoint: { method, parameters: required }, args: { a: 'b' } }, ORIGIN);
  };

  test('needs no argument if every request has the header', () => {
    const inBody = { name: 'a', in: 'body' };
    const { headers, missing, findings } = planHeaders('POST', [
      { name: 'accept', in: 'header' },
      { name: 'Content-Type', in: 'header' },
      inBody,
    ]);
    expect({ headers, missing, findings }).toEqual({
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      missing: [],
      findings: [],
    });
  });

  test('needs an argument if the request has no body that determines it', () => {
    expect(planHeaders('GET', [{ name: 'Content-Type', in: 'header' }])).toMatchObject({
      headers: { 'Content-Type': '{Content-Type}' },
      missing: ['Content-Type'],
    });
  });
});
