import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits } from '#manifest/explain/fits.ts';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { shortcuts } from './generate-check.ts';

describe('a shortcut', () => {
  test.each(Object.entries(shortcuts))('matches only valid values of %s', (name, pattern) => {
    const definition = { $ref: `#/$defs/${name}` };
    const text = fc.stringMatching(/^https?:\/\/[ -~é]{0,40}$/);
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
