import type { LintRule } from './rule.ts';

export const authTypeWithoutNeed: LintRule = {
  name: 'auth-type-without-need',
  severity: 'info',
  hint: 'Set authentication.required to true, or say in authentication.instructions what optional credentials are for.',
  anchor: 'lint-auth-type-without-need',
  *check({ authentication: { required, type, instructions } }) {
    const stated = type !== undefined && type !== null && type !== 'none';
    if (!required && stated && (instructions ?? '').trim() === '')
      yield {
        pointer: '/authentication/type',
        message: 'A type of credentials is stated, but none are required.',
        value: type,
      };
  },
};
