import type { LintRule } from './rule.ts';

export const pathNotPlain: LintRule = {
  name: 'path-not-plain',
  severity: 'warning',
  hint: 'Write the path alone, percent-encoded; query parameters belong in parameters, and nothing follows a "#".',
  anchor: 'lint-path-not-plain',
  *check({ endpoints }) {
    for (const [index, { path }] of endpoints.entries()) {
      const fixed = path.replace(/\{[^{}]*\}/g, 'x');
      const fault = faults.find(([pattern]) => pattern.test(fixed))?.[1];
      if (fault !== undefined)
        yield { pointer: `/endpoints/${index}/path`, message: `The path ${fault}.`, value: path };
    }
  },
};

const faults: readonly (readonly [RegExp, string])[] = [
  [/^\/\//, 'begins with "//", which names another host'],
  [/#/, 'holds a fragment ("#"), which is never sent to a server'],
  [/\?/, 'holds a query ("?")'],
  [/\s/, 'holds white space'],
  [/\\/, 'holds a backslash'],
  [/[<>"|^`{}]/, 'holds a character that stands in no address'],
  [/[^\x20-\x7e]/, 'holds a character that is not ASCII'],
  [/(^|\/)\.\.?(\/|$)/, 'holds a "." or ".." segment'],
];
