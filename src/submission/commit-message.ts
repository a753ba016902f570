import type { CheckResult, Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { summarizeDiff } from '#manifest/change-summary.ts';
import { printable } from '#manifest/excerpt.ts';
import type { CommitMessage } from './acceptance.ts';
import { breakReferences } from './break-references.ts';

export interface CommittedChange {
  readonly outcome: SubmissionOutcome;
  /** The record before; undefined when there was none. */
  readonly before: ListingRecord | undefined;
  readonly after: ListingRecord;
  readonly report: Report;
  readonly similarNames: readonly string[];
}

/**
 * The message that a record is committed with: what happened in the subject; what changed, what was checked, and which
 * names look the same in the body. Publisher text stays on one line, shortened and safe to print, and mentions nobody: local
 * registries and revalidation push these commits, too.
 */
export function commitMessage(change: CommittedChange): CommitMessage {
  const { after, report, similarNames } = change;
  const paragraphs = [
    changeInWords(change),
    `${report.manifest_url ?? after.url} was checked at ${report.validated_at}:`,
    report.checks.map(checkLine).join('\n'),
    similarNames.length > 0 ? `Similar names: ${similarNames.slice(0, 20).join(', ')}` : '',
  ];
  return {
    subject: breakReferences(line(`${verbOf(change)} ${after.id}: ${after.manifest.name}`, 160)),
    body: breakReferences(paragraphs.filter(paragraph => paragraph !== '').join('\n\n')),
  };
}

function verbOf({ outcome, before, after }: CommittedChange): string {
  if (outcome === 'listed') return 'List';
  if (outcome === 'withdrawn') return 'Withdraw';
  if (outcome === 'claimed') return 'Claim';
  const returned = before?.manifest.listing_requested === false && after.manifest.listing_requested !== false;
  return returned ? 'Restore' : 'Update';
}

function changeInWords({ outcome, before, after }: CommittedChange): string {
  if (!before) return '';
  const words = summarizeDiff(before.manifest, after.manifest);
  return outcome === 'claimed' ? `The publisher's own manifest takes the place of documentation. ${words}` : words;
}

function checkLine({ name, outcome, severity, message }: CheckResult): string {
  const verdict = outcome === 'failed' && severity !== 'error' ? severity : outcome;
  return `- ${name}: ${verdict}. ${line(message, 300)}`;
}

function line(text: string, most: number): string {
  const points = [...printable(text.replace(/\s+/g, ' ').trim())];
  return points.length <= most ? points.join('') : `${points.slice(0, most - 1).join('')}…`;
}
