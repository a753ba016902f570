import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planRequest } from '../request-plan.ts';

function plan(authentication: object, own?: unknown) {
  const manifest = { ...sampleManifest(), authentication } as never;
  const [first] = sampleManifest().endpoints;
  const endpoint = { ...first, path: '/v1', parameters: [], ...(own !== undefined && { authentication: own }) };
  return planRequest(manifest, endpoint as DeclaredEndpoint, {}, { origin: 'https://a.example' });
}

function planConfig(config: object | undefined, type = 'api_key', instructions = 'Sign up.') {
  return plan({ required: true, type, instructions, ...(config && { config }) });
}

/** The credentials of a plan as text, and the members that it guesses. */
function describePlan({ authentication, guesses }: ReturnType<typeof plan>) {
  return [
    authentication.credentials.map(each => `${each.in} ${each.name}: ${each.value}`).join(' + '),
    guesses.map(({ member, value }) => `${member} is ${value}`).join(', '),
  ];
}

const BEARER = 'header Authorization: Bearer {ACCESS_TOKEN}';
const USUAL_PLACE = 'authentication/config/in is header Authorization';

describe('the configuration', () => {
  test.each<[object, string, string]>([
    [{ in: 'header', name: 'X-Key' }, 'api_key', 'header X-Key: {API_KEY}'],
    [{ header: 'X-Key' }, 'api_key', 'header X-Key: {API_KEY}'],
    [{ in: 'header', name: 'Authorization' }, 'bearer', BEARER],
    [{ in: 'header', name: 'Authorization', prefix: 'Bearer' }, 'api_key', BEARER],
    [{ in: 'header', name: 'Authorization', prefix: 'Token' }, 'bearer', 'header Authorization: Token {ACCESS_TOKEN}'],
    [
      { in: 'header', name: 'Authorization', prefix: 'Token token=' },
      'api_key',
      'header Authorization: Token token={API_KEY}',
    ],
    [{ in: 'header', name: 'Authorization', prefix: '' }, 'bearer', 'header Authorization: {ACCESS_TOKEN}'],
    [{ in: 'header', name: 'X-Key', prefix: 'key-' }, 'api_key', 'header X-Key: key-{API_KEY}'],
    [{ in: 'header', name: 'Authorization', scheme: 'BEARER' }, 'api_key', BEARER],
    [{ in: 'header', name: 'Authorization', scheme: 'token' }, 'api_key', 'header Authorization: Token {API_KEY}'],
    [{ in: 'header', name: 'Authorization', scheme: 'SSWS' }, 'api_key', 'header Authorization: SSWS {API_KEY}'],
    [
      { in: 'header', name: 'Authorization', scheme: 'GenieKey' },
      'api_key',
      'header Authorization: GenieKey {API_KEY}',
    ],
    [{ in: 'query', name: 'token' }, 'bearer', 'query token: {API_KEY}'],
    [
      {
        credentials: [
          { in: 'header', name: 'Authorization', scheme: 'bearer' },
          { in: 'query', name: 'app' },
        ],
      },
      'api_key',
      'header Authorization: Bearer {ACCESS_TOKEN} + query app: {APP}',
    ],
    // Shells reject variables that start with a digit, and use PATH themselves.
    [
      { credentials: ['2fa-code', 'v2-key', 'path', '_'].map(name => ({ in: 'header', name })) },
      'api_key',
      'header 2fa-code: {API_2FA_CODE} + header v2-key: {V2_KEY} + header path: {API_PATH} + header _: {API_KEY}',
    ],
  ])('declares a credential without guesses: %j with type %s', (config, type, expected) => {
    expect(describePlan(planConfig(config, type))).toEqual([expected, '']);
  });

  test.each<[object | undefined, string, string, string]>([
    [undefined, 'bearer', BEARER, USUAL_PLACE],
    [undefined, 'oauth2', BEARER, USUAL_PLACE],
    [{ token_url: 'https://a.example/token' }, 'oauth2', BEARER, USUAL_PLACE],
    [{ scheme: 'basic' }, 'api_key', 'header Authorization: Basic {base64(API_USERNAME:API_PASSWORD)}', USUAL_PLACE],
    [{ prefix: 'Bearer ' }, 'api_key', BEARER, USUAL_PLACE],
    [{ in: 'header' }, 'bearer', BEARER, 'authentication/config/name is Authorization'],
    [{ name: 'X-Key' }, 'api_key', 'header X-Key: {API_KEY}', 'authentication/config/in is header'],
    [{ location: 'query', name: 'key' }, 'api_key', 'query key: {API_KEY}', 'authentication/config/in is query'],
    [{ in: 'Header', name: 'X-Key' }, 'api_key', 'header X-Key: {API_KEY}', 'authentication/config/in is header'],
    [{ in: 'cookies', name: 'sid' }, 'api_key', 'cookie sid: {API_KEY}', 'authentication/config/in is cookie'],
    [{ header_name: 'X-Key' }, 'api_key', 'header X-Key: {API_KEY}', 'authentication/config/in is header'],
    [{ queryParam: 'key' }, 'api_key', 'query key: {API_KEY}', 'authentication/config/in is query'],
    [
      { in: 'header', headerName: 'X-Key' },
      'api_key',
      'header X-Key: {API_KEY}',
      'authentication/config/name is X-Key',
    ],
    [{ in: 'query', key: 'token' }, 'api_key', 'query token: {API_KEY}', 'authentication/config/name is token'],
    [
      { location: 'query', parameter: 'token' },
      'api_key',
      'query token: {API_KEY}',
      'authentication/config/in is query',
    ],
    [{ header: 'Authorization: Bearer <key>' }, 'api_key', BEARER, 'authentication/config/prefix is Bearer '],
    [{ header: 'Authorization', format: 'Bearer {key}' }, 'api_key', BEARER, 'authentication/config/prefix is Bearer '],
    [
      { in: 'header', name: 'Authorization', value: 'Token YOUR_KEY' },
      'api_key',
      'header Authorization: Token {API_KEY}',
      'authentication/config/prefix is Token ',
    ],
    [
      {
        credentials: [
          { in: 'header', name: 'Authorization' },
          { in: 'header', name: 'X-App' },
        ],
      },
      'bearer',
      `${BEARER} + header X-App: {X_APP}`,
      'authentication/config/credentials/0/scheme is bearer',
    ],
  ])('marks what it does not declare: %j with type %s', (config, type, expected, guess) => {
    expect(describePlan(planConfig(config, type))).toEqual([expected, guess]);
  });

  test.each([
    [['read', 'write']],
    ['read write'],
    [' read,write '],
    [{ read: 'Reads tides.', write: 'Writes tides.' }],
  ])('has the scopes read and write: %j', scopes => {
    expect(planConfig({ scopes }, 'oauth2').authentication.scopes).toEqual(['read', 'write']);
  });

  test.each([{ in: 'body', name: 'key' }, { in: 'query' }, { name: 'a b' }])('%j has no credential', config => {
    const { authentication, guesses, cautions } = planConfig(config);
    expect({ credentials: authentication.credentials, guesses }).toEqual({ credentials: [], guesses: [] });
    expect(cautions.join()).toContain('declares no header, query parameter, or cookie for it');
  });
});

describe('the instructions', () => {
  test.each([
    ['Send the key in the header field email.', 'header email: {API_KEY}'],
    ['Send the key in the query field api_key.', 'query api_key: {API_KEY}'],
    ['Send the key in the cookie field brain.sid.', 'cookie brain.sid: {API_KEY}'],
    ['Sign up; pass appid query parameter.', 'query appid: {API_KEY}'],
    ['Send it as the query parameter "token".', 'query token: {API_KEY}'],
    ['Send it as api_key in the query.', 'query api_key: {API_KEY}'],
    ['Add ?api_key=YOUR_KEY to the URL.', 'query api_key: {API_KEY}'],
    ['Call https://a.example/v1?city=Oslo&appid={key} with it.', 'query appid: {API_KEY}'],
    ['Create an account; use the Api-Key header from the console.', 'header Api-Key: {API_KEY}'],
    ['Then send it as X-API-Key.', 'header X-API-Key: {API_KEY}'],
    ['Uses HTTP basic authentication.', 'header Authorization: Basic {base64(API_USERNAME:API_PASSWORD)}'],
    ['Send Authorization: Bearer <key>.', BEARER],
    ['Put your token in the Authorization header as a Bearer token.', BEARER],
    ['Send Authorization: Token YOUR_TOKEN, not Bearer.', 'header Authorization: Token {API_KEY}'],
    ['Send Authorization: Token token=KEY.', 'header Authorization: Token token={API_KEY}'],
    ['Send it in the header Authorization, without the word Bearer.', 'header Authorization: {API_KEY}'],
    ['Send both headers App-Id and App-Key.', 'header App-Id: {APP_ID} + header App-Key: {APP_KEY}'],
    ['Send app_id and app_key as query parameters.', 'query app_id: {APP_ID} + query app_key: {APP_KEY}'],
  ])('name a credential: %s', (instructions, expected) => {
    const [credentials, guess] = describePlan(planConfig(undefined, 'api_key', instructions));
    expect(credentials).toBe(expected);
    expect(guess).toMatch(/^authentication\/config is (header|query|cookie) /);
  });

  test.each([
    'Send the key in the header field Authorization. Amazon Signature authorization v4',
    'Sign each request with AWS Signature Version 4.',
    'Uses HTTP payone-hmac-sha256 authentication.',
    'Send an OAuth 1.0a header Authorization.',
    'Get an API key at https://a.example/signup.',
    'Send the key in the header of each request.',
    'Add your API key as a query parameter for every request.',
    'Send a custom header with the request header field that you chose.',
    'Pass your API key query parameter.',
    'Send per-request headers and the HTTP header.',
  ])('name no credential: %s', instructions => {
    const { authentication, guesses, cautions } = planConfig(undefined, 'api_key', instructions);
    expect({ credentials: authentication.credentials, guesses }).toEqual({ credentials: [], guesses: [] });
    expect(cautions.join()).toContain('The plan has no credential');
  });

  test.each([
    ['Use the header X-Auth-Token.', 'header X-Auth-Token: {API_KEY}', 'authentication/config is header X-Auth-Token'],
    [
      'Send it as access_token in the query.',
      'query access_token: {API_KEY}',
      'authentication/config is query access_token',
    ],
    ['Use the header X-Auth-Token, or a bearer token.', BEARER, USUAL_PLACE],
    ['Send the header field X-Request-Name, too.', BEARER, USUAL_PLACE],
  ])('have precedence over the usual place of a bearer token: %s', (instructions, expected, guess) => {
    expect(describePlan(planConfig(undefined, 'bearer', instructions))).toEqual([expected, guess]);
  });

  test.each<[object, string, string, string]>([
    [{}, 'Send Authorization: Bearer <key>.', BEARER, 'authentication/config/prefix is Bearer '],
    [
      {},
      'Send it bare as Authorization: lin_api_…; OAuth tokens go with Bearer.',
      'header Authorization: {API_KEY}',
      '',
    ],
    [{ prefix: '' }, 'Send Authorization: Bearer <key>.', 'header Authorization: {API_KEY}', ''],
    [{ scheme: 'token' }, 'Send Authorization: Bearer <key>.', 'header Authorization: Token {API_KEY}', ''],
  ])('show the scheme of the header Authorization: %j with %s', (members, instructions, expected, guess) => {
    const config = { in: 'header', name: 'Authorization', ...members };
    expect(describePlan(planConfig(config, 'api_key', instructions))).toEqual([expected, guess]);
  });

  test('do not contradict a declared location', () => {
    const instructions = 'Send it in the header field X-Key.';
    expect(describePlan(planConfig({ in: 'body', name: 'key' }, 'api_key', instructions))).toEqual(['', '']);
  });
});

describe('the block of an endpoint', () => {
  const open = { required: false, type: 'none' };
  test('requires credentials although the manifest has none', () => {
    const { authentication, cautions } = plan(open, { required: true });
    expect(authentication).toMatchObject({ required: true, type: null, credentials: [] });
    expect(cautions.join()).toContain('The plan has no credential');
  });

  test.each<[object, object | undefined]>([
    [open, { required: true, type: 'none' }],
    [{ required: true, type: 'none' }, undefined],
  ])('requires credentials next to the type none: %j with %j', (general, own) => {
    const { authentication, cautions } = plan(general, own);
    expect(authentication).toMatchObject({ required: true, credentials: [] });
    expect(cautions.join()).toContain('The plan has no credential');
  });

  test('keeps the credentials of the manifest if it only requires them', () => {
    const optional = { required: false, type: 'api_key', config: { in: 'header', name: 'X-Key' } };
    expect(describePlan(plan(optional, { required: true }))).toEqual(['header X-Key: {API_KEY}', '']);
  });

  test('keeps the credentials of the manifest if it has the same type', () => {
    const key = { required: false, type: 'api_key', config: { in: 'header', name: 'X-Key' } };
    expect(describePlan(plan(key, { required: true, type: 'api_key' }))).toEqual(['header X-Key: {API_KEY}', '']);
    expect(describePlan(plan(key, { required: true, type: 'bearer' }))).toEqual([BEARER, USUAL_PLACE]);
  });

  test('keeps the instructions of the manifest unless it has its own', () => {
    const key = { required: true, type: 'api_key', instructions: 'Send it as X-Key.' };
    const [inherited] = describePlan(plan(key, { required: true }));
    const [replaced] = describePlan(plan(key, { required: true, instructions: 'Send it as X-Token.' }));
    expect([inherited, replaced]).toEqual(['header X-Key: {API_KEY}', 'header X-Token: {API_KEY}']);
  });

  test('has no guesses for credentials that the request does not send', () => {
    expect(describePlan(plan({ required: false, type: 'bearer' }))).toEqual(['', '']);
  });
});
