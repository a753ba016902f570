import { about, meaning, values } from '#manifest/taxonomy.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { type Catalog, listedCount } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';

/** Creates the Markdown of the status page: listing counts, and the age of the data. */
export function statusPage({ summary }: Catalog, { registry }: Addresses): string {
  return `# Registry status

${formatCount(listedCount(summary), 'listing')} in lists. ${summary.generated_at === null ? 'No data yet.' : `Newest data: ${summary.generated_at}.`} As JSON: <${registry}/health>

${checks(summary)}

${section('statuses', summary.statuses)}

${section('categories', summary.categories)}

${section('primary_categories', summary.primary_categories)}
`;
}

function checks({ last_run_at, next_check_by }: Catalog['summary']): string {
  const last = last_run_at === null ? 'No check has run yet.' : `Last revalidation: ${last_run_at}.`;
  return next_check_by === null ? last : `${last} Next check by: ${next_check_by}.`;
}

function section<V extends 'statuses' | 'categories' | 'primary_categories'>(
  vocabulary: V,
  counts: Readonly<Record<string, number>>,
): string {
  const lines = values(vocabulary).map(
    value => `- ${value}: ${formatCount(counts[value] ?? 0, 'listing')}. ${meaning(vocabulary, value)}`,
  );
  return `## ${about(vocabulary).title}\n\n${lines.join('\n')}`;
}
