import { statSync } from 'node:fs';

/** The folders with the data of a registry that an operator names. */
interface DataFolders {
  readonly registryDir: string;
  readonly observationsDir?: string | undefined;
}

/**
 * Checks that the folder of the records exists. Without it, a typo in REGISTRY_DIR would look like an empty registry, and its
 * blocklist would block nothing. An empty folder is an empty registry.
 * @throws RangeError with a message for the operator
 */
export function requireRegistryFolder(registryDir: string): void {
  const [missing] = findMissingFolders({ registryDir });
  if (missing !== undefined) throw new RangeError(missing);
}

/**
 * Returns a message for the operator about each data folder that does not exist. A server starts without it, and warns.
 * @throws RangeError with a message for the operator if one is a file
 */
export function findMissingFolders({ registryDir, observationsDir }: DataFolders): readonly string[] {
  const messages = [
    explainMissing(`The registry folder ${registryDir}`, registryDir, 'Create it, or correct REGISTRY_DIR.'),
    observationsDir !== undefined &&
      explainMissing(
        `The folder of observations ${observationsDir}`,
        observationsDir,
        'Correct OBSERVATIONS_DIR, or remove it to start without observations.',
      ),
  ];
  return messages.filter(message => typeof message === 'string');
}

function explainMissing(subject: string, folder: string, fix: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new RangeError(`${subject} is a file, but must be a folder. ${fix}`);
  return found ? undefined : `${subject} does not exist. ${fix}`;
}
