import type { LintRule } from './rule.ts';

export const duplicateEndpoint: LintRule = {
  name: 'duplicate-endpoint',
  severity: 'warning',
  hint: 'Describe each combination of method and path once.',
  anchor: 'lint-duplicate-endpoint',
  reads: ['/endpoints/*/method', '/endpoints/*/path'],
  *check({ endpoints }) {
    const first = new Map<string, number>();
    for (const [index, { method, path }] of endpoints.entries()) {
      const operation = `${method} ${path}`;
      const earlier = first.get(operation);
      if (earlier === undefined) first.set(operation, index);
      else
        yield {
          pointer: `/endpoints/${index}`,
          message: `The endpoint has the same method and path as endpoints[${earlier}].`,
          value: operation,
        };
    }
  },
};
