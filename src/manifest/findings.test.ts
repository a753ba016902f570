import { describe, expect, test } from 'vitest';
import { edited } from './fixtures/edit-manifest.ts';
import { full02, full03 } from './fixtures/full-manifests.ts';
import { validateManifest } from './validate.ts';

function found(pointer: string, value: unknown, full: unknown = full03) {
  const [first] = validateManifest(edited(full, pointer, value)).findings;
  return first;
}

const hint = (pointer: string, value: unknown, full?: unknown) => found(pointer, value, full)?.hint;

describe('a finding', () => {
  test('describes an invalid form', () => {
    expect(found('/version', '1.0')).toEqual({
      pointer: '/version',
      field: 'version',
      rule: 'semver',
      message: 'version is not a semantic version.',
      hint: 'Write MAJOR.MINOR.PATCH without leading zeros, for example "1.0.0".',
      value: '"1.0"',
    });
  });

  test('describes a missing member', () => {
    expect(found('/endpoints/0/method', undefined)).toEqual({
      pointer: '/endpoints/0/method',
      field: 'endpoints[0].method',
      rule: 'required',
      message: 'endpoints[0].method is missing.',
      hint: 'Add "method", for example "method": "GET". The HTTP method.',
    });
  });

  test('describes a value outside a vocabulary', () => {
    expect(found('/primary_category', 'Lives')).toMatchObject({
      rule: 'enum',
      message: 'Invalid value for primary_category: "Lives".',
      hint: 'Did you mean "live"? Allowed: reference, live, computational, transactional, enrichment, personal, discovery.',
    });
    expect(hint('/authentication/type', 'ApiKey')).toBe(
      'Did you mean "api_key"? Allowed: api_key, oauth2, bearer, none, null.',
    );
    expect(hint('/endpoints/0/method', 'FETCH')).toBe('Allowed: GET, POST, PUT, DELETE, PATCH.');
  });

  test('describes texts that are too short or too long, in code points', () => {
    expect(found('/agent_notes', '\u{1f41f}'.repeat(149))).toMatchObject({
      rule: 'minLength',
      message: 'agent_notes has 149 characters. The minimum is 150.',
      hint: expect.stringMatching(/^Add at least 1 more\. Operational guidance for agents/),
    });
    expect(found('/name', 'x'.repeat(103))).toMatchObject({
      rule: 'maxLength',
      message: 'name has 103 characters. The maximum is 100.',
      hint: 'Shorten it by at least 3. Put details in a description.',
    });
  });

  test('describes numbers out of range and lists that are too short', () => {
    expect(found('/reliability/uptime_percentage', 250)).toMatchObject({
      rule: 'maximum',
      message: 'reliability.uptime_percentage must be from 0 to 100.',
      hint: 'Write a number from 0 to 100, for example 99.95.',
      value: '250',
    });
    expect(hint('/rate_limits/requests_per_day', -1)).toBe('Write a number of at least 0, for example 10000.');
    expect(found('/categories', [])).toMatchObject({
      rule: 'minItems',
      message: 'categories has 0 items. The minimum is 1.',
      hint: 'Add at least 1, for example ["chemistry"].',
    });
  });

  test('describes a 0.2 contact that is neither an email address nor a URL', () => {
    expect(found('/contact', 'somebody', full02)).toMatchObject({
      rule: 'anyOf',
      message: 'contact is neither an email address nor an absolute URI (RFC 3986).',
      hint: expect.stringContaining('For example "support@example.com".'),
    });
  });
});

describe('the hint for a type error', () => {
  test('explains how to convert endpoints from an object', () => {
    expect(found('/endpoints', { '/a': { method: 'GET' } })).toMatchObject({
      rule: 'type',
      message: 'endpoints must be an array, not an object.',
      hint: expect.stringMatching(
        /^Use an array with one item per entry\. If the object has keys, move each key into its item, for example \[\{"path"/,
      ),
      value: '{"/a":{"method":"GET"}}',
    });
  });

  test.each([
    ['/categories', 'weather', 'Enclose the value in square brackets: ["weather"].'],
    ['/categories', 'weather, physics', 'Write an array: ["weather","physics"].'],
    ['/categories', 'storms', 'Write an array, for example ["chemistry"].'],
    ['/version', 1.2, 'Write a string: "1.2.0".'],
    ['/payment/rates/0/price', 0.01, 'Enclose the value in quotes: "0.01".'],
    ['/pricing/paid_tier/amount_usd', '0.5', 'Remove the quotes: 0.5.'],
    ['/authentication/required', 'True', 'Remove the quotes: true.'],
    ['/authentication/instructions', 5, 'Enclose the value in quotes: "5".'],
    ['/rate_limits/requests_per_day', 'null', 'Remove the quotes: null.'],
    ['/rate_limits/requests_per_day', 1.5, 'Write a whole number or null, for example 10000.'],
    ['/homepage', null, 'Write a string, for example "https://example.com", or omit "homepage".'],
    ['/contact', null, 'Write a string or an object, for example "support@example.com".'],
    ['/authentication/required', null, 'Write true or false.'],
    [
      '/payment/onboarding',
      null,
      expect.stringMatching(/^Write an object, for example \{.*\}, or omit "onboarding"\.$/),
    ],
    ['/name', ['River Levels'], 'Remove the square brackets: "River Levels".'],
    ['/pricing', 'free', 'Write an object, for example {"model":"free"}.'],
    ['/payment/settlement', { type: 'postpaid_cycle', cycle: null }, 'Write a string, for example "monthly".'],
  ])('explains how to convert %s from %j', (pointer, value, hint) => {
    expect(found(pointer, value)).toMatchObject({ rule: 'type', hint });
  });

  test('names the alternative types', () => {
    expect(found('/contact', 5)?.message).toBe('contact must be a string or an object, not 5.');
    expect(found('/pricing/paid_tier', 'none')?.message).toBe(
      'pricing.paid_tier must be an object or null, not a string.',
    );
    expect(found('/pricing/support_url', 5)?.message).toMatch(
      /^pricing\.support_url must be a string or null, not 5\./,
    );
    expect(found('/rate_limits/requests_per_day', 1.5)?.message).toBe(
      'rate_limits.requests_per_day must be a whole number or null, not 1.5.',
    );
  });
});

describe('the hint for an invalid form', () => {
  test.each([
    ['/version', 'v2', '2.0.0'],
    ['/version', '01.2.3-beta', '1.2.3-beta'],
    ['/version', '1.2.3.4', '1.2.3'],
    ['/version', 'latest', '1.0.0'],
    ['/version', '2026-01-31', '2026.1.31'],
    ['/version', 'v2026-01-31', '2026.1.31'],
    ['/version', '2026-01-31-preview', '2026.1.31-preview'],
    ['/homepage', 'www.example.org', 'https://www.example.org'],
    ['/homepage', '//example.org/a', 'https://example.org/a'],
    ['/homepage', '/docs', 'https://example.com'],
    ['/homepage', '//', 'https://example.com'],
    ['/homepage', '?page=docs', 'https://example.com'],
    ['/homepage', 'https://example.org/ä b', 'https://example.org/%C3%A4%20b'],
    ['/homepage', 'https://exämple.org/ü', 'https://xn--exmple-cua.org/%C3%BC'],
    ['/homepage', 'exämple.org:8080', 'https://xn--exmple-cua.org:8080'],
    ['/homepage', '//me@exämple.org?ü', 'https://me@xn--exmple-cua.org?%C3%BC'],
    ['/homepage', 'https://ex%C3%A4mple.org/ü', 'https://xn--exmple-cua.org/%C3%BC'],
    ['/homepage', 'https://my host.example.org/', 'https://example.com'],
    ['/homepage', 'https://example.org/100%', 'https://example.org/100%25'],
    ['/homepage', 'me@example.org', 'mailto:me@example.org'],
    ['/contact/email', 'mailto:me@example.org', 'me@example.org'],
    ['/contact/email', 'Me <me@example.org>', 'me@example.org'],
    ['/last_updated', '2026-01-31', '2026-01-31T00:00:00Z'],
    ['/last_updated', '2026-01-31 10:00:00', '2026-01-31T10:00:00Z'],
    ['/last_updated', '2026-01-31T10:00Z', '2026-01-31T10:00:00Z'],
    ['/last_updated', '2026-01-31T10:00:00+0100', '2026-01-31T10:00:00+01:00'],
    ['/last_updated', '2026-01-31T10:00:60Z', '2026-01-31T10:00:59Z'],
    ['/last_updated', 'Sat, 31 Jan 2026 10:00:00 GMT', '2026-01-31T10:00:00.000Z'],
    ['/payment/rates/0/price', '$0.01', '0.01'],
    ['/payment/rates/0/price', '.5', '0.5'],
    ['/payment/rates/0/price', '1,000.50', '1000.50'],
    ['/payment/rates/0/price', '1,000', '1000'],
    ['/payment/rates/0/price', '0,002', '0.002'],
    ['/payment/rates/0/price', '1,5 EUR', '1.5'],
    ['/payment/rates/0/price', '5 euros per request.', '5'],
    ['/payment/rates/0/price', 'free', '0.002'],
    ['/payment/rates/0/price', 'on inquiry', '0.002'],
    ['/payment/rates/0/price', '0.03 USD for 1000 tokens', '0.002'],
    ['/payment/rates/0/price', '1.000,50', '0.002'],
    ['/payment/rates/0/price', '-1', '0.002'],
    ['/payment/rates/0/price', '1e3', '0.002'],
    ['/payment/currency', 'usd', 'USD'],
    ['/payment/currency', '€', 'EUR'],
    ['/payment/currency', 'Gold Coins', 'x-gold-coins'],
    ['/payment/currency', 'x-', 'USD'],
    ['/endpoints/0/path', 'v1/a', '/v1/a'],
    ['/endpoints/0/path', 'https://example.org/v1/a?b', '/v1/a?b'],
    ['/endpoints/0/path', 'https://example.org', '/'],
    ['/endpoints/0/path', 'GET /v1/a', '/v1/a'],
    ['/endpoints/0/path', 'post /v1/a', '/v1/a'],
  ])('suggests a likely value for %s as %j: %j', (pointer, value, meant) => {
    expect(hint(pointer, value)).toMatch(/^Write .*, for example ".*"\.$/);
    expect(hint(pointer, value)).toContain(`for example ${JSON.stringify(meant)}.`);
  });

  test('never suggests another invalid value', () => {
    const texts = ['', ' ', '\ud800', '%', '<>', '1.', 'T', '+', '@', 'x'.repeat(1000)];
    for (const pointer of [
      '/version',
      '/homepage',
      '/contact/email',
      '/last_updated',
      '/payment/currency',
      '/payment/rates/0/price',
    ]) {
      for (const text of texts) {
        const example = /for example (".*")\.$/.exec(hint(pointer, text) ?? '')?.[1];
        if (example !== undefined) expect(found(pointer, JSON.parse(example)), `${pointer} ${text}`).toBeUndefined();
      }
    }
  });
});

describe('the offending value', () => {
  test('has a limited length', () => {
    const value = found('/primary_category', 'live'.repeat(1000))?.value ?? '';
    expect([...value]).toHaveLength(80);
    expect(value).toMatch(/^"livelive.*…$/);
  });

  test('contains no control characters', () => {
    expect(found('/primary_category', 'a\u202eb\u0000\u001b[31m\u{e0041}')?.value).toBe(
      String.raw`"a\u202eb\u0000\u001b[31m\udb40\udc41"`,
    );
  });
});
