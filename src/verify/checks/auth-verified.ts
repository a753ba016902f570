import { evidenceOf, formatProbeResult, isInconclusive, responseOf, shown } from '../probes/probe-results.ts';
import type { ProbeResult, ProbeSession } from '../probes/probe-session.ts';
import { bareProbes, type Probe, plainProbes } from '../probes/probes.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';

export const authVerified = liveCheck({
  name: 'auth_verified',
  severity: 'warning',
  meaning:
    'The manifest says that credentials are required, and a declared endpoint answers 401 or 403 to a request without any. It earns the badge auth-verified. That credentials can be had, or work, is not checked.',
  judge: async subject =>
    subject.manifest.authentication.required ? requiredVerdict(subject) : notRequiredVerdict(subject),
});

interface Asked {
  readonly probe: Probe;
  readonly answer: ProbeResult;
}

async function requiredVerdict({ manifest, origin, inquiry }: ValidSubject): Promise<CheckConclusion> {
  const plain = await askAll(plainProbes(manifest, origin), inquiry);
  const bare = plain.some(isRefusal) ? [] : await askAll(bareProbes(manifest, origin), inquiry);
  const all = [...plain, ...bare];
  const evidence = evidenceOf(all.map(({ answer }) => answer));
  const refused = all.find(isRefusal);
  const open = all.filter(isOpen);
  if (refused) {
    const hint =
      open.length > 0
        ? `Say in authentication.instructions that ${names(open)} can be used without credentials.`
        : undefined;
    return { outcome: 'passed', message: `Without credentials, ${came(refused)}.`, hint, evidence };
  }
  if (open[0]) {
    return {
      outcome: 'failed',
      message: `The manifest says that credentials are required, but without any ${came(open[0])}.`,
      hint: 'Answer 401 where credentials are missing, or set authentication.required to false.',
      evidence,
    };
  }
  if (all.some(({ answer }) => isInconclusive(answer))) {
    return { outcome: 'inconclusive', message: 'Whether credentials are required could not be decided.', evidence };
  }
  if (plain[0]) {
    return {
      outcome: 'failed',
      message: `No endpoint asked answered 401 or 403 without credentials: ${came(plain[0])}.`,
      hint: 'Answer 401 where credentials are missing, before anything else is looked at.',
      evidence,
    };
  }
  return { ...skipped('No declared GET endpoint could show it without being given a value.'), evidence };
}

/** The other contradiction: no credentials are said to be needed, and every endpoint that decides asks for some. */
async function notRequiredVerdict({ manifest, origin, inquiry }: ValidSubject): Promise<CheckConclusion> {
  const asked = await askAll(plainProbes(manifest, origin), inquiry);
  const unauthorized = asked.find(({ answer }) => responseOf(answer)?.status === 401);
  if (!unauthorized || asked.some(isOpen)) return skipped('The manifest says that no credentials are required.');
  return {
    outcome: 'failed',
    message: `The manifest says that no credentials are required, but without any ${came(unauthorized)}.`,
    hint: 'Set authentication.required to true, and say in authentication.instructions how to get credentials.',
    evidence: evidenceOf(asked.map(({ answer }) => answer)),
  };
}

async function askAll(probes: readonly Probe[], inquiry: ProbeSession): Promise<readonly Asked[]> {
  return Promise.all(probes.map(async probe => ({ probe, answer: await inquiry.ask({ url: probe.url }) })));
}

function isRefusal({ answer }: Asked): boolean {
  const status = responseOf(answer)?.status;
  return status === 401 || status === 403;
}

function isOpen({ answer }: Asked): boolean {
  const status = responseOf(answer)?.status ?? 0;
  return status >= 200 && status < 300;
}

function came({ probe, answer }: Asked): string {
  return formatProbeResult(`GET ${probe.path}`, answer);
}

function names(asked: readonly Asked[]): string {
  return asked.map(({ probe }) => shown(probe.path)).join(', ');
}
