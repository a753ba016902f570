import { expect, test } from 'vitest';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { applyAllFixes } from './apply-all-fixes.ts';

const VALID = JSON.stringify(schema.examples[0], null, 2);

test('applies each known fix', () => {
  const broken = VALID.replace('"GET"', '"get"').replace('"required": false', '"required": "false"');
  expect(broken).not.toBe(VALID);
  expect(applyAllFixes(broken)).toBe(VALID);
});

test.each(['', '{', '{"name": 1}', VALID])('returns a text without known fixes unchanged: %s', text => {
  expect(applyAllFixes(text)).toBe(text);
});
