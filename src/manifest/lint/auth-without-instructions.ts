import type { LintRule } from './rule.ts';

export const authWithoutInstructions: LintRule = {
  name: 'auth-without-instructions',
  severity: 'warning',
  hint: 'Explain in authentication.instructions how to get credentials and how to send them.',
  anchor: 'lint-auth-without-instructions',
  reads: ['/authentication'],
  *check({ authentication: { required, instructions } }) {
    if (required && (instructions ?? '').trim() === '')
      yield {
        pointer: '/authentication/instructions',
        message: 'Credentials are required, but there are no instructions to get and send them.',
        value: instructions,
      };
  },
};
