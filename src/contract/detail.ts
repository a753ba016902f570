import type { Contact, Manifest } from '#manifest/manifest.ts';
import type { Instant } from './instant.ts';
import type { Report } from './report.ts';
import type { Row } from './row.ts';

/** A listing with its full manifest: `GET /listings/{id}` (specification, section 4.1). */
export interface Detail extends Row {
  readonly contact: string | Contact;
  /** The documentation that the record was written from. Null if the publisher serves the manifest. */
  readonly documentation_url: string | null;
  /** The source of the facts in a manifest that contributors wrote. Null if it is unknown, or the publisher wrote them. */
  readonly basis: Basis | null;
  /** How the publisher takes over a listing that was written from documentation. Null if the publisher serves the manifest. */
  readonly claim: Claim | null;
  /** When name, contact, homepage, and all endpoints changed at once. Null unless that was in the last 30 days. */
  readonly identity_changed_at: Instant | null;
  /** Null unless the registry withdrew the listing. */
  readonly withdrawn: Withdrawal | null;
  /** The manifest as the publisher serves it. */
  readonly manifest: Manifest;
  /** The report of the last conclusive check. Null if no check was conclusive. */
  readonly report: Report | null;
  /** The results of up to 90 days, oldest first. */
  readonly results: readonly DayResult[];
}

/** The steps to claim a listing: serve the manifest on the origin of the API, then submit the origin. */
export interface Claim {
  /** The URL of the finished manifest to download. */
  readonly manifest: string;
  /** The URL at which the publisher serves it. */
  readonly serve_at: string;
  /** The page that checks and submits the origin, with its URL filled in. */
  readonly submit: string;
}

/** The source of the facts in a record from documentation. */
export interface Basis {
  /** `knowledge`: contributors compared the facts with no source. */
  readonly type: 'openapi' | 'documentation' | 'knowledge';
  /** A human-readable sentence. */
  readonly description: string;
  /** The OpenAPI document in a public GitHub repository. Null for another type. */
  readonly openapi: { readonly repository: string; readonly path: string; readonly commit: string | null } | null;
  /** The day on which contributors read the documentation, as YYYY-MM-DD. Null for another type. */
  readonly documentation_read_on: string | null;
}

/** A withdrawal by a maintainer. */
export interface Withdrawal {
  readonly at: Instant;
  readonly reason: string;
}

/** The worst outcome of a day's checks, and the median response time of the origin in milliseconds. */
export interface DayResult {
  /** The date in UTC, as in `2026-11-21`. */
  readonly date: string;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  readonly ms: number | null;
  /** The number of checks of the day that probed endpoints, and of those in which one responded. Absent from older days. */
  readonly checks?: number;
  readonly responding_checks?: number;
}
