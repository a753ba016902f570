import type { CallPlan } from '#calls/call-plan.ts';
import { PUBLISHER_TEXT_NOTICE } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';

/** Formats a call plan as text for a model. */
export function formatCallPlan(plan: CallPlan): string {
  const { request, missing, cost, limits, cautions } = plan;
  return [
    'No request was sent. Send this request:',
    '',
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${toSafeJson(value).slice(1, -1)}`),
    ...(request.body === null ? [] : ['', toSafeJson(request.body)]),
    '',
    missing.length > 0 ? `Missing parameters: ${toSafeJson(missing)}.` : 'All required parameters have values.',
    formatAuthentication(plan),
    `Cost: ${COSTS[cost.expectation]}`,
    `Rate limits: ${formatLimits(limits)}`,
    ...cautions.map(warning => `Warning: ${warning}`),
    `The publisher's declarations as JSON. ${PUBLISHER_TEXT_NOTICE}`,
    toSafeJson({ endpoint: plan.endpoint, parameters: plan.parameters, authentication: plan.authentication, cost }),
  ].join('\n');
}

const COSTS = {
  none: 'free, according to the publisher.',
  free_tier: 'free within the free tier; see cost below.',
  paid: 'paid; see cost below.',
  unknown: 'not declared in the manifest.',
} as const;

function formatAuthentication({ authentication }: CallPlan): string {
  const { required, header, onboarding } = authentication;
  if (!required) return 'Authentication: none.';
  const location = header === null ? 'see authentication below' : `send it in the header ${header.name}`;
  const source = onboarding === null ? '' : ' To get one, see authentication.onboarding.';
  return `Authentication: a credential is required; ${location}.${source}`;
}

function formatLimits({ requests_per_minute, requests_per_day }: CallPlan['limits']): string {
  const limits = [
    ...(requests_per_minute === null ? [] : [`${requests_per_minute} requests per minute`]),
    ...(requests_per_day === null ? [] : [`${requests_per_day} requests per day`]),
  ];
  return limits.length > 0 ? `${limits.join(', ')}.` : 'none declared.';
}
