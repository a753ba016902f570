import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { RegistryBuild } from '../registry-build.ts';
import { runChild } from '../workers/child.ts';
import { getBundleFolder, getCompiledFolder, getReferenceFile, KEPT, siteKey } from './compiled-site.ts';

/** How long a compiled site and what belongs to it are kept after their last use, in milliseconds. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** The same for one that is being created, which takes seconds; a killed build leaves it incomplete. */
const MAX_DRAFT_AGE_MS = 3600 * 1000;

/** Frequent collections of the young generation would be wasted, because the compiler keeps most of what it creates. */
const COMPILER_FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** A compiled site that is ready to render for the URLs of a build. */
export interface CompiledSite {
  /** The result of `siteKey`. */
  readonly key: string;
  /** Contains `files`, which browsers load with the pages, and `renderer`, which renders them. */
  readonly folder: string;
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
    const { writeReference } = await import('../parts/reference.ts');
    await writeReference(draft, build.addresses);
  });
  return { key, folder };
}

async function bundle(folder: string): Promise<void> {
  const { bundleModules } = await import('./bundle-modules.ts');
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

/** Removes what was created from other sources or for other URLs, once no build can be using it. */
function removeUnused(kept: string): void {
  for (const name of readdirSync(kept)) {
    const target = path.join(kept, name);
    const stats = statSync(target, { throwIfNoEntry: false });
    const maxAge = name.endsWith('.draft') ? MAX_DRAFT_AGE_MS : MAX_AGE_MS;
    if (stats && Date.now() - stats.mtimeMs > maxAge) rmSync(target, { recursive: true, force: true });
  }
}
