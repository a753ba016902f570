import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { addressesFrom } from '#edge/config.ts';
import { readParameters } from '#query/parameters.ts';
import { createRate, type Figure } from './figure.ts';

// biome-ignore lint/suspicious/noExplicitAny: the independent evaluation reads the files as they are, without our types.
type Raw = any;

/** The meaning of each filter for a manifest, without any code of the registry. */
const EXPECTATIONS: readonly (readonly [search: string, matches: (manifest: Raw) => boolean])[] = [
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
  ['free_only=true', costsNothing],
  ['free_only=false', () => true],
  ['free_tier=true', hasFreeTier],
  ['price=free', costsNothing],
  ['price=free_tier', m => hasFreeTier(m) && !costsNothing(m)],
  ['price=paid', m => !hasFreeTier(m) && (charges(m) || PAID_MODELS.has(m.pricing.model))],
  ['price=unknown', m => !hasFreeTier(m) && !charges(m) && !PAID_MODELS.has(m.pricing.model)],
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
 * Compares every filter with an independent evaluation of the manifests.
 * @throws Error naming the filter that returns other listings
 */
export async function benchFilters(registryDir: string): Promise<Figure[]> {
  const manifests = await readManifestFiles(registryDir);
  const live = new LiveCatalog({ registry: registryDir }, addressesFrom({}, 'http://127.0.0.1'));
  const broken = await live.load();
  if (broken.length > 0) throw new Error(`${broken[0]?.file} is invalid`);
  const catalog = await live.current();
  for (const [search, matches] of EXPECTATIONS) {
    const parameters = readParameters(new URLSearchParams(`${search}&limit=1`));
    if (!parameters.ok) throw new Error(`Invalid query ${search}`);
    const { total } = await catalog.engine.search(parameters.value);
    const expected = manifests.filter(matches).length;
    if (total !== expected) throw new Error(`${search} returns ${total} listings, expected ${expected}.`);
  }
  return [
    createRate('correct filters', 'filters', EXPECTATIONS.length, {
      name: 'tested filters',
      value: EXPECTATIONS.length,
    }),
  ];
}

const PAID_MODELS: ReadonlySet<string> = new Set(['per-query', 'subscription', 'tiered', 'usage_based']);

function costsNothing(manifest: Raw): boolean {
  return manifest.pricing.model === 'free' && !charges(manifest);
}

function hasFreeTier(manifest: Raw): boolean {
  const { model, free_tier } = manifest.pricing;
  const hasQuota = Object.values(free_tier ?? { none: 0 }).every(limit => limit !== 0);
  return costsNothing(manifest) || model === 'freemium' || hasQuota;
}

/** Whether the payment contract or a paid tier of a manifest has a price. */
function charges({ pricing, payment }: Raw): boolean {
  const amounts = [pricing.paid_tier?.amount_usd, pricing.paid_tier?.amount, ...(payment?.rates ?? []).map(priceOf)];
  return (payment ?? undefined) !== undefined && payment.model !== 'free'
    ? true
    : amounts.some(each => Number(each) > 0);
}

function priceOf({ price }: Raw): unknown {
  return price;
}

async function readManifestFiles(registryDir: string): Promise<Raw[]> {
  const files = await readdir(path.join(registryDir, 'listings'), { recursive: true });
  const texts = await Promise.all(
    files
      .filter(file => file.endsWith('.json'))
      .map(file => readFile(path.join(registryDir, 'listings', file), 'utf8')),
  );
  return texts.map(text => JSON.parse(text).manifest).filter(manifest => manifest.listing_requested !== false);
}
