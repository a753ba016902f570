import type { Report } from '#contract/report.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { type FailureKind, failed } from '../fetch/fetch-failure.ts';
import type { FetchRequest, FetchResult, GuardedFetcher, Redirect } from '../fetch/fetch-result.ts';
import { CONTROL_NAME } from '../probes/control-url.ts';
import { type Verification, verifyOrigin } from '../verify-origin.ts';
import type { KnownManifest } from './manifest-document.ts';

export const ORIGIN = 'https://api.example.com';
/** The key of the response to the control request, whose URL is random. Without it, the response is 404. */
export const CONTROL = 'control';
const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** A response in a test: a status, the name of a failure, or the details of either, also by the requested URL. */
export type Scripted = Constant | ((url: string) => Constant);

type Constant = number | FailureKind | ScriptedResponse | ScriptedRejection;

interface ScriptedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string as it is; any other value as JSON. */
  readonly body?: unknown;
  /** Whether `body` is only the beginning. */
  readonly isPartial?: true;
  readonly ms?: number;
  readonly redirects?: readonly Redirect[];
  readonly retryAfter?: number;
}

interface ScriptedRejection {
  readonly rejected: string;
}

export interface ScriptedFetcher extends GuardedFetcher {
  readonly requests: readonly FetchRequest[];
  /** The requests as `GET https://…`. */
  readonly requestLines: readonly string[];
}

/**
 * Creates a fetcher with responses by `HEAD https://…`, or by the URL for both methods.
 *
 * @throws for an unexpected request, which appears in the test as an internal error
 */
export function scriptedFetcher(script: Readonly<Record<string, Scripted>>): ScriptedFetcher {
  const requests: FetchRequest[] = [];
  return {
    requests,
    get requestLines() {
      return requests.map(({ method, url }) => `${method} ${url}`);
    },
    async fetch(request) {
      requests.push(request);
      const scripted = script[`${request.method} ${request.url}`] ?? script[request.url] ?? findControl(request.url);
      if (scripted === undefined) throw new Error(`The script has no response for ${request.method} ${request.url}.`);
      return resultFrom(typeof scripted === 'function' ? scripted(request.url) : scripted, request);
    },
    async close() {},
  };

  function findControl(url: string): Scripted | undefined {
    return url.includes(`/${CONTROL_NAME}`) ? (script[CONTROL] ?? 404) : undefined;
  }
}

/** Verifies an origin with a manifest and scripted responses. Rethrows errors of the code under test. */
export async function verified(
  manifest: unknown,
  script: Readonly<Record<string, Scripted>> = {},
  known?: KnownManifest,
): Promise<Verification & { readonly fetcher: ScriptedFetcher }> {
  const served = { status: 200, headers: { 'content-type': 'application/json' }, body: manifest };
  const fetcher = scriptedFetcher({ [`${ORIGIN}${MANIFEST_PATH}`]: served, ...script });
  const errors: unknown[] = [];
  const verification = await verifyOrigin(
    ORIGIN,
    { fetcher, now: () => NOW, onError: error => errors.push(error) },
    known,
  );
  if (errors.length > 0) throw errors[0];
  return { ...verification, fetcher };
}

/** Returns the result of a check in a report. */
export function findResult(report: Report, name: string) {
  const result = report.checks.find(check => check.name === name);
  if (!result) throw new Error(`The report has no check "${name}".`);
  return result;
}

function resultFrom(scripted: Constant, { url, body }: FetchRequest): FetchResult {
  const trail = { url, redirects: [], ms: 50 };
  if (typeof scripted === 'string') return { ...trail, ...failed(scripted), ms: scripted === 'timeout' ? 10_000 : 50 };
  if (typeof scripted === 'number')
    return { ...trail, outcome: 'response', status: scripted, headers: {}, body: new Uint8Array() };
  if ('rejected' in scripted) {
    return {
      ...trail,
      outcome: 'refused',
      rule: 'blocked-address',
      message: scripted.rejected,
      hint: 'Use another one.',
    };
  }
  const { status, headers = {}, ms = 50, redirects = [], retryAfter, isPartial } = scripted;
  const text = typeof scripted.body === 'string' ? scripted.body : JSON.stringify(scripted.body ?? null);
  return {
    url,
    redirects,
    ms,
    outcome: 'response',
    status,
    headers,
    body: body !== 'drop' && scripted.body !== undefined ? new TextEncoder().encode(text) : new Uint8Array(),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(isPartial && { isPartial }),
  };
}
