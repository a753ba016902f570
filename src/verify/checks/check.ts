import type { CheckName, Evidence, Outcome, ReportFinding, Severity } from '#contract/report.ts';
import type { Finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { Result } from '#manifest/result.ts';
import { type EndpointProbes, probeEndpoints } from '../probes/probe-endpoints.ts';
import type { ProbeSession } from '../probes/probe-session.ts';
import type { KnownManifest, ManifestDocument } from './manifest-document.ts';

/** One automated test of an origin. Checks run in order, and each can use the results of earlier ones. */
export interface Check {
  readonly name: CheckName;
  readonly severity: Severity;
  /** The purpose of the check in one to three sentences, for readers of reports. */
  readonly meaning: string;
  run(subject: Subject): Promise<CheckConclusion>;
}

/** The origin under verification, with the facts that earlier checks found. */
export interface Subject {
  /** The origin, as `new URL(…).origin` serializes it. */
  readonly origin: string;
  readonly session: ProbeSession;
  /** The start of the verification, in milliseconds since 1970. */
  readonly now: number;
  /** Inspects a large text in another thread. */
  readonly inspectText?: ((bytes: Uint8Array, now: number) => Promise<TextInspection>) | undefined;
  /** The manifest of the last fetch, for a conditional request. */
  readonly known?: KnownManifest | undefined;
  /** Defined after the manifest was fetched. */
  readonly document?: ManifestDocument;
  /** Defined if another thread has inspected the text of the document. */
  readonly conclusions?: TextConclusions | undefined;
  /** The declared format version, defined after validation. Null for an unknown version. */
  readonly specVersion?: Manifest['spec_version'] | null;
  /** Defined if the manifest is valid. */
  readonly manifest?: Manifest;
  /** Whether the origin did not respond to the request for its manifest, or failed. */
  readonly isDown?: boolean;
  /** Defined after the endpoints were probed. */
  readonly probed?: EndpointProbes;
}

/** The result of a check. */
export interface CheckConclusion {
  readonly outcome: Outcome;
  /** Default: the severity of the check. */
  readonly severity?: Severity;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly evidence?: readonly Evidence[];
  readonly findings?: readonly ReportFinding[];
  /** Facts for later checks. */
  readonly learned?: Pick<
    Partial<Subject>,
    'document' | 'conclusions' | 'specVersion' | 'manifest' | 'probed' | 'isDown'
  >;
}

/** The conclusions about the text of a manifest, without the manifest. Fails with the errors of the JSON parser. */
export type TextInspection = Result<TextConclusions, readonly Finding[]>;

export interface TextConclusions {
  /** The warnings of the JSON parser. */
  readonly warnings: readonly Finding[];
  readonly schema: CheckConclusion;
  readonly lint: CheckConclusion;
}

/** A subject with a valid manifest and probed endpoints. */
export type ValidSubject = Subject & { readonly manifest: Manifest; readonly probed: EndpointProbes };

/**
 * Creates a check of the live API. It is skipped without a valid manifest, because nothing declares what to expect. The
 * first one probes the endpoints, and the others evaluate the same results.
 */
export function liveCheck(
  check: Omit<Check, 'run'> & { readonly evaluate: (subject: ValidSubject) => Promise<CheckConclusion> },
): Check {
  const { evaluate, ...rest } = check;
  return {
    ...rest,
    async run(subject) {
      const { manifest } = subject;
      if (!manifest) return skipped('Requires a valid manifest.');
      const probed = subject.probed ?? (await probeEndpoints({ ...subject, manifest }));
      const conclusion = await evaluate({ ...subject, manifest, probed });
      return { ...conclusion, learned: { ...conclusion.learned, probed } };
    },
  };
}

/**
 * Creates the conclusion of a check that does not apply.
 * @param hint what the publisher can do so that it applies
 */
export function skipped(message: string, hint?: string): CheckConclusion {
  return { outcome: 'skipped', message, hint };
}
