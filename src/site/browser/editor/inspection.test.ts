import { describe, expect, test } from 'vitest';
import { inspect, type Problem } from './inspection.ts';
import { minimalManifest } from './starting-points.ts';

const minimal = minimalManifest(new Date(0));
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

const isSchemaError = ({ prevents, rule }: Problem) => prevents && rule !== 'unfinished-text';

describe('a minimal manifest', () => {
  test('passes validation, and gets a listing problem on the line of each placeholder', () => {
    const { problems, specVersion } = inspect(minimal);
    expect(specVersion).toBe('apimanifest-0.3');
    const preventing = problems.filter(({ prevents }) => prevents);
    expect(preventing.length).toBeGreaterThan(0);
    expect(preventing.every(({ rule }) => rule === 'unfinished-text')).toBe(true);
    expect(problems.map(({ position }) => position.line)).toContain(lineOf(minimal, '"description"'));
  });
});

describe('the position of a problem', () => {
  test('points to the line of an invalid value', () => {
    const text = minimal.replace('"GET"', '"FETCH"');
    expect(inspect(text).problems.filter(isSchemaError)).toMatchObject([
      { pointer: '/endpoints/0/method', prevents: true, position: { line: lineOf(text, '"FETCH"') } },
    ]);
  });

  test('points to the object that lacks a member', () => {
    const text = minimal.replace('"method": "GET",', '');
    expect(inspect(text).problems.filter(isSchemaError)).toMatchObject([
      { pointer: '/endpoints/0/method', position: { line: lineOf(text, '"endpoints"') + 1 } },
    ]);
  });

  test('does not hide the warnings about other members', () => {
    const rules = inspect(minimal.replace('"GET"', '"FETCH"')).problems.map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['enum', 'unfinished-text']));
  });

  test('points to a JSON syntax error, which hides schema problems', () => {
    const { problems } = inspect('{\n  "name": "x",\n  "name": "y",\n}');
    expect(problems.map(({ rule, position }) => [rule, position.line])).toEqual([
      ['duplicate-name', 3],
      ['json', 4],
    ]);
  });

  test.each(['', '[]', 'null', '"x"', '{', '\ufeff{}'])('exists in %j without an exception', text => {
    expect(inspect(text).problems.length).toBeGreaterThan(0);
  });
});
