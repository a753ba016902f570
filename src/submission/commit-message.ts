import type { CheckResult, Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { summarizeDiff } from '#manifest/change-summary.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { CommitMessage } from './acceptance.ts';
import { breakReferences, joinReferences } from './break-references.ts';

export interface CommittedChange {
  readonly outcome: SubmissionOutcome;
  /** The previous record. Undefined for a new listing. */
  readonly before: ListingRecord | undefined;
  readonly after: ListingRecord;
  readonly report: Report;
  readonly similarNames: readonly string[];
}

/**
 * Returns the commit message of a record. The subject names the change; the body has a summary of the change, the
 * checks, and the listings with confusable names. Publisher text stays on one truncateLine, truncated, printable, and without
 * mentions, because local registries and revalidation also push these commits.
 */
export function commitMessage(change: CommittedChange): CommitMessage {
  const { after, report, similarNames } = change;
  const paragraphs = [
    formatChange(change),
    `${report.manifest_url ?? after.url} was checked at ${report.validated_at}:`,
    report.checks.map(formatCheck).join('\n'),
    similarNames.length > 0 ? `Similar names: ${similarNames.slice(0, 20).join(', ')}` : '',
  ];
  return {
    subject: breakReferences(truncateLine(`${getVerb(change)} ${after.id}: ${after.manifest.name}`, 160)),
    body: breakReferences(paragraphs.filter(paragraph => paragraph !== '').join('\n\n')),
  };
}

function getVerb({ outcome, before, after }: CommittedChange): string {
  if (outcome === 'listed') return 'List';
  if (outcome === 'withdrawn') return 'Withdraw';
  if (outcome === 'claimed') return 'Claim';
  const returned = before?.manifest.listing_requested === false && after.manifest.listing_requested !== false;
  return returned ? 'Restore' : 'Update';
}

/** The facts of a commit that its message contains. */
export interface ParsedCommitMessage {
  readonly outcome: SubmissionOutcome;
  readonly similarNames: readonly string[];
}

const OUTCOMES: ReadonlyMap<string, SubmissionOutcome> = new Map([
  ['List', 'listed'],
  ['Withdraw', 'withdrawn'],
  ['Claim', 'claimed'],
  ['Restore', 'updated'],
  ['Update', 'updated'],
]);

/** Parses a message of `commitMessage` with the trailer of a pull request. Returns undefined for other messages. */
export function parseCommitMessage(message: string): ParsedCommitMessage | undefined {
  const outcome = OUTCOMES.get(message.slice(0, message.indexOf(' ')));
  if (outcome === undefined) return undefined;
  const [, names = ''] = /\n\nSimilar names: (.+)\n\nPull-request: #\d+\s*$/.exec(message) ?? [];
  return { outcome, similarNames: joinReferences(names).split(', ').filter(Boolean) };
}

function formatChange({ outcome, before, after }: CommittedChange): string {
  if (!before) return '';
  const summary = summarizeDiff(before.manifest, after.manifest);
  return outcome === 'claimed'
    ? `The publisher's manifest replaces the record from documentation. ${summary}`
    : summary;
}

function formatCheck({ name, outcome, severity, message }: CheckResult): string {
  const verdict = outcome === 'failed' && severity !== 'error' ? severity : outcome;
  return `- ${name}: ${verdict}. ${truncateLine(message, 300)}`;
}

function truncateLine(text: string, most: number): string {
  const points = [...printable(text.replace(/\s+/g, ' ').trim())];
  return points.length <= most ? points.join('') : `${points.slice(0, most - 1).join('')}…`;
}
