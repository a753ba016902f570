import { explainTombstone } from '#calls/warnings.ts';
import type { BodyTypes } from '#client/body-types.ts';
import type { Detail } from '#client/client.ts';
import { warningsAbout } from '#listing/warnings.ts';
import { type Colors, createColors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** The members of a manifest that a call or a text needs. */
export const MANIFEST_TYPES: BodyTypes = {
  'manifest.authentication': 'object',
  'manifest.pricing': 'object',
  'manifest.endpoints[].method': 'string',
  'manifest.endpoints[].path': 'string',
  'manifest.endpoints[].description': 'string',
  'manifest.endpoints[].parameters[].name': 'string',
  'manifest.endpoints[].parameters[].type': 'string',
  'observed.warnings[].message': 'string',
  url: 'string',
};

/** The members of a listing that have a text. */
export const LISTING_TYPES: BodyTypes = {
  ...MANIFEST_TYPES,
  id: 'string',
  name: 'string',
  version: 'string',
  description: 'string',
  status: 'string',
  pricing_model: 'string',
  primary_category: 'string',
  'categories[]': 'string',
  'badges[]': 'string',
  'links.html': 'string',
  'verified_at?': 'string',
  'last_checked_at?': 'string',
  'payment_model?': 'string',
  'maintained_by?': 'string',
  'documentation_url?': 'string',
  'basis?.description': 'string',
  'claim?.submit': 'string',
  'manifest.documentation?': 'string',
  'manifest.pricing.paid_tier?.description?': 'string',
  'manifest.agent_notes': 'string',
};

/**
 * Formats a listing: its status, pricing, notes, and endpoints.
 *
 * @param columns the width of the terminal; undefined if the output is not a terminal
 */
export function formatListing(detail: Detail, hasColors: boolean, columns?: number): string {
  const style = createColors(hasColors);
  const { manifest } = detail;
  return [
    `${style('bold', sanitizeLine(detail.name))} ${sanitizeLine(detail.version)}  ${style('dim', sanitizeLine(detail.id))}`,
    ...formatWarnings(detail, 'name', style, ''),
    '',
    sanitizeLine(detail.description),
    '',
    ...listFacts(detail).flatMap(([term, fact]) => [
      `${style('dim', term.padEnd(12))}  ${fact}`,
      ...(term === 'status' ? formatTombstone(detail, style) : []),
      ...(CONTRADICTED[term] ?? []).flatMap(member => formatWarnings(detail, member, style, ' '.repeat(14))),
    ]),
    '',
    style('bold', 'Notes for agents'),
    sanitizeLine(manifest.agent_notes),
    '',
    style('bold', `Endpoints (${manifest.endpoints.length})`),
    ...formatWarnings(detail, 'endpoints', style, '  '),
    ...manifest.endpoints.flatMap(endpoint => formatEndpoint(endpoint, style, columns)),
    '',
  ].join('\n');
}

/** The members of the manifest that each fact repeats. Warnings about them follow the fact. */
const CONTRADICTED: Readonly<Record<string, readonly string[]>> = {
  URL: ['url'],
  pricing: ['pricing', 'payment'],
  credentials: ['authentication'],
};

function formatTombstone(detail: Detail, style: Colors): string[] {
  const text = explainTombstone(detail);
  return text === undefined ? [] : [' '.repeat(14) + style('yellow', sanitizeLine(`Warning: ${text}`))];
}

/** Formats the contradictions between a member of the manifest and the live API. */
function formatWarnings({ observed }: Detail, member: string, style: Colors, indent: string): string[] {
  return warningsAbout(observed.warnings, member).map(
    ({ message }) => `${indent}${style('yellow', sanitizeLine(`Warning: ${message}`))}`,
  );
}

type Endpoint = Detail['manifest']['endpoints'][number];

function listFacts(detail: Detail): [string, string][] {
  const { status, verified_at, last_checked_at, url, badges, manifest } = detail;
  const lastCheck = last_checked_at == null ? 'not checked yet' : `last checked ${last_checked_at}`;
  const checks = status === 'verified' ? `verified ${verified_at ?? ''}, ${lastCheck}` : `${status}, ${lastCheck}`;
  const { required, type, instructions } = manifest.authentication;
  const credentials = required ? `${type ?? 'required'}. ${instructions ?? ''}` : 'none required';
  const all: [string, string][] = [
    ['status', checks],
    ['live API', describeResponding(detail)],
    ['URL', url],
    ['category', `${detail.primary_category}: ${detail.categories.join(', ')}`],
    ['pricing', formatPricing(detail)],
    ['credentials', credentials],
    ['badges', badges.join(', ')],
    ['maintainer', detail.maintained_by ?? ''],
    ['contact', formatContact(detail.contact)],
    ['docs', manifest.documentation ?? detail.documentation_url ?? ''],
    ['basis', detail.basis?.description ?? ''],
    ['page', detail.links.html],
    ['claim it', detail.claim?.submit ?? ''],
  ];
  return all.flatMap(([term, fact]): [string, string][] => (fact === '' ? [] : [[term, sanitizeLine(fact)]]));
}

/** Describes whether the API responds. Without a response, it makes no such claim. */
function describeResponding({ observed, source, last_checked_at }: Detail): string {
  const { responding, last_responded_at } = observed;
  if (responding === null) return 'not checked yet';
  const unverified = source === 'documentation' ? ', not verified by its publisher' : '';
  if (!responding) return `not responding${unverified}, last checked ${last_checked_at}`;
  return `responding${unverified}, last responded ${last_responded_at}`;
}

function formatPricing({ pricing_model, payment_model, payment_currency, costs_nothing, manifest }: Detail): string {
  const paid = manifest.pricing.paid_tier?.description;
  const contract = payment_model == null ? '' : `; payment: ${payment_model} in ${payment_currency}`;
  const declared = pricing_model === 'unknown' ? 'not stated' : pricing_model;
  const model = declared === 'free' && !costs_nothing ? 'declared as free, but with a price' : declared;
  return `${model}${paid ? ` (${paid})` : ''}${contract}`;
}

function formatContact(contact: Detail['contact']): string {
  if (typeof contact === 'string') return contact;
  return Object.values(contact ?? {})
    .filter(value => typeof value === 'string')
    .join(', ');
}

function formatEndpoint(
  { method, path, description, parameters }: Endpoint,
  style: Colors,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const width = Math.max(columns, MIN_WIDTH) - INDENT.length;
  const names = parameters.map(({ name, required }) =>
    required ? sanitizeLine(name, 40) : `[${sanitizeLine(name, 40)}]`,
  );
  return [
    `  ${method.padEnd(6)} ${style('bold', sanitizeLine(path))}${names.length > 0 ? `  ${style('dim', names.join(' '))}` : ''}`,
    INDENT + sanitizeLine(description, Math.min(MAX_DESCRIPTION, width)),
  ];
}

/** Aligns the description of an endpoint with its path. */
const INDENT = ' '.repeat(9);

/** Columns. Narrower terminals wrap the lines. */
const MIN_WIDTH = 30;
const MAX_DESCRIPTION = 160;
