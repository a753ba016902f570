/** Where an origin that takes x402 payments publishes its discovery document, unless the manifest names another place. */
export const DISCOVERY_PATH = '/.well-known/x402';

/** The members under which the documents in use list their resources. */
const LISTS = ['resources', 'items', 'endpoints'] as const;

/**
 * The priced resources that a discovery document lists for an origin (spec/standards: x402).
 *
 * The documents in use have no common schema. What counts here is an entry with an address on this origin and a price:
 * an `accepts` offer with an amount of digits and someone to pay, or a `price`. Bare addresses state no price, and other
 * origins' resources are no evidence for this one.
 *
 * @param value the parsed document
 * @param origin as `new URL(…).origin` writes it
 * @returns the addresses, each once
 */
export function pricedResources(value: unknown, origin: string): readonly string[] {
  if (!isObject(value)) return [];
  const entries = LISTS.flatMap(name => (Array.isArray(value[name]) ? value[name] : []));
  const addresses = entries.filter(isPriced).map(entry => addressOf(entry, origin));
  return [...new Set(addresses.filter(address => address !== undefined))];
}

function isPriced(entry: unknown): entry is Members {
  if (!isObject(entry)) return false;
  const { accepts, price } = entry;
  return (Array.isArray(accepts) && accepts.some(isOffer)) || isPrice(price);
}

function isOffer(offer: unknown): boolean {
  if (!isObject(offer)) return false;
  const amount = offer.amount ?? offer.maxAmountRequired;
  return typeof amount === 'string' && /^[0-9]+$/.test(amount) && typeof offer.payTo === 'string' && offer.payTo !== '';
}

function isPrice(price: unknown): boolean {
  return typeof price === 'number' ? price > 0 : typeof price === 'string' && /^\$?[0-9]+(\.[0-9]+)?\b/.test(price);
}

function addressOf({ resource, url, path }: Members, origin: string): string | undefined {
  const address = isObject(resource) ? resource.url : (resource ?? url ?? path);
  const parsed = typeof address === 'string' ? URL.parse(address, origin) : null;
  return parsed?.origin === origin ? parsed.href : undefined;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
