import { RegistryError } from '#client/client.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatListing } from './format-listing.ts';
import { withRegistry } from './registry.ts';
import { isUrl } from './urls.ts';

/** Shows a listing by its id or by any URL of the API. */
export async function show(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  const origin = isUrl(target) ? parseOrigin(target) : undefined;
  const id = origin?.ok ? origin.value.id : target;
  return withRegistry(input, terminal, async (client, registry) => {
    try {
      const detail = await client.get(id, { signal: terminal.signal });
      const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      if (input.has('manifest')) terminal.out(json(detail.manifest));
      else terminal.out(input.has('json') ? json(detail) : formatListing(detail, terminal.hasColors, terminal.columns));
      return EXIT.passed;
    } catch (error) {
      if (!(error instanceof RegistryError && error.status === 404 && error.problem)) throw error;
      const reason = `Listing "${sanitizeLine(id, 260)}" not found at ${registry}. To search by words, use api-manifest find.`;
      failCommand(reason, terminal);
      return EXIT.failed;
    }
  });
}
