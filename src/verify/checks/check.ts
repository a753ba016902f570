import type { CheckName, Evidence, Outcome, ReportFinding, Severity } from '#contract/report.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { ProbeSession } from '../probes/probe-session.ts';
import type { KnownManifest, ManifestDocument } from './manifest-document.ts';

/** One question about an origin. Checks run in order; each may build on what those before it learned. */
export interface Check {
  readonly name: CheckName;
  readonly severity: Severity;
  /** What the check is for, in a sentence or two, for whoever reads a report. */
  readonly meaning: string;
  run(subject: Subject): Promise<CheckConclusion>;
}

/** What is checked, and what is known of it so far. */
export interface Subject {
  /** As `new URL(…).origin` writes it. */
  readonly origin: string;
  readonly inquiry: ProbeSession;
  /** When the verification began, in milliseconds since 1970. */
  readonly now: number;
  /** The manifest as it was when it was last fetched, for a conditional request. */
  readonly known?: KnownManifest | undefined;
  /** Set once the manifest was fetched. */
  readonly document?: ManifestDocument;
  /** The format version that the manifest declares, once it was looked at; null when it is none that is known. */
  readonly specVersion?: Manifest['spec_version'] | null;
  /** Set once the manifest was found valid. */
  readonly manifest?: Manifest;
}

/** What a check came to. */
export interface CheckConclusion {
  readonly outcome: Outcome;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly evidence?: readonly Evidence[];
  readonly findings?: readonly ReportFinding[];
  /** What the checks after it may build on. */
  readonly learned?: Pick<Partial<Subject>, 'document' | 'specVersion' | 'manifest'>;
}

/** A subject whose manifest is valid. */
export type ValidSubject = Subject & { readonly manifest: Manifest };

/** A check of the live API, which is skipped unless there is a valid manifest that says what to expect of it. */
export function liveCheck(
  check: Omit<Check, 'run'> & { readonly judge: (subject: ValidSubject) => Promise<CheckConclusion> },
): Check {
  const { judge, ...rest } = check;
  return {
    ...rest,
    async run(subject) {
      const { manifest } = subject;
      return manifest
        ? judge({ ...subject, manifest })
        : skipped('There is no valid manifest to compare the API with.');
    },
  };
}

export function skipped(message: string, hint?: string): CheckConclusion {
  return { outcome: 'skipped', message, hint };
}
