import { expect, test } from 'vitest';
import { LEAST_LITERAL, LITERAL, TYPO_PRESENCE } from './concept-terms.ts';
import { COVERAGE_CODES, coverageOf, encodeCoverage, isWhole } from './coverage-code.ts';

test.each([
  ['a prominent word', LITERAL, 800, { coverage: 100, whole: true }],
  ['a word in a minor text', LITERAL, 100, { coverage: 25, whole: true }],
  ['a form of a word', LEAST_LITERAL, 640, { coverage: 95, whole: true }],
  ['a synonym', 85, 680, { coverage: 85, whole: false }],
  ['a correction', TYPO_PRESENCE, 320, { coverage: 80, whole: false }],
  ['a correction in a minor text', TYPO_PRESENCE, 40, { coverage: 10, whole: false }],
  ['nothing', 0, 0, { coverage: 0, whole: false }],
])('encodes %s in a byte', (_, presence, value, expected) => {
  const code = encodeCoverage(presence, value);
  expect(code).toBeLessThan(COVERAGE_CODES);
  expect({ coverage: coverageOf(code), whole: isWhole(code) }).toEqual(expected);
});
