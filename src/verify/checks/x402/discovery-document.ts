import { isObject, type JsonObject } from '#manifest/json-object.ts';
/** The default path of the discovery document of an origin that accepts x402 payments. */
export const DISCOVERY_PATH = '/.well-known/x402';

/** The members in which published documents list their resources. */
const LISTS = ['resources', 'items', 'endpoints'] as const;

/**
 * Lists the priced resources of an origin in a discovery document (spec/standards: x402).
 *
 * Published documents have no common schema. An entry counts if it has a URL of this origin and a price: an `accepts`
 * offer with an amount in digits and a payee, or a `price`. URLs alone declare no price, and resources of other origins
 * prove nothing about this one.
 *
 * @param value the parsed document
 * @param origin the origin, as `new URL(…).origin` serializes it
 * @returns distinct URLs
 */
export function listPricedResources(value: unknown, origin: string): readonly string[] {
  if (!isObject(value)) return [];
  const entries = LISTS.flatMap(name => (Array.isArray(value[name]) ? value[name] : []));
  const urls = entries.filter(isPriced).map(entry => findUrl(entry, origin));
  return [...new Set(urls.filter(url => url !== undefined))];
}

function isPriced(entry: unknown): entry is JsonObject {
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

function findUrl({ resource, url, path }: JsonObject, origin: string): string | undefined {
  const text = isObject(resource) ? resource.url : (resource ?? url ?? path);
  const parsed = typeof text === 'string' ? URL.parse(text, origin) : null;
  return parsed?.origin === origin ? parsed.href : undefined;
}
