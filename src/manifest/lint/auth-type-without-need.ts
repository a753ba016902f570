import type { LintRule } from './rule.ts';

export const authTypeWithoutNeed: LintRule = {
  name: 'auth-type-without-need',
  severity: 'info',
  hint: 'Set authentication.required to true, or explain optional credentials in authentication.instructions.',
  anchor: 'lint-auth-type-without-need',
  reads: ['/authentication'],
  *check({ authentication: { required, type, instructions } }) {
    const hasType = type !== undefined && type !== null && type !== 'none';
    if (!required && hasType && (instructions ?? '').trim() === '')
      yield {
        pointer: '/authentication/type',
        message: 'The manifest declares a credential type, but requires no credentials.',
        value: type,
      };
  },
};
