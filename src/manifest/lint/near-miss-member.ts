import { findClosestMatch } from '../closest-match.ts';
import { escapePart } from '../pointer.ts';
import type { LintRule } from './rule.ts';

/** Optional members. A valid manifest has all required members. */
const optional = {
  'apimanifest-0.3': ['homepage', 'documentation', 'payment', 'reliability', 'rate_limits', 'listing_requested'],
  'apimanifest-0.2': ['homepage', 'documentation', 'payment'],
} as const;

/** Limits the work for manifests with many additional members. */
const MAX_MEMBERS = 200;

export const nearMissMember: LintRule = {
  name: 'near-miss-member',
  severity: 'warning',
  hint: 'Correct the name, or ignore this if it is your own additional member.',
  anchor: 'lint-near-miss-member',
  *check(manifest) {
    const missing = optional[manifest.spec_version].filter(name => !Object.hasOwn(manifest, name));
    for (const name of Object.keys(manifest).slice(0, MAX_MEMBERS)) {
      const match = findClosestMatch(name, missing);
      if (match !== undefined)
        yield {
          pointer: `/${escapePart(name)}`,
          message: `The format does not define this member. Did you mean "${match}"?`,
          value: name,
        };
    }
  },
};
