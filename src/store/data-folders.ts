import { statSync } from 'node:fs';

/**
 * Checks that the folder of the records exists. Without it, a typo in REGISTRY_DIR would look like an empty registry, and its
 * blocklist would block nothing. An empty folder is an empty registry.
 * @throws RangeError with a message for the operator
 */
export function requireRegistryFolder(registryDir: string): void {
  requireFolder(`The registry folder ${registryDir}`, registryDir, 'Create it, or correct REGISTRY_DIR.');
}

/**
 * Checks that the folder of the observations to import exists, if there is one.
 * @throws RangeError with a message for the operator
 */
export function requireObservationsFolder(observationsDir: string | undefined): void {
  if (observationsDir === undefined) return;
  const fix = 'Correct OBSERVATIONS_DIR, or remove it to start without observations.';
  requireFolder(`The folder of observations ${observationsDir}`, observationsDir, fix);
}

function requireFolder(subject: string, folder: string, fix: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new RangeError(`${subject} does not exist. ${fix}`);
  if (!found.isDirectory()) throw new RangeError(`${subject} is a file, but must be a folder. ${fix}`);
}
