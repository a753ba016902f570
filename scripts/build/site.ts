import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './child.ts';
import { filesBelow } from './files-below.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { writeReference } from './reference.ts';
import type { RegistryBuild } from './registry.ts';
import { sourcesDigest } from './site/sources.ts';
import { placesOf, type Tree } from './tree.ts';

const CACHE = path.resolve(import.meta.dirname, '../../.cache/compiled');

/** For how long a compiled site is kept after its last use, in milliseconds. */
const KEPT = 24 * 3600 * 1000;

/** A site that is compiled and can be rendered. */
export interface CompiledSite {
  /** Names the sources, and the addresses that are written into what is compiled. */
  readonly key: string;
  /** Holds `files`, which browsers load with the pages, and `renderer`, which renders them. */
  readonly folder: string;
}

/**
 * Compiles the site with Astro, unless this was done before for the same sources and addresses.
 * @throws Error with Astro's output when it cannot be compiled
 */
export async function compiledSite(build: RegistryBuild): Promise<CompiledSite> {
  const key = keyOf(sourcesDigest(), build.addresses);
  const folder = path.join(CACHE, key);
  mkdirSync(CACHE, { recursive: true });
  forgetUnused();
  if (!statSync(folder, { throwIfNoEntry: false })) {
    const draft = `${folder}.${process.pid}.draft`;
    await runChild('site/compile.ts', [draft], environmentOf(build));
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another build was faster, with the same result.
      if (!statSync(folder, { throwIfNoEntry: false })) throw error;
      rmSync(draft, { recursive: true });
    }
  }
  utimesSync(folder, new Date(), new Date());
  return { key, folder };
}

/** Puts the files that browsers load with the pages: scripts, styles, the font, schemas, and the rules for headers. */
export async function putSiteFiles({ key, folder }: CompiledSite, ledger: Ledger): Promise<void> {
  const files = path.join(folder, 'files');
  for (const place of filesBelow(files)) await ledger.put(place, key, () => readFileSync(path.join(files, place)));
}

/**
 * Renders the pages that changed into a tree, in a process of its own.
 * @param signal ends it, for nothing
 * @returns the paths of all pages' files
 * @throws Error with what the process said when a page cannot be rendered
 */
export async function renderSite(
  site: CompiledSite,
  build: RegistryBuild,
  tree: Tree,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const referenceFile = path.join(tree.ledgers, 'reference');
  await writeReference(referenceFile, build.addresses);
  const environment = {
    ...environmentOf(build),
    RENDERER: path.join(site.folder, 'renderer'),
    RENDERED_FROM: site.key,
    REFERENCE_FILE: referenceFile,
    TREE: JSON.stringify(tree),
  };
  const onMessage = (message: unknown) => {
    const { done, total, made } = message as Rendered;
    if (made === undefined) progress.at('pages', done, total);
    else progress.ended('pages', `${made} of ${total} made`);
  };
  await runChild('site/render.ts', [], environment, { onMessage, signal });
  return placesOf(tree, 'pages');
}

/** What the process that renders tells. */
interface Rendered {
  readonly done: number;
  readonly total: number;
  /** At the end: how many were not there yet. */
  readonly made?: number;
}

/** Removes what was compiled for other sources or addresses, once no build can be using it any more. */
function forgetUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > KEPT) rmSync(folder, { recursive: true, force: true });
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
    SKIP_INVALID: String(skipInvalid),
  };
}
