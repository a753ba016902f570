import { freePort, isFree } from './ports.ts';

/** Below the ports that `freePort` and the operating system choose. */
const [FIRST_PORT, PORTS] = [12_000, 8000];

/** The ports between those of two test runs with successive process ids. Each parallel worker of a run has its own port. */
const PORTS_PER_RUN = 16;

const OWN_PORT = FIRST_PORT + ((process.ppid * PORTS_PER_RUN + Number(process.env.VITEST_POOL_ID ?? 0)) % PORTS);

/**
 * Finds a port for a registry that builds its pages. All files of a worker get the same one, unless it is in use: compiled
 * pages contain the URL of the registry, so each new URL would take several seconds to compile them again.
 */
export async function registryPort(): Promise<number> {
  return (await isFree('127.0.0.1', OWN_PORT)) ? OWN_PORT : freePort('127.0.0.1');
}
