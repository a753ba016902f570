import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ServeMcpOptions } from '#cli/terminal/terminal.ts';
import { createMcpServer } from '#mcp/server.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { createRefusal } from './create-refusal.ts';
import { remoteServices } from './remote-services.ts';
import { serveOverStdio } from './serve-over-stdio.ts';

/**
 * Serves the MCP server of a registry on standard input and output, until the client disconnects or the signal aborts.
 * @throws RegistryError if there is no registry at the URL; the reason of a signal that aborts before the start
 */
export async function serveMcp({ registry, siteUrl, local, signal }: ServeMcpOptions): Promise<void> {
  const fetcher = createGuardedFetcher({ siteUrl, local });
  const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error);
  try {
    const live = {
      refusal: createRefusal(local),
      fetch: fetcher.fetch.bind(fetcher),
    };
    const services = await remoteServices(registry, live, logError, signal).catch(async (error: unknown) => {
      if (!signal.aborted) await explainFailure(error);
      throw error;
    });
    const server = serveOverStdio(() => createMcpServer(services));
    await Promise.race([once(process.stdin, 'end'), once(signal, 'abort')]);
    await server.close();
  } finally {
    await fetcher.close();
  }
}

/**
 * Responds to the first request of the client with the reason, because clients show the error of a response, but only
 * "Connection closed" for a server that ends.
 */
async function explainFailure(error: unknown): Promise<void> {
  if (process.stdin.isTTY) return;
  const id = readRequestId(await readFirstLine());
  if (id === undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  const response = { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
  await new Promise<void>(resolve => process.stdout.write(`${JSON.stringify(response)}\n`, () => resolve()));
}

/** JSON-RPC 2.0. */
const INTERNAL_ERROR = -32603;

/** Milliseconds. A client sends its first request at once. */
const FIRST_LINE_TIMEOUT_MS = 2000;

/** Returns the first line of standard input. Empty if it ends first, or if nothing arrives. */
async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  const timer = setTimeout(() => lines.close(), FIRST_LINE_TIMEOUT_MS);
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    clearTimeout(timer);
    lines.close();
    process.stdin.destroy();
  }
}

function readRequestId(line: string): string | number | undefined {
  try {
    const { id } = JSON.parse(line);
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
