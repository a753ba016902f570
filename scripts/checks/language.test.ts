import { expect, test } from 'vitest';
import { findMissingDocstrings, findOddNames, findOddPhrases } from './language/find-problems.ts';

test.each([
  ['a comment', 'a.ts', '// What is wrong is told.\nconst a = 1;\n', 1],
  ['a doc comment', 'a.ts', 'const b = 1;\n\n/**\n * The listing is\n * told again.\n */\nexport const a = 1;\n', 3],
  ['a message', 'a.ts', "const a = 1;\nthrow new Error('Mend the manifest and submit.');\n", 2],
  ['a template', 'a.ts', 'const message = `The origin is asked again.`;\n', 1],
  ['Markdown', 'a.md', 'A line.\n\nNobody is here.\n', 3],
  ['a page', 'a.astro', '---\nconst a = 1;\n---\n<p>\n  It is taken over.\n</p>\n', 5],
  ['a term of the glossary', 'a.md', 'Add a line.\n\nTo remove an entry, write to us.\n', 3],
  ['a comment in YAML', 'a.yml', 'on: push\n# Who has a key runs it anew.\n', 2],
])('finds odd phrases in %s', (_, file, source, line) => {
  const problems = findOddPhrases(file, source);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toContain(`${file}:${line}: `);
});

test.each([
  ['inline code', 'a.md', 'Set `mend` to 1.'],
  ['a code block', 'a.md', '```sh\nmend it anew\n```\n'],
  ['entries of other lists', 'a.ts', '// Removes an entry from the blocklist, and its entry in the log.\n'],
  ['plain English', 'a.ts', '// The server returns 404 for an unknown id.\n'],
  ['short strings', 'a.ts', "const kind = 'mend';\n"],
])('accepts %s', (_, file, source) => {
  expect(findOddPhrases(file, source)).toEqual([]);
});

test('finds odd words in names of files and exports', () => {
  expect(findOddNames('src/mcp/hub.ts', 'export const x = 1;')).toHaveLength(1);
  expect(findOddNames('src/a.ts', 'export function tellVerdict(): void {}')).toHaveLength(1);
  expect(findOddNames('src/github.ts', 'export const defaults = 1;')).toEqual([]);
});

test('finds exported functions without a docstring', () => {
  const source = [
    'export function a(): void {}',
    'export const b = (text: string): string => text;',
    '/** Returns one. */',
    'export function c(n: 1): 1;',
    'export function c(n: number): number {',
    '/** Returns two. */',
    'export const d = async () => 2;',
    'export const e = 3;',
    'function f(): void {}',
  ].join('\n');
  expect(findMissingDocstrings('src/a.ts', source)).toEqual([
    'src/a.ts:1: describe a in a docstring.',
    'src/a.ts:2: describe b in a docstring.',
  ]);
  expect(findMissingDocstrings('src/a.test.ts', source)).toEqual([]);
});
