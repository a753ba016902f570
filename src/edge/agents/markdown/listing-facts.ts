import type { Detail } from '#contract/detail.ts';
import { meaning, title } from '#manifest/taxonomy.ts';
import { address, code, inline } from './untrusted-text.ts';

/** What the registry itself says of a listing, and where the rest is: a list of facts in our own words. */
export function listingFacts(detail: Detail): string {
  const { status, url, links, primary_category, categories, source, documentation_url, version } = detail;
  const facts: [string, string][] = [
    ['Status', `${title('statuses', status)}. ${meaning('statuses', status)}`],
    ...(detail.withdrawn ? [['Taken back because', inline(detail.withdrawn.reason)] as [string, string]] : []),
    ['Checked', checked(detail)],
    ...detail.badges.map((badge): [string, string] => [`Badge ${badge}`, meaning('badges', badge)]),
    ['Base address', code(url)],
    ['Version of the API', code(version.slice(0, 100))],
    ['Kind', meaning('primary_categories', primary_category)],
    ['Categories', [...new Set(categories)].join(', ')],
    [
      'Source of the manifest',
      source === 'publisher'
        ? `the publisher, at ${address(links.manifest ?? url)}`
        : `written from public documentation, ${isShort(documentation_url) ? address(documentation_url) : 'which the JSON names'}`,
    ],
    ['Whole listing as JSON', address(links.self)],
    ['Page for people', address(links.html)],
  ];
  return facts.map(([name, fact]) => `- ${name}: ${fact}`).join('\n');
}

function isShort(text: string | null): text is string {
  return text !== null && text.length <= 300;
}

/** How sure one can be, and of what moment. */
function checked({ verified_at, last_checked_at, next_check_by }: Detail): string {
  if (last_checked_at === null) return 'not yet by this registry';
  const passed = verified_at === null ? 'never passed' : `last passed at ${inline(verified_at)}`;
  const next = next_check_by === null ? '' : `; the next check is due by ${inline(next_check_by)}`;
  return `${passed}; last checked at ${inline(last_checked_at)}${next}`;
}
