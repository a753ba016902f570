import { median } from '#site/state/median.ts';
import { measureRate } from './load.ts';

/** The number of rounds that alternate between the two servers, and their duration in seconds. */
const ROUNDS = 5;
const SECONDS = 2;
const SECONDS_QUICK = 0.4;

export interface BenchRequest {
  readonly path: string;
  readonly accept?: string;
  /** Whether each request has a different filter, so that no response is cached. */
  readonly isUncached?: boolean;
}

/** A response that a bare server returns for every request. */
export interface BareResponse {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The headers that Node and workerd add themselves. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** A page of 20 listings. */
export const THREE_FILTERS = '/listings?category=computing&auth_required=false&pricing_model=free&limit=20';

/**
 * Returns the requests per second of a server, and of a bare one that receives the same requests and sends the headers and
 * the body of one response: the medians of all rounds.
 */
export async function compareRates(
  address: string,
  { path, accept, isUncached }: BenchRequest,
  startBare: (response: BareResponse) => Promise<{ readonly address: string; stop(): Promise<void> }>,
  quick: boolean,
): Promise<[rate: number, bareRate: number]> {
  const seconds = quick ? SECONDS_QUICK : SECONDS;
  const headers = accept ? { accept } : {};
  let count = 0;
  const next = () => (isUncached ? path + createUniqueFilter(count++) : path);
  // The requests below accept no coding either.
  const response = await fetch(address + next(), { headers: { ...headers, 'accept-encoding': 'identity' } });
  const bare = await startBare({
    headers: [...response.headers].filter(([name]) => !OWN_HEADERS.has(name)),
    body: await response.bytes(),
  });
  try {
    const rates: number[] = [];
    const bareRates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rates.push(await measureRate(address, next, seconds, headers));
      bareRates.push(await measureRate(bare.address, next, seconds, headers));
    }
    return [median(rates) ?? 0, median(bareRates) ?? 0];
  } finally {
    await bare.stop();
  }
}

/** Creates a filter that matches everything, with a different value for each `n`. */
function createUniqueFilter(n: number): string {
  return `&updated_since=${encodeURIComponent(new Date(n).toISOString())}`;
}
