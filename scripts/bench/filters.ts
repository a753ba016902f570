import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addressesFrom } from '#edge/config.ts';
import { readParameters } from '#query/parameters.ts';
import { LiveCatalog } from '#server/live-catalog.ts';
import { type Figure, rate } from './figure.ts';

// biome-ignore lint/suspicious/noExplicitAny: an independent reading takes the files as they are, without our types.
type Raw = any;

/** What each filter means, read from a record's file without any of the registry's code. */
const READINGS: readonly (readonly [search: string, fits: (manifest: Raw) => boolean])[] = [
  ...['weather', 'finance', 'computing', 'other', 'music-gear', 'logistics'].map(
    value => [`category=${value}`, (m: Raw) => m.categories.includes(value)] as const,
  ),
  ...['reference', 'live', 'computational', 'transactional', 'enrichment', 'personal', 'discovery'].map(
    value => [`primary_category=${value}`, (m: Raw) => m.primary_category === value] as const,
  ),
  ...['free', 'freemium', 'per-query', 'subscription', 'pay-what-you-want', 'tiered', 'usage_based', 'unknown'].map(
    value => [`pricing_model=${value}`, (m: Raw) => m.pricing.model === value] as const,
  ),
  ...['free', 'per_request', 'metered_usage', 'prepaid_credits', 'subscription'].map(
    value => [`payment_model=${value}`, (m: Raw) => m.payment?.model === value] as const,
  ),
  ...['USD', 'EUR', 'x-credits'].map(
    value => [`payment_currency=${value}`, (m: Raw) => m.payment?.currency === value] as const,
  ),
  ...['real_time', 'postpaid_cycle', 'prepaid_debit'].map(
    value => [`settlement_type=${value}`, (m: Raw) => m.payment?.settlement.type === value] as const,
  ),
  ['supports_spend_cap=true', m => m.payment?.budget_controls?.supports_spend_cap === true],
  ['supports_spend_cap=false', m => m.payment?.budget_controls?.supports_spend_cap !== true],
  ['free_only=true', m => m.pricing.model === 'free' || m.payment?.model === 'free'],
  ['free_only=false', () => true],
  ['auth_required=true', m => m.authentication.required],
  ['auth_required=false', m => !m.authentication.required],
  ...['individual', 'organization', 'community'].map(
    value => [`maintained_by=${value}`, (m: Raw) => m.reliability?.maintained_by === value] as const,
  ),
  [
    'category=finance&auth_required=true&pricing_model=freemium',
    m => m.categories.includes('finance') && m.authentication.required && m.pricing.model === 'freemium',
  ],
];

/**
 * Compares every filter with an independent reading of the manifests, and counts those that agree.
 * @throws Error naming the filter that does not
 */
export async function benchFilters(registryDir: string): Promise<Figure[]> {
  const manifests = await rawManifests(registryDir);
  const live = new LiveCatalog({ registry: registryDir }, addressesFrom({}, 'http://127.0.0.1'));
  const broken = await live.load();
  if (broken.length > 0) throw new Error(`${broken[0]?.file} is broken`);
  const catalog = await live.current();
  for (const [search, fits] of READINGS) {
    const parameters = readParameters(new URLSearchParams(`${search}&limit=1`));
    if (!parameters.ok) throw new Error(`${search} is no query`);
    const { total } = await catalog.engine.search(parameters.query);
    const expected = manifests.filter(fits).length;
    if (total !== expected) throw new Error(`${search} finds ${total} listings; the manifests say ${expected}.`);
  }
  return [
    rate('filters that agree with the manifests', 'filters', READINGS.length, {
      name: 'filters asked',
      value: READINGS.length,
    }),
  ];
}

async function rawManifests(registryDir: string): Promise<Raw[]> {
  const files = await readdir(path.join(registryDir, 'listings'), { recursive: true });
  const texts = await Promise.all(
    files
      .filter(file => file.endsWith('.json'))
      .map(file => readFile(path.join(registryDir, 'listings', file), 'utf8')),
  );
  return texts.map(text => JSON.parse(text).manifest).filter(manifest => manifest.listing_requested !== false);
}
