import type { Evidence } from '#contract/report.ts';
import { printable } from '#manifest/excerpt.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import type { ProbeResult } from './probe-session.ts';

/** The evidence of those questions that were asked. */
export function evidenceOf(answers: readonly ProbeResult[]): readonly Evidence[] {
  return answers.flatMap(answer => (answer.asked ? [answer.evidence] : []));
}

/** The response, when there was one. */
export function responseOf(answer: ProbeResult): FetchResponse | undefined {
  return answer.asked && answer.result.outcome === 'response' ? answer.result : undefined;
}

/** Whether asking again later may end differently: it was not asked, nothing decisive came back, a 5xx, 408, 425 or 429. */
export function isInconclusive(answer: ProbeResult): boolean {
  if (!answer.asked) return true;
  const { result } = answer;
  if (result.outcome === 'refused') return false;
  if (result.outcome === 'failed') return !result.decisive;
  return result.status >= 500 || result.status === 429 || result.status === 408 || result.status === 425;
}

/** So much of a publisher's text goes into a sentence. */
const LONGEST_NAME = 120;

/** A publisher's text, fit to stand in a sentence of ours: shortened, and safe to print. */
export function shown(text: string): string {
  const points = [...printable(text)];
  return points.length <= LONGEST_NAME ? points.join('') : `${points.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** What came of asking a place, as part of a sentence: `GET /tides answered 404`. */
export function formatProbeResult(place: string, answer: ProbeResult): string {
  const name = shown(place);
  if (!answer.asked) return `${name} was not asked (${answer.why})`;
  const { result } = answer;
  return result.outcome === 'response'
    ? `${name} answered ${result.status}`
    : `${name} gave no answer (${result.message.replace(/\.$/, '')})`;
}
