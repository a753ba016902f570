import { describe, expect, test } from 'vitest';
import { parseRequirements } from './payment-required.ts';

const ASKED = 'https://api.example.com/moon';
const offer = { scheme: 'exact', asset: '0x036C', payTo: '0x0001', maxTimeoutSeconds: 60 };
const version2 = {
  x402Version: 2,
  resource: { url: ASKED },
  accepts: [{ ...offer, network: 'eip155:1', amount: '1' }],
};
const version1 = { x402Version: 1, accepts: [{ ...offer, network: 'base', maxAmountRequired: '1', resource: ASKED }] };

function answer(header: string | undefined, body: unknown, status = 402) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = header === undefined ? {} : { 'payment-required': header };
  return { status, headers, body: new TextEncoder().encode(text) };
}

function base64(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
}

test.each([200, 400, 401, 403, 404, 500])('returns undefined for a status of %d', status => {
  expect(parseRequirements(answer(base64(version2), version1, status), ASKED)).toBeUndefined();
});

describe('parseRequirements', () => {
  test('reads version 2 from the header', () => {
    expect(parseRequirements(answer(base64(version2), ''), ASKED)).toMatchObject({ ok: true, value: { version: 2 } });
    expect(parseRequirements(answer(base64(version2).replace(/=+$/, ''), ''), ASKED)).toMatchObject({
      ok: true,
      value: { version: 2 },
    });
  });

  test('reads version 1 from the body', () => {
    expect(parseRequirements(answer(undefined, version1), ASKED)).toMatchObject({ ok: true, value: { version: 1 } });
  });

  test('reads a valid body if the header is broken', () => {
    expect(parseRequirements(answer('%%%', version1), ASKED)).toMatchObject({ ok: true, value: { version: 1 } });
  });

  test.each([
    ['not base64', '{"x402Version":2}', /not base64/],
    ['base64url', 'eyJ-_w', /not base64/],
    ['truncated', base64(version2).slice(0, 41), /not base64/],
    ['not JSON', base64('x402'), /does not decode to JSON/],
    ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64'), /does not decode to JSON/],
    ['with a duplicate key', base64('{"x402Version":2,"x402Version":2}'), /does not decode to JSON/],
    ['too deep', base64(`${'['.repeat(100)}${']'.repeat(100)}`), /does not decode to JSON/],
    ['too long', base64({ ...version2, pad: 'x'.repeat(20_000) }), /longer than/],
    ['of version 1', base64(version1), /x402Version must be 2, not 1/],
  ])('rejects a header that is %s', (_, header, problem) => {
    const found = parseRequirements(answer(header, ''), ASKED);
    expect(found).toMatchObject({ ok: false, error: expect.arrayContaining([expect.stringMatching(problem)]) });
  });

  test.each([
    ['HTML', '<html>', /not JSON/],
    ['empty', '', /not JSON/],
    ['version 2', version2, /Send its requirements in the PAYMENT-REQUIRED header/],
    ['without offers', { x402Version: 1, accepts: [] }, /accepts/],
  ])('rejects a body that is %s', (_, body, problem) => {
    const found = parseRequirements(answer(undefined, body), ASKED);
    expect(found).toMatchObject({ ok: false, error: [expect.stringMatching(problem)] });
  });
});
