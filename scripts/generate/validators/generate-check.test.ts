import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits } from '#manifest/explain/fits.ts';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { shortcuts } from './generate-check.ts';

/** Texts that are similar to common values, by definition. */
const SIMILAR_TEXTS: Readonly<Record<string, RegExp>> = {
  uri: /^https?:\/\/[ -~é]{0,40}$/,
  semver: /^[0-9]{1,2}\.[0-9]{1,2}[.-][0-9]{1,2}\.?[-+]?$/,
  'date-time': /^(19|20)[0-9]{2}-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9][Zz]?$/,
};

describe('a shortcut', () => {
  test.each(Object.entries(shortcuts))('matches only valid values of %s', (name, pattern) => {
    const definition = { $ref: `#/$defs/${name}` };
    const text = fc.stringMatching(SIMILAR_TEXTS[name] ?? /^/);
    let matches = 0;
    fc.assert(
      fc.property(text, value => {
        if (!pattern.test(value)) return;
        matches += 1;
        expect(fits(definition, value, schema as never), value).toBe(true);
      }),
      { numRuns: 5000, seed: 3986 },
    );
    expect(matches).toBeGreaterThan(50);
  });
});
