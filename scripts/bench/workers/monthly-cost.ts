/** Prices of the paid Workers plan in US dollars (November 2026). Requests for files that run no Worker cost nothing. */
const PRICES = {
  month: 5,
  requests: { included: 10e6, million: 0.3 },
  cpuMs: { included: 30e6, million: 0.02 },
  logLines: { included: 20e6, million: 0.6 },
};

/** The seconds of a month of 30 days. */
const MONTH_SECONDS = 30 * 24 * 3600;

/** The load of a deployment. */
export interface Load {
  readonly requestsPerSecond: number;
  /** The share of the requests that run the Worker, from 0 to 1. */
  readonly workerShare: number;
  /** Milliseconds of CPU time per request that runs the Worker. */
  readonly cpuMs: number;
  /** The share of those requests that are logged, from 0 to 1. */
  readonly logShare: number;
}

/**
 * Returns the price of a month on Cloudflare Workers in US dollars, without D1 and taxes: 5 + 0.30 per million requests
 * above 10 million + 0.02 per million milliseconds above 30 million + 0.60 per million log lines above 20 million.
 */
export function monthlyCost({ requestsPerSecond, workerShare, cpuMs, logShare }: Load): number {
  const requests = requestsPerSecond * MONTH_SECONDS * workerShare;
  return (
    PRICES.month +
    priceOf(requests, PRICES.requests) +
    priceOf(requests * cpuMs, PRICES.cpuMs) +
    priceOf(requests * logShare, PRICES.logLines)
  );
}

function priceOf(used: number, { included, million }: { readonly included: number; readonly million: number }): number {
  return (Math.max(0, used - included) / 1e6) * million;
}
