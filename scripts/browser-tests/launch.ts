import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';
import { removeFolder } from '#store/temporary-folder.fixture.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the bundled browser without background network requests. */
export async function launchBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await unpackBrowser(), args: FLAGS });
}

/**
 * Unpacks the browser. All processes share the target file, and the package does not notice that another process is still
 * writing it, so a lock allows one process at a time.
 */
async function unpackBrowser(): Promise<string> {
  const lock = path.join(tmpdir(), 'browser-unpacking');
  while (!(await acquireLock(lock))) await pause(100);
  try {
    return await chromium.executablePath();
  } finally {
    await removeFolder(lock);
  }
}

/** The maximum age of a lock in milliseconds. An older lock is abandoned. */
const MAX_LOCK_AGE = 60_000;

async function acquireLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > MAX_LOCK_AGE) await removeFolder(lock);
    return false;
  }
}
