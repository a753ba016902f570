import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { Addresses } from '#edge/config.ts';
import { addSecurityRules } from '#site/security-policy.ts';
import type { BuildCache } from './build-cache.ts';
import type { Extent } from './hosting.ts';
import { listFiles } from './list-files.ts';
import { cardsFile } from './parts/cards.ts';
import { made, type PartProgressMessage, type Progress } from './progress.ts';
import type { RegistryBuild } from './registry-build.ts';
import {
  findModule,
  getBundleFolder,
  getCompiledFolder,
  getReferenceFile,
  KEPT,
  siteKey,
} from './site/compiled-site.ts';
import type { Tree } from './tree.ts';
import { runChild } from './workers/child.ts';

/** How long a compiled site and what belongs to it are kept after their last use, in milliseconds. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** The same for one that is being created, which takes seconds; a killed build leaves it incomplete. */
const MAX_DRAFT_AGE_MS = 3600 * 1000;

/** A compiled site that is ready to render for the URLs of a build. */
export interface CompiledSite {
  /** The result of `siteKey`. */
  readonly key: string;
  /** Contains `files`, which browsers load with the pages, and `renderer`, which renders them. */
  readonly folder: string;
}

/** What a thread of the build receives when all pages are in the folder. */
export interface PartPages {
  readonly site: CompiledSite;
}

/**
 * Compiles the site with Astro, unless it was compiled from the same sources. A compiled site contains no URLs, so that one
 * serves all builds. Also bundles the build's own modules, and writes the facts about code in the documentation.
 * @param options `isFirst` if there is no build before this one; `signal` aborts the compilation and discards its output
 * @throws Error with Astro's output if it cannot be compiled
 */
export async function compileSite(
  build: RegistryBuild,
  { isFirst, signal }: { readonly isFirst: boolean; readonly signal: AbortSignal },
): Promise<CompiledSite> {
  const key = siteKey(build);
  const folder = getCompiledFolder();
  for (const kept of Object.values(KEPT)) {
    mkdirSync(kept, { recursive: true });
    removeUnused(kept);
  }
  await all([
    keep(folder, draft => {
      // Set, so that Astro writes no reference of its own.
      const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', REFERENCE_FILE: getReferenceFile(key) };
      mkdirSync(draft);
      return runChild('../site/compile.ts', [draft], environment, { flags: COMPILER_FLAGS, signal });
    }),
    // A server has no time for this when it starts.
    build.isServed && isFirst ? undefined : keep(getBundleFolder(), bundle),
  ]);
  // The reference describes all commands and tools, so this import loads the modules of the whole project.
  await keep(getReferenceFile(key), async draft => {
    const { writeReference } = await import('./parts/reference.ts');
    await writeReference(draft, build.addresses);
  });
  return { key, folder };
}

async function bundle(folder: string): Promise<void> {
  const { bundleModules } = await import('./site/bundle-modules.ts');
  await bundleModules(folder);
}

/**
 * Ensures that a file or folder exists for this build and later ones. It gets its name when it is complete, so an aborted
 * build leaves no part of it.
 * @throws what `make` throws, unless another build has created it
 */
async function keep(target: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const exists = () => statSync(target, { throwIfNoEntry: false }) !== undefined;
  if (!exists()) {
    const draft = `${target}.${process.pid}.draft`;
    try {
      rmSync(draft, { recursive: true, force: true });
      await make(draft);
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // A concurrent build may have finished first, with the same result.
      if (!exists()) throw error;
    }
  }
  utimesSync(target, new Date(), new Date());
}

/** Like `Promise.all`, but waits for all before it throws, so that none writes afterwards. */
async function all(promises: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/**
 * Writes the files that browsers load with the pages: scripts, styles, the font, schemas, and the rules for headers.
 */
export async function putSiteFiles(
  { key, folder }: CompiledSite,
  { site, registry, validator, mcp }: Addresses,
  cache: BuildCache,
): Promise<void> {
  const files = path.join(folder, 'files');
  const urls = { siteUrl: site, registryUrl: registry, validatorUrl: validator, mcpUrl: mcp };
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
  return made(['pages'], progress, tell =>
    runChild(findModule('render'), [], environment, {
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

/** Removes what was created from other sources or for other URLs, once no build can be using it. */
function removeUnused(kept: string): void {
  for (const name of readdirSync(kept)) {
    const place = path.join(kept, name);
    const found = statSync(place, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > (name.endsWith('.draft') ? MAX_DRAFT_AGE_MS : MAX_AGE_MS))
      rmSync(place, { recursive: true, force: true });
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
