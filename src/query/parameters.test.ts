import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_Q_LENGTH, readParameters } from './parameters.ts';
import { DEFAULT_QUERY } from './query.ts';
import { parsePairs, toAppliedQuery, toPageQueryString, toQueryString } from './query-string.ts';

describe('readParameters', () => {
  test('returns the default query without parameters', () => {
    expect(read('')).toEqual(DEFAULT_QUERY);
  });

  test.each([
    ['category=weather', { filters: { category: ['weather'] } }],
    ['category=weather,finance', { filters: { category: ['finance', 'weather'] } }],
    ['category=weather&category=finance', { filters: { category: ['finance', 'weather'] } }],
    ['category=weather&category=finance,weather', { filters: { category: ['finance', 'weather'] } }],
    ['source=publisher&source=documentation', { filters: { source: ['publisher', 'documentation'] } }],
    ['status=lapsed&status=verified', { status: ['verified', 'lapsed'] }],
    ['badges=payment-ready&badges=auth-verified', { filters: { badges: ['auth-verified', 'payment-ready'] } }],
    ['free_tier=true', { filters: { free_tier: true } }],
    ['free_tier=false', { filters: {} }],
    ['responding=true', { filters: { responding: true } }],
    ['responding=false', { filters: { responding: false } }],
    ['sort=uptime', { sort: 'uptime', order: 'desc' }],
    ['primary_category=live', { filters: { primary_category: 'live' } }],
    ['pricing_model=pay-what-you-want', { filters: { pricing_model: 'pay-what-you-want' } }],
    ['payment_model=free', { filters: { payment_model: 'free' } }],
    ['payment_currency=USD', { filters: { payment_currency: 'USD' } }],
    ['payment_currency=x-XNO', { filters: { payment_currency: 'x-XNO' } }],
    ['settlement_type=prepaid_debit', { filters: { settlement_type: 'prepaid_debit' } }],
    ['supports_spend_cap=false', { filters: { supports_spend_cap: false } }],
    ['free_only=true', { filters: { free_only: true } }],
    ['free_only=false', { filters: {} }],
    ['auth_required=true', { filters: { auth_required: true } }],
    ['maintained_by=community', { filters: { maintained_by: 'community' } }],
    ['badges=payment-ready,auth-verified', { filters: { badges: ['auth-verified', 'payment-ready'] } }],
    ['source=documentation', { filters: { source: ['documentation'] } }],
    ['status=withdrawn,lapsed', { status: ['lapsed', 'withdrawn'] }],
    [
      'updated_since=2026-11-01T02:00:00%2B02:00',
      { updatedSince: Date.UTC(2026, 10, 1), status: ['verified', 'unverified', 'lapsed', 'withdrawn'] },
    ],
    [
      'updated_since=2026-11-01T00:00:00Z&status=verified',
      { updatedSince: Date.UTC(2026, 10, 1), status: ['verified'] },
    ],
    ['q=rain', { q: 'rain', sort: 'relevance', order: 'desc' }],
    ['q=rain&sort=name', { q: 'rain', sort: 'name', order: 'asc' }],
    ['sort=verified_at&order=asc', { sort: 'verified_at', order: 'asc' }],
    ['limit=1', { limit: 1 }],
    ['limit=500&offset=0', { limit: 500, offset: 0 }],
    [`q=${'é'.repeat(MAX_Q_LENGTH)}`, { q: 'é'.repeat(MAX_Q_LENGTH) }],
  ])('parses %s', (search, members) => {
    expect(read(search)).toMatchObject(members);
  });

  test.each([
    ['limit=0', 'limit', 'integer from 1 to 500'],
    ['limit=501', 'limit', 'integer from 1 to 500'],
    ['limit=1e3', 'limit', 'Invalid value "1e3"'],
    ['limit=10.0', 'limit', 'Use an integer'],
    ['limit=%2B5', 'limit', 'Use an integer'],
    ['limit=%D9%A1', 'limit', 'Use an integer'],
    ['limit=', 'limit', 'is empty'],
    ['limit=5&limit=5', 'limit', 'occurs 2 times'],
    ['q=a&q=b', 'q', 'occurs 2 times'],
    ['auth_required=true&auth_required=true', 'auth_required', 'occurs 2 times'],
    ['primary_category=live&primary_category=live', 'primary_category', 'occurs 2 times'],
    ['category=weather&category=', 'category', 'is empty'],
    ['category=weather&category=wether', 'category', 'Did you mean "weather"?'],
    ['offset=-1', 'offset', 'integer from 0'],
    ['offset=99999999999999999999', 'offset', 'integer from 0'],
    ['category=wether', 'category', 'Did you mean "weather"?'],
    ['category=Weather', 'category', 'Did you mean "weather"?'],
    ['category=', 'category', 'is empty'],
    ['badges=,', 'badges', 'Separate values with single commas'],
    ['badges=auth-verified,', 'badges', 'Separate values with single commas'],
    ['badges=auth', 'badges', 'Allowed values: auth-verified, payment-ready.'],
    ['status=all', 'status', 'Allowed values: verified, unverified, lapsed, withdrawn.'],
    ['free_only=1', 'free_only', 'Allowed values: true, false.'],
    ['auth_required=TRUE', 'auth_required', 'Did you mean "true"?'],
    ['payment_currency=usd', 'payment_currency', 'Did you mean "USD"?'],
    ['payment_currency=x-', 'payment_currency', 'is not a currency'],
    ['updated_since=yesterday', 'updated_since', 'RFC 3339'],
    ['updated_since=2026-11-01T00:00:00+02:00', 'updated_since', '%2B'],
    ['updated_since=9999-12-31T23:59:60Z', 'updated_since', 'RFC 3339'],
    ['updated_since=0000-01-01T00:00:00%2B01:00', 'updated_since', 'RFC 3339'],
    ['updated_since=2026-02-30T00:00:00Z', 'updated_since', 'RFC 3339'],
    ['updated_since=2026-01-31T12:00:60Z', 'updated_since', 'RFC 3339'],
    ['updated_since=2016-12-30T23:59:60Z', 'updated_since', 'RFC 3339'],
    ['updated_since=2026-06-30T23:59:60Z', 'updated_since', 'RFC 3339'],
    ['sort=relevance', 'sort', 'Allowed values: name, created_at, verified_at, uptime.'],
    ['order=up', 'order', 'Allowed values: asc, desc.'],
    ['q=', 'q', 'is empty'],
    ['q=%20%20', 'q', 'contains no text'],
    [`q=${'é'.repeat(MAX_Q_LENGTH + 1)}`, 'q', `${MAX_Q_LENGTH + 1} characters`],
    ['catgory=weather', 'catgory', 'Did you mean "category"?'],
    ['page=2', 'page', 'Unknown parameter "page"'],
    ['_=1', '_', 'Unknown parameter "_". Valid parameters'],
    ['=1', '', 'Unknown parameter "". Valid parameters'],
    ['__proto__=1', '__proto__', 'Unknown parameter'],
    ['category=constructor', 'category', 'Invalid value'],
  ])('rejects %s', (search, parameter, detail) => {
    const result = readParameters(new URLSearchParams(search));
    expect(result).toEqual({ ok: false, error: [{ parameter, detail: expect.stringContaining(detail) }] });
  });

  test('reports all errors at once', () => {
    const result = readParameters(new URLSearchParams('limit=0&offset=x&nonsense=1&category=none'));
    expect(!result.ok && result.error.map(problem => problem.parameter)).toEqual([
      'nonsense',
      'category',
      'limit',
      'offset',
    ]);
  });
});

describe('the query string of a query', () => {
  test.each([
    ['', ''],
    ['limit=100&offset=0&order=desc', ''],
    ['status=unverified,verified', ''],
    ['offset=100&category=weather', '?category=weather&offset=100'],
    ['category=weather&category=finance', '?category=finance%2Cweather'],
    ['sort=created_at&q=rain', '?q=rain&sort=created_at'],
    ['sort=name&order=asc', '?sort=name'],
    ['sort=name&order=desc', '?sort=name&order=desc'],
    ['free_only=false&auth_required=false', '?auth_required=false'],
    ['updated_since=2026-11-01T02:00:00%2B02:00', '?updated_since=2026-11-01T00%3A00%3A00Z'],
    ['updated_since=2017-01-01T00:59:60.5%2B01:00', '?updated_since=2017-01-01T00%3A00%3A00.500Z'],
    ['badges=payment-ready,auth-verified', '?badges=auth-verified%2Cpayment-ready'],
  ])('equals, for %s, %s', (search, address) => {
    expect(toQueryString(read(search))).toBe(address);
    expect(read(address)).toEqual(read(search));
  });

  test.each(['', 'limit=20', 'q=rain&offset=40', 'sort=name&offset=100'])(
    'has a variant for each page of %s',
    search => {
      const query = read(search);
      const at = toPageQueryString(query);
      for (const offset of [0, 1, 40, 12_300]) expect(at(offset)).toBe(toQueryString({ ...query, offset }));
    },
  );

  test('expands to a query with its defaults', () => {
    expect(toAppliedQuery(read('category=weather&badges=auth-verified'))).toEqual({
      category: ['weather'],
      badges: ['auth-verified'],
      status: ['verified', 'unverified'],
      sort: 'created_at',
      order: 'desc',
      limit: 100,
      offset: 0,
    });
  });
});

function read(search: string) {
  const result = readParameters(new URLSearchParams(search));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

test('parses pairs as URLSearchParams does', () => {
  const piece = fc.constantFrom('a', 'q', '=', '&', '+', '%20', '%C3%A9', '%2B', '%26', ',', '%3D', 'ü');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const search = `?${pieces.join('')}`;
      expect(parsePairs(search)).toEqual([...new URLSearchParams(search)]);
    }),
  );
  expect(parsePairs('')).toEqual([]);
  expect(() => parsePairs('?q=%C3')).toThrow(URIError);
});
