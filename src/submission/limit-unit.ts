import { registrableDomain } from '#listing/origin.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

/** IP addresses as the URL parser writes them: dotted decimal, or IPv6 in brackets. */
const IP_ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/**
 * Returns the unit that limits on submissions count by: the registrable domain. IP addresses and loopback names have
 * none; their unit is the origin, port included.
 *
 * @param url an absolute http or https URL
 */
export function limitUnit(url: string): string {
  const { hostname, origin } = new URL(url);
  return IP_ADDRESS.test(hostname) || isLoopbackHost(hostname) ? origin : registrableDomain(hostname);
}
