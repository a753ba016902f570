import { parseOrigin } from '#listing/origin.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Whether an argument is a URL, not a file or an id. */
export function isUrl(argument: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(argument);
}

/** Extends the error of a URL that is not an origin: a local file needs no scheme. */
export function explainOriginError(url: string, error: string): string {
  return /^file:/i.test(url) ? `${error} For a file, pass its path.` : error;
}

/** Whether a URL is on loopback, so that its server belongs to the user. */
export function isLoopbackUrl(url: string): boolean {
  const result = parseOrigin(url);
  return result.ok && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(result.value.host);
}

/** Returns the URL for the User-Agent header. */
export function getSiteUrl({ environment }: Pick<Terminal, 'environment'>): string {
  return environment.SITE_URL || getRegistryUrl({ environment });
}

/** The URL of the operator's registry, which the build of the package inserts. */
declare const BUILT_IN_REGISTRY: string | undefined;

/** Returns the default registry: API_REGISTRY_URL, the one that the package was built for, or the one that `npm start` runs. */
export function getRegistryUrl({ environment }: Pick<Terminal, 'environment'>): string {
  const builtIn = typeof BUILT_IN_REGISTRY === 'string' ? BUILT_IN_REGISTRY : '';
  return environment.API_REGISTRY_URL || builtIn || 'http://localhost:4321';
}
