import type { Detail } from '#client/client.ts';
import { type Colors, colors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** A listing as people read it: whether it is alive, what it costs, what it offers. */
export function detailText(detail: Detail, colours: boolean): string {
  const style = colors(colours);
  const { manifest } = detail;
  return [
    `${style('bold', sanitizeLine(detail.name))} ${sanitizeLine(detail.version)}  ${style('dim', sanitizeLine(detail.id))}`,
    '',
    sanitizeLine(detail.description),
    '',
    ...facts(detail).map(([term, fact]) => `${style('dim', term.padEnd(12))}  ${fact}`),
    '',
    style('bold', 'Notes for agents'),
    sanitizeLine(manifest.agent_notes),
    '',
    style('bold', `Endpoints (${manifest.endpoints.length})`),
    ...manifest.endpoints.flatMap(endpoint => endpointLines(endpoint, style)),
    '',
  ].join('\n');
}

type Endpoint = Detail['manifest']['endpoints'][number];

function facts(detail: Detail): [string, string][] {
  const { status, verified_at, last_checked_at, url, badges, manifest } = detail;
  const seen = last_checked_at === null ? 'not checked yet' : `last checked ${last_checked_at}`;
  const standing = status === 'verified' ? `verified ${verified_at ?? ''}, ${seen}` : `${status}, ${seen}`;
  const { required, type, instructions } = manifest.authentication;
  const credentials = required ? `${type ?? 'required'}. ${instructions ?? ''}` : 'none needed';
  const all: [string, string][] = [
    ['status', standing],
    ['address', url],
    ['kind', `${detail.primary_category}: ${detail.categories.join(', ')}`],
    ['pricing', priceOf(detail)],
    ['credentials', credentials],
    ['badges', badges.join(', ')],
    ['maintained', detail.maintained_by ?? ''],
    ['contact', contactOf(detail.contact)],
    ['docs', manifest.documentation ?? detail.documentation_url ?? ''],
    ['page', detail.links.html],
  ];
  return all.flatMap(([term, fact]): [string, string][] => (fact === '' ? [] : [[term, sanitizeLine(fact)]]));
}

function priceOf({ pricing_model, payment_model, payment_currency, manifest }: Detail): string {
  const paid = manifest.pricing.paid_tier?.description;
  const contract = payment_model === null ? '' : `; pays ${payment_model} in ${payment_currency}`;
  const model = pricing_model === 'unknown' ? 'not stated' : pricing_model;
  return `${model}${paid ? ` (${paid})` : ''}${contract}`;
}

function contactOf(contact: Detail['contact']): string {
  if (typeof contact === 'string') return contact;
  return Object.values(contact)
    .filter(value => typeof value === 'string')
    .join(', ');
}

function endpointLines({ method, path, description, parameters }: Endpoint, style: Colors): string[] {
  const named = parameters.map(({ name, required }) =>
    required ? sanitizeLine(name, 40) : `[${sanitizeLine(name, 40)}]`,
  );
  return [
    `  ${method.padEnd(6)} ${style('bold', sanitizeLine(path))}${named.length > 0 ? `  ${style('dim', named.join(' '))}` : ''}`,
    `         ${sanitizeLine(description, 160)}`,
  ];
}
