import { pathToFileURL } from 'node:url';
import type { buildRegistry } from './registry.ts';
import { findModule } from './site/compiled-site.ts';

/** Imports the module that builds, from the bundle of an earlier build with the same sources if there is one. */
export function importRegistryBuild(): Promise<{ readonly buildRegistry: typeof buildRegistry }> {
  return import(pathToFileURL(findModule('registry')).href);
}
