import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakReferences } from './break-references.ts';

/** What GitHub makes a link, a notification or a decision of in rendered text. */
const ACTED_ON =
  /[@#](?=[\w-])|\b(GH|GHSA|CVE)-(?=\w)|:\/\/|\bwww\.|\[\s*(skip|no|ci|actions?)\b|\*\*\*NO_CI|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}\b/i;

test.each([
  ['@octocat', '@|octocat'],
  ['@github/security', '@|github/security'],
  ['Fixes #12', 'Fixes #|12'],
  ['octo/registry#12', 'octo/registry#|12'],
  ['octo/registry@5f0c3a91b2', 'octo/registry@|5f0c3a|91b2'],
  ['一a1b2c3d4e5一GH-12', '一a1b2c3|d4e5一GH-|12'],
  ['closes GH-12', 'closes GH-|12'],
  ['gh-12.example', 'gh-|12.example'],
  ['GHSA-7fh5-64p2-3v2j and CVE-2026-1234', 'GHSA-|7fh5-64p2-3v2j and CVE-|2026-1234'],
  ['https://github.com/o/r/issues/12', 'https:|//github.com/o/r/issues/12'],
  ['www.evil.example', 'www|.evil.example'],
  ['pay@evil.example', 'pay@|evil.example'],
  ['List it [skip ci]', 'List it [|skip ci]'],
  ['[no ci] [ci skip] [actions skip] ***NO_CI***', '[|no ci] [|ci skip] [|actions skip] ***|NO_CI***'],
  ['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'da39a3|ee5e6b|4b0d32|55bfef|956018|90afd8|0709'],
])('breaks %s', (text, broken) => expect(breakReferences(text)).toBe(broken.replaceAll('|', '\u200b')));

test.each(['1000000 requests', 'C# and @ home', 'decade', 'https, www and ci', '[harbor]', 'GH- and # 12'])(
  'keeps %s',
  text => expect(breakReferences(text)).toBe(text),
);

test('leaves nothing that GitHub acts on, and changes no visible character', () => {
  const pieces = fc.constantFrom(
    ...['@', '#', '12', 'octocat', 'GH-', 'CVE-', '://', 'www.', '[', 'skip ci]', '***', 'NO_CI', 'a1b2c3d4', ' ', '/'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
      const text = parts.join('');
      const broken = breakReferences(text);
      expect(broken).not.toMatch(ACTED_ON);
      expect(broken.replaceAll('\u200b', '')).toBe(text);
      expect(breakReferences(broken)).toBe(broken);
    }),
    { numRuns: 1_000 },
  );
});
