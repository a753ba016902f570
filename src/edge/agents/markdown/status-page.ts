import { about, meaning, values } from '#manifest/taxonomy.ts';
import { type Catalog, listedCount } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';
import { listings } from './listing-list.ts';

/** The state of the registry as Markdown: how many listings there are of each kind, and how old that knowledge is. */
export function statusPage({ summary }: Catalog, { registry }: Addresses): string {
  return `# State of the registry

${listings(listedCount(summary))} in lists. The newest data is of ${summary.generated_at ?? 'no moment yet'}. The same for programs: <${registry}/health>

${checks(summary)}

${section('statuses', summary.statuses)}

${section('categories', summary.categories)}

${section('primary_categories', summary.primary_categories)}
`;
}

function checks({ last_run_at, next_check_by }: Catalog['summary']): string {
  const last = last_run_at === null ? 'No check has run yet.' : `The last check ran at ${last_run_at}.`;
  return next_check_by === null ? last : `${last} The next one is due by ${next_check_by}.`;
}

function section<V extends 'statuses' | 'categories' | 'primary_categories'>(
  vocabulary: V,
  counts: Readonly<Record<string, number>>,
): string {
  const lines = values(vocabulary).map(
    value => `- ${value}: ${listings(counts[value] ?? 0)}. ${meaning(vocabulary, value)}`,
  );
  return `## ${about(vocabulary).title}\n\n${lines.join('\n')}`;
}
