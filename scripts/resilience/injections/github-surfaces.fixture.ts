/** All texts for GitHub and for commits that contain publisher text. */

import { formatReview } from '#action/review-text.ts';
import { checkManifestText } from '#cli/manifest/check-manifest-text.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { summarizeDiff } from '#manifest/change-summary.ts';
import { diffManifests } from '#manifest/diff.ts';
import { finding } from '#manifest/finding.ts';
import { commitMessage } from '#submission/commit-message.ts';
import { parseIssueForm } from '#submission/github/issue-form.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';
import { formatRejection, formatResultComment } from '#submission/github/review/result-comment.ts';
import type { ReviewResult } from '#submission/github/review/review-result.ts';
import { runSummary } from '#submission/revalidation/run-summary.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { hostileManifest } from './payloads.fixture.ts';
import type { Format } from './rules.fixture.ts';

interface GithubSurface {
  readonly format: Extract<Format, 'github' | 'commit'>;
  /** The texts that a payload produces. */
  readonly write: (text: string) => readonly string[];
}

const ORIGIN = 'https://zq.example';
const SEEN = { head_sha: 'f'.repeat(40), decided_at: '2026-11-22T00:00:00Z' };

/** By kind. */
export const GITHUB_SURFACES: Readonly<Record<string, GithubSurface>> = {
  'comments of the review': { format: 'github', write: text => verdictsOn(text).map(formatResultComment) },
  'comments of issues': {
    format: 'github',
    write(text) {
      const submitted = parseIssueForm(`### The API\n\n${text}`);
      const rejected = { reason: text, errors: errorsOf(text), retryable: true, report: null };
      return [submitted.ok ? '' : plainMarkdown(submitted.error), plainMarkdown(text), formatRejection(rejected)];
    },
  },
  'comments and summaries of the action': {
    format: 'github',
    write: text =>
      [hostileManifest(text), { ...hostileManifest(text), version: text, [text]: text }].map(manifest => {
        const checked = checkManifestText(new TextEncoder().encode(JSON.stringify(manifest)), text);
        const compared = { differences: diffManifests(sampleManifest(), hostileManifest(text)), summary: text };
        return formatReview(text, { ...checked, bytes: new Uint8Array() }, compared);
      }),
  },
  'summaries of revalidation': {
    format: 'github',
    write: text => [
      runSummary(
        {
          checked: 1,
          outcomes: { passed: 1, failed: 0, inconclusive: 0, observed: 0, unscheduled: 0 },
          passedBefore: 1,
          failNow: 0,
          changes: [
            { id: 'zq.example', words: text },
            { id: 'zq.example', words: summarizeDiff(sampleManifest(), hostileManifest(text)) },
          ],
          transitions: [{ id: 'gh-12.example', from: 'verified', to: 'lapsed' }],
        },
        { broken: [{ ok: false, file: text, findings: [finding('/name', 'type', text, text)] }] },
      ),
    ],
  },
  'commit messages': {
    format: 'commit',
    write(text) {
      const [before, after] = [sampleRecord(ORIGIN), sampleRecord(ORIGIN, hostileManifest(text))];
      const common = { report: reportOf(text), similarNames: ['gh-12.example'] };
      return [
        { outcome: 'listed', before: undefined, after, ...common } as const,
        { outcome: 'updated', before, after, ...common } as const,
        { outcome: 'claimed', before: after, after: before, ...common } as const,
      ].map(change => {
        const { subject, body } = commitMessage(change);
        return `${subject}\n\n${body}`;
      });
    },
  },
};

/**
 * The modules that write to GitHub or commit, with the surfaces of their texts, or the reason that the texts contain no
 * publisher text.
 */
export const WRITERS: Readonly<Record<string, keyof typeof GITHUB_SURFACES | { readonly without: string }>> = {
  'scripts/workflows/alarm/alarm-issue.ts': { without: 'names of workflows of this repository' },
  'src/submission/github/api/create-comment.ts': { without: 'texts of its callers, which are in this list' },
  'src/submission/github/api/upsert-comment.ts': 'comments and summaries of the action',
  'src/maintain/maintained-registry.ts': { without: 'ids, as a maintainer gave them' },
  'scripts/workflows/open-submission.ts': 'comments of issues',
  'scripts/workflows/publisher-action.ts': 'comments and summaries of the action',
  'scripts/release/published-action.ts': { without: 'the version that is released' },
  'scripts/revalidate.ts': 'summaries of revalidation',
  'scripts/workflows/queue/apply-queue.ts': { without: 'labels with fixed names' },
  'scripts/workflows/review-submission.ts': 'comments of the review',
  'src/setup/github/labels.ts': { without: 'names of labels of this repository' },
  'src/submission/github/api/file-commit.ts': 'commit messages',
  'src/submission/github/review/apply-review.ts': 'comments of the review',
  'src/submission/github/review/landing.ts': { without: 'texts of its callers, which are in this list' },
  'src/submission/github/review/merge-record.ts': 'commit messages',
  'src/submission/github/submission-opening.ts': { without: 'the origin, which is a host name' },
  'src/submission/local/pipeline/commit.ts': 'commit messages',
  'src/submission/local/record-repository.ts': 'commit messages',
  'src/submission/local/seeds/seed-import.ts': { without: 'ids of records in a folder of the operator' },
  'src/submission/revalidation/commit-results.ts': 'commit messages',
};

function verdictsOn(text: string): readonly ReviewResult[] {
  const report = reportOf(text);
  return [
    { ...SEEN, verdict: 'needs-person', reason: text },
    { ...SEEN, verdict: 'rejected', reason: text, errors: errorsOf(text), retryable: false, report },
    { ...SEEN, verdict: 'accepted', outcome: 'listed', changed: true, similar_names: [text], report },
  ];
}

function errorsOf(text: string) {
  return [finding(`/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`, text, text, text), ...reportOf(text).errors];
}

/** For an invalid manifest, which messages quote, and with a message from the origin. */
function reportOf(text: string) {
  const report = reportOnManifest({ value: { ...hostileManifest(text), version: text, [text]: text } }, 0);
  const checks = report.checks.map(check => ({ ...check, message: `${check.message} ${text}`, hint: text }));
  return { ...report, url: ORIGIN, manifest_url: `${ORIGIN}/.well-known/api-manifest.json`, checks };
}
