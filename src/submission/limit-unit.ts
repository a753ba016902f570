import { registrableDomain } from '#listing/registrable-domain.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

/** IP addresses as the URL parser writes them: dotted decimal, or IPv6 in brackets. */
const IP_ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/**
 * Returns the unit that submission limits apply to: the registrable domain. IP addresses and loopback names have none,
 * so their unit is the origin, including the port.
 *
 * @param url an absolute http or https URL
 */
export function limitUnit(url: string): string {
  const { hostname, origin } = new URL(url);
  return IP_ADDRESS.test(hostname) || isLoopbackHost(hostname) ? origin : registrableDomain(hostname);
}
