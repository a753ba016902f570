import type { Resolve } from './resolve.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/**
 * Creates a resolver that uses DNS over HTTPS, for platforms without sockets, in the JSON format of public resolvers
 * (https://developers.google.com/speed/public-dns/docs/doh/json). Both address families must resolve, because the platform
 * may connect to either.
 *
 * @param fetch the unguarded fetch of the platform; the endpoint is operator configuration, not untrusted input
 * @param endpoint the resolver, such as `https://cloudflare-dns.com/dns-query`
 */
export function createDohResolver(fetch: typeof globalThis.fetch, endpoint: string): Resolve {
  const query = async (hostname: string, type: number): Promise<string[]> => {
    const url = new URL(endpoint);
    url.searchParams.set('name', hostname);
    url.searchParams.set('type', String(type));
    const response = await fetch(url.href, {
      headers: { accept: 'application/dns-json' },
      signal: AbortSignal.timeout(3000),
    });
    if (!response.ok) throw new Error(`The resolver returned ${response.status}.`);
    const reply: unknown = await response.json();
    if (!isReply(reply)) throw new Error('The resolver did not return DNS JSON.');
    if (reply.Status === NO_SUCH_NAME) return [];
    if (reply.Status !== NO_ERROR) throw new Error(`The resolver returned DNS status ${reply.Status}.`);
    return (reply.Answer ?? []).filter(record => record.type === type).map(record => record.data);
  };
  return async hostname => (await Promise.all([query(hostname, TYPE_A), query(hostname, TYPE_AAAA)])).flat();
}

interface Reply {
  readonly Status: number;
  readonly Answer?: readonly { readonly type: number; readonly data: string }[];
}

function isReply(value: unknown): value is Reply {
  if (typeof value !== 'object' || value === null || !('Status' in value) || typeof value.Status !== 'number')
    return false;
  if (!('Answer' in value)) return true;
  return (
    Array.isArray(value.Answer) &&
    value.Answer.every(record => typeof record?.type === 'number' && typeof record?.data === 'string')
  );
}
