/** Combines parts of all payloads at random, and checks all texts for GitHub and all commit messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GITHUB_SURFACES } from './injections/github-surfaces.fixture.ts';
import { PAYLOADS } from './injections/payloads.fixture.ts';
import { RULES } from './injections/rules.fixture.ts';

/** Words, punctuation, and spaces of the payloads. Random neighbors must not make any of them active. */
const PARTS = [...new Set(Object.values(PAYLOADS).flatMap(text => text.match(/[\w-]+|\s+|[^\w\s]+/gu) ?? []))];

const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PARTS) }, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 24,
  })
  .map(parts => `zqx ${parts.join('')}`);

describe('random payloads have no effect in', () => {
  test.each(Object.entries(GITHUB_SURFACES))('%s', (_name, { format, write }) => {
    fc.assert(
      fc.property(texts, text => {
        for (const written of write(text)) expect(RULES[format](written)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
