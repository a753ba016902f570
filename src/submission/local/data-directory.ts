import { constants } from 'node:fs';
import { access, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '#store/create-folder.ts';
import { type DataLock, lockDataDirectory } from './data-lock.ts';

/**
 * The folders that a server writes to. After a run as another user, such as root, some of them may not be writable for
 * this user.
 */
const WRITTEN = [
  '.',
  'repository',
  'repository/.git',
  'repository/.git/objects',
  'repository/listings',
  'observations',
  'submissions/open',
  'submissions/done',
  'revalidation',
  'built',
];

/**
 * Creates a data directory if it does not exist, checks that this process can write to it, and locks it.
 *
 * @throws RangeError with a message for the operator if the directory is not usable or another server uses it
 */
export async function openDataDirectory(dataDir: string): Promise<DataLock> {
  try {
    createFolder(dataDir);
  } catch (error) {
    throw new RangeError(await explain(dataDir, error as NodeJS.ErrnoException), { cause: error });
  }
  await checkFolders(dataDir);
  return lockDataDirectory(dataDir);
}

/**
 * Checks that this process can still write to its data directory, also on a full disk.
 *
 * @throws RangeError with a message for the operator, or the system's error
 */
export async function checkDataDirectory(dataDir: string): Promise<void> {
  await checkFolders(dataDir);
  // The next start removes a draft that a crash leaves behind.
  const draft = path.join(dataDir, 'submissions/open/check.draft');
  try {
    await writeFile(draft, 'check');
  } finally {
    await rm(draft, { force: true });
  }
}

async function checkFolders(dataDir: string): Promise<void> {
  for (const part of WRITTEN) await checkWritable(path.join(dataDir, part));
}

async function explain(dataDir: string, { code, message }: NodeJS.ErrnoException): Promise<string> {
  const found = await stat(dataDir).catch(() => undefined);
  if (code === 'ENOTDIR' || (found && !found.isDirectory()))
    return `The data directory ${dataDir} is a file, or is inside one. Set DATA_DIR to a directory.`;
  if (code === 'ENOSPC') return `The disk is full: the data directory ${dataDir} cannot be created. Free some space.`;
  const fix = 'Create it for the user who runs the server, or set DATA_DIR to another directory.';
  return `The data directory ${dataDir} cannot be created: ${message}. ${fix}`;
}

/** Parts that do not exist yet are created later. */
async function checkWritable(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new RangeError(`${folder} cannot be read: ${error.message}. ${ownerAdvice(undefined)}`, { cause: error });
  });
  if (!found) return;
  if (!found.isDirectory()) throw new RangeError(`${folder} is a file, but must be a directory. Move it away.`);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      throw new RangeError(`${folder} is on a read-only file system. Set DATA_DIR to a directory that is writable.`);
    throw new RangeError(`${folder} is not writable. ${ownerAdvice(found.uid)}`, { cause: error });
  }
}

function ownerAdvice(owner: number | undefined): string {
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user)
    return 'Change its permissions, or set DATA_DIR to another directory.';
  return `It belongs to user ${owner}, but the server runs as user ${user}. Start the server as user ${owner}, change the owner (chown -R ${user}), or set DATA_DIR to another directory.`;
}
