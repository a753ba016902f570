import { type Finding, finding } from './finding.ts';
import { authRequiredWithoutType } from './lint/auth-required-without-type.ts';
import { authTypeWithoutNeed } from './lint/auth-type-without-need.ts';
import { authWithoutInstructions } from './lint/auth-without-instructions.ts';
import { costHintContradiction } from './lint/cost-hint-contradiction.ts';
import { duplicateCategory } from './lint/duplicate-category.ts';
import { duplicateEndpoint } from './lint/duplicate-endpoint.ts';
import { emptyContact } from './lint/empty-contact.ts';
import { freeWithPrice } from './lint/free-with-price.ts';
import { futureDate } from './lint/future-date.ts';
import { hiddenCharacter } from './lint/hidden-character.ts';
import { htmlInText } from './lint/html-in-text.ts';
import { insecureUrl } from './lint/insecure-url.ts';
import { instructionToAgents } from './lint/instruction-to-agents.ts';
import { largeManifest } from './lint/large-manifest.ts';
import { misplacedMaintainer } from './lint/misplaced-maintainer.ts';
import { nearMissMember } from './lint/near-miss-member.ts';
import { networkNotCaip2 } from './lint/network-not-caip2.ts';
import { notesRepeatDescription } from './lint/notes-repeat-description.ts';
import { paidWithoutRates } from './lint/paid-without-rates.ts';
import { pathNotPlain } from './lint/path-not-plain.ts';
import { pathParameter } from './lint/path-parameter.ts';
import { personalWithoutAuth } from './lint/personal-without-auth.ts';
import { placeholderText } from './lint/placeholder-text.ts';
import { placeholderUrl } from './lint/placeholder-url.ts';
import type { LintRule } from './lint/rule.ts';
import { unfinishedText } from './lint/unfinished-text.ts';
import { versionZero } from './lint/version-zero.ts';
import type { Manifest } from './manifest.ts';

/** A finding of a lint rule in a valid manifest. `rule` is the name of the lint rule. */
export interface LintFinding extends Finding {
  readonly severity: LintRule['severity'];
  /** The URL fragment of the rule in the documentation. */
  readonly anchor: string;
}

/** All rules, in the order of their findings. */
export const lintRules: readonly LintRule[] = [
  placeholderText,
  unfinishedText,
  placeholderUrl,
  instructionToAgents,
  hiddenCharacter,
  authWithoutInstructions,
  authRequiredWithoutType,
  authTypeWithoutNeed,
  personalWithoutAuth,
  freeWithPrice,
  paidWithoutRates,
  costHintContradiction,
  networkNotCaip2,
  insecureUrl,
  emptyContact,
  duplicateEndpoint,
  pathParameter,
  pathNotPlain,
  misplacedMaintainer,
  nearMissMember,
  duplicateCategory,
  htmlInText,
  notesRepeatDescription,
  futureDate,
  versionZero,
  largeManifest,
];

const MAX_FINDINGS_PER_RULE = 10;

/**
 * Finds content of a valid manifest that its schema allows but that misleads agents. Each rule returns at most 10 findings,
 * and the last one counts the others.
 *
 * @param now milliseconds since 1970
 */
export function lintManifest(manifest: Manifest, now: number = Date.now()): LintFinding[] {
  return lintRules.flatMap(rule => {
    const remarks = [...rule.check(manifest, now)];
    const further = remarks.length - MAX_FINDINGS_PER_RULE;
    return remarks.slice(0, MAX_FINDINGS_PER_RULE).map(({ pointer, message, hint = rule.hint, value }, index) => {
      const isLast = further > 0 && index === MAX_FINDINGS_PER_RULE - 1;
      const more = isLast ? ` ${further} more occurrences are not listed.` : '';
      const found = finding(pointer, rule.name, message + more, hint, value);
      return { ...found, severity: rule.severity, anchor: rule.anchor };
    });
  });
}
