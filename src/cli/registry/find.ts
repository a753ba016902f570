import type { ListListingsQuery } from '#client/client.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { FILTERS } from './filters.ts';
import { foundText } from './format-search-results.ts';
import { withRegistry } from './registry.ts';

/** Finds listings by words and filters. */
export async function find(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const query = queryFrom(input);
  if (query === undefined) return failCommand('Name words to search for, or a filter such as --category.', terminal);
  return withRegistry(input, terminal, async client => {
    const answer = await client.search(query, { signal: terminal.stopped });
    terminal.out(input.has('json') ? `${JSON.stringify(answer, null, 2)}\n` : foundText(answer, terminal.colours));
    return answer.data.total > 0 ? EXIT.passed : EXIT.failed;
  });
}

/** The parameters of `GET /listings`; values that are none of the allowed ones are for the registry to explain. */
function queryFrom(input: Input): ListListingsQuery | undefined {
  const words = input.operands.join(' ').trim();
  const given = Object.keys(FILTERS).flatMap(option => {
    const value = input.value(option);
    const name = option.replaceAll('-', '_');
    if (FILTERS[option]?.value === undefined) return input.has(option) ? [[name, 'true']] : [];
    return value === undefined ? [] : [[name, value]];
  });
  if (words === '' && given.length === 0) return undefined;
  return { limit: 10, ...Object.fromEntries(given), ...(words !== '' && { q: words }) };
}
