import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_NAME, parseSiteName } from './site-name.ts';

describe('parseSiteName', () => {
  test.each([undefined, '', '  '])('returns the default for %j', text => {
    expect(parseSiteName(text)).toBe(DEFAULT_SITE_NAME);
  });

  test.each([' Harbor APIs ', 'Schnittstellen für alle & jeden', 'API 目录', 'x'.repeat(50)])('accepts %j', text => {
    expect(parseSiteName(text)).toBe(text.trim());
  });

  test.each(['two\nlines', 'a\u2028b', 'a <b>', 'bell\u0007', 'left\u202Eright', 'x'.repeat(51)])(
    'rejects %j',
    text => {
      expect(() => parseSiteName(text)).toThrow(/^Invalid value for SITE_NAME: /);
    },
  );
});
