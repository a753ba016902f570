import type { LintRule } from './rule.ts';

export const personalWithoutAuth: LintRule = {
  name: 'personal-without-auth',
  severity: 'warning',
  hint: 'Set authentication.required to true, or choose another primary category. "personal" means the data of one user.',
  anchor: 'lint-personal-without-auth',
  reads: ['/authentication'],
  *check({ primary_category, authentication }) {
    if (primary_category === 'personal' && !authentication.required)
      yield {
        pointer: '/primary_category',
        message: 'The primary category is personal, but no credentials are required.',
        value: primary_category,
      };
  },
};
