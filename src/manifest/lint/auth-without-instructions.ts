import type { LintRule } from './rule.ts';

export const authWithoutInstructions: LintRule = {
  name: 'auth-without-instructions',
  severity: 'warning',
  hint: 'Say in authentication.instructions where credentials are issued and where in a request they go.',
  anchor: 'lint-auth-without-instructions',
  *check({ authentication: { required, instructions } }) {
    if (required && (instructions ?? '').trim() === '')
      yield {
        pointer: '/authentication/instructions',
        message: 'Credentials are required, but nothing says how to get and send them.',
        value: instructions,
      };
  },
};
