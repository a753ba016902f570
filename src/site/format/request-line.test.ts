import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRequestLine } from './request-line.ts';

const open = { required: false } as const;
const endpoint = (method: 'GET' | 'POST', path: string, ...required: string[]) => ({
  method,
  path,
  description: '',
  parameters: required.map(name => ({ name, type: 'string', required: true, description: '' })),
  response_description: '',
});
const line = (...given: Parameters<typeof endpoint>) =>
  formatRequestLine('https://api.example', endpoint(...given), open);

describe('requestLine', () => {
  test('keeps placeholders and adds required parameters that the path does not contain', () => {
    expect(line('GET', '/v1/{city}/:day', 'city', 'day', 'units')).toBe(
      "curl 'https://api.example/v1/{city}/:day?units={units}'",
    );
    expect(line('GET', '/v1?format=json', 'format', 'q')).toBe("curl 'https://api.example/v1?format=json&q={q}'");
  });

  test('omits parameters with an unknown location', () => {
    expect(line('POST', '/v1/orders', 'item')).toBe("curl -X POST 'https://api.example/v1/orders'");
    expect(line('GET', '/v1', 'X-Tenant', 'Authorization')).toBe("curl 'https://api.example/v1'");
  });

  test('shows the location of credentials if the manifest declares it', () => {
    const call = endpoint('GET', '/');
    const key = (header: unknown) =>
      formatRequestLine('https://api.example', call, { required: true, type: 'api_key', config: { header } });
    expect(formatRequestLine('https://api.example', call, { required: true, type: 'bearer' })).toBe(
      "curl 'https://api.example/' -H 'Authorization: Bearer TOKEN'",
    );
    expect(key('X-Key')).toBe("curl 'https://api.example/' -H 'X-Key: KEY'");
    expect(key("X'; rm -rf ~; '")).toBe("curl 'https://api.example/'");
    expect(key({ toString: 'no' })).toBe("curl 'https://api.example/'");
  });

  test('drops the fragment', () => {
    expect(line('GET', '/a#b')).toBe("curl 'https://api.example/a'");
  });

  test('fits on one printable line that a shell parses as shown', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(text, text, (path, name) => {
        const words = line('GET', `/${path}`, name);
        expect(words).toMatch(/^curl 'https:\/\/api\.example\/[!-&(-~]*'$/);
      }),
    );
  });

  test('prevents code execution in a shell', () => {
    const command = line('GET', "/'; echo run; '`echo run`$(echo run)\n echo run", "'$(echo run)");
    const shown = execFileSync('/bin/sh', ['-c', command.replace(/^curl/, 'printf "%s\\n"')], { encoding: 'utf8' });
    expect(shown.split('\n').length).toBe(2);
    expect(shown).toContain('$(echo%20run)');
  });
});
