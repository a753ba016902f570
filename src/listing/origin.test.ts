import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Origin, parseOrigin, toListingId } from './origin.ts';

describe('parseOrigin', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com', 'api.example.com'],
    ['https://API.Example.COM/v1/x?y#z', 'https://api.example.com', 'api.example.com'],
    ['https://api.example.com:443/', 'https://api.example.com', 'api.example.com'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443', 'api.example.com_8443'],
    ['http://localhost:4400', 'http://localhost:4400', 'localhost_4400'],
    ['http://127.0.0.1:4400', 'http://127.0.0.1:4400', '127.0.0.1_4400'],
    ['http://[::1]:4400/', 'http://[::1]:4400', '[::1]_4400'],
    ['https://api.example.com./v1', 'https://api.example.com', 'api.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://my_api.example.com', 'https://my_api.example.com', 'my_api.example.com'],
    ['  https://api.example.com  ', 'https://api.example.com', 'api.example.com'],
  ])('parses %s to %s with the id %s', (address, url, id) => {
    expect(parseOrigin(address)).toMatchObject({ ok: true, value: { url, id } });
  });

  test.each([
    ['', /not absolute/],
    ['api.example.com', /not absolute/],
    ['/v1', /not absolute/],
    ['localhost:4400', /not absolute/],
    [' api.example.com:8443/v1 ', /not absolute/],
    ['mailto:8443@api.example.com', /scheme "mailto"/],
    ['https://', /host or the port/],
    ['https://api.example.com:99999', /host or the port/],
    ['HTTPS://api example.com', /host or the port/],
    ['ftp://api.example.com', /scheme "ftp"/],
    ['javascript:alert(1)', /scheme "javascript"/],
    ['https://me:secret@api.example.com', /user name or password/],
    ['https://me@api.example.com', /user name or password/],
    ['https://a..example.com', /not a valid host name/],
    ['https://-a.example.com', /not a valid host name/],
    ['https://api.example_8443', /underscore/],
    [`https://${'a.'.repeat(125)}example`, /longer than 244 characters/],
  ])('rejects %s', (address, reason) => {
    expect(parseOrigin(address)).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });
});

describe('toListingId', () => {
  const bases = ['https://registry.example/base', 'https://site.example'];

  test.each([
    ['api.example.com', 'api.example.com'],
    [' API.Example.COM ', 'api.example.com'],
    ['api.example.com.', 'api.example.com'],
    ['api.example.com:8443', 'api.example.com_8443'],
    ['api.example.com:443', 'api.example.com'],
    ['API.example.com_8443', 'api.example.com_8443'],
    // The id of http://api.example.com:443.
    ['api.example.com_443', 'api.example.com_443'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['api.example.com/v1?q=1', 'api.example.com'],
    ['http://API.example.com:80/v1', 'api.example.com'],
    ['[::1]_4400', '[::1]_4400'],
    ['listing://api.example.com_8443', 'api.example.com_8443'],
    ['listing://API.example.com/', 'api.example.com'],
    ['listing://%5B::1%5D_4400', '[::1]_4400'],
    ['https://registry.example/base/listings/api.example.com_8443', 'api.example.com_8443'],
    ['https://registry.example/base/listings/%5B%3A%3A1%5D_4400/history', '[::1]_4400'],
    ['https://registry.example/base/listings/api.example.com.json', 'api.example.com'],
    ['https://site.example/apis/api.example.com/#changed', 'api.example.com'],
    ['https://registry.example/base/categories', 'registry.example'],
    ['https://registry.example/listings/api.example.com', 'registry.example'],
    ['Not an Id', 'not an id'],
    ['..', '..'],
    ['', ''],
  ])('resolves %s to %s', (text, id) => {
    expect(toListingId(text, bases)).toBe(id);
  });
});

describe('the id', () => {
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const unicodeLabel = fc.stringMatching(/^[a-zäöüßéñ中文]{1,6}$/u);
  const host = fc
    .tuple(
      fc.array(fc.oneof(label, unicodeLabel), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('com', 'example', 'co.uk'),
    )
    .map(([labels, suffix]) => [...labels, suffix].join('.'));
  const port = fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 65_535 }).map(String));
  const address = fc
    .record({
      host,
      port,
      upper: fc.boolean(),
      dot: fc.boolean(),
      path: fc.constantFrom('', '/', '/v1', '/a/b?c=d#e', '/..'),
    })
    .map(({ host, port, upper, dot, path }) => {
      const name = `${upper ? host.toUpperCase() : host}${dot ? '.' : ''}`;
      return `https://${name}${port && `:${port}`}${path}`;
    });

  test('differs exactly if the origins differ', () => {
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [one, other] = [origin(a), origin(b)];
        if (!one || !other) return;
        expect(one.id === other.id).toBe(one.url === other.url);
        expect(one.url).toBe(new URL(a).origin.replace(/\.(?=:|$)/, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  test('converts back to the origin', () => {
    fc.assert(
      fc.property(address, a => {
        const found = origin(a);
        if (!found) return;
        expect(`https://${found.id.replace('_', ':')}`).toBe(found.url);
        expect(origin(found.url)).toEqual(found);
      }),
    );
  });
});

function origin(address: string): Origin | undefined {
  const result = parseOrigin(address);
  return result.ok ? result.value : undefined;
}
