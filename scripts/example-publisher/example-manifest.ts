import type { Endpoint, Manifest03, Parameter, Payment, Pricing } from '#manifest/manifest.ts';
import type { Conduct } from './behavior.ts';
import { NETWORK, PRICE_USD } from './payment-terms.ts';

/** The manifest that tells the truth about a publisher of this conduct, on this origin. */
export function exampleManifest(
  origin: string,
  { auth, payment, listingRequested, version, name }: Conduct,
): Manifest03 {
  return {
    spec_version: 'apimanifest-0.3',
    name,
    version,
    description:
      'Computes sunrise, solar noon, sunset and day length for any place on Earth and any day, and the phase of the moon. Everything is calculated on request from published astronomical formulas; no data is stored.',
    categories: ['physics', 'geography'],
    primary_category: 'computational',
    endpoints: ENDPOINTS,
    pricing: pricingFor(payment),
    payment: paymentFor(origin, payment),
    authentication: auth
      ? {
          required: true,
          type: 'api_key',
          instructions: 'POST an empty body to /v1/keys, then send the key it returns as X-API-Key.',
        }
      : { required: false, type: 'none', instructions: null },
    reliability: { maintained_by: 'community' },
    rate_limits: { requests_per_minute: null, requests_per_day: null },
    agent_notes: `Times are in UTC and good to about two minutes between the polar circles; within them sunrise and sunset can be null, which means that the sun does not cross the horizon that day. Latitude and longitude are decimal degrees, north and east positive. ${notesOn(payment)}`,
    contact: 'Whoever started this example on this machine.',
    listing_requested: listingRequested,
    last_updated: '2026-11-01T00:00:00Z',
  };
}

const DATE = parameter('date', 'string', false, 'The day as YYYY-MM-DD, today by default.');

const ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    '/v1/places',
    'Lists the places known by name, with their coordinates, for use with the daylight of a place.',
    [],
  ),
  endpoint(
    '/v1/moon',
    'Gives the phase of the moon on a day: its age in days, the illuminated part, and the name of the phase.',
    [DATE],
  ),
  endpoint('/v1/daylight', 'Gives sunrise, solar noon, sunset and day length at any coordinates on a day.', [
    parameter('latitude', 'number', true, 'Decimal degrees from -90 to 90, north positive.'),
    parameter('longitude', 'number', true, 'Decimal degrees from -180 to 180, east positive.'),
    DATE,
  ]),
  endpoint('/v1/places/{place}/daylight', 'Gives the daylight of a place known by name, as listed by /v1/places.', [
    parameter('place', 'string', true, 'The id of a place, such as london.'),
    DATE,
  ]),
];

function endpoint(path: string, description: string, parameters: readonly Parameter[]): Endpoint {
  return {
    path,
    method: 'GET',
    description,
    parameters,
    response_description: 'A JSON object with the values named in the description.',
  };
}

function parameter(name: string, type: string, required: boolean, description: string): Parameter {
  return { name, type, required, description };
}

function pricingFor(payment: Conduct['payment']): Pricing {
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

function paymentFor(origin: string, payment: Conduct['payment']): Payment | null {
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

function notesOn(payment: Conduct['payment']): string {
  if (payment === 'none') return 'Nothing costs anything.';
  if (payment === 'onboarding')
    return 'The phase of the moon takes a key from /v1/keys; this example takes no money for it.';
  return 'The phase of the moon is answered with 402 and x402 payment requirements; this example settles no payment, so it stays at that.';
}
