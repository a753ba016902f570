import { EXIT, type ExitStatus } from './exit-status.ts';
import { impossible } from './impossible.ts';
import type { Input } from './input.ts';
import { siteUrl } from './place.ts';
import { withRegistry } from './registry.ts';
import type { Terminal } from './terminal.ts';

/** Serves the tool hub of a registry to the client at the other end of the standard streams. */
export async function mcp(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const { serveHub, stopped } = terminal;
  if (!serveHub) return impossible('There is no client at the other end of these streams.', terminal);
  return withRegistry(input, terminal, async (_, registry) => {
    await serveHub({ registry, siteUrl: siteUrl(terminal), local: input.has('local'), stopped });
    return EXIT.passed;
  });
}
