import { readLocation } from '../call-members.ts';
import { getMember } from '../json-object.ts';
import { getPlaceholderName, mayHavePlaceholder, PLACEHOLDER } from '../placeholders.ts';
import { excerpt } from '../text/excerpt.ts';
import type { LintRule } from './rule.ts';

export const pathParameter: LintRule = {
  name: 'path-parameter',
  severity: 'warning',
  hint: 'Declare each path placeholder as a parameter with the same name.',
  anchor: 'lint-path-parameter',
  reads: ['/endpoints/*/path', '/endpoints/*/parameters/*/name'],
  *check({ endpoints }) {
    for (const [index, { path, parameters }] of endpoints.entries()) {
      const placeholders = listVariables(path);
      const declared = new Set(parameters.map(({ name }) => name));
      const missing = [...placeholders].filter(name => !declared.has(name));
      if (missing.length > 0)
        yield {
          pointer: `/endpoints/${index}/parameters`,
          message: `The path has placeholders that are not declared as parameters: ${formatNames(missing)}.`,
          value: path,
        };
      const inPathname = listVariables(path.split('?', 1)[0] ?? '');
      const filled = new Set(parameters.filter(isPathParameter).map(({ name }) => name));
      for (const [position, parameter] of parameters.entries()) {
        const { name } = parameter;
        const pointer = `/endpoints/${index}/parameters/${position}`;
        if (readLocation(getMember(parameter, 'in')) === 'path' && !placeholders.has(name))
          yield {
            pointer,
            message: `The parameter has "in": "path", but the path has no placeholder ${excerpt(name)}.`,
            value: path,
            hint: `Add ${excerpt(`{${name}}`)} to the path, or correct "in".`,
          };
        else if (inPathname.has(name) && !filled.has(name))
          yield {
            pointer,
            message: `The path has the placeholder ${excerpt(name)}, but the parameter of this name is elsewhere.`,
            value: path,
            hint: `Write "in": "path", or declare another parameter ${excerpt(name)} for the path.`,
          };
      }
    }
  },
};

/** Whether a parameter can fill a placeholder of the path: no location is declared, or this one. */
function isPathParameter(parameter: object): boolean {
  const location = readLocation(getMember(parameter, 'in'));
  return location === undefined || location === 'path';
}

/** A path of 1 MiB can have 250,000 placeholders. */
const MAX_NAMES = 10;

function formatNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).map(excerpt).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

/**
 * Returns the names of placeholders: those that requests fill (`PLACEHOLDER`), and RFC 6570 variants such as `{+id}` and
 * `{id*}`.
 */
export function listVariables(path: string): ReadonlySet<string> {
  if (!mayHavePlaceholder(path)) return NONE;
  const found = new Set<string>();
  for (const [, names = ''] of path.matchAll(/\{[+#./;?&]?([^{}]+)\}/g))
    for (const name of names.split(',')) found.add(name.trim().replace(/(\*|:[0-9]+)$/, ''));
  for (const [placeholder] of path.matchAll(PLACEHOLDER))
    if (!placeholder.startsWith('{')) found.add(getPlaceholderName(placeholder));
  return found;
}

const NONE: ReadonlySet<string> = new Set();
