import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { Input } from '../input.ts';
import { getRegistryUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createMockHandler } from './serve/mock-server.ts';
import { readSource } from './text-source.ts';

/** Serves a manifest and mock endpoints on loopback until interrupted. */
export async function serve(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [file = 'api-manifest.json'] = input.operands;
  const port = parsePort(input.value('port') ?? '4400');
  if (port === undefined) return failCommand('Invalid value for --port. Use a whole number from 0 to 65535.', terminal);
  const source = await readSource(file, terminal);
  if (!source.ok) return failCommand(source.error, terminal);

  const server = createServer(
    createMockHandler({
      readManifest: async () => {
        const current = file === '-' ? source : await readSource(file, terminal);
        return current.ok ? current.value.bytes : undefined;
      },
      onRequest: line => terminal.error(`${printable(line)}\n`),
    }),
  );
  const error = await listen(server, port);
  if (error !== undefined) return failCommand(error, terminal);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const manifest = `${origin}${MANIFEST_PATH}`;
  terminal.out(`${input.has('json') ? JSON.stringify({ origin, manifest, file }) : manifest}\n`);
  terminal.error(
    `Serving ${printable(file)} with mock endpoints. To stop, press Ctrl-C. To test a submission to a local registry, run:\n  api-manifest submit ${origin} --registry ${getRegistryUrl(terminal)}\n`,
  );
  await closeWhenAborted(server, terminal.signal);
  return EXIT.passed;
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

/** Returns an error message if the server cannot listen. */
function listen(server: Server, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    server.once('error', error => {
      const isInUse = 'code' in error && error.code === 'EADDRINUSE';
      resolve(
        isInUse ? `Port ${port} is in use. Choose another with --port, or use --port 0 for a free one.` : error.message,
      );
    });
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
}

function closeWhenAborted(server: Server, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const close = () => {
      server.closeAllConnections();
      server.close(() => resolve());
    };
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
}
