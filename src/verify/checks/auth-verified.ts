import type { ProbedEndpoint } from '../probes/probe-endpoints.ts';
import { formatEndpointResult, getResponse, isInconclusive, listEvidence, quoteText } from '../probes/probe-results.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';

export const authVerified = liveCheck({
  name: 'auth_verified',
  severity: 'warning',
  meaning:
    'The manifest declares that credentials are required, and a declared endpoint returns 401 or 403 without them. Earns the badge auth-verified. Does not check that credentials can be obtained or that they work.',
  evaluate: async subject =>
    subject.manifest.authentication.required ? checkRequired(subject) : checkNotRequired(subject),
});

function checkRequired({ probed: { endpoints } }: ValidSubject): CheckConclusion {
  const complete = endpoints.filter(isDeclaredCall);
  const evidence = listEvidence(endpoints.map(({ result }) => result));
  const denied = endpoints.find(isDenied);
  const open = complete.filter(isOpen);
  if (denied) {
    const hint =
      open.length > 0
        ? `State in authentication.instructions that ${listPaths(open)} can be called without credentials.`
        : undefined;
    return { outcome: 'passed', message: `Without credentials, ${formatEndpointResult(denied)}.`, hint, evidence };
  }
  if (open[0]) {
    return {
      outcome: 'failed',
      message: `The manifest requires credentials, but without them ${formatEndpointResult(open[0])}.`,
      hint: 'Return 401 for requests without credentials, or set authentication.required to false.',
      evidence,
    };
  }
  if (endpoints.some(({ result }) => isInconclusive(result))) {
    return { outcome: 'inconclusive', message: 'Could not determine whether credentials are required.', evidence };
  }
  if (complete[0]) {
    return {
      outcome: 'failed',
      message: `No probed endpoint returned 401 or 403 without credentials: ${formatEndpointResult(complete[0])}.`,
      hint: 'Return 401 for requests without credentials before you validate anything else.',
      evidence,
    };
  }
  return { ...skipped('No declared GET endpoint can be requested with all of its required values.'), evidence };
}

/** The opposite contradiction: the manifest requires no credentials, but every conclusive endpoint does. */
function checkNotRequired({ probed: { endpoints } }: ValidSubject): CheckConclusion {
  const unauthorized = endpoints.find(({ result }) => getResponse(result)?.status === 401);
  if (!unauthorized || endpoints.some(isOpen)) return skipped('The manifest does not require credentials.');
  return {
    outcome: 'failed',
    message: `The manifest does not require credentials, but without them ${formatEndpointResult(unauthorized)}.`,
    hint: 'Set authentication.required to true, and explain in authentication.instructions how to get credentials.',
    evidence: listEvidence(endpoints.map(({ result }) => result)),
  };
}

/** Whether the request was complete except for credentials. */
function isDeclaredCall({ probe }: ProbedEndpoint): boolean {
  return probe.kind === 'plain' || probe.kind === 'examples';
}

function isDenied({ result }: ProbedEndpoint): boolean {
  const status = getResponse(result)?.status;
  return status === 401 || status === 403;
}

function isOpen({ result, outcome }: ProbedEndpoint): boolean {
  const status = getResponse(result)?.status ?? 0;
  return outcome === 'seen' && status >= 200 && status < 300;
}

function listPaths(endpoints: readonly ProbedEndpoint[]): string {
  return endpoints.map(({ probe }) => quoteText(probe.path)).join(', ');
}
