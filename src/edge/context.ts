import type { McpContext } from '#mcp/context.ts';
import type { Submissions } from '#submission/submission.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import type { Assets } from './catalog/assets.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Addresses, RequestLimits } from './config.ts';
import type { Digest } from './middleware/conditional.ts';
import type { ValidateServices } from './routes/validator.ts';

/** What a host hands in: the edge itself holds no state but counts of requests. */
export interface EdgeContext {
  readonly addresses: Addresses;
  /** The registry as it is now. */
  readonly catalog: () => Promise<Catalog> | Catalog;
  readonly assets: Assets;
  /** What takes more than reading; without it, those operations are not offered. */
  readonly live?: LiveContext;
  /** Sentences about what does not work, for `/health`. */
  readonly problems?: readonly string[];
  /** How the tool hub is set up, where it is not as usual. */
  readonly mcp?: Pick<McpContext, 'sessions' | 'allowedOrigins'>;
  /** Told of failures that are ours, and of the request that they happened to. */
  readonly onError?: (error: unknown, requestId?: string) => void;
  /** Hashes bodies for their tags, where the host can do so faster than the platform's own way. */
  readonly digest?: Digest;
  /** Milliseconds since 1970; the platform's clock unless given. */
  readonly now?: () => number;
}

/** What a host can do beyond reading: ask the network, and take submissions in. */
export interface LiveContext extends ValidateServices {
  /** Fetches one URL through the guarded client; `local` says whether the request has local privileges. */
  readonly fetch: GuardedFetcher['fetch'];
  readonly submissions?: Submissions;
  readonly limits: RequestLimits;
}

/** What a host knows of a request beyond the request. */
export interface RequestContext {
  /** The IP address of the client. */
  readonly client?: string | undefined;
  /** Whether the request has local privileges; only `local-privileges.ts` decides that. */
  readonly isLocal?: boolean;
  /** What names the request in logs. */
  readonly requestId?: string | undefined;
}
