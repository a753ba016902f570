import { parseOrigin } from '#listing/origin.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Whether a person means an address and not a file. */
export function isUrl(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
}

/** Whether an address leads to this machine by itself, so that what is served there is the person's own. */
export function isLoopbackUrl(address: string): boolean {
  const result = parseOrigin(address);
  return result.ok && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(result.value.host);
}

/** Where a User-Agent of ours leads. */
export function siteUrl({ environment }: Pick<Terminal, 'environment'>): string {
  return environment.SITE_URL || registryUrl({ environment });
}

/** The registry that is asked where nobody names one: that of `npm start`. */
export function registryUrl({ environment }: Pick<Terminal, 'environment'>): string {
  return environment.API_REGISTRY_URL || 'http://localhost:4321';
}
