import { describe, expect, test } from 'vitest';
import { validateRequirements } from './payment-requirements.ts';

const ASKED = 'https://api.example.com/moon';
const offer = { scheme: 'exact', asset: '0x036C', payTo: '0x0001', maxTimeoutSeconds: 60 };
const offer2 = { ...offer, network: 'eip155:84532', amount: '1000' };
const offer1 = { ...offer, network: 'base-sepolia', maxAmountRequired: '1000', resource: ASKED, description: 'Moon' };
const version2 = { x402Version: 2, resource: { url: ASKED }, accepts: [offer2] };
const version1 = { x402Version: 1, error: 'Pay.', accepts: [offer1] };

describe('version 2', () => {
  test('accepts valid requirements', () => {
    expect(validateRequirements(2, version2, ASKED)).toEqual({
      ok: true,
      value: { version: 2, networks: ['eip155:84532'] },
    });
  });

  test.each([
    ['another version', { ...version2, x402Version: 1 }, /x402Version must be 2, not 1/],
    ['a version as text', { ...version2, x402Version: '2' }, /x402Version/],
    ['no offers', { ...version2, accepts: [] }, /accepts/],
    ['offers that are not a list', { ...version2, accepts: {} }, /accepts/],
    ['an offer that is not an object', { ...version2, accepts: [null] }, /accepts\[0\]/],
    [
      'one invalid offer among valid ones',
      { ...version2, accepts: [offer2, { ...offer2, payTo: '' }] },
      /accepts\[1\].payTo/,
    ],
    ['no resource', { ...version2, resource: undefined }, /resource.url/],
    ['a resource as text', { ...version2, resource: ASKED }, /resource.url/],
    ['a resource on another host', { ...version2, resource: { url: 'https://other.example/moon' } }, /resource.url/],
    ['another path', { ...version2, resource: { url: 'https://api.example.com/sun' } }, /resource.url/],
    ['another scheme', { ...version2, resource: { url: 'http://api.example.com/moon' } }, /resource.url/],
    ['a numeric amount', { ...version2, accepts: [{ ...offer2, amount: 1000 }] }, /amount/],
    ['a negative amount', { ...version2, accepts: [{ ...offer2, amount: '-1' }] }, /amount/],
    ['a decimal amount', { ...version2, accepts: [{ ...offer2, amount: '0.001' }] }, /amount/],
    ['an amount with a line break', { ...version2, accepts: [{ ...offer2, amount: '1\n' }] }, /amount/],
    [
      'the amount of version 1',
      { ...version2, accepts: [{ ...offer, network: 'eip155:1', maxAmountRequired: '1' }] },
      /amount/,
    ],
    ['a network that is not CAIP-2', { ...version2, accepts: [{ ...offer2, network: 'base' }] }, /CAIP-2/],
    ['a namespace that is too short', { ...version2, accepts: [{ ...offer2, network: 'ab:1' }] }, /CAIP-2/],
    ['no network', { ...version2, accepts: [{ ...offer2, network: '' }] }, /network/],
    ['no scheme', { ...version2, accepts: [{ ...offer2, scheme: undefined }] }, /scheme/],
    ['no asset', { ...version2, accepts: [{ ...offer2, asset: null }] }, /asset/],
    ['no time', { ...version2, accepts: [{ ...offer2, maxTimeoutSeconds: 0 }] }, /maxTimeoutSeconds/],
    ['time as text', { ...version2, accepts: [{ ...offer2, maxTimeoutSeconds: '60' }] }, /maxTimeoutSeconds/],
    ['a list', [version2], /not a JSON object/],
    ['nothing', null, /not a JSON object/],
  ])('rejects %s', (_, value, problem) => {
    const judged = validateRequirements(2, value, ASKED);
    expect(judged).toEqual({ ok: false, error: [expect.stringMatching(problem)] });
  });

  test.each(['https://API.example.com:443/moon', 'https://api.example.com/moon#x', 'https://api.example.com/./moon'])(
    'accepts the URL as %s',
    url => {
      expect(validateRequirements(2, { ...version2, resource: { url } }, ASKED).ok).toBe(true);
    },
  );
});

describe('version 1', () => {
  test('accepts valid requirements', () => {
    expect(validateRequirements(1, version1, ASKED)).toEqual({
      ok: true,
      value: { version: 1, networks: ['base-sepolia'] },
    });
  });

  test.each([
    ['the amount of version 2', { ...offer1, maxAmountRequired: undefined, amount: '1' }, /maxAmountRequired/],
    ['a resource on another host', { ...offer1, resource: 'https://other.example/moon' }, /accepts\[0\].resource/],
    ['no resource', { ...offer1, resource: undefined }, /accepts\[0\].resource/],
    ['no network', { ...offer1, network: 7 }, /network/],
    ['a negative time', { ...offer1, maxTimeoutSeconds: -1 }, /maxTimeoutSeconds/],
  ])('rejects %s', (_, bad, problem) => {
    const judged = validateRequirements(1, { ...version1, accepts: [bad] }, ASKED);
    expect(judged).toEqual({ ok: false, error: [expect.stringMatching(problem)] });
  });
});

test('limits the problems of a thousand invalid offers', () => {
  const judged = validateRequirements(2, { ...version2, accepts: Array.from({ length: 1000 }, () => ({})) }, ASKED);
  expect(judged.ok ? 0 : judged.error.length).toBe(8);
});
