/**
 * The global setup of the tests in a browser: one registry for all that do not change it, because each would build the same
 * pages.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '#server/http/ports.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the registry, which responds with 503 until its pages are built. */
    readonly sharedRegistry: string;
  }
}

/** Starts the registry in its own process, because this one transforms the modules of all tests. */
export default async function startSharedRegistry(project: TestProject): Promise<() => Promise<void>> {
  const port = String(await freePort('127.0.0.1'));
  project.provide('sharedRegistry', `http://127.0.0.1:${port}`);
  const child = fork(path.join(import.meta.dirname, 'sample-registry-process.ts'), [port]);
  const ended = once(child, 'exit');
  return async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
}
