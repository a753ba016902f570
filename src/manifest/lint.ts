import { type Finding, finding } from './finding.ts';
import { authRequiredWithoutType } from './lint/auth-required-without-type.ts';
import { authTypeWithoutNeed } from './lint/auth-type-without-need.ts';
import { authWithoutInstructions } from './lint/auth-without-instructions.ts';
import { completeShape } from './lint/complete-shape.ts';
import { costHintContradiction } from './lint/cost-hint-contradiction.ts';
import { duplicateCategory } from './lint/duplicate-category.ts';
import { duplicateEndpoint } from './lint/duplicate-endpoint.ts';
import { emptyContact } from './lint/empty-contact.ts';
import { freeWithPrice } from './lint/free-with-price.ts';
import { futureDate } from './lint/future-date.ts';
import { hiddenCharacter } from './lint/hidden-character.ts';
import { htmlInText } from './lint/html-in-text.ts';
import { incompleteCall } from './lint/incomplete-call.ts';
import { insecureUrl } from './lint/insecure-url.ts';
import { instructionToAgents } from './lint/instruction-to-agents.ts';
import { invalidCallMember } from './lint/invalid-call-member.ts';
import { largeManifest } from './lint/large-manifest.ts';
import { misplacedMaintainer } from './lint/misplaced-maintainer.ts';
import { nearMissMember } from './lint/near-miss-member.ts';
import { nearMissType } from './lint/near-miss-type.ts';
import { networkNotCaip2 } from './lint/network-not-caip2.ts';
import { notRequested } from './lint/not-requested.ts';
import { notesRepeatDescription } from './lint/notes-repeat-description.ts';
import { paidWithoutRates } from './lint/paid-without-rates.ts';
import { pathNotPlain } from './lint/path-not-plain.ts';
import { pathParameter } from './lint/path-parameter.ts';
import { personalWithoutAuth } from './lint/personal-without-auth.ts';
import { placeholderText } from './lint/placeholder-text.ts';
import { placeholderUrl } from './lint/placeholder-url.ts';
import { indexReplaced } from './lint/replaced-members.ts';
import type { LintRule, Remark } from './lint/rule.ts';
import { unfinishedText } from './lint/unfinished-text.ts';
import { versionZero } from './lint/version-zero.ts';
import type { Manifest } from './manifest.ts';
import { getSchema, isLikelyManifest, validateManifest } from './validate.ts';

/** A finding of a lint rule in a valid manifest. `rule` is the name of the lint rule. */
export interface LintFinding extends Finding {
  readonly severity: LintRule['severity'];
  /** The URL fragment of the rule in the documentation. */
  readonly anchor: string;
  /** The number of further occurrences that are not listed. Only in the last finding of a rule. */
  readonly more?: number;
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
  nearMissType,
  invalidCallMember,
  duplicateCategory,
  htmlInText,
  notesRepeatDescription,
  notRequested,
  futureDate,
  versionZero,
  largeManifest,
  incompleteCall,
];

const MAX_FINDINGS_PER_RULE = 10;

/**
 * Finds content of a valid manifest that its schema allows but that misleads agents. Each rule returns at most 10 findings,
 * and the last one counts the others.
 *
 * @param now milliseconds since 1970
 */
export function lintManifest(manifest: Manifest, now: number = Date.now()): LintFinding[] {
  return lintRules.flatMap(rule => formatRemarks(rule, [...rule.check(manifest, now)]));
}

/**
 * Lints a document that may violate its schema, so that publishers see errors and warnings in one round. Omits findings that
 * depend on members that are missing or have the wrong type. Returns no findings for a document that is not a manifest, or
 * in which thousands of members are missing.
 *
 * @param now milliseconds since 1970
 * @param isValid whether the document is valid, if the caller has validated it, because that takes as long as the lint
 */
export function lintDocument(
  document: unknown,
  now: number = Date.now(),
  isValid: boolean = validateManifest(document).valid,
): LintFinding[] {
  if (!isLikelyManifest(document)) return [];
  if (isValid) return lintManifest(document as Manifest, now);
  const completed = completeShape(document, getSchema(document));
  if (completed === undefined) return [];
  const { value, replaced } = completed;
  const createFilter = indexReplaced(replaced);
  return lintRules.flatMap(rule => {
    const dependsOnReplaced = createFilter(rule.reads ?? []);
    const remarks = [...rule.check(value as Manifest, now)];
    return formatRemarks(
      rule,
      remarks.filter(({ pointer }) => !dependsOnReplaced(pointer)),
    );
  });
}

function formatRemarks(rule: LintRule, remarks: readonly Remark[]): LintFinding[] {
  const further = remarks.length - MAX_FINDINGS_PER_RULE;
  const others = further === 1 ? '1 more occurrence is' : `${further} more occurrences are`;
  return remarks.slice(0, MAX_FINDINGS_PER_RULE).map(({ pointer, message, hint = rule.hint, value }, index) => {
    const isLast = further > 0 && index === MAX_FINDINGS_PER_RULE - 1;
    const rest = isLast ? ` ${others} not listed.` : '';
    const found = finding(pointer, rule.name, message + rest, hint, value);
    return { ...found, severity: rule.severity, anchor: rule.anchor, ...(isLast && { more: further }) };
  });
}
