import type { Detail } from '#client/client.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findListing } from './find-listing.ts';
import { formatListing, LISTING_TYPES } from './format-listing.ts';
import { requireTypes, withRegistry } from './registry.ts';

/** Shows a listing by its id, or by a URL of the API or of the listing. */
export async function show(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  return withRegistry(input, terminal, async (client, registry) => {
    const found = await findListing(target, { client, registry, signal: terminal.signal });
    if (!found.ok) {
      failCommand(found.error, terminal);
      return EXIT.failed;
    }
    terminal.out(format(found.value, input, terminal, registry));
    return EXIT.passed;
  });
}

function format(detail: Detail, input: Input, { hasColors, columns }: Terminal, registry: string): string {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  if (input.has('manifest')) return json(detail.manifest);
  if (input.has('json')) return json(detail);
  requireTypes(detail, LISTING_TYPES, registry);
  return formatListing(detail, hasColors, columns);
}
