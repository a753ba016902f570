import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Exclusive use of a data directory until the release or the end of the process. */
export interface DataLock {
  release(): Promise<void>;
}

/**
 * SQLite locks this empty file. It stays when the lock is released: removing it would let two processes hold a lock each. No
 * other code of this process may open it, because a POSIX lock ends when its process closes any handle of the file.
 */
const LOCK_FILE = 'lock.sqlite';

/** Names the process that holds the lock. It is for messages only: a copy, a kill, or another container makes it wrong. */
const HOLDER_FILE = 'lock.json';

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_NOTADB = 26;

/** The fix for each primary result code of a file that cannot be locked. */
const FIXES: Readonly<Record<number, string>> = {
  [SQLITE_IOERR]: 'Use a file system that supports locks.',
  [SQLITE_NOTADB]: 'The file is empty unless it is damaged. Make sure that no server uses it, and delete it.',
};

/**
 * Locks a directory for this process. The kernel holds the lock on the file itself. So the lock ends with the process,
 * however that ends, it works between containers that share a volume but not their process ids, and a copy of the directory
 * starts unlocked.
 *
 * @param dataDir an existing directory
 * @param formatBusy formats the message for a directory in use; it gets the holder, for example `process 12 on web-1`
 * @throws RangeError with a message for the operator if another process, or this one, holds the lock, or the directory
 *   cannot be locked
 */
export async function lockDataDirectory(
  dataDir: string,
  formatBusy = (holder: string) =>
    `The data directory ${dataDir} is used by another server (${holder}). Stop it, or set DATA_DIR to another directory.`,
): Promise<DataLock> {
  const holderFile = path.resolve(dataDir, HOLDER_FILE);
  const database = openLocked(dataDir, () => formatBusy(readHolder(holderFile)));
  try {
    await removeFormerLocks(dataDir);
    writeHolder(holderFile);
  } catch (error) {
    database.close();
    throw error;
  }
  let isHeld = true;
  return {
    async release() {
      if (!isHeld) return;
      isHeld = false;
      // Before the lock ends: afterwards the file may name the next holder.
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function openLocked(dataDir: string, formatBusy: () => string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path.resolve(dataDir, LOCK_FILE), { timeout: 0 });
    // Nothing is written to the database, so a full disk does not prevent a lock.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const code = (error as { errcode?: number }).errcode ?? 0;
    // Extended result codes hold the primary one in their lowest byte.
    const primary = code & 0xff;
    if (primary === SQLITE_BUSY) throw new RangeError(formatBusy());
    const file = path.join(dataDir, LOCK_FILE);
    const reason = (error as Error).message;
    const fix = FIXES[primary] ?? 'Make sure that the user who runs this command can read and write it.';
    throw new RangeError(`Cannot lock ${file}: ${reason}. ${fix}`, { cause: error });
  }
}

/** Best effort: a full disk must not prevent a start. */
function writeHolder(file: string): void {
  try {
    writeFileSync(file, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
  } catch {
    rmSync(file, { force: true });
  }
}

function readHolder(file: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8'));
    if (Number.isInteger(pid) && typeof host === 'string') return `process ${pid} on ${host}`;
  } catch {
    // The holder is about to write the file, or could not.
  }
  return 'an unknown process';
}

/**
 * Removes the lock files of former versions, which relied on process ids, and their drafts, which a full disk left
 * behind.
 */
async function removeFormerLocks(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter(name => /^lock(\.\d+\.(draft|left))?$/.test(name));
  await Promise.all(names.map(name => rm(path.join(dataDir, name), { force: true })));
}
