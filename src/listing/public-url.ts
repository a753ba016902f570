/**
 * Checks a URL that a deployed registry publishes as its own. A loopback or http URL there would send every visitor to
 * their own machine.
 * @returns the problem as a sentence, or undefined if the URL is public
 */
export function findPublicUrlError(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'Use a public https URL, such as https://registry.example.org.';
  if (url.username || url.password || url.search || url.hash)
    return 'Use a URL without credentials, query, or fragment.';
  return isPrivateHost(url.hostname) ? `${url.hostname} is not a public host.` : undefined;
}

/** True for hosts without a public DNS name. IP addresses count, because they have no certificate. */
function isPrivateHost(host: string): boolean {
  return !host.includes('.') || PRIVATE_SUFFIX.test(host) || /^[\d.]+$|^\[/.test(host);
}

/** The special-use names of RFC 6761, RFC 6762, and RFC 9476. */
const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|test|invalid)\.?$/;
