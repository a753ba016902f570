import { MANIFEST_PATH } from '#listing/origin.ts';
import { type FailureKind, failed } from '../fetch/fetch-failure.ts';
import type { FetchRequest, FetchResult, GuardedFetcher, Redirect } from '../fetch/fetch-result.ts';
import type { Report } from '../report.ts';
import { type Verification, verifyOrigin } from '../verify-origin.ts';
import type { KnownManifest } from './manifest-document.ts';

export const ORIGIN = 'https://api.example.com';
const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** An answer that a test writes down: a status, a failure by its name, or more of either. */
export type Scripted = number | FailureKind | ScriptedResponse | ScriptedRefusal;

interface ScriptedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  readonly ms?: number;
  readonly redirects?: readonly Redirect[];
  readonly retryAfter?: number;
}

interface ScriptedRefusal {
  readonly refused: string;
}

export interface ScriptedFetcher extends GuardedFetcher {
  readonly requests: readonly FetchRequest[];
  /** The requests as `GET https://…`. */
  readonly asked: readonly string[];
}

/**
 * A fetcher that answers by a script: by `HEAD https://…`, or by the address for either method.
 * @throws for what the script does not foresee, which the test then sees as a fault
 */
export function scriptedFetcher(script: Readonly<Record<string, Scripted>>): ScriptedFetcher {
  const requests: FetchRequest[] = [];
  return {
    requests,
    get asked() {
      return requests.map(({ method, url }) => `${method} ${url}`);
    },
    async fetch(request) {
      requests.push(request);
      const answer = script[`${request.method} ${request.url}`] ?? script[request.url];
      if (answer === undefined) throw new Error(`The script foresees no ${request.method} ${request.url}.`);
      return resultFrom(answer, request);
    },
    async close() {},
  };
}

/** Verifies the origin that serves a manifest and answers by a script. Faults of the code under test are thrown. */
export async function verified(
  manifest: unknown,
  script: Readonly<Record<string, Scripted>> = {},
  known?: KnownManifest,
): Promise<Verification & { readonly fetcher: ScriptedFetcher }> {
  const served = { status: 200, headers: { 'content-type': 'application/json' }, body: manifest };
  const fetcher = scriptedFetcher({ [`${ORIGIN}${MANIFEST_PATH}`]: served, ...script });
  const faults: unknown[] = [];
  const verification = await verifyOrigin(
    ORIGIN,
    { fetcher, now: () => NOW, onFault: fault => faults.push(fault) },
    known,
  );
  if (faults.length > 0) throw faults[0];
  return { ...verification, fetcher };
}

/** One check's result in a report. */
export function resultOf(report: Report, name: string) {
  const result = report.checks.find(check => check.name === name);
  if (!result) throw new Error(`The report has no check "${name}".`);
  return result;
}

function resultFrom(answer: Scripted, { url, body }: FetchRequest): FetchResult {
  const trail = { url, redirects: [], ms: 50 };
  if (typeof answer === 'string') return { ...trail, ...failed(answer), ms: answer === 'timeout' ? 10_000 : 50 };
  if (typeof answer === 'number')
    return { ...trail, outcome: 'response', status: answer, headers: {}, body: new Uint8Array() };
  if ('refused' in answer) {
    return { ...trail, outcome: 'refused', rule: 'blocked-address', message: answer.refused, hint: 'Use another one.' };
  }
  const { status, headers = {}, ms = 50, redirects = [], retryAfter } = answer;
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null);
  return {
    url,
    redirects,
    ms,
    outcome: 'response',
    status,
    headers,
    body: body === 'read' && answer.body !== undefined ? new TextEncoder().encode(text) : new Uint8Array(),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
