import { findSitePathError } from '#listing/public-url.ts';
import type { Config } from './config.ts';
import { isLoopbackUrl } from './local-privileges.ts';

/** Returns the notices about a configuration to print when the server starts, one per line. */
export function startNotices(configuration: Config): readonly string[] {
  const { local, addresses, clientHeader } = configuration;
  const notices = describeSite(addresses);
  if (local) return [LOCAL_MODE, ...notices];
  if (/^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(addresses.registry)) notices.push(NO_REGISTRY_URL);
  if (clientHeader === undefined && !isLoopbackUrl(addresses.registry)) notices.push(NO_CLIENT_HEADER);
  return notices;
}

function describeSite({ site }: Config['addresses']): string[] {
  const error = findSitePathError(site);
  return error === undefined ? [] : [`SITE_URL is ${site}. ${error}`];
}

/** Returns the warning for requests that arrive through a proxy that is not configured. */
export function forwardedWarning({ local }: Config): string {
  return local
    ? `A reverse proxy forwards requests. They have no local privileges, and share one rate limit. ${SET_BOTH}`
    : `A reverse proxy forwards requests, but CLIENT_HEADER is not set: all clients share one rate limit. ${SET_HEADER}`;
}

const LOCAL_MODE =
  'Local mode is on: requests from this machine can submit and validate http and loopback URLs, without rate limits. ' +
  'Before you put a proxy in front, set REGISTRY_URL and CLIENT_HEADER.';

const SET_HEADER = 'Set CLIENT_HEADER to the header that your proxy sets to the IP address of the client.';

const SET_BOTH = `Set REGISTRY_URL to the public URL. ${SET_HEADER}`;

const NO_REGISTRY_URL =
  'REGISTRY_URL is not set, so all links lead to the address that the server listens on. Set it to the public URL.';

const NO_CLIENT_HEADER = `CLIENT_HEADER is not set. Behind a reverse proxy, all clients share one rate limit. ${SET_HEADER}`;
