import type { ListListingsQuery } from '#client/client.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { FILTERS } from './filters.ts';
import { formatSearchResults, SEARCH_TYPES } from './format-search-results.ts';
import { requireTypes, withRegistry } from './registry.ts';

/** Searches listings by words and filters. */
export async function find(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const query = toQuery(input);
  if (query === undefined) return failCommand('Pass search words, or a filter such as --category.', terminal);
  return withRegistry(input, terminal, async (client, registry) => {
    const response = await client.search(query, { signal: terminal.signal });
    const { hasColors, columns } = terminal;
    if (input.has('json')) terminal.out(`${JSON.stringify(response, null, 2)}\n`);
    else {
      requireTypes(response, SEARCH_TYPES, registry);
      terminal.out(formatSearchResults(response, hasColors, columns));
    }
    return response.data.count > 0 ? EXIT.passed : EXIT.failed;
  });
}

/** Converts the input to parameters of `GET /listings`. The registry reports invalid values. */
function toQuery(input: Input): ListListingsQuery | undefined {
  const words = input.operands.join(' ').trim();
  const filters = Object.keys(FILTERS).flatMap(option => {
    const name = option.replaceAll('-', '_');
    if (FILTERS[option]?.value === undefined) return input.has(option) ? [[name, 'true']] : [];
    const value = FILTERS[option].list ? input.values(option).join() : input.value(option);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  if (words === '' && filters.length === 0) return undefined;
  return { limit: 10, ...Object.fromEntries(filters), ...(words !== '' && { q: words }) };
}
