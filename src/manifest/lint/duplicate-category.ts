import type { LintRule } from './rule.ts';

export const duplicateCategory: LintRule = {
  name: 'duplicate-category',
  severity: 'info',
  hint: 'List each category once.',
  anchor: 'lint-duplicate-category',
  *check({ categories }) {
    const seen = new Set<string>();
    for (const [index, category] of categories.entries()) {
      if (seen.has(category))
        yield { pointer: `/categories/${index}`, message: 'Duplicate category.', value: category };
      seen.add(category);
    }
  },
};
