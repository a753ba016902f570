import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import { PUBLISHERS_WORDS } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';
import { differenceSchema } from './finding-schemas.ts';
import { count, flag, listOf, objectOf, orNull, term, text } from './output-schema.ts';
import { historyOf, idIn, listingOf, noListing } from './stored-listing.ts';
import { READS_REGISTRY, tool } from './tool.ts';

interface Given {
  readonly id: string;
  readonly limit?: number;
}

const USUAL_LIMIT = 20;

export const getListingHistory = tool<Given>({
  name: 'get_listing_history',
  title: 'Get the history of a listing',
  description:
    'Tells what happened to a listing, newest first: when it was listed, how its manifest changed (breaking changes marked), when it lapsed or was withdrawn; and what the daily checks of up to 90 days came to. Use it to judge how stable an API is.',
  input: {
    properties: {
      id: { type: 'string', maxLength: 2048, description: "The listing's id.", examples: ['api.example.com'] },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: USUAL_LIMIT, description: 'Entries to give.' },
    },
    required: ['id'],
  },
  output: objectOf({
    id: text(),
    status: term('statuses'),
    verified_at: orNull(text()),
    total: count('How many entries there are.'),
    entries: listOf(
      objectOf({
        at: text(),
        kind: text('listed, claimed, changed, withdrawn, restored, lapsed or verified'),
        version: orNull(text(), "The API's own version from then on."),
        breaking: flag(),
        summary: text(),
        differences: listOf(differenceSchema),
      }),
    ),
    days: listOf(
      objectOf({ date: text(), outcome: text('passed, failed or inconclusive'), ms: orNull(count()) }),
      'Oldest first.',
    ),
  }),
  annotations: READS_REGISTRY,
  async run({ id: given, limit = USUAL_LIMIT }, { catalog }) {
    const id = idIn(given);
    const registry = await catalog();
    const [detail, history] = await Promise.all([listingOf(id, registry), historyOf(id, registry)]);
    if (detail === undefined) return noListing(id, registry);
    const entries = history?.entries.slice(0, limit) ?? [];
    const { status, verified_at, results } = detail;
    return {
      text: textOf(detail, entries, history?.total ?? 0),
      data: { id, status, verified_at, total: history?.total ?? 0, entries, days: results },
    };
  },
});

function textOf({ id, status, results }: Detail, entries: History['entries'], total: number): string {
  const days = (wanted: string) => {
    const count = results.filter(({ outcome }) => outcome === wanted).length;
    return `${count} ${count === 1 ? 'day' : 'days'}`;
  };
  return [
    `Listing ${toSafeJson(id)} is ${status}.`,
    entries.length === 0
      ? 'No changes are on record.'
      : `What happened to it, newest first (${entries.length} of ${total}), quoted from its manifests. ${PUBLISHERS_WORDS}`,
    ...entries.map(({ at, breaking, summary }) => `- ${at}: ${breaking ? 'breaking: ' : ''}${toSafeJson(summary)}`),
    results.length === 0
      ? 'No daily checks are on record.'
      : `Daily checks from ${results[0]?.date} to ${results.at(-1)?.date}: passed on ${days('passed')}, failed on ${days('failed')}, undecided on ${days('inconclusive')}.`,
  ].join('\n');
}
