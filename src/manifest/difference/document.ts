import { authentication } from './authentication.ts';
import { endpoints } from './endpoints.ts';
import type { Difference } from './kind.ts';
import { members, object } from './members.ts';
import { type Comparison, difference, isObject, member, type Pair, turnOf } from './pair.ts';
import { payment } from './payment.ts';
import { pricing } from './pricing.ts';
import { address, limit, text, value } from './scalar.ts';
import { shown, shownInQuotes } from './shown.ts';
import { wordSet } from './word-set.ts';

/** Compares two whole manifests, whose `last_updated` was taken out, in the order of the specification, section 2.1. */
export function documentDifferences(before: object, after: object): Iterable<Difference> {
  const isFree = member(member(after, 'pricing'), 'model') === 'free';
  return members({ before, after, beforeAt: '', afterAt: '', of: '' }, topLevel(isFree));
}

function topLevel(isFree: boolean): Readonly<Record<string, Comparison>> {
  return {
    spec_version: pair => replaced(pair, 'format-changed', 'format', shown),
    name: pair =>
      replaced(pair, 'name-changed', 'name', each => (typeof each === 'string' ? shownInQuotes(each) : shown(each))),
    version: pair => replaced(pair, 'version-changed', 'version', shown),
    description: text('description'),
    categories,
    primary_category: value('primary category'),
    endpoints,
    pricing,
    payment: pair => payment(pair, isFree),
    authentication,
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
): readonly Difference[] {
  if (turnOf(pair) !== 'changed') return [];
  return [difference(pair, kind, `${label} ${show(pair.before)} → ${show(pair.after)}`)];
}

const categories = wordSet({
  name: 'categories',
  one: 'category',
  added: 'category-added',
  removed: 'category-removed',
});

const reliability = object({
  maintained_by: value('maintainer'),
  status_url: address('status page'),
  expected_uptime_pct: value('expected uptime in percent'),
  uptime_percentage: value('uptime in percent'),
  avg_response_time_ms: value('average response time in milliseconds'),
  last_30_days_uptime: value('uptime of the last 30 days in percent'),
});

const rateLimits = object({
  requests_per_minute: limit('requests per minute'),
  requests_per_day: limit('requests per day'),
});

const contactMembers = object({
  email: address('contact email'),
  support_url: address('support address of the contact'),
  github: address('GitHub address of the contact'),
});

const contact: Comparison = pair =>
  isObject(pair.before) && isObject(pair.after) ? contactMembers(pair) : address('contact')(pair);
