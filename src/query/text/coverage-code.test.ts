import { expect, test } from 'vitest';
import { LEAST_LITERAL, LITERAL, TYPO_PRESENCE } from './concept-terms.ts';
import { COVERAGE_CODES, coverageOf, encodeCoverage, isCorrection, isWhole } from './coverage-code.ts';

test.each([
  ['a prominent word', LITERAL, 800, { coverage: 100, whole: true, correction: false }],
  ['a word in a minor text', LITERAL, 100, { coverage: 25, whole: true, correction: false }],
  ['a form of a word', LEAST_LITERAL, 640, { coverage: 95, whole: true, correction: false }],
  ['a synonym', 85, 680, { coverage: 85, whole: false, correction: false }],
  ['a correction', TYPO_PRESENCE, 320, { coverage: 80, whole: false, correction: true }],
  ['a correction in a minor text', TYPO_PRESENCE, 40, { coverage: 8, whole: false, correction: true }],
  ['nothing', 0, 0, { coverage: 0, whole: false, correction: false }],
])('encodes %s in a byte', (_, presence, value, expected) => {
  const code = encodeCoverage(presence, value);
  expect(code).toBeLessThan(COVERAGE_CODES);
  expect({ coverage: coverageOf(code), whole: isWhole(code), correction: isCorrection(code) }).toEqual(expected);
});
