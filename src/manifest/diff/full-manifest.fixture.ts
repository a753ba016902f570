import type { Manifest } from '../manifest.ts';

/** Returns a new, valid 0.3 manifest that uses each member of the format at least once, and extra members. */
export function richManifest(): Manifest {
  return literal() as unknown as Manifest;
}

/** Includes extra members that the type does not declare. */
function literal() {
  return {
    spec_version: 'apimanifest-0.3',
    name: 'Tide tables',
    version: '1.2.0',
    description:
      'Times and heights of high and low water for harbors, computed from harmonic constants, for one day or a month ahead.',
    categories: ['geography', 'weather', 'logistics'],
    primary_category: 'computational',
    endpoints: [
      {
        path: '/v1/tides',
        method: 'GET',
        description: 'The tides of one harbor on one day.',
        parameters: [
          { name: 'harbor', type: 'string', required: true, description: 'The name of the harbor.' },
          {
            name: 'day',
            type: 'string',
            required: false,
            description: 'The day; today when it is absent.',
            'x-in': 'q',
          },
        ],
        response_description: 'An array of tides with time and height in metres.',
        cost_hint: { unit: 'request', estimated_price: '0.01', currency: 'USD', notes: 'Without a subscription.' },
      },
      {
        path: '/v1/harbors',
        method: 'GET',
        description: 'The harbors known, with their positions.',
        parameters: [],
        response_description: 'An array of names with latitude and longitude.',
        'x-cache': { seconds: 3600, shared: true },
      },
      {
        path: '/v1/alerts',
        method: 'POST',
        description: 'Orders an alert ahead of a tide.',
        parameters: [{ name: 'harbor', type: 'string', required: true, description: 'The name of the harbor.' }],
        response_description: 'The alert with its identifier.',
      },
    ],
    pricing: {
      model: 'freemium',
      free_tier: { queries_per_day: 100, queries_per_month: null },
      paid_tier: { unit: 'month', description: 'All you can ask.', amount_usd: 19, amount: '17.50', currency: 'EUR' },
      support_url: 'https://tides.example/support',
    },
    authentication: {
      required: false,
      type: 'api_key',
      instructions: 'Send the key in the header X-Key.',
      config: { header: 'X-Key', nested: { deep: [1, 2, { leaf: true }] } },
    },
    agent_notes:
      'Ask for one harbor and one day at a time. Heights are metres above chart datum, times are UTC. An unknown harbor answers 404 with a list of similar names, so correct the spelling and retry.',
    contact: { email: 'tides@example.org', support_url: 'https://tides.example/help', github: 'https://git.example/t' },
    last_updated: '2026-11-01T00:00:00Z',
    homepage: 'https://tides.example/',
    documentation: 'https://tides.example/docs',
    payment: {
      model: 'per_request',
      currency: 'USD',
      protocol: 'x402',
      networks: ['eip155:8453', 'nano:mainnet'],
      discovery_url: 'https://tides.example/.well-known/x402',
      rates: [
        { unit: 'request', price: '0.01', description: 'Each request.', tier: null, threshold: 0, cap: null },
        { unit: 'request', price: '0.005', tier: 'pro', threshold: 1000, cap: 100000 },
        { unit: 'alert', price: '0.10' },
      ],
      onboarding: {
        url: 'https://tides.example/onboard',
        method: 'POST',
        accepts: ['signed_jwt', 'oauth_bearer'],
        returns: {
          credential_type: 'api_key',
          credential_field: 'key',
          instructions: 'Send it in X-Key.',
          expires_in: 3600,
          refresh_url: 'https://tides.example/refresh',
        },
      },
      usage_endpoint: { url: 'https://tides.example/usage', method: 'GET', authentication: 'same_as_api' },
      settlement: {
        type: 'postpaid_cycle',
        cycle: 'monthly',
        provider_name: 'Harbor Bank',
        provider_url: 'https://bank.example',
      },
      budget_controls: {
        supports_spend_cap: true,
        supports_per_request_limit: true,
        supports_rate_limit: false,
        supports_alerting: true,
      },
      refund_policy: { type: 'prorated', terms_url: 'https://tides.example/refunds', window_seconds: 86400 },
    },
    reliability: {
      maintained_by: 'organization',
      status_url: 'https://status.tides.example',
      expected_uptime_pct: 99.5,
      uptime_percentage: 99.9,
      avg_response_time_ms: 120,
      last_30_days_uptime: 99.8,
    },
    rate_limits: { requests_per_minute: 60, requests_per_day: 10000 },
    listing_requested: true,
    'x-note/~': { any: ['thing', { goes: null }] },
  };
}

/** Returns a valid 0.2 manifest that uses each member of that format. */
export function richManifest02(): Manifest {
  const { spec_version, endpoints, pricing, authentication, payment, rate_limits, reliability, contact, ...rest } =
    literal();
  const manifest = {
    ...rest,
    spec_version: 'apimanifest-0.2',
    endpoints: endpoints.map(({ cost_hint, ...endpoint }) => endpoint),
    pricing: { ...pricing, paid_tier: { unit: 'month', description: 'All you can ask.', amount_usd: 19.5 } },
    authentication: { required: true, type: 'bearer', instructions: null },
    reliability: { maintained_by: 'community', status_url: null, expected_uptime_pct: 98 },
    contact: 'https://tides.example/help',
    payment: {
      checkout_url: 'https://tides.example/buy',
      provider: 'Harbor Bank',
      key_provisioning_url: null,
      accepted_methods: ['card', 'invoice'],
      prepay_required: false,
    },
  };
  return manifest as unknown as Manifest;
}
