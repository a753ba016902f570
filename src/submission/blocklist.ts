import { type Blocklist, createBlockProblem } from '#listing/blocklist.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { registrableDomain } from '#listing/registrable-domain.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { SubmissionError } from './submission.ts';

/**
 * Rejects a blocked origin before any request is sent to it.
 *
 * @throws SubmissionError `refused` if the origin is blocked
 */
export function rejectBlocked(origin: Origin, blocklist: Blocklist): void {
  const reason = blocklist(origin);
  if (reason !== undefined) throw new SubmissionError('refused', createBlockProblem(origin.url, reason).message);
}

/**
 * Parses the JSON value of `registry/refused.json`: a list of `{"origin", "reason"}`, or `{"domain", "reason"}` for all
 * hosts of a registrable domain. Rejected submissions show the reason.
 */
export function parseBlocklist(value: unknown): Result<Blocklist, readonly Finding[]> {
  if (!Array.isArray(value)) {
    return failure([finding('', 'type', 'refused.json must be a list.', 'Use [] if no origin is blocked.')]);
  }
  const reasons = new Map<string, string>();
  const findings: Finding[] = [];
  for (const [index, entry] of value.entries()) {
    const read = parseEntry(entry);
    if (read) reasons.set(read.key, read.reason);
    else {
      const message =
        'Each entry needs a reason, and either an origin such as https://api.example.com or a domain such as example.com.';
      findings.push(finding(`/${index}`, 'refusal', message, 'Fix the entry or remove it.', entry));
    }
  }
  if (findings.length > 0) return failure(findings);
  return success(({ id, host }) => reasons.get(`origin ${id}`) ?? reasons.get(`domain ${registrableDomain(host)}`));
}

/**
 * Parses the text of `registry/refused.json`.
 *
 * @param file the name for messages
 * @throws RangeError if the text is invalid, with a message for the operator; continuing would list blocked origins
 */
export function parseBlocklistFile(text: string | Uint8Array, file: string): Blocklist {
  const parsed = parseJsonText(text);
  const result = parsed.ok ? parseBlocklist(parsed.value) : parsed;
  if (result.ok) return result.value;
  const problems = result.error.map(({ pointer, message, hint }) => `${pointer || '(document)'}: ${message} ${hint}`);
  throw new RangeError(`${file} is invalid: ${problems.join(' ')}`);
}

function parseEntry(entry: unknown): { readonly key: string; readonly reason: string } | undefined {
  const { origin, domain, reason } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reason !== 'string' || reason === '') return undefined;
  if (typeof domain === 'string' && registrableDomain(domain) === domain) return { key: `domain ${domain}`, reason };
  const parsed = typeof origin === 'string' ? parseOrigin(origin) : undefined;
  return parsed?.ok ? { key: `origin ${parsed.value.id}`, reason } : undefined;
}
