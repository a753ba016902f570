import { EVENT_SUPPRESSION } from './event-suppression.ts';
import { EVENTUAL_CONSISTENCY } from './eventual-consistency.ts';
import { FIRST_TIME_APPROVAL, FORK_SECRETS } from './fork-pull-requests.ts';
import { LABEL_PERMISSIONS } from './label-permissions.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import type { GithubRule } from './rule.ts';
import { RULESETS } from './rulesets.ts';
import { SECONDARY_LIMITS } from './secondary-limits.ts';

/** All rules of GitHub that the mock models. The operator's guide lists them. */
export const GITHUB_RULES: readonly GithubRule[] = [
  LABEL_PERMISSIONS,
  RULESETS,
  EVENT_SUPPRESSION,
  RATE_LIMITS,
  SECONDARY_LIMITS,
  FORK_SECRETS,
  EVENTUAL_CONSISTENCY,
  FIRST_TIME_APPROVAL,
];
