import type { LintRule } from './rule.ts';

export const pathNotPlain: LintRule = {
  name: 'path-not-plain',
  severity: 'warning',
  hint: 'Write only the percent-encoded path, without a query string or fragment. Declare query parameters in parameters.',
  anchor: 'lint-path-not-plain',
  *check({ endpoints }) {
    for (const [index, { path }] of endpoints.entries()) {
      const fixed = path.replace(/\{[^{}]*\}/g, 'x');
      const problem = problems.find(([pattern]) => pattern.test(fixed))?.[1];
      if (problem !== undefined)
        yield { pointer: `/endpoints/${index}/path`, message: `The path ${problem}.`, value: path };
    }
  },
};

const problems: readonly (readonly [RegExp, string])[] = [
  [/^\/\//, 'starts with "//", which refers to another host'],
  [/#/, 'contains a fragment ("#"), which clients never send'],
  [/\?/, 'contains a query string ("?")'],
  [/\s/, 'contains white space'],
  [/\\/, 'contains a backslash'],
  [/[<>"|^`{}]/, 'contains a character that URLs do not allow'],
  [/[^\x20-\x7e]/, 'contains a character that is not ASCII'],
  [/%(?![0-9A-Fa-f]{2})/, 'contains a "%" without two hexadecimal digits'],
  // URL parsers also resolve the encoded ones.
  [/(^|\/)(\.|%2e){1,2}(\/|$)/i, 'contains a "." or ".." segment'],
];
