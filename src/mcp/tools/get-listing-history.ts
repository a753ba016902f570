import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import { success } from '#manifest/result.ts';
import { PUBLISHER_TEXT_NOTICE } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';
import { differenceSchema } from './finding-schemas.ts';
import { count, flag, listOf, objectOf, orNull, term, text } from './output-schema.ts';
import { listingNotFound, parseListingId, readHistory, readListing } from './stored-listing.ts';
import { defineTool, READS_REGISTRY } from './tool.ts';

interface HistoryArguments {
  readonly id: string;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20;

export const getListingHistory = defineTool<HistoryArguments>({
  name: 'get_listing_history',
  title: 'Get the history of a listing',
  description:
    'Returns the changes of a listing, newest first, with breaking ones marked, and its daily check results of 90 days. Use it to judge the stability of an API.',
  input: {
    properties: {
      id: { type: 'string', maxLength: 2048, description: 'The listing id.', examples: ['api.example.com'] },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: DEFAULT_LIMIT,
      },
    },
    required: ['id'],
  },
  output: objectOf({
    id: text(),
    status: term('statuses'),
    verified_at: orNull(text()),
    total: count(),
    entries: listOf(
      objectOf({
        at: text(),
        kind: text('listed, claimed, changed, withdrawn, restored, lapsed, or verified'),
        version: orNull(text(), 'The version of the API after this entry.'),
        breaking: flag(),
        summary: text(),
        differences: listOf(differenceSchema),
      }),
    ),
    days: listOf(
      objectOf({ date: text(), outcome: text('passed, failed, or inconclusive'), ms: orNull(count()) }),
      'date, outcome, ms; oldest first',
    ),
  }),
  annotations: READS_REGISTRY,
  async run({ id: argument, limit = DEFAULT_LIMIT }, { addresses, catalog }) {
    const id = parseListingId(argument, addresses);
    const registry = await catalog();
    const [detail, history] = await Promise.all([readListing(id, registry), readHistory(id, registry)]);
    if (detail === undefined) return listingNotFound(id, registry);
    const entries = history?.entries.slice(0, limit) ?? [];
    const { status, verified_at, results } = detail;
    const total = history?.total ?? 0;
    return success({
      text: formatText(detail, entries, total),
      data: { id, status, verified_at, total, entries, days: results },
    });
  },
});

function formatText({ id, status, results }: Detail, entries: History['entries'], total: number): string {
  const countDays = (outcome: string) => {
    const count = results.filter(result => result.outcome === outcome).length;
    return `${count} ${count === 1 ? 'day' : 'days'}`;
  };
  return [
    `Listing ${toSafeJson(id)} is ${status}.`,
    entries.length === 0
      ? 'It has no recorded changes.'
      : `History, newest first (${entries.length} of ${total}), with quotes from its manifests. ${PUBLISHER_TEXT_NOTICE}`,
    ...entries.map(({ at, breaking, summary }) => `- ${at}: ${breaking ? 'breaking: ' : ''}${toSafeJson(summary)}`),
    results.length === 0
      ? 'It has no recorded daily checks.'
      : `Daily checks from ${results[0]?.date} to ${results.at(-1)?.date}: passed on ${countDays('passed')}, failed on ${countDays('failed')}, inconclusive on ${countDays('inconclusive')}.`,
  ].join('\n');
}
