import { RegistryError } from '#client/client.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { detailText } from './format-listing.ts';
import { withRegistry } from './registry.ts';
import { isUrl } from './urls.ts';

/** Shows one listing, by its id or by any address of the API. */
export async function show(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  const origin = isUrl(target) ? parseOrigin(target) : undefined;
  const id = origin?.ok ? origin.origin.id : target;
  return withRegistry(input, terminal, async (client, registry) => {
    try {
      const detail = await client.get(id, { signal: terminal.stopped });
      const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      if (input.has('manifest')) terminal.out(json(detail.manifest));
      else terminal.out(input.has('json') ? json(detail) : detailText(detail, terminal.colours));
      return EXIT.passed;
    } catch (error) {
      if (!(error instanceof RegistryError && error.status === 404)) throw error;
      terminal.error(`${registry} lists no "${sanitizeLine(id, 260)}". api-manifest find searches it by words.\n`);
      return EXIT.failed;
    }
  });
}
