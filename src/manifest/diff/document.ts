import { getMember, isObject } from '../json-object.ts';
import { type Comparison, createChange, type Pair, toChangeKind } from './comparison.ts';
import { diffEndpoints } from './endpoints.ts';
import { formatQuoted, formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffPayment } from './payment.ts';
import { diffPricing } from './pricing.ts';
import { limit, text, url, value } from './scalar.ts';
import { termSet } from './term-set.ts';

/** Compares two manifests without `last_updated`, in the order of the specification (section 2.1). */
export function diffDocument(before: object, after: object): Iterable<ManifestChange> {
  const isFree = getMember(getMember(after, 'pricing'), 'model') === 'free';
  return diffMembers({ before, after, beforePointer: '', afterPointer: '', of: '' }, topLevel(isFree));
}

function topLevel(isFree: boolean): Readonly<Record<string, Comparison>> {
  return {
    spec_version: pair => diffIdentity(pair, 'format-changed', 'format', formatValue),
    name: pair =>
      diffIdentity(pair, 'name-changed', 'name', each =>
        typeof each === 'string' ? formatQuoted(each) : formatValue(each),
      ),
    version: pair => diffIdentity(pair, 'version-changed', 'version', formatValue),
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
    homepage: url('homepage'),
    documentation: url('documentation'),
    listing_requested: value('listing requested'),
  };
}

function diffIdentity(
  pair: Pair,
  kind: 'format-changed' | 'name-changed' | 'version-changed',
  label: string,
  format: (value: unknown) => string,
): readonly ManifestChange[] {
  if (toChangeKind(pair) !== 'changed') return [];
  return [createChange(pair, kind, `${label} ${format(pair.before)} → ${format(pair.after)}`)];
}

const categories = termSet({
  name: 'categories',
  singular: 'category',
  added: 'category-added',
  removed: 'category-removed',
});

const reliability = diffObject({
  maintained_by: value('maintainer'),
  status_url: url('status page'),
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
  email: url('contact email'),
  support_url: url('support URL of the contact'),
  github: url('GitHub URL of the contact'),
});

const contact: Comparison = pair =>
  isObject(pair.before) && isObject(pair.after) ? contactMembers(pair) : url('contact')(pair);

/**
 * Compares authentication (specification, section 2.1.4). A different type is breaking if both types need credentials. A
 * type that is added or removed only changes how much the manifest declares. `config` has no schema, so its changes are
 * never breaking.
 */
const diffAuthentication: Comparison = pair =>
  diffMembers(pair, {
    required,
    type: value('authentication type', 'authentication-type', ({ before, after }) =>
      [before, after].every(type => typeof type === 'string' && type !== 'none'),
    ),
    instructions: text('authentication instructions'),
    config: config => diffMembers({ ...config, of: ' of the authentication config' }, {}),
  });

const required: Comparison = pair => {
  if (typeof pair.before !== 'boolean' || typeof pair.after !== 'boolean') return [];
  return pair.after
    ? [createChange(pair, 'authentication-required', 'authentication newly required', true)]
    : [createChange(pair, 'authentication-not-required', 'authentication no longer required')];
};
