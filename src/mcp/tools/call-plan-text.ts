import type { CallPlan } from '#calls/call-plan.ts';
import { PUBLISHERS_WORDS } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';

/** A plan of a call as a text that a model reads. */
export function callPlanText(plan: CallPlan): string {
  const { request, missing, cost, limits, cautions } = plan;
  return [
    'Nothing was called. The request to make:',
    '',
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${toSafeJson(value).slice(1, -1)}`),
    ...(request.body === null ? [] : ['', toSafeJson(request.body)]),
    '',
    missing.length > 0 ? `Still missing: ${toSafeJson(missing)}.` : 'All required parameters have values.',
    authenticationText(plan),
    `Cost: ${COSTS[cost.expectation]}`,
    `Limits: ${limitText(limits)}`,
    ...cautions.map(caution => `Caution: ${caution}`),
    `What the publisher declares of this call follows as JSON. ${PUBLISHERS_WORDS}`,
    toSafeJson({ endpoint: plan.endpoint, parameters: plan.parameters, authentication: plan.authentication, cost }),
  ].join('\n');
}

const COSTS = {
  none: 'nothing, by what the publisher declares.',
  free_tier: 'nothing within the free tier; see cost below.',
  paid: 'it is paid for; see cost below.',
  unknown: 'the manifest does not tell.',
} as const;

function authenticationText({ authentication }: CallPlan): string {
  const { required, header, onboarding } = authentication;
  if (!required) return 'Authentication: none is needed.';
  const way = header === null ? 'see authentication below' : `send it in the header ${header.name}`;
  const gained = onboarding === null ? '' : ' authentication.onboarding tells how to get one.';
  return `Authentication: a credential is needed; ${way}.${gained}`;
}

function limitText({ requests_per_minute, requests_per_day }: CallPlan['limits']): string {
  const stated = [
    ...(requests_per_minute === null ? [] : [`${requests_per_minute} requests a minute`]),
    ...(requests_per_day === null ? [] : [`${requests_per_day} requests a day`]),
  ];
  return stated.length > 0 ? `${stated.join(', ')}.` : 'none are declared.';
}
