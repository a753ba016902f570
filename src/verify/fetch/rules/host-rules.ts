import { isLoopbackIp } from './ip-rules.ts';
import type { Rejection } from './rejection.ts';

/**
 * Top-level names that never belong to a public host: reserved names (RFC 6761 and similar) and common names of private
 * networks. `.example` is missing on purpose: public resolvers do not resolve it, and documentation and tests use it.
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

/** Public DNS names of cloud metadata services, which often return credentials. */
const METADATA_NAMES = new Set([
  'metadata.goog',
  'metadata.oraclecloud.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]);

/**
 * Returns why a host name is rejected. Undefined if it may be resolved.
 *
 * Rejects IP addresses in every notation: the URL parser has already normalized decimal, octal, hexadecimal, short,
 * percent-encoded, and full-width notations to dotted decimal, and IDN to punycode.
 *
 * @param host the `hostname` of a URL object
 */
export function rejectHost(host: string): Rejection | undefined {
  if (isLiteral(host)) {
    return reject('ip-literal', `The host ${host} is an IP address.`, 'Use the public host name of the API.');
  }
  if (host.endsWith('.')) {
    return reject('host-name', `The host "${host}" ends with a dot.`, 'Remove the final dot.');
  }
  const labels = host.split('.');
  if (host.length > 253 || labels.some(label => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) {
    return reject(
      'host-name',
      `"${host.slice(0, 253)}" is not a valid host name.`,
      'Use labels of 1 to 63 letters, digits, and inner hyphens, and at most 253 characters in total.',
    );
  }
  if (RESERVED_SUFFIXES.includes(labels.at(-1) ?? '')) {
    return reject('reserved-name', `The name "${host}" is reserved for private use.`, 'Use a name in the public DNS.');
  }
  if (METADATA_NAMES.has(host)) {
    return reject(
      'reserved-name',
      `The name "${host}" belongs to a cloud metadata service.`,
      'Use the public host name of the API.',
    );
  }
  if (labels.length < 2) {
    return reject('host-name', `The host "${host}" has no domain.`, 'Use the full name, such as api.example.com.');
  }
  return undefined;
}

/** Returns whether the host of a URL is `localhost` or a loopback IP address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackIp(host.replace(/^\[(.*)\]$/, '$1'));
}

function isLiteral(host: string): boolean {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}

function reject(rule: Rejection['rule'], message: string, hint: string): Rejection {
  return { rule, message, hint };
}
