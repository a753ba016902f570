import { instant } from '#listing/timestamp.ts';
import type { FetchResult, GuardedFetcher, RequestHeader } from '../fetch/fetch-result.ts';
import type { Evidence } from '../report.ts';
import { sha256Hex } from '../sha256.ts';

/** All that is asked about one origin in one verification, within its limits (design: Checks of an origin). */
export interface ProbeSession {
  /** Asks, or gives the answer again where the same was asked before. Questions to one host wait for each other. */
  ask(question: Question): Promise<ProbeResult>;
  /** The longest time that any answer so far wants to be left alone for, in seconds. */
  retryAfter(): number | undefined;
}

interface Question {
  readonly url: string;
  /** GET unless said otherwise. */
  readonly method?: 'GET' | 'HEAD';
  /** Whether the body is wanted; without, an answer is told from its status and headers. */
  readonly body?: boolean;
  /** Whether redirects on the same origin are followed; without, a redirect is the answer. */
  readonly follow?: boolean;
  readonly headers?: Readonly<Partial<Record<RequestHeader, string>>>;
}

/** What came of a question; `not-asked` when the limits of this inquiry were reached before. */
export type ProbeResult =
  | { readonly asked: true; readonly result: FetchResult; readonly evidence: Evidence }
  | { readonly asked: false; readonly why: string };

export interface ProbeSessionOptions {
  readonly fetcher: GuardedFetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** As `new URL(…).origin` writes it. */
  readonly origin: string;
  /** Whether the origin may be http and on loopback, where the fetcher decides that per request. */
  readonly local?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The most addresses that one verification asks, those it is redirected to included. */
export const MAX_URLS = 12;

/** Milliseconds that one verification spends on exchanges: an origin that hangs costs three deadlines, not twelve. */
const PATIENCE = 30_000;

const EXCHANGE_DEADLINE = 10_000;

/** The most addresses that one question is redirected to. */
const MOST_REDIRECTS = 3;

/** Starts an inquiry about one origin. Nothing is asked yet. */
export function createProbeSession({ fetcher, now, origin, local, signal }: ProbeSessionOptions): ProbeSession {
  const addresses = new Set<string>();
  const answers = new Map<string, Promise<ProbeResult>>();
  const turns = new Map<string, Promise<unknown>>();
  /** Addresses that questions under way may yet be redirected to. */
  let reserved = 0;
  let spent = 0;
  let retryAfter: number | undefined;

  async function exchange(question: Question, follow: boolean): Promise<ProbeResult> {
    const patience = PATIENCE - spent;
    if (patience <= 0) return { asked: false, why: `Not asked: ${PATIENCE / 1000} seconds were used up before.` };
    const { url, method = 'GET', body = false, headers } = question;
    const at = instant(now());
    const result = await fetcher.fetch({
      url,
      method,
      headers,
      body: body ? 'read' : 'drop',
      redirects: follow ? 'follow' : 'return',
      listingOrigin: origin,
      local,
      deadlineMs: Math.min(EXCHANGE_DEADLINE, patience),
      signal,
    });
    spent += result.ms;
    if (result.outcome === 'response' && result.retryAfter !== undefined) {
      retryAfter = Math.max(retryAfter ?? 0, result.retryAfter);
    }
    if (follow) {
      reserved -= MOST_REDIRECTS;
      for (const { to } of result.redirects) addresses.add(to);
    }
    return { asked: true, result, evidence: await evidenceOf(result, { url, method, at }) };
  }

  function inTurn(question: Question): Promise<ProbeResult> {
    if (!addresses.has(question.url) && addresses.size + reserved >= MAX_URLS) {
      return Promise.resolve({ asked: false, why: `Not asked: ${MAX_URLS} addresses were asked before.` });
    }
    addresses.add(question.url);
    const follow = question.follow === true && addresses.size + reserved + MOST_REDIRECTS <= MAX_URLS;
    if (follow) reserved += MOST_REDIRECTS;
    const host = URL.parse(question.url)?.host ?? '';
    const answer = (turns.get(host) ?? Promise.resolve()).then(() => exchange(question, follow));
    turns.set(
      host,
      answer.catch(() => undefined),
    );
    return answer;
  }

  return {
    ask(question) {
      const key = JSON.stringify([
        question.method ?? 'GET',
        question.url,
        question.body ?? false,
        question.follow ?? false,
      ]);
      const known = answers.get(key);
      if (known) return known;
      const answer = inTurn(question);
      answers.set(key, answer);
      return answer;
    },
    retryAfter: () => retryAfter,
  };
}

async function evidenceOf(
  result: FetchResult,
  { url, method, at }: Pick<Evidence, 'url' | 'method' | 'at'>,
): Promise<Evidence> {
  const evidence = { method, url, status: null, at, ms: Math.round(result.ms) };
  const notes = result.redirects.length > 0 ? [`redirected to ${result.redirects.map(({ to }) => to).join(', ')}`] : [];
  if (result.outcome !== 'response') return { ...evidence, note: [...notes, result.message].join('; ') };
  return {
    ...evidence,
    status: result.status,
    ...(result.body.length > 0 && { sha256: await sha256Hex(result.body) }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
}
