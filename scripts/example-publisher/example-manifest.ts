import type { Endpoint, Manifest03, Parameter, Payment, Pricing } from '#manifest/manifest.ts';
import type { Behavior } from './behavior.ts';
import { NETWORK, PRICE_USD } from './payment-terms.ts';

/** Creates the manifest that matches the behavior of a publisher on an origin. */
export function createExampleManifest(
  origin: string,
  { auth, payment, listingRequested, version, name }: Behavior,
): Manifest03 {
  return {
    spec_version: 'apimanifest-0.3',
    name,
    version,
    description:
      'Computes sunrise, solar noon, sunset, and day length for any place and day, and the phase of the moon. All values are calculated on request with published astronomical formulas. The API stores no data.',
    categories: ['physics', 'geography'],
    primary_category: 'computational',
    endpoints: ENDPOINTS,
    pricing: createPricing(payment),
    payment: createPayment(origin, payment),
    authentication: auth
      ? {
          required: true,
          type: 'api_key',
          instructions: 'POST an empty body to /v1/keys, then send the key it returns as X-API-Key.',
          config: { in: 'header', name: 'X-API-Key' },
        }
      : { required: false, type: 'none', instructions: null },
    reliability: { maintained_by: 'community' },
    rate_limits: { requests_per_minute: null, requests_per_day: null },
    agent_notes: `Times are in UTC and accurate to about two minutes between the polar circles. Beyond them, sunrise and sunset are null on days when the sun does not cross the horizon. Latitude and longitude are decimal degrees; north and east are positive. ${createNotes(payment)}`,
    contact: 'The person who started this example on this machine.',
    listing_requested: listingRequested,
    last_updated: '2026-11-01T00:00:00Z',
  };
}

const DATE = createParameter('query', 'date', 'string', 'The day as YYYY-MM-DD (default: today).');

const ENDPOINTS: readonly Endpoint[] = [
  createEndpoint(
    '/v1/places',
    'Lists the known places with their ids and coordinates. Use an id to get the daylight of a place.',
    [],
  ),
  createEndpoint(
    '/v1/moon',
    'Returns the phase of the moon on a day: its age in days, the illuminated fraction, and the name of the phase.',
    [DATE],
  ),
  createEndpoint('/v1/daylight', 'Returns sunrise, solar noon, sunset, and day length at any coordinates on a day.', [
    createParameter('query', 'latitude', 'number', 'Decimal degrees from -90 to 90; north is positive.', 51.5),
    createParameter('query', 'longitude', 'number', 'Decimal degrees from -180 to 180; east is positive.', -0.1),
    DATE,
  ]),
  createEndpoint(
    '/v1/places/{place}/daylight',
    'Returns the daylight of a known place on a day. /v1/places lists the places.',
    [createParameter('path', 'place', 'string', 'The id of a place, such as london.', 'london'), DATE],
  ),
];

function createEndpoint(path: string, description: string, parameters: readonly Parameter[]): Endpoint {
  return {
    path,
    method: 'GET',
    description,
    parameters,
    response_description: 'A JSON object with the values in the description.',
  };
}

/** Creates a parameter. It is required if it has an example. */
function createParameter(
  location: 'path' | 'query',
  name: string,
  type: string,
  description: string,
  example?: string | number,
): Parameter {
  const required = example !== undefined;
  return { name, in: location, type, required, description, ...(required && { example }) };
}

function createPricing(payment: Behavior['payment']): Pricing {
  if (payment === 'none')
    return { model: 'free', free_tier: { queries_per_day: null, queries_per_month: null }, paid_tier: null };
  return {
    model: 'per-query',
    paid_tier: {
      unit: 'request',
      description: 'Each request for the phase of the moon.',
      amount_usd: Number(PRICE_USD),
    },
  };
}

function createPayment(origin: string, payment: Behavior['payment']): Payment | null {
  if (payment === 'none') return null;
  const rates = [{ unit: 'request', price: PRICE_USD, description: 'The phase of the moon' }];
  if (payment !== 'onboarding') {
    return {
      model: 'per_request',
      currency: 'USD',
      protocol: 'x402',
      networks: [NETWORK],
      rates,
      settlement: { type: 'real_time' },
    };
  }
  return {
    model: 'prepaid_credits',
    currency: 'USD',
    rates,
    onboarding: {
      url: `${origin}/v1/keys`,
      method: 'POST',
      accepts: ['platform_token'],
      returns: {
        credential_type: 'api_key',
        credential_field: 'api_key',
        instructions: 'Send it as X-API-Key with every request.',
      },
    },
    settlement: { type: 'prepaid_debit' },
  };
}

function createNotes(payment: Behavior['payment']): string {
  if (payment === 'none') return 'All requests are free.';
  if (payment === 'onboarding')
    return 'The phase of the moon requires a key from /v1/keys. This example does not charge for it.';
  return 'Requests for the phase of the moon return 402 with x402 payment requirements. This example cannot settle payments, so it always returns 402.';
}
