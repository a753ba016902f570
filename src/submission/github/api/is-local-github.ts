import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

/**
 * Whether the API of GitHub is on this machine, as in tests. Only then may jobs send requests to loopback origins.
 * @throws RangeError if GITHUB_API_URL is not a URL
 */
export function isLocalGithub({ GITHUB_API_URL }: Readonly<Record<string, string | undefined>>): boolean {
  if (!GITHUB_API_URL) return false;
  const url = URL.parse(GITHUB_API_URL);
  if (url && /^https?:$/.test(url.protocol)) return isLoopbackHost(url.hostname);
  throw new RangeError(
    `GITHUB_API_URL is "${GITHUB_API_URL}", but must be a URL, such as https://github.example.org/api/v3.`,
  );
}
