/** Random texts made of parts of all payloads, over every text for GitHub and every commit message. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GITHUB_SURFACES } from './injections/github-surfaces.fixture.ts';
import { PAYLOADS } from './injections/payloads.fixture.ts';
import { RULES } from './injections/rules.fixture.ts';

/** Words, marks and white space of the payloads, in which nothing is safe because of its neighbors. */
const PARTS = [...new Set(Object.values(PAYLOADS).flatMap(text => text.match(/[\w-]+|\s+|[^\w\s]+/gu) ?? []))];

const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PARTS) }, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 24,
  })
  .map(parts => `zqx ${parts.join('')}`);

describe('random payloads do nothing in', () => {
  test.each(Object.entries(GITHUB_SURFACES))('%s', (_name, { format, write }) => {
    fc.assert(
      fc.property(texts, text => {
        for (const written of write(text)) expect(RULES[format](written)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
