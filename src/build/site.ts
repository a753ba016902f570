import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { BuildCache } from './build-cache.ts';
import type { Extent } from './hosting.ts';
import { listFiles } from './list-files.ts';
import { cardsFile } from './parts/cards.ts';
import { made, type PartProgressMessage, type Progress } from './progress.ts';
import type { RegistryBuild } from './registry-build.ts';
import { COMPILED_SITES, findModule, getBundleFolder, getCompiledFolder, siteKey } from './site/compiled-site.ts';
import type { Tree } from './tree.ts';
import { runChild } from './workers/child.ts';

const REFERENCE = 'reference';

/** How long a compiled site is kept after its last use, in milliseconds. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** The same for a site during compilation, which takes seconds; a killed build leaves it incomplete. */
const MAX_DRAFT_AGE_MS = 3600 * 1000;

/** A compiled site that is ready to render. */
export interface CompiledSite {
  /** The result of `siteKey`. */
  readonly key: string;
  /**
   * Contains `files`, which browsers load with the pages, `renderer`, which renders them, `reference`, the facts about code
   * in the documentation, and perhaps a bundle of the build's own modules (`findModule`).
   */
  readonly folder: string;
}

/** What a thread of the build receives when all pages are in the folder. */
export interface PartPages {
  readonly site: CompiledSite;
}

/**
 * Compiles the site with Astro, unless a compiled site for the same sources and URLs exists.
 * @param signal aborts the compilation and discards its output
 * @throws Error with Astro's output if it cannot be compiled
 */
export async function compileSite(build: RegistryBuild, signal: AbortSignal): Promise<CompiledSite> {
  const key = siteKey(build);
  const folder = getCompiledFolder(key);
  mkdirSync(COMPILED_SITES, { recursive: true });
  removeUnused();
  if (!statSync(folder, { throwIfNoEntry: false })) {
    const draft = `${folder}.${process.pid}.draft`;
    try {
      const environment = { ...toEnvironment(build), REFERENCE_FILE: path.join(draft, REFERENCE) };
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft);
      await all([
        runChild('../site/compile.ts', [draft], environment, { flags: COMPILER_FLAGS, signal }),
        // Other commands than the server's own builds do not build for its URLs, and it has no time for this when it starts.
        build.isServed ? undefined : bundleBuild(draft),
      ]);
      // The reference describes all commands and tools, so this import loads the modules of the whole project.
      const { writeReference } = await import('./parts/reference.ts');
      await writeReference(path.join(draft, REFERENCE), build.addresses);
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // A concurrent build may have finished first, with the same result.
      if (!statSync(folder, { throwIfNoEntry: false })) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  return { key, folder };
}

async function bundleBuild(folder: string): Promise<void> {
  const { bundleModules } = await import('./site/bundle-modules.ts');
  await bundleModules(getBundleFolder(folder));
}

/** Like `Promise.all`, but waits for all before it throws, so that none writes afterwards. */
async function all(promises: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/**
 * Writes the files that browsers load with the pages: scripts, styles, the font, schemas, and the rules for headers.
 */
export async function putSiteFiles({ key, folder }: CompiledSite, cache: BuildCache): Promise<void> {
  const files = path.join(folder, 'files');
  for (const place of listFiles(files)) await cache.put(place, key, () => readFileSync(path.join(files, place)));
}

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
    REFERENCE_FILE: path.join(site.folder, REFERENCE),
    CARDS_FILE: cardsFile(tree),
    TREE: JSON.stringify(tree),
    IS_SERVED: build.isServed ? 'true' : '',
  };
  return made(['pages'], progress, tell =>
    runChild(findModule(site.folder, 'render'), [], environment, {
      onMessage: message => tell(message as PartProgressMessage),
      ready,
      flags: RENDERER_FLAGS,
      signal,
    }),
  );
}

/** Frequent collections of the young generation would be wasted, because the compiler keeps most of what it creates. */
const COMPILER_FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** A page leaves only garbage, and a limit makes the heap grow more slowly (`LIMITS` of threads). */
const RENDERER_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];

/** Removes sites that were compiled for other sources or URLs, once no build can be using them. */
function removeUnused(): void {
  for (const name of readdirSync(COMPILED_SITES)) {
    const folder = path.join(COMPILED_SITES, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > (name.endsWith('.draft') ? MAX_DRAFT_AGE_MS : MAX_AGE_MS))
      rmSync(folder, { recursive: true, force: true });
  }
}

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
