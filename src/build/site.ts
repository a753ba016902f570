import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Addresses } from '#edge/config.ts';
import { addSecurityRules } from '#site/security-policy.ts';
import type { BuildCache } from './build-cache.ts';
import type { Extent } from './hosting.ts';
import { listFiles } from './list-files.ts';
import { cardsFile } from './parts/cards.ts';
import { type PartProgressMessage, type Progress, runParts } from './progress.ts';
import type { RegistryBuild } from './registry-build.ts';
import type { CompiledSite } from './site/compile-site.ts';
import { findModule, getReferenceFile } from './site/compiled-site.ts';
import type { Tree } from './tree.ts';
import { runChild } from './workers/child.ts';

/** What a thread of the build receives when all pages are in the folder. */
export interface PartPages {
  readonly site: CompiledSite;
}

/**
 * Writes the files that browsers load with the pages: scripts, styles, the font, schemas, and the rules for headers.
 */
export async function putSiteFiles(
  { key, folder }: CompiledSite,
  addresses: Addresses,
  cache: BuildCache,
): Promise<void> {
  const files = path.join(folder, 'files');
  const urls = {
    siteUrl: addresses.site,
    registryUrl: addresses.registry,
    validatorUrl: addresses.validator,
    mcpUrl: addresses.mcp,
  };
  for (const place of listFiles(files)) {
    await cache.put(place, key, () => {
      const content = readFileSync(path.join(files, place));
      return place === HEADER_RULES ? addSecurityRules(content.toString(), urls) : content;
    });
  }
}

const HEADER_RULES = '_headers';

/**
 * Renders the changed pages into a tree in a separate process, from the cards next to the tree.
 * @param options `ready` resolves when the cards are saved, to whether the last good build is known to be as recorded;
 *   `signal` aborts the process and discards its output
 * @returns the number and size of the pages
 * @throws Error with the output of the process if a page cannot be rendered
 */
export async function renderSite(
  site: CompiledSite,
  build: RegistryBuild,
  tree: Tree,
  { progress, ready, signal }: { progress: Progress; ready: Promise<boolean>; signal: AbortSignal },
): Promise<readonly Extent[]> {
  const environment = {
    ...toEnvironment(build),
    RENDERER: path.join(site.folder, 'renderer'),
    RENDERED_FROM: site.key,
    REFERENCE_FILE: getReferenceFile(site.key),
    CARDS_FILE: cardsFile(tree),
    TREE: JSON.stringify(tree),
    IS_SERVED: build.isServed ? 'true' : '',
  };
  return runParts(['pages'], progress, send =>
    runChild(findModule('render'), [], environment, {
      onMessage: message => send(message as PartProgressMessage),
      ready,
      flags: RENDERER_FLAGS,
      signal,
    }),
  );
}

/** A page leaves only garbage, and a limit makes the heap grow more slowly (`LIMITS` of threads). */
const RENDERER_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];

/** Returns the settings of the site for `src/site/settings.ts`. */
function toEnvironment({ addresses, directories, skipInvalid }: RegistryBuild): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    REGISTRY_DIR: path.resolve(directories.registry),
    OBSERVATIONS_DIR: directories.observations ? path.resolve(directories.observations) : '',
    REGISTRY_URL: addresses.registry,
    SITE_URL: addresses.site,
    VALIDATOR_URL: addresses.validator,
    MCP_URL: addresses.mcp,
    SITE_NAME: addresses.siteName,
    CONTACT: addresses.contact ?? '',
    REPOSITORY_URL: addresses.repository ?? '',
    SKIP_INVALID: String(skipInvalid),
  };
}
