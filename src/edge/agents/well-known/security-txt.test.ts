import { describe, expect, test } from 'vitest';
import { addresses, createMemoryCatalog } from '../../catalog/catalog.fixture.ts';
import { addressesFrom } from '../../config.ts';
import { ask } from '../../public-registry.fixture.ts';
import { securityTxt } from './security-txt.ts';

/** A line of an unsigned file in the grammar of RFC 9116, section 4. Web URLs start with https (section 2.4). */
const URI = '(?:https://|mailto:|tel:)[!-~]+';
const LINE = new RegExp(
  [
    `Contact: ${URI}`,
    `(?:Canonical|Policy|Acknowledgments|Hiring|Encryption): ${URI}`,
    'Expires: \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)',
    'Preferred-Languages: [a-z]{2,3}(?:-[A-Za-z0-9]+)*(?:, ?[a-z]{2,3})*',
    '#.*',
    '',
  ]
    .map(form => `(?:${form})`)
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')$'),
);

function fieldsOf(text: string): [name: string, value: string][] {
  return text.split('\n').flatMap(line => (line.includes(': ') ? [line.split(': ', 2) as [string, string]] : []));
}

describe('security.txt', () => {
  test('follows the grammar and the allowed number of each field', async () => {
    const text = await (await ask('/.well-known/security.txt')).text();
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.split('\n')) expect(line).toMatch(LINE);
    const names = fieldsOf(text).map(([name]) => name);
    expect(names.filter(name => name === 'Expires')).toHaveLength(1);
    expect(names.filter(name => name === 'Preferred-Languages')).toHaveLength(1);
    expect(names).toContain('Contact');
    expect('Contact: http://a.example').not.toMatch(LINE);
    expect('Contact: someone').not.toMatch(LINE);
  });

  test('expires less than a year after the newest data, independent of the clock', () => {
    const { summary } = createMemoryCatalog([]);
    const at = (generated_at: string | null) =>
      Object.fromEntries(fieldsOf(securityTxt(addresses, { ...summary, generated_at }))).Expires;
    expect(at('2027-03-01T12:00:00Z')).toBe('2028-02-28T12:00:00Z');
    expect(at('2001-01-01T00:00:00Z')).toBe(at(null));
  });

  test('contains the contact of the operator', async () => {
    const named = addressesFrom({ SECURITY_CONTACT: 'mailto:security@registry.example' }, 'https://registry.example');
    const text = securityTxt(named, createMemoryCatalog([]).summary);
    expect(text).toContain('Contact: mailto:security@registry.example\n');
    for (const line of text.split('\n')) expect(line).toMatch(LINE);
  });

  test.each(['security@registry.example', 'http://a.example', 'https://a.example\nExpires: never', 'javascript:x'])(
    'rejects the contact %j',
    contact => {
      expect(() => addressesFrom({ SECURITY_CONTACT: contact }, 'https://registry.example')).toThrow(
        /SECURITY_CONTACT.*mailto:/s,
      );
    },
  );

  test('links to a policy that names the contact setting', async () => {
    const policy = await ask('/docs/security/');
    expect(policy.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    expect(await policy.text()).toContain('SECURITY_CONTACT');
  });
});
