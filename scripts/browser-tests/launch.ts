import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type DataLock, lockDataDirectory } from '#submission/local/data-lock.ts';
import project from '../../package.json' with { type: 'json' };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The time limit of a start in milliseconds, on a busy machine. */
const START_TIMEOUT_MS = 120_000;

/** Starts the bundled browser without background network requests. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await unpackBrowser(), args: FLAGS, timeout: START_TIMEOUT_MS });
}

/**
 * Unpacks the browser into a folder that all processes share. The folder gets its name when it is complete, so an aborted
 * run leaves no half of a browser. A lock keeps parallel tests from unpacking it several times.
 */
async function unpackBrowser(): Promise<string> {
  const folder = path.join(tmpdir(), `test-browser-${project.devDependencies['@sparticuz/chromium']}`);
  const executable = path.join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const lock = await acquireLock(`${folder}.lock`);
  try {
    if (!existsSync(executable)) await unpackInto(folder);
  } finally {
    await lock.release();
  }
  return executable;
}

/** The package unpacks into the temporary folder of its process. */
async function unpackInto(folder: string): Promise<void> {
  const draft = await makeTemporaryFolder('test-browser-draft-');
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: draft },
    });
    await rename(draft, folder);
  } finally {
    await removeFolder(draft);
  }
}

/** Waits for the other processes that hold the lock. The kernel releases the lock of a killed process. */
async function acquireLock(folder: string): Promise<DataLock> {
  await mkdir(folder, { recursive: true });
  for (;;) {
    try {
      return await lockDataDirectory(folder);
    } catch (error) {
      if (!/is used by/.test(String(error))) throw error;
      await pause(100);
    }
  }
}
