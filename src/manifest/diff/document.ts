import { diffAuthentication } from './authentication.ts';
import { type Comparison, createChange, getMember, isObject, type Pair, toChangeKind } from './comparison.ts';
import { diffEndpoints } from './endpoints.ts';
import { formatQuoted, formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffPayment } from './payment.ts';
import { diffPricing } from './pricing.ts';
import { address, limit, text, value } from './scalar.ts';
import { wordSet } from './word-set.ts';

/** Compares two whole manifests, whose `last_updated` was taken out, in the order of the specification, section 2.1. */
export function diffDocument(before: object, after: object): Iterable<ManifestChange> {
  const isFree = getMember(getMember(after, 'pricing'), 'model') === 'free';
  return diffMembers({ before, after, beforeAt: '', afterAt: '', of: '' }, topLevel(isFree));
}

function topLevel(isFree: boolean): Readonly<Record<string, Comparison>> {
  return {
    spec_version: pair => replaced(pair, 'format-changed', 'format', formatValue),
    name: pair =>
      replaced(pair, 'name-changed', 'name', each =>
        typeof each === 'string' ? formatQuoted(each) : formatValue(each),
      ),
    version: pair => replaced(pair, 'version-changed', 'version', formatValue),
    description: text('description'),
    categories,
    primary_category: value('primary category'),
    endpoints: diffEndpoints,
    pricing: diffPricing,
    payment: pair => diffPayment(pair, isFree),
    authentication: diffAuthentication,
    reliability,
    rate_limits: rateLimits,
    agent_notes: text('agent notes'),
    contact,
    homepage: address('homepage'),
    documentation: address('documentation'),
    listing_requested: value('listing requested'),
  };
}

function replaced(
  pair: Pair,
  kind: 'format-changed' | 'name-changed' | 'version-changed',
  label: string,
  show: (value: unknown) => string,
): readonly ManifestChange[] {
  if (toChangeKind(pair) !== 'changed') return [];
  return [createChange(pair, kind, `${label} ${show(pair.before)} → ${show(pair.after)}`)];
}

const categories = wordSet({
  name: 'categories',
  one: 'category',
  added: 'category-added',
  removed: 'category-removed',
});

const reliability = diffObject({
  maintained_by: value('maintainer'),
  status_url: address('status page'),
  expected_uptime_pct: value('expected uptime in percent'),
  uptime_percentage: value('uptime in percent'),
  avg_response_time_ms: value('average response time in milliseconds'),
  last_30_days_uptime: value('uptime of the last 30 days in percent'),
});

const rateLimits = diffObject({
  requests_per_minute: limit('requests per minute'),
  requests_per_day: limit('requests per day'),
});

const contactMembers = diffObject({
  email: address('contact email'),
  support_url: address('support address of the contact'),
  github: address('GitHub address of the contact'),
});

const contact: Comparison = pair =>
  isObject(pair.before) && isObject(pair.after) ? contactMembers(pair) : address('contact')(pair);
