import type { RequestContext } from '#edge/context.ts';
import { type ArrivedRequest, isForwarded, isLocalRequest } from '#edge/local-privileges.ts';

export interface RequestContextOptions {
  /** The header that a reverse proxy sets to the client's IP address; without it, the peer is the client. */
  readonly clientHeader?: string | undefined;
  /** Whether requests that provably come from this machine have local privileges (design: Local privileges). */
  readonly local?: boolean | undefined;
  /** Called once, for the first request with forwarding headers, if no `clientHeader` is set. */
  readonly onForwarded?: (() => void) | undefined;
}

/** Determines on arrival the client of a request, and whether it has local privileges. */
export function createContextReader({
  clientHeader,
  local = false,
  onForwarded,
}: RequestContextOptions): (request: ArrivedRequest) => RequestContext {
  const header = clientHeader?.toLowerCase();
  let isWarned = header !== undefined || onForwarded === undefined;
  return request => {
    const { headers, peer } = request;
    if (!isWarned && isForwarded(headers)) {
      isWarned = true;
      onForwarded?.();
    }
    const forwarded = header === undefined ? undefined : lastOf(headers[header]);
    return { client: forwarded ?? peer, isLocal: local && isLocalRequest(request) };
  };
}

/** The last address of a list is from the nearest proxy: clients can fake all others. */
function lastOf(list: string | readonly string[] | undefined): string | undefined {
  return list?.toString().split(',').at(-1)?.trim() || undefined;
}
