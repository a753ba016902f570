import { existsSync } from 'node:fs';
import path from 'node:path';
import { createKey } from '../key.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { sourcesDigest } from './sources.ts';

const inCache = (name: string) => path.resolve(import.meta.dirname, '../../../.cache', name);

/** The folders with what later builds use again. Their files and folders are named by key. */
export const KEPT = {
  /** Compiled sites. */
  sites: inCache('compiled'),
  /** The build's own modules, bundled. Below the project, so that they find the packages that are not bundled. */
  bundles: inCache('bundles'),
  /** The facts about code in the documentation. */
  references: inCache('references'),
} as const;

/** Identifies the sources and the URLs of a build: all inputs of the pages except the records. */
export function siteKey({ addresses }: Pick<RegistryBuild, 'addresses'>): string {
  return createKey(sourcesDigest(), addresses);
}

/** Returns the folder of the compiled site. It exists once the site is compiled. */
export function getCompiledFolder(): string {
  return path.join(KEPT.sites, sourcesKey());
}

/** Returns the folder of the bundled modules. It exists once they are bundled. */
export function getBundleFolder(): string {
  return path.join(KEPT.bundles, sourcesKey());
}

/**
 * Returns the file with the facts about code in the documentation. It exists once they are written.
 * @param key the result of `siteKey`
 */
export function getReferenceFile(key: string): string {
  return path.join(KEPT.references, `${key}.json`);
}

function sourcesKey(): string {
  return createKey(sourcesDigest());
}

const inBuild = (file: string) => path.resolve(import.meta.dirname, '..', file);

/** The modules of the build that are bundled, by name, with the paths of their sources. */
export const BUNDLED_MODULES = {
  registry: inBuild('registry.ts'),
  render: inBuild('site/render.ts'),
  'cards-thread': inBuild('workers/cards-thread.ts'),
  'output-thread': inBuild('workers/output-thread.ts'),
  'part-thread': inBuild('workers/part-thread.ts'),
} as const;

/**
 * Returns the path of a module of the build: in the bundle if there is one, because its few files load in a fourth of the
 * time, or else its source.
 */
export function findModule(name: keyof typeof BUNDLED_MODULES, bundle = getBundleFolder()): string {
  const bundled = path.join(bundle, `${name}.mjs`);
  return existsSync(bundled) ? bundled : BUNDLED_MODULES[name];
}
