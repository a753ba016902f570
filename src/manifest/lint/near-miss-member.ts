import { findClosestMatch } from '../closest-match.ts';
import { escapePart } from '../pointer.ts';
import type { LintRule } from './rule.ts';

/** The optional members: the required ones cannot be missing from a valid manifest. */
const optional = {
  'apimanifest-0.3': ['homepage', 'documentation', 'payment', 'reliability', 'rate_limits', 'listing_requested'],
  'apimanifest-0.2': ['homepage', 'documentation', 'payment'],
} as const;

/** A manifest with more members at the top level has other problems than their names. */
const LOOKED_AT = 200;

export const nearMissMember: LintRule = {
  name: 'near-miss-member',
  severity: 'warning',
  hint: 'Correct the name, or leave it if the member is your own.',
  anchor: 'lint-near-miss-member',
  *check(manifest) {
    const missing = optional[manifest.spec_version].filter(name => !Object.hasOwn(manifest, name));
    for (const name of Object.keys(manifest).slice(0, LOOKED_AT)) {
      const meant = findClosestMatch(name, missing);
      if (meant !== undefined)
        yield {
          pointer: `/${escapePart(name)}`,
          message: `The format knows no member of this name. Did you mean "${meant}"?`,
          value: name,
        };
    }
  },
};
