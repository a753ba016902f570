import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { printable } from '#manifest/excerpt.ts';
import type { Input } from '../input.ts';
import { registryUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { standIn } from './serve/mock-server.ts';
import { readSource } from './text-source.ts';

/** Serves a manifest on this machine, with stand-ins for its endpoints, until stopped. */
export async function serve(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [file = 'api-manifest.json'] = input.operands;
  const port = portFrom(input.value('port') ?? '4400');
  if (port === undefined) return failCommand('--port takes a whole number from 0 to 65535.', terminal);
  const source = await readSource(file, terminal);
  if ('refusal' in source) return failCommand(source.refusal, terminal);

  const server = createServer(
    standIn({
      manifest: async () => {
        const now = file === '-' ? source : await readSource(file, terminal);
        return 'refusal' in now ? undefined : now.bytes;
      },
      onRequest: line => terminal.error(`${printable(line)}\n`),
    }),
  );
  const fault = await listen(server, port);
  if (fault !== undefined) return failCommand(fault, terminal);
  const { port: bound } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${bound}`;
  const manifest = `${origin}${MANIFEST_PATH}`;
  terminal.out(`${input.has('json') ? JSON.stringify({ origin, manifest, file }) : manifest}\n`);
  terminal.error(
    `Serving ${printable(file)} until Ctrl-C. Its endpoints are stand-ins. To try a submission to a registry on this machine:\n  api-manifest submit ${origin} --registry ${registryUrl(terminal)}\n`,
  );
  await stop(server, terminal.stopped);
  return EXIT.passed;
}

function portFrom(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function listen(server: Server, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    server.once('error', error => {
      const taken = 'code' in error && error.code === 'EADDRINUSE';
      resolve(
        taken ? `Port ${port} is taken; choose another with --port, or --port 0 for any free one.` : error.message,
      );
    });
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
}

function stop(server: Server, stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const close = () => {
      server.closeAllConnections();
      server.close(() => resolve());
    };
    if (stopped.aborted) close();
    else stopped.addEventListener('abort', close, { once: true });
  });
}
