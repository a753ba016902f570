import type { Origin } from '#listing/origin.ts';
import { registrableDomain } from '#listing/registrable-domain.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

/** The hosts of origins that are IP addresses: dotted decimal, or IPv6 in brackets. */
const IP_ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/**
 * Returns the unit that submission limits apply to: the registrable domain. IP addresses and loopback names have none,
 * so their unit is the origin, including the port.
 */
export function limitUnit({ id, url }: Pick<Origin, 'id' | 'url'>): string {
  const host = id.replace(/_\d+$/, '');
  return IP_ADDRESS.test(host) || isLoopbackHost(host) ? url : registrableDomain(host);
}
