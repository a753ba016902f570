import type { Blocklist } from '#listing/blocklist.ts';
import type { McpContext } from '#mcp/context.ts';
import type { Submissions } from '#submission/submission.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import type { Assets } from './catalog/assets.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Addresses, RequestLimits } from './config.ts';
import type { LargeTexts } from './large-texts.ts';
import type { Digest } from './middleware/conditional.ts';
import type { ValidateServices } from './routes/validator.ts';

/** The services that a host provides. The application itself keeps no state except rate limit counters. */
export interface EdgeContext {
  readonly addresses: Addresses;
  /** Returns the current catalog. */
  readonly catalog: () => Promise<Catalog> | Catalog;
  readonly assets: Assets;
  /** The services for validation and submission; without them, those operations return 501. */
  readonly live?: LiveContext;
  /** Returns the current problems, one sentence each, for `/health`. */
  readonly problems?: () => readonly string[];
  /** Settings of the MCP server that differ from the defaults. */
  readonly mcp?: Pick<McpContext, 'sessions' | 'allowedOrigins'>;
  /** Reports an internal error and the id of the request that caused it. */
  readonly onError?: (error: unknown, requestId?: string) => void;
  /** Hashes bodies for ETags; Web Crypto by default, which is slower than the hash functions of some hosts. */
  readonly digest?: Digest;
  /** Another thread for large texts; without it, they are processed in steps. */
  readonly largeTexts?: LargeTexts | undefined;
  /** Memory for the bodies of direct responses; without it, each has new memory. */
  readonly buffers?: BodyBuffers;
  /** The current time in milliseconds since 1970 (default: `Date.now`). */
  readonly now?: () => number;
}

/** Memory for the bodies of direct responses. */
export interface BodyBuffers {
  /** Returns a buffer of at least `size` bytes with any content. */
  take(size: number): Uint8Array<ArrayBuffer>;
  /** Recycles the buffer of a body that nothing uses anymore. A body that is not released becomes garbage. */
  release(body: Uint8Array<ArrayBuffer>): void;
}

/** The services of a host that can send requests and accept submissions. */
export interface LiveContext extends Omit<ValidateServices, 'largeTexts'> {
  /** Fetches one URL through the guarded client; `local` is true for requests with local privileges. */
  readonly fetch: GuardedFetcher['fetch'];
  readonly submissions?: Submissions;
  /** The blocked origins, which get no requests. */
  readonly blocklist: Blocklist;
  readonly limits: RequestLimits;
}

/** Facts about a request that only the host knows. */
export interface RequestContext {
  /** The IP address of the client. */
  readonly client?: string | undefined;
  /** Whether the request has local privileges; only `local-privileges.ts` decides that. */
  readonly isLocal?: boolean;
  /** The id of the request in logs. */
  readonly requestId?: string | undefined;
}
