import type { Input } from '../input.ts';
import { withRegistry } from '../registry/registry.ts';
import { siteUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Serves the tool hub of a registry to the client at the other end of the standard streams. */
export async function mcp(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const { serveHub, stopped } = terminal;
  if (!serveHub) return failCommand('There is no client at the other end of these streams.', terminal);
  return withRegistry(input, terminal, async (_, registry) => {
    await serveHub({ registry, siteUrl: siteUrl(terminal), local: input.has('local'), stopped });
    return EXIT.passed;
  });
}
