import { describe, expect, test } from 'vitest';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { createFix } from './fix.ts';
import { inspect } from './inspection.ts';

const valid = JSON.stringify(schema.examples[0], null, 2);

function fixFirst(text: string) {
  // The texts of the example are unfinished texts, because they are those of our documentation.
  const problem = inspect(text).problems.find(({ prevents, rule }) => prevents && rule !== 'unfinished-text');
  return problem && createFix(text, problem);
}

describe('createFix', () => {
  test.each([
    ['an allowed value in the wrong case', '"GET"', '"get"'],
    ['a boolean in quotes', '"required": false', '"required": "false"'],
  ])('restores %s', (_, good, broken) => {
    const fix = fixFirst(valid.replace(good, broken));
    expect(fix?.after).toContain(good);
    expect(fix?.text).toBe(valid);
  });

  test('finds a value behind characters of two UTF-16 units', () => {
    const good = JSON.stringify({ ...schema.examples[0], name: 'Tides 🌊🌊🌊' });
    expect(fixFirst(good.replace('"GET"', '"get"'))?.text).toBe(good);
  });

  test('removes a byte-order mark, which an editor does not show', () => {
    const text = `\ufeff${valid}`;
    expect(inspect(text).problems.flatMap(problem => createFix(text, problem)?.text ?? [])).toEqual([valid]);
  });

  test('proposes nothing for a missing member or broken JSON', () => {
    expect(fixFirst(valid.replace('"authentication"', '"sign_in"'))).toBeUndefined();
    expect(fixFirst('{"name": ')).toBeUndefined();
  });
});
