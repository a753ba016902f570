import type { Warning } from '#contract/row.ts';
import { warningsAbout } from '#listing/warnings.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { PUBLISHER_TEXT_NOTICE } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';
import type { CallResult } from './call-result.ts';

/** Formats a call plan as text for a model. */
export function formatCallPlan(plan: CallResult): string {
  const { request, missing, cost, limits, guesses, findings, cautions } = plan;
  const { observed } = plan.listing;
  const shown = new Set(observed.warnings.map(({ message }) => message));
  return [
    `No request was sent. ${missing.length > 0 ? 'This request has no values yet for the missing parameters below' : 'Send this request'}:`,
    '',
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${printable(value)}`),
    ...(request.body === null ? [] : ['', formatBody(request)]),
    '',
    ...['name', 'url', 'endpoints'].flatMap(claim => formatWarnings(warningsAbout(observed.warnings, claim))),
    missing.length > 0
      ? `Missing parameters: ${toSafeJson(missing)}. Call plan_call again with their values.`
      : 'All required parameters have values.',
    ...findings
      .filter(({ code }) => code !== 'missing_argument')
      .map(({ message, hint }) => `Problem: ${printable(`${message} ${hint}`)}`),
    ...guesses.map(({ member, value, reason }) => `Guess: ${printable(`${member} is ${value}. ${reason}`)}`),
    formatAuthentication(plan),
    ...formatWarnings(warningsAbout(observed.warnings, 'authentication')),
    `Cost: ${COSTS[cost.expectation]}`,
    ...['pricing', 'payment'].flatMap(claim => formatWarnings(warningsAbout(observed.warnings, claim))),
    `Rate limits: ${formatLimits(limits)}`,
    ...cautions.filter(each => !shown.has(each)).map(warning => `Warning: ${warning}`),
    `The declarations of the manifest as JSON. ${PUBLISHER_TEXT_NOTICE}`,
    toSafeJson({ endpoint: plan.endpoint, parameters: plan.parameters, authentication: plan.authentication, cost }),
  ].join('\n');
}

function formatWarnings(warnings: readonly Warning[]): string[] {
  return warnings.map(({ message }) => `Warning: ${printable(message)}`);
}

const COSTS = {
  none: 'free, according to the manifest.',
  free_tier: 'free within the free tier; see cost below.',
  paid: 'paid; see cost below.',
  unknown: 'not declared in the manifest.',
} as const;

function formatAuthentication({ authentication }: CallResult): string {
  const { required, credentials, onboarding } = authentication;
  if (!required) return 'Authentication: none required.';
  const places = credentials.map(({ value, prefix, name, ...each }) => {
    const place = `the ${PLACES[each.in]} ${toSafeJson(name).slice(1, -1)}`;
    return `${printable(value.slice(prefix.length))} in ${place}`;
  });
  const location = places.length === 0 ? 'see authentication below' : `replace ${places.join(' and ')}`;
  const source = onboarding === null ? '' : ' To get one, see authentication.onboarding.';
  return `Authentication: a credential is required; ${location}.${source}`;
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;

/**
 * Formats an encoded body as it is, and other bodies as JSON. A text with line breaks or invisible characters is a JSON string,
 * which also keeps its lines apart from the text of the registry.
 */
function formatBody({ body }: CallResult['request']): string {
  if (typeof body !== 'string') return toSafeJson(body);
  return printable(body) === body ? body : `This text, written as a JSON string: ${toSafeJson(body)}`;
}

function formatLimits({ requests_per_minute, requests_per_day }: CallResult['limits']): string {
  const limits = [
    ...(requests_per_minute === null ? [] : [`${requests_per_minute} requests per minute`]),
    ...(requests_per_day === null ? [] : [`${requests_per_day} requests per day`]),
  ];
  return limits.length > 0 ? `${limits.join(', ')}.` : 'none declared.';
}
