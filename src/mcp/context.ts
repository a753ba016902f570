import type { Report } from '#contract/report.ts';
import type { SubmissionMembers } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import type { Result } from '#manifest/result.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { Engine, Matches } from '#query/engine.ts';
import type { Suggestions } from '#query/text/suggestions.ts';
import type { McpClientInfo } from './client-info.ts';
import type { ProtocolError } from './protocol-error.ts';
import type { Sessions } from './sse/sessions.ts';

export type { McpClientInfo };

/**
 * The services that the host provides. The MCP server has no state except open event streams, and uses neither disk nor
 * network itself.
 */
export interface McpContext {
  readonly addresses: McpUrls;
  /** Returns the current catalog. */
  readonly catalog: () => Promise<McpCatalog> | McpCatalog;
  /** Suggests other searches for a text without matches. */
  readonly suggest: (q: string, matches: Matches) => Suggestions;
  /** Returns the response of `GET /agents` as JSON. */
  readonly guidance: () => string | Promise<string>;
  /** Validates a manifest without network requests. */
  readonly reportOn: (manifest: McpManifestInput) => Report | Promise<Report>;
  /** Parses a large message in another thread, which validates its manifests (default: in this thread). */
  readonly parseLargeMessage?: ((bytes: Uint8Array, client: McpClientInfo) => Promise<ParsedMessage>) | undefined;
  /** The services that need the network or write access. Without them, some tools return an error. */
  readonly live?: McpLive;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** The sessions of the legacy transport (default: in memory). */
  readonly sessions?: Sessions;
  /** The origins whose pages may call the MCP server, in addition to the registry; `*` allows all. */
  readonly allowedOrigins?: readonly string[];
  /** Returns the message for the client of an expected error; undefined for an internal error. */
  readonly tellable?: (error: unknown) => string | undefined;
  /** Called for internal errors. */
  readonly onError?: (error: unknown) => void;
}

/** The URL of each surface, without a trailing slash (specification, section 1). */
export interface McpUrls {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** The name of the registry. */
  readonly siteName: string;
}

/** The data of the registry. */
export interface McpCatalog {
  readonly engine: Engine;
  readonly summary: McpSummary | Promise<McpSummary>;
  /** Returns the response of `GET /listings/{id}`; undefined for an unknown id. */
  listing(id: string): Promise<string | Uint8Array | undefined>;
  /** Returns the response of `GET /listings/{id}/history`; undefined for an unknown id. */
  history(id: string): Promise<string | Uint8Array | undefined>;
}

/** The number of listings per category. */
export interface McpSummary {
  readonly categories: Readonly<Record<Term<'categories'>, number>>;
  readonly primary_categories: Readonly<Record<Term<'primary_categories'>, number>>;
}

/** The JSON text of a message or a batch, and the reports on its manifests, which references to them replace. */
export type ParsedMessage = Result<
  { readonly text: string; readonly reports: ReadonlyMap<string, Report> },
  ProtocolError
>;

export type McpManifestInput = { readonly value: unknown } | { readonly text: string };

/** Services that need the network or write access. Each may throw expected errors, such as exceeded rate limits. */
export interface McpLive {
  /** Returns why the URL of an origin is not allowed; undefined for an allowed origin. */
  readonly refusal: (origin: Origin, client: McpClientInfo) => string | undefined;
  /** Sends a request under the rules for untrusted URLs. */
  readonly fetch: (request: McpFetchRequest, client: McpClientInfo) => Promise<McpFetchResult>;
  /** Runs all checks on an origin. */
  readonly verify: (origin: Origin, client: McpClientInfo) => Promise<Report>;
  readonly submissions?: McpSubmissions;
}

export interface McpFetchRequest {
  readonly url: string;
  readonly listingOrigin: string;
  readonly headers: Readonly<Record<'accept', string>>;
}

/** The result of a request: the members of a guarded fetcher's result that the tools use. */
export type McpFetchResult = { readonly url: string } & (
  | { readonly outcome: 'response'; readonly status: number; readonly body: Uint8Array }
  | { readonly outcome: 'failed'; readonly decisive: boolean; readonly message: string; readonly hint: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly hint: string }
);

export interface McpSubmissions {
  submit(origin: Origin, client: McpClientInfo): Promise<SubmissionMembers>;
  /** Returns undefined for an unknown submission. */
  status(id: string): Promise<SubmissionMembers | undefined>;
}
