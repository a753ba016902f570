import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { BuildCache } from './build-cache.ts';
import type { Extent } from './hosting.ts';
import { createKey } from './key.ts';
import { listFiles } from './list-files.ts';
import { cardsFile } from './parts/cards.ts';
import { made, type PartProgressMessage, type Progress } from './progress.ts';
import type { RegistryBuild } from './registry-build.ts';
import { sourcesDigest } from './site/sources.ts';
import type { Tree } from './tree.ts';
import { runChild } from './workers/child.ts';

const REFERENCE = 'reference';
const CACHE = path.resolve(import.meta.dirname, '../../.cache/compiled');

/** For how long a compiled site is kept after its last use, in milliseconds. */
const KEPT = 24 * 3600 * 1000;

/** The same for a site that is being compiled, which takes seconds; a killed build leaves it half done. */
const KEPT_DRAFT = 3600 * 1000;

/** A site that is compiled and can be rendered. */
export interface CompiledSite {
  /** As of `siteKey`. */
  readonly key: string;
  /**
   * Holds `files`, which browsers load with the pages, `renderer`, which renders them, and `reference`, what the
   * documentation tells of the code.
   */
  readonly folder: string;
}

/** Names the sources, and the addresses that are written into what is compiled. */
export function siteKey({ addresses }: Pick<RegistryBuild, 'addresses'>): string {
  return createKey(sourcesDigest(), addresses);
}

/**
 * Compiles the site with Astro, unless this was done before for the same sources and addresses.
 * @param signal ends that, for nothing
 * @throws Error with Astro's output when it cannot be compiled
 */
export async function compileSite(build: RegistryBuild, signal: AbortSignal): Promise<CompiledSite> {
  const key = siteKey(build);
  const folder = path.join(CACHE, key);
  mkdirSync(CACHE, { recursive: true });
  forgetUnused();
  if (!statSync(folder, { throwIfNoEntry: false })) {
    const draft = `${folder}.${process.pid}.draft`;
    try {
      const environment = { ...environmentOf(build), REFERENCE_FILE: path.join(draft, REFERENCE) };
      await runChild('../site/compile.ts', [draft], environment, { signal });
      // All commands and tools are described in it, so that the modules of the whole project are loaded for it.
      const { writeReference } = await import('./parts/reference.ts');
      await writeReference(path.join(draft, REFERENCE), build.addresses);
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another build may have been faster, with the same result.
      if (!statSync(folder, { throwIfNoEntry: false })) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  return { key, folder };
}

/** Puts the files that browsers load with the pages: scripts, styles, the font, schemas, and the rules for headers. */
export async function putSiteFiles({ key, folder }: CompiledSite, ledger: BuildCache): Promise<void> {
  const files = path.join(folder, 'files');
  for (const place of listFiles(files)) await ledger.put(place, key, () => readFileSync(path.join(files, place)));
}

/**
 * Renders the pages that changed into a tree, in a process of its own, from the cards that lie beside the tree.
 * @param options `ready` settles when the cards are there; `signal` ends it, for nothing
 * @returns how much they are
 * @throws Error with what the process said when a page cannot be rendered
 */
export async function renderSite(
  site: CompiledSite,
  build: RegistryBuild,
  tree: Tree,
  { progress, ready, signal }: { progress: Progress; ready: Promise<unknown>; signal: AbortSignal },
): Promise<Extent> {
  const environment = {
    ...environmentOf(build),
    RENDERER: path.join(site.folder, 'renderer'),
    RENDERED_FROM: site.key,
    REFERENCE_FILE: path.join(site.folder, REFERENCE),
    CARDS_FILE: cardsFile(tree),
    TREE: JSON.stringify(tree),
    IS_SERVED: build.isServed ? 'true' : '',
  };
  return made('pages', progress, tell =>
    runChild('../site/render.ts', [], environment, {
      onMessage: message => tell(message as PartProgressMessage),
      ready,
      signal,
    }),
  );
}

/** Removes what was compiled for other sources or addresses, once no build can be using it any more. */
function forgetUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > (name.endsWith('.draft') ? KEPT_DRAFT : KEPT))
      rmSync(folder, { recursive: true, force: true });
  }
}

/** The settings of the site, as `src/site/settings.ts` reads them. */
function environmentOf({ addresses, directories, skipInvalid }: RegistryBuild): NodeJS.ProcessEnv {
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
    SKIP_INVALID: String(skipInvalid),
  };
}
