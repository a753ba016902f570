import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DataDirectories } from '#store/listing-files.ts';

/** What a build of the site is made from. */
export interface Settings extends DataDirectories {
  /** Where the site answers, without a trailing slash. */
  readonly siteUrl: string;
  /** Where the registry's JSON answers, without a trailing slash. */
  readonly registryUrl: string;
  /** Where the validator answers, without a trailing slash. */
  readonly validatorUrl: string;
  /** Where the tool hub answers, without a trailing slash. */
  readonly mcpUrl: string;
  /** The file in which the build hands over what the documentation tells of the code; see `reference.ts`. */
  readonly referenceFile: string | undefined;
  /** The file in which the build hands over the cards of all listings; without it they are made of the registry's files. */
  readonly cardsFile: string | undefined;
  /** Leave broken records out instead of failing. */
  readonly skipInvalid: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL = 'http://127.0.0.1:4321';

/**
 * Reads REGISTRY_DIR, OBSERVATIONS_DIR, SITE_URL, REGISTRY_URL, VALIDATOR_URL, MCP_URL, REFERENCE_FILE, CARDS_FILE and
 * SKIP_INVALID; what is empty counts as absent.
 */
export function parseSettings(environment: Environment): Settings {
  const registryUrl = base(environment.REGISTRY_URL || LOCAL);
  return {
    registry: path.resolve(environment.REGISTRY_DIR || 'registry'),
    observations: environment.OBSERVATIONS_DIR ? path.resolve(environment.OBSERVATIONS_DIR) : undefined,
    siteUrl: base(environment.SITE_URL || LOCAL),
    registryUrl,
    validatorUrl: base(environment.VALIDATOR_URL || `${registryUrl}/validator`),
    mcpUrl: base(environment.MCP_URL || `${registryUrl}/mcp`),
    referenceFile: environment.REFERENCE_FILE || undefined,
    cardsFile: environment.CARDS_FILE || undefined,
    skipInvalid: environment.SKIP_INVALID === 'true',
  };
}

/**
 * Where a build writes: the site, and what it keeps to itself. Reads BUILD_DIR and BUILD_CACHE_DIR; builds into
 * different folders never share the second one.
 */
export function buildDirectories(environment: Environment): { readonly output: string; readonly work: string } {
  const output = path.resolve(environment.BUILD_DIR || 'dist');
  const name = createHash('sha256').update(output).digest('hex').slice(0, 12);
  return { output, work: path.resolve(environment.BUILD_CACHE_DIR || '.cache', `site-${name}`) };
}

export const settings = parseSettings(process.env);

/** The address of a listing in the registry: all of it as JSON. */
export function listingJson(id: string): string {
  return `${settings.registryUrl}/listings/${encodeURIComponent(id)}`;
}

function base(address: string): string {
  return address.replace(/\/+$/, '');
}
