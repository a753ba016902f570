import type { LintRule } from './rule.ts';

export const pathParameter: LintRule = {
  name: 'path-parameter',
  severity: 'warning',
  hint: 'Declare every variable part of the path as a parameter of the same name.',
  anchor: 'lint-path-parameter',
  *check({ endpoints }) {
    for (const [index, { path, parameters }] of endpoints.entries()) {
      const variables = variablesOf(path);
      const declared = new Set(parameters.map(({ name }) => name));
      const missing = [...variables].filter(name => !declared.has(name));
      if (missing.length > 0)
        yield {
          pointer: `/endpoints/${index}/parameters`,
          message: `The path has variable parts that are not declared as parameters: ${missing.join(', ')}.`,
          value: path,
        };
      for (const [place, parameter] of parameters.entries()) {
        if ('in' in parameter && parameter.in === 'path' && !variables.has(parameter.name))
          yield {
            pointer: `/endpoints/${index}/parameters/${place}`,
            message: `The parameter is said to be in the path, which has no part "${parameter.name}".`,
            value: path,
            hint: `Write the variable part as {${parameter.name}} in the path.`,
          };
      }
    }
  },
};

/** The names of `{id}`, also in the forms of RFC 6570 such as `{+id}` and `{id*}`, and of `:id`. */
function variablesOf(path: string): Set<string> {
  const braces = path.matchAll(/\{[+#./;?&]?([^{}]+)\}/g).flatMap(([, names = '']) => names.split(','));
  const colons = path.matchAll(/(?<=\/):([A-Za-z_][A-Za-z0-9_]*)/g).map(([, name = '']) => name);
  return new Set([...braces.map(name => name.trim().replace(/(\*|:[0-9]+)$/, '')), ...colons]);
}
