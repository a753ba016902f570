import type { LintRule } from './rule.ts';

export const authRequiredWithoutType: LintRule = {
  name: 'auth-required-without-type',
  severity: 'warning',
  hint: 'Set authentication.type to api_key, oauth2, or bearer, or set authentication.required to false.',
  anchor: 'lint-auth-required-without-type',
  reads: ['/authentication'],
  *check({ authentication: { required, type } }) {
    if (required && (type === 'none' || type === null || type === undefined))
      yield {
        pointer: '/authentication/type',
        message: `Credentials are required, but their type is ${type === 'none' ? '"none"' : 'missing'}.`,
        value: type,
      };
  },
};
