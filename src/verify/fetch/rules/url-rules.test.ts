import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateUrl } from './url-rules.ts';

/** Different notations of an IPv4 address that a URL parser treats as equal. */
const spelling = fc
  .record({
    value: fc.nat(0xffffffff),
    parts: fc.integer({ min: 1, max: 4 }),
    bases: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
    dot: fc.constantFrom('.', '%2e', '。', '．', '｡'),
    end: fc.constantFrom('', '.'),
    wide: fc.boolean(),
  })
  .map(({ value, parts, bases, dot, end, wide }) => {
    const numbers = Array.from({ length: parts }, (_, n) => {
      const above = 256 ** (4 - n);
      return n === parts - 1 ? value % above : Math.floor((value % above) / (above / 256));
    });
    const written = numbers.map((number, n) => inBase(number, bases[n]));
    return (wide ? written.map(fullWidth) : written).join(dot) + end;
  });

function inBase(number: number, base = 10): string {
  const prefix = base === 16 ? '0x' : base === 8 ? '0' : '';
  return prefix + number.toString(base);
}

function fullWidth(text: string): string {
  return text.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)));
}

describe('validateUrl', () => {
  test('rejects IPv4 addresses in any notation', () => {
    fc.assert(
      fc.property(spelling, host => {
        expect(validateUrl(`https://${host}/`)).toMatchObject({ ok: false, error: { rule: 'ip-literal' } });
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  test('never throws, and accepts only https URLs with a host name, a web port, and no credentials', () => {
    const piece = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '[',
      ']',
      '%',
      '#',
      '?',
      '443',
      '8080',
      '127.0.0.1',
      '::1',
      'localhost',
      'api.example',
      '\u00ad',
      ' ',
      '\n',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(piece, { maxLength: 8 }).map(parts => parts.join('')),
      fc.array(piece, { maxLength: 6 }).map(parts => `https://${parts.join('')}`),
    );
    fc.assert(
      fc.property(text, address => {
        const admission = validateUrl(address);
        if (!admission.ok) return;
        expect(admission.value.href).toMatch(/^https:\/\/[a-z0-9_-]+(\.[a-z0-9_-]+)+(:80)?\//);
        expect(admission.value.hostname).not.toMatch(/(^|\.)(localhost|local|internal|\d+)$/);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  test.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['https://api.example.com:443/v1?a=b#c', 'https://api.example.com/v1?a=b'],
    ['https://api.example.com:80/', 'https://api.example.com:80/'],
    ['HTTPS://API.Example.COM/A', 'https://api.example.com/A'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
  ])('accepts %s', (address, href) => {
    expect(validateUrl(address)).toMatchObject({ ok: true, value: { href } });
  });

  test('accepts the port of the listed origin', () => {
    const listingOrigin = 'https://api.example.com:8443';
    expect(validateUrl(`${listingOrigin}/v1`, { listingOrigin }).ok).toBe(true);
    expect(validateUrl('https://api.example.com:8444/v1', { listingOrigin })).toMatchObject({
      error: { rule: 'port' },
    });
  });

  test('blocks the ports below 1024 that the fetch of the platform blocks, even as the listed origin', async () => {
    const isPermitted = (origin: string) => validateUrl(origin, { listingOrigin: origin }).ok;
    const dispatcher = { dispatch: () => expect.unreachable('bad port is the only error before a request') };
    const ports = Array.from({ length: 1023 }, (_, index) => index + 1);
    const blocked = await Promise.all(
      ports.map(async port => {
        const error = await fetch(`https://api.example:${port}`, { dispatcher } as object).catch(cause => cause.cause);
        return error.message === 'bad port';
      }),
    );
    expect(ports.filter(port => !isPermitted(`https://api.example:${port}`))).toEqual(
      ports.filter((_, index) => blocked[index]),
    );
  });

  test('explains the error of a final dot', () => {
    expect(validateUrl('https://api.example./')).toMatchObject({ error: { hint: 'Remove the final dot.' } });
  });

  test.each([
    'metadata.google.internal',
    'instance-data.ec2.internal',
    'metadata.azure.internal',
    'metadata.goog',
    'METADATA.GOOG',
    'metadata.oraclecloud.com',
    'metadata.packet.net',
    'metadata.platformequinix.com',
    'metadata.tencentyun.com',
  ])('rejects the metadata service %s by its name', host => {
    expect(validateUrl(`https://${host}/`)).toMatchObject({ error: { rule: 'reserved-name' } });
  });

  test('includes a fix in each rejection', () => {
    for (const address of [
      '',
      'http://a.example',
      'https://u@a.example',
      'https://1.1.1.1',
      'https://a.local',
      'https://a',
      'https://a.example:1',
    ]) {
      const admission = validateUrl(address);
      expect(admission.ok).toBe(false);
      if (admission.ok) continue;
      expect(admission.error.message).toMatch(/^[A-Z"].*\.$/);
      expect(admission.error.hint).toMatch(/^[A-Z].*\.$/);
    }
  });
});
