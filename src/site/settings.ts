import { createHash } from 'node:crypto';
import path from 'node:path';
import { getDefaultSurfaceUrls } from '#listing/public-url.ts';
import { parseSiteName } from '#listing/site-name.ts';
import type { DataDirectories } from '#store/listing-files.ts';

/** The settings of a build of the site. */
export interface Settings extends DataDirectories {
  /** The URL of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** The URL of the registry, without a trailing slash. */
  readonly registryUrl: string;
  /** The URL of the validator, without a trailing slash. */
  readonly validatorUrl: string;
  /** The URL of the MCP server, without a trailing slash. */
  readonly mcpUrl: string;
  /** The name of the registry. */
  readonly siteName: string;
  /** The file with data for the documentation from the build; see `reference.ts`. */
  readonly referenceFile: string | undefined;
  /**
   * The file with the cards of all listings from the build. Without it, the cards come from the files of the registry.
   */
  readonly cardsFile: string | undefined;
  /** The URL of the public repository. Undefined if the operator has set none. */
  readonly repository: string | undefined;
  /** The URL where providers ask for corrections and removals. Undefined if not set. */
  readonly contact: string | undefined;
  /** Whether to skip broken records instead of failing. */
  readonly skipInvalid: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL = 'http://127.0.0.1:4321';

/**
 * Reads REGISTRY_DIR, OBSERVATIONS_DIR, SITE_URL, REGISTRY_URL, VALIDATOR_URL, MCP_URL, SITE_NAME, REFERENCE_FILE,
 * CARDS_FILE, CONTACT, REPOSITORY_URL, and SKIP_INVALID. Empty variables count as unset.
 */
export function parseSettings(environment: Environment): Settings {
  const registryUrl = base(environment.REGISTRY_URL || LOCAL);
  const defaults = getDefaultSurfaceUrls(registryUrl);
  return {
    registry: path.resolve(environment.REGISTRY_DIR || 'registry'),
    observations: environment.OBSERVATIONS_DIR ? path.resolve(environment.OBSERVATIONS_DIR) : undefined,
    siteUrl: base(environment.SITE_URL || LOCAL),
    registryUrl,
    validatorUrl: base(environment.VALIDATOR_URL || defaults.validator),
    mcpUrl: base(environment.MCP_URL || defaults.mcp),
    siteName: parseSiteName(environment.SITE_NAME),
    referenceFile: environment.REFERENCE_FILE || undefined,
    cardsFile: environment.CARDS_FILE || undefined,
    repository: environment.REPOSITORY_URL ? base(environment.REPOSITORY_URL) : undefined,
    contact: environment.CONTACT || undefined,
    skipInvalid: environment.SKIP_INVALID === 'true',
  };
}

/**
 * The output folder of a build and its cache folder. Reads BUILD_DIR and BUILD_CACHE_DIR. Builds into different folders
 * never share a cache folder.
 */
export function buildDirectories(environment: Environment): { readonly output: string; readonly work: string } {
  const output = path.resolve(environment.BUILD_DIR || 'dist');
  const name = createHash('sha256').update(output).digest('hex').slice(0, 12);
  return { output, work: path.resolve(environment.BUILD_CACHE_DIR || '.cache', `site-${name}`) };
}

export const settings = parseSettings(process.env);

/** The URL of a file with a listing, or with its manifest or history, as JSON. */
export function getListingJsonUrl(id: string, part?: 'manifest' | 'history'): string {
  const url = `${settings.registryUrl}/listings/${encodeURIComponent(id)}`;
  return part === undefined ? `${url}.json` : `${url}/${part}.json`;
}

/**
 * The URL of the file with the content of a URL of the API that has at most one filter, so that file hosts can serve it.
 * Lists in files have the default order.
 */
export function toFileUrl(query: string): string {
  if (query.endsWith('.json')) return query;
  const url = new URL(query);
  url.searchParams.delete('sort');
  const [filter] = url.searchParams;
  url.search = '';
  url.pathname += filter === undefined ? '.json' : `/by/${filter.join('/')}/1.json`;
  return url.href;
}

function base(address: string): string {
  return address.replace(/\/+$/, '');
}
