import { existsSync } from 'node:fs';
import path from 'node:path';
import { createKey } from '../key.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { sourcesDigest } from './sources.ts';

/** Contains a folder for each compiled site. */
export const COMPILED_SITES = path.resolve(import.meta.dirname, '../../../.cache/compiled');

/** Identifies the sources, and the URLs that the compiled site contains. */
export function siteKey({ addresses }: Pick<RegistryBuild, 'addresses'>): string {
  return createKey(sourcesDigest(), addresses);
}

/** Returns the folder of a compiled site. It exists once the site is compiled. */
export function getCompiledFolder(key: string): string {
  return path.join(COMPILED_SITES, key);
}

/** The modules of the build that are bundled with a compiled site, by name, with the paths of their sources. */
export const BUNDLED_MODULES = {
  registry: path.resolve(import.meta.dirname, '../registry.ts'),
  render: path.resolve(import.meta.dirname, 'render.ts'),
} as const;

/**
 * Returns the path of a module of the build: in the bundle of a compiled site if there is one, because its few files load
 * in a fourth of the time, or else its source.
 * @param folder of the compiled site, which may not exist
 */
export function findModule(folder: string, name: keyof typeof BUNDLED_MODULES): string {
  const bundled = path.join(getBundleFolder(folder), `${name}.mjs`);
  return existsSync(bundled) ? bundled : BUNDLED_MODULES[name];
}

/** Returns the folder of the bundle of a compiled site. */
export function getBundleFolder(folder: string): string {
  return path.join(folder, 'modules');
}
