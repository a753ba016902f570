import { parseOrigin, registrableDomain } from '#listing/origin.ts';
import { type Finding, finding } from '#manifest/finding.ts';

/** Tells why an origin is refused for good; undefined when it is not. */
export type Blocklist = (origin: { readonly id: string; readonly host: string }) => string | undefined;

export type BlocklistResult =
  | { readonly ok: true; readonly refusals: Blocklist }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Reads the parsed `registry/refused.json`: a list of `{"origin", "reason"}`, or `{"domain", "reason"}` for all hosts of a
 * registrable domain. Reasons are shown to whoever submits.
 */
export function parseBlocklist(value: unknown): BlocklistResult {
  if (!Array.isArray(value)) {
    return {
      ok: false,
      findings: [finding('', 'type', 'refused.json must be a list.', 'Write [] when nothing is refused.')],
    };
  }
  const reasons = new Map<string, string>();
  const findings: Finding[] = [];
  for (const [index, entry] of value.entries()) {
    const read = entryOf(entry);
    if (read) reasons.set(read.key, read.reason);
    else {
      const message =
        'An entry needs a reason, and an origin such as https://api.example.com or a domain such as example.com.';
      findings.push(finding(`/${index}`, 'refusal', message, 'Mend or remove it.', entry));
    }
  }
  if (findings.length > 0) return { ok: false, findings };
  const refusals: Blocklist = ({ id, host }) =>
    reasons.get(`origin ${id}`) ?? reasons.get(`domain ${registrableDomain(host)}`);
  return { ok: true, refusals };
}

function entryOf(entry: unknown): { readonly key: string; readonly reason: string } | undefined {
  const { origin, domain, reason } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reason !== 'string' || reason === '') return undefined;
  if (typeof domain === 'string' && registrableDomain(domain) === domain) return { key: `domain ${domain}`, reason };
  const parsed = typeof origin === 'string' ? parseOrigin(origin) : undefined;
  return parsed?.ok ? { key: `origin ${parsed.value.id}`, reason } : undefined;
}
