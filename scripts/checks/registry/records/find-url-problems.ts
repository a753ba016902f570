import { parse } from 'tldts';
import type { ListingRecord } from '#listing/listing-record.ts';

/** Hosts under these domains belong to one customer of the provider. */
const CUSTOMER_DOMAINS = [
  'atlassian.net',
  'auth0.com',
  'freshdesk.com',
  'myshopify.com',
  'my.salesforce.com',
  'okta.com',
  'service-now.com',
  'sharepoint.com',
  'statuspage.io',
  'supabase.co',
  'zendesk.com',
];

/** Placeholder labels for the name of a customer. */
const CUSTOMER_LABEL =
  /^(your|my)-|^(your|my)?(account|company|customer|instance|organization|shop|store|subdomain|tenant|workspace)s?(-?(name|id))?$/;

/** Finds URLs with a wrong syntax or an unknown public suffix, and origins that differ per customer. */
export function findUrlProblems(record: ListingRecord): string[] {
  return [
    ...findCustomerHost(record.url),
    ...urlsOf(record).flatMap(({ at, url }) => {
      const problem = findUrlProblem(url);
      return problem === undefined ? [] : [`${at}: ${JSON.stringify(url)} ${problem}`];
    }),
  ];
}

function findCustomerHost(origin: string): string[] {
  const { hostname } = new URL(origin);
  const hasCustomer =
    hostname.split('.').some(label => CUSTOMER_LABEL.test(label)) ||
    CUSTOMER_DOMAINS.some(domain => hostname.endsWith(`.${domain}`) && hostname !== `api.${domain}`);
  return hasCustomer ? [`url: "${hostname}" differs per customer. List a host that all customers share.`] : [];
}

/** Returns the problem of a URL; undefined if it is valid. */
function findUrlProblem(url: string): string | undefined {
  if (/[\s{}<>"\\^`|]/.test(url)) return 'has characters that a URL cannot contain.';
  if (!URL.canParse(url)) return 'is not a URL.';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is not an http or https URL.';
  if (username !== '' || password !== '') return 'has credentials.';
  const { domain, isIcann, isIp } = parse(hostname);
  if (isIp || isIcann !== true) return 'has no known public suffix.';
  return domain === null ? 'is only a public suffix.' : undefined;
}

/** Members whose text is a URL, wherever they are in the manifest. */
const URL_MEMBERS = /^(homepage|documentation|[a-z_]*_url|github)$/;

function urlsOf({ url, source, manifest }: ListingRecord): readonly { readonly at: string; readonly url: string }[] {
  const { endpoints: _, ...rest } = manifest;
  return [{ at: 'url', url }, ...collectUrls('source', source), ...collectUrls('manifest', rest)];
}

function collectUrls(at: string, value: object): { readonly at: string; readonly url: string }[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const here = `${at}.${name}`;
    if (typeof member === 'string') return URL_MEMBERS.test(name) ? [{ at: here, url: member }] : [];
    return typeof member === 'object' && member !== null ? collectUrls(here, member) : [];
  });
}
