import type { Detail } from '#contract/detail.ts';
import { meaning, title } from '#manifest/taxonomy.ts';
import { code, inline, link } from './untrusted-text.ts';

/** Creates a list of the facts that the registry itself states about a listing, with links to more. */
export function listingFacts(detail: Detail): string {
  const { status, url, links, primary_category, categories, source, documentation_url, version } = detail;
  const facts: [string, string][] = [
    ['Status', `${title('statuses', status)}. ${describeStatus(detail)}`],
    ['Checks', describeChecks(detail)],
    ['Live API', describeObserved(detail)],
    ...detail.badges.map((badge): [string, string] => [`Badge ${badge}`, meaning('badges', badge)]),
    ['Base URL', code(url)],
    ['API version', code(version.slice(0, 100))],
    ['Primary category', meaning('primary_categories', primary_category)],
    ['Categories', [...new Set(categories)].join(', ')],
    [
      'Source of the manifest',
      source === 'publisher'
        ? `publisher, at ${link(links.manifest ?? url)}`
        : `public documentation, ${isShort(documentation_url) ? link(documentation_url) : 'at the `documentation_url` in the JSON'}`,
    ],
    ...(detail.basis ? [['Basis of the facts', inline(detail.basis.description)] as [string, string]] : []),
    ['Complete listing as JSON', link(links.self)],
    ['Web page', link(links.html)],
  ];
  return facts.map(([name, fact]) => `- ${name}: ${fact}`).join('\n');
}

/** The vocabulary describes both kinds of withdrawal; the listing shows which one applies. */
function describeStatus({ status, withdrawn }: Detail): string {
  if (status !== 'withdrawn') return meaning('statuses', status);
  return withdrawn
    ? `Choose another API: the registry withdrew this one at ${inline(withdrawn.at)}. Reason: ${inline(withdrawn.reason)}`
    : 'Choose another API: the publisher withdrew this one with `listing_requested: false` in its manifest.';
}

function isShort(text: string | null): text is string {
  return text !== null && text.length <= 300;
}

/** Describes whether the endpoints responded. An API is responding only after a response. */
function describeObserved({ observed, source, last_checked_at }: Detail): string {
  const { responding, endpoints_probed, endpoints_responding, last_responded_at, uptime_90d, response_ms } = observed;
  if (responding === null) return 'not checked yet';
  const unverified = source === 'documentation' ? ', not verified by its publisher' : '';
  const uptime = uptime_90d === null ? '' : `; responded in ${uptime_90d}% of the checks of 90 days`;
  if (!responding) {
    const last = last_responded_at === null ? 'never responded' : `last responded at ${inline(last_responded_at)}`;
    return `not responding${unverified} (checked at ${inline(last_checked_at ?? 'an unknown time')}); ${last}${uptime}`;
  }
  const time = response_ms === null ? '' : `, in ${response_ms} ms`;
  return `responding${unverified}: ${endpoints_responding} of ${endpoints_probed} probed endpoints at ${inline(last_responded_at ?? '')}${time}${uptime}`;
}

/** Describes when the checks passed, when they ran, and when they run next. */
function describeChecks({ verified_at, last_checked_at, next_check_by }: Detail): string {
  if (last_checked_at === null) return 'not run yet';
  const result = verified_at === null ? 'never passed' : `last passed at ${inline(verified_at)}`;
  const next = next_check_by === null ? '' : `; next run by ${inline(next_check_by)}`;
  return `${result}; last ran at ${inline(last_checked_at)}${next}`;
}
