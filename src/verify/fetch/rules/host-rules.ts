import { isLoopbackIp } from './ip-rules.ts';
import type { Rejection } from './rejection.ts';

/**
 * Names that never lead to a public host (RFC 6761 and its kin, and what home and office networks use in their place).
 * `.example` is left out on purpose: no public resolver knows it, so it does no harm, and documentation and tests use it.
 */
const RESERVED_SUFFIXES = [
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
];

/** Names in the public DNS under which cloud platforms give their machines metadata, and often credentials. */
const METADATA_NAMES = new Set([
  'metadata.goog',
  'metadata.oraclecloud.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]);

/**
 * Why a host may not be asked, judged by its name alone; undefined when it may be looked up.
 *
 * IP addresses are refused in every spelling: WHATWG URL has already turned decimal, octal, hexadecimal, short,
 * percent-encoded and full-width forms into dotted decimal, and IDN into punycode, before a name gets here.
 *
 * @param host `hostname` of a URL object
 */
export function rejectHost(host: string): Rejection | undefined {
  if (isLiteral(host)) {
    return refuse(
      'ip-literal',
      `The host ${host} is an IP address.`,
      'Use the host name under which the API is public.',
    );
  }
  if (host.endsWith('.')) {
    return refuse('host-name', `The host "${host}" ends in a dot.`, 'Leave the final dot out.');
  }
  const labels = host.split('.');
  if (host.length > 253 || labels.some(label => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) {
    return refuse(
      'host-name',
      `"${host.slice(0, 253)}" is not a host name.`,
      'Its parts are 1 to 63 letters, digits and inner hyphens, 253 characters in all.',
    );
  }
  if (RESERVED_SUFFIXES.includes(labels.at(-1) ?? '')) {
    return refuse('reserved-name', `The name "${host}" is reserved for private use.`, 'Use a name in the public DNS.');
  }
  if (METADATA_NAMES.has(host)) {
    return refuse(
      'reserved-name',
      `The name "${host}" belongs to a cloud platform's metadata service.`,
      'Use the host name under which the API is public.',
    );
  }
  if (labels.length < 2) {
    return refuse('host-name', `The host "${host}" has no domain.`, 'Write the whole name, such as api.example.com.');
  }
  return undefined;
}

/** Whether a URL's host is this machine by definition: `localhost`, or a loopback address written out. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackIp(host.replace(/^\[(.*)\]$/, '$1'));
}

function isLiteral(host: string): boolean {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}

function refuse(rule: Rejection['rule'], message: string, hint: string): Rejection {
  return { rule, message, hint };
}
