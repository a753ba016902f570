import type { Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { Engine } from '#query/engine.ts';
import type { McpClientInfo } from './client-info.ts';
import type { Sessions } from './sse/sessions.ts';

export type { McpClientInfo };

/**
 * What a host hands in. The hub holds nothing but open event streams, and reaches neither disk nor network by itself;
 * what the edge works with fits these types as it is.
 */
export interface McpContext {
  readonly addresses: McpUrls;
  /** The registry as it is now. */
  readonly catalog: () => Promise<McpCatalog> | McpCatalog;
  /** `GET /agents` as JSON text. */
  readonly guidance: () => string;
  /** Reports on a manifest that somebody hands in, without asking anybody. */
  readonly reportOn: (manifest: GivenManifest) => McpReport;
  /** What takes more than reading; without it, those tools say that this copy is for reading only. */
  readonly live?: McpLive;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where legacy event streams are held; in this process unless said otherwise. */
  readonly sessions?: Sessions;
  /** Origins whose pages may use the hub, beside the registry's own; `*` allows every one. */
  readonly allowedOrigins?: readonly string[];
  /** What the client may be told of an error that a service threw; undefined when that is nobody's business. */
  readonly tellable?: (error: unknown) => string | undefined;
  /** Told of failures that are ours. */
  readonly onError?: (error: unknown) => void;
}

/** Where each surface answers, without a trailing slash (specification, section 1). */
export interface McpUrls {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** The name of the registry. */
  readonly siteName: string;
}

/** What the hub reads of a registry. */
export interface McpCatalog {
  readonly engine: Engine;
  readonly summary: McpSummary | Promise<McpSummary>;
  /** The answer to `GET /listings/{id}`; undefined when there is no such listing. */
  listing(id: string): Promise<string | Uint8Array | undefined>;
  /** The answer to `GET /listings/{id}/history`; undefined when there is no such listing. */
  history(id: string): Promise<string | Uint8Array | undefined>;
}

/** How many listings each category has. */
export interface McpSummary {
  readonly categories: Readonly<Record<Term<'categories'>, number>>;
  readonly primary_categories: Readonly<Record<Term<'primary_categories'>, number>>;
}

export type GivenManifest = { readonly value: unknown } | { readonly text: string };

/** What a host can do beyond reading. Each may throw what `tellable` knows, e.g. when a client asks too often. */
export interface McpLive {
  /** Why an origin is never asked, as far as that can be told from its address; undefined when it may be. */
  readonly refusal: (origin: Origin, asker: McpClientInfo) => string | undefined;
  /** Asks one address by the rules for addresses that strangers name. */
  readonly fetch: (question: McpFetchRequest, asker: McpClientInfo) => Promise<McpFetchResult>;
  /** Runs all checks on an origin. */
  readonly verify: (origin: Origin, asker: McpClientInfo) => Promise<McpReport>;
  readonly submissions?: McpSubmissions;
}

export interface McpFetchRequest {
  readonly url: string;
  readonly listingOrigin: string;
  readonly headers: Readonly<Record<'accept', string>>;
}

/** What came of a question: the members of a guarded fetcher's result that matter here. */
export type McpFetchResult = { readonly url: string } & (
  | { readonly outcome: 'response'; readonly status: number; readonly body: Uint8Array }
  | { readonly outcome: 'failed'; readonly decisive: boolean; readonly message: string; readonly hint: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly hint: string }
);

export interface McpSubmissions {
  submit(origin: Origin, asker: McpClientInfo): Promise<McpSubmission>;
  /** Undefined when there is no such submission. */
  status(id: string): Promise<McpSubmission | undefined>;
}

export interface McpSubmission {
  readonly submission_id: string;
  readonly listing_id: string;
  readonly url: string;
  readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
  readonly created_at: string;
  readonly updated_at: string;
  readonly similar_names?: readonly string[];
  readonly live?: boolean;
  readonly reason?: string;
  readonly errors?: readonly Finding[];
  readonly retryable?: boolean;
}

/** A report of the checks: the members that the hub tells. */
export interface McpReport {
  readonly passed: boolean;
  readonly url: string | null;
  readonly spec_version: string | null;
  readonly badges: readonly string[];
  readonly errors: readonly Finding[];
  readonly checks: readonly McpCheck[];
  readonly retryable: boolean;
}

export interface McpCheck {
  readonly name: string;
  readonly outcome: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string | null;
  readonly findings?: readonly Finding[];
}
