import { parseDateTime } from '../date-time.ts';
import type { LintRule } from './rule.ts';

/** Milliseconds. */
const DAY = 86_400_000;

export const futureDate: LintRule = {
  name: 'future-date',
  severity: 'warning',
  hint: 'Set last_updated to the time of the last change of the manifest.',
  anchor: 'lint-future-date',
  *check({ last_updated }, now) {
    const updated = parseDateTime(last_updated);
    if (updated !== undefined && updated > now + DAY)
      yield { pointer: '/last_updated', message: 'last_updated is in the future.', value: last_updated };
  },
};
