import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the browser that comes with the package; it talks to nobody by itself. */
export async function launchBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await unpacked(), args: FLAGS });
}

/**
 * The package unpacks its program where all processes share it, and takes one that another process is still writing for
 * whole: so one at a time.
 */
async function unpacked(): Promise<string> {
  const lock = path.join(tmpdir(), 'browser-unpacking');
  while (!(await taken(lock))) await pause(100);
  try {
    return await chromium.executablePath();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** How old a lock may be before whoever took it is taken for dead, in milliseconds. */
const STALE = 60_000;

async function taken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
