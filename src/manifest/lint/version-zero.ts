import type { LintRule } from './rule.ts';

export const versionZero: LintRule = {
  name: 'version-zero',
  severity: 'info',
  hint: 'Set version to the version of the API, for example 0.1.0 or 1.0.0.',
  anchor: 'lint-version-zero',
  *check({ version }) {
    if (/^0\.0\.0([-+]|$)/.test(version))
      yield { pointer: '/version', message: 'The version 0.0.0 is a placeholder.', value: version };
  },
};
