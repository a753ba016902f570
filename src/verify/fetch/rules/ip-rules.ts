import ipaddr from 'ipaddr.js';
import type { Rejection } from './rejection.ts';

/**
 * Public addresses of services that cloud platforms offer only to their own machines. Their metadata services, such as
 * 169.254.169.254, 100.100.100.200, 192.0.0.192, and fd00:ec2::254, are in blocked ranges.
 */
const CLOUD_PLATFORMS = [
  '161.26.0.0/16', // IBM Cloud: name servers, time, package mirrors
  '166.8.0.0/14', // IBM Cloud: private service endpoints
  '168.63.129.16/32', // Azure: virtual public IP address of the host
];

/** IPv4 ranges that are not ordinary public address space (IANA), and addresses of cloud platforms. */
const BLOCKED_IPV4 = [
  ...CLOUD_PLATFORMS,
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(range => ipaddr.IPv4.parseCIDR(range));

/**
 * IPv6 uses an allowlist: only 2000::/3 is global unicast. It excludes loopback, link-local, unique local, IPv4-mapped
 * (::ffff:0:0/96), and NAT64 (64:ff9b::/96) addresses. The blocked ranges within it include Teredo (in 2001::/23) and 6to4
 * (2002::/16), which embed an arbitrary IPv4 address.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(range =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * Returns why connections to a resolved IP address are rejected. Undefined for public addresses (design: Checks of an
 * origin). The message does not contain the address, because it might reveal names of our own network.
 *
 * @param address dotted decimal or IPv6 without brackets; other notations are rejected
 */
export function rejectIp(address: string): Rejection | undefined {
  if (isDottedDecimal(address)) {
    const ip = ipaddr.IPv4.parse(address);
    return BLOCKED_IPV4.some(range => ip.match(range)) ? NOT_PUBLIC : undefined;
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return NOT_PUBLIC;
  const ip = ipaddr.IPv6.parse(address);
  return !ip.match(GLOBAL_IPV6) || BLOCKED_IPV6.some(range => ip.match(range)) ? NOT_PUBLIC : undefined;
}

const NOT_PUBLIC: Rejection = {
  rule: 'blocked-address',
  message: 'The host name resolves to an IP address that is not public.',
  hint: 'Make sure that it resolves only to public IP addresses.',
};

/** Returns whether an IP address of a resolver or a socket is loopback: 127.0.0.0/8 or ::1. */
export function isLoopbackIp(address: string): boolean {
  if (isDottedDecimal(address)) return address.startsWith('127.');
  return ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).toString() === '::1';
}

/** Requires decimal parts without leading zeros, because parsers disagree about other notations. */
function isDottedDecimal(address: string): boolean {
  return /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(address) && ipaddr.IPv4.isValid(address);
}
