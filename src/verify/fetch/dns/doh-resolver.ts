import type { Resolve } from './resolve.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/**
 * Looks names up over HTTPS, for platforms without sockets, in the JSON form that public resolvers share
 * (https://developers.google.com/speed/public-dns/docs/doh/json). Both families have to be answered: here nobody can tell which one will be connected to.
 *
 * @param fetch the platform's; the resolver is ours to choose, not a stranger's address
 * @param endpoint such as `https://cloudflare-dns.com/dns-query`
 */
export function createDohResolver(fetch: typeof globalThis.fetch, endpoint: string): Resolve {
  const ask = async (hostname: string, type: number): Promise<string[]> => {
    const url = new URL(endpoint);
    url.searchParams.set('name', hostname);
    url.searchParams.set('type', String(type));
    const response = await fetch(url.href, {
      headers: { accept: 'application/dns-json' },
      signal: AbortSignal.timeout(3000),
    });
    if (!response.ok) throw new Error(`The resolver answered ${response.status}.`);
    const reply: unknown = await response.json();
    if (!isReply(reply)) throw new Error('The resolver answered something else than DNS JSON.');
    if (reply.Status === NO_SUCH_NAME) return [];
    if (reply.Status !== NO_ERROR) throw new Error(`The resolver answered with DNS status ${reply.Status}.`);
    return (reply.Answer ?? []).filter(record => record.type === type).map(record => record.data);
  };
  return async hostname => (await Promise.all([ask(hostname, TYPE_A), ask(hostname, TYPE_AAAA)])).flat();
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
