import type { LintRule } from './rule.ts';

export const misplacedMaintainer: LintRule = {
  name: 'misplaced-maintainer',
  severity: 'warning',
  hint: 'Move it to reliability.maintained_by (individual, organization, or community), which the search filter uses.',
  anchor: 'lint-misplaced-maintainer',
  *check(manifest) {
    if ('maintained_by' in manifest)
      yield {
        pointer: '/maintained_by',
        message: 'maintained_by has no meaning at the top level.',
        value: manifest.maintained_by,
      };
  },
};
