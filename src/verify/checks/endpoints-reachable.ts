import { MAX_PATH_LENGTH } from '#calls/find-endpoint.ts';
import type { Evidence, ReportFinding } from '#contract/report.ts';
import { finding } from '#manifest/finding.ts';
import { fieldOf } from '#manifest/pointer.ts';
import { RETRY_HINT } from '../fetch/fetch-failure.ts';
import type { EndpointProbes, ProbedEndpoint, ProbeOutcome } from '../probes/probe-endpoints.ts';
import { formatEndpointResult, getResponse, listEvidence, quoteText } from '../probes/probe-results.ts';
import { findMissingExample, listMissingValues, type Probe } from '../probes/probes.ts';
import { type CheckConclusion, liveCheck, type ValidSubject } from './check.ts';

export const endpointsReachable = liveCheck({
  name: 'endpoints_reachable',
  severity: 'error',
  meaning:
    'Probes up to five declared endpoints with GET, without credentials, and with the examples, defaults, or enums of the manifest. At least one must exist. Statuses such as 400, 401, 402, and 403 prove that an endpoint exists. So does a successful response or a redirect, unless a path that cannot exist gets the same response.',
  evaluate: async subject => checkEndpoints(subject),
});

function checkEndpoints(subject: ValidSubject): CheckConclusion {
  const { probed } = subject;
  const { endpoints } = probed;
  const [first] = endpoints;
  if (!first) return failWithoutProbes(subject);
  const evidence = listEvidence([
    ...endpoints.map(({ result }) => result),
    ...(probed.control ? [probed.control] : []),
  ]);
  const having = (outcome: ProbeOutcome) => endpoints.filter(each => each.outcome === outcome);
  const hints = listHints(probed);
  const seen = having('seen').length;
  if (seen > 0) {
    const message = `${seen} of ${endpoints.length} probed endpoints responded.`;
    return { outcome: 'passed', message, hint: hints.join(' ') || undefined, evidence };
  }
  const [inconclusive] = having('inconclusive');
  if (inconclusive) {
    return {
      outcome: 'inconclusive',
      message: `Could not determine whether the endpoints respond (${endpoints.length} probed): ${formatEndpointResult(inconclusive)}.`,
      hint: hints.join(' ') || RETRY_HINT,
      evidence,
    };
  }
  const [indistinct] = having('indistinct');
  if (indistinct) {
    const message = `No probed endpoint responds differently from a path that does not exist: ${formatEndpointResult(indistinct)}.`;
    return { outcome: 'failed', message, hint: hints.join(' '), evidence };
  }
  const [missing] = having('missing');
  if (missing) {
    const subjects =
      endpoints.length === 1
        ? 'The probed endpoint does not exist'
        : `None of the ${endpoints.length} probed endpoints exists`;
    return {
      outcome: 'failed',
      message: `${subjects}: ${formatEndpointResult(missing)}.`,
      hint: hints.join(' '),
      evidence,
    };
  }
  return failUnproven(subject, first, evidence);
}

/** The names of endpoints in a hint. */
const MAX_NAMES = 5;

function listHints({ endpoints, isLimited }: EndpointProbes): string[] {
  const having = (outcome: ProbeOutcome) =>
    endpoints.filter(each => each.outcome === outcome).map(({ probe }) => probe);
  const html = endpoints.filter(isHtml).map(({ probe }) => probe);
  const [missing, indistinct] = [having('missing'), having('indistinct')];
  return [
    ...(missing.length > 0 ? [fixHint(missing)] : []),
    ...(indistinct.length > 0
      ? [
          'Return 404 for paths that do not exist. Do not serve one page, or redirect to one page, at every path. If all paths redirect to another origin, list that origin.',
        ]
      : []),
    ...(html.length > 0
      ? [`${listPaths(html)} returned HTML. Check that the path belongs to the API, not to a website.`]
      : []),
    ...(isLimited ? ['The API asked to send fewer requests, so the other endpoints were not probed.'] : []),
  ];
}

function fixHint(missing: readonly Probe[]): string {
  const verb = missing.length === 1 ? 'it does' : 'they do';
  const values = missing.some(({ kind }) => kind === 'examples') ? ' Check the examples of their parameters, too.' : '';
  return `Fix or remove ${listPaths(missing)}: ${verb} not exist. Paths are relative to the origin.${values}`;
}

const NO_GET_HINT = 'Respond to GET with 405 and an Allow header, or declare one GET endpoint.';

/** Nothing could be requested: the findings name the members that would change that. */
function failWithoutProbes({ manifest, origin }: ValidSubject): CheckConclusion {
  const findings = listMissingValues(manifest, origin, MAX_FINDINGS).map(({ pointer, endpoint: { method, path } }) =>
    toFinding(pointer, method, path),
  );
  const [first] = findings;
  const isTooLong = manifest.endpoints.some(({ path }) => path.length > MAX_PATH_LENGTH);
  return {
    outcome: 'failed',
    message: `No declared endpoint can be requested, because each path needs values that the manifest does not contain${isTooLong ? ', or is too long' : ''}.`,
    hint: `Set ${first?.field ?? 'an example for one endpoint'}, or declare one GET endpoint without placeholders in its path.`,
    findings,
  };
}

const MAX_FINDINGS = 3;

function toFinding(pointer: string, method: string, path: string): ReportFinding {
  const call = `${method} ${quoteText(path)}`;
  if (pointer.endsWith('/example')) {
    const message = `${call} cannot be requested without a value for its path. Values are never invented.`;
    return finding(pointer, 'endpoints_reachable', message, `Set ${fieldOf(pointer)} to a value that works.`);
  }
  if (path.length > MAX_PATH_LENGTH) {
    const message = `${call} cannot be requested: its path has more than ${MAX_PATH_LENGTH} characters.`;
    return finding(pointer, 'endpoints_reachable', message, `Use a shorter path in ${fieldOf(pointer)}.`);
  }
  const message = `${call} cannot be requested: its path has a placeholder that no parameter declares.`;
  const hint = pointer.endsWith('/parameters')
    ? `Declare the placeholder in ${fieldOf(pointer)}, with an example.`
    : `Use a path without wildcards and credentials in ${fieldOf(pointer)}.`;
  return finding(pointer, 'endpoints_reachable', message, hint);
}

/** All responses proved nothing, such as 404 for a request without its required parameters. */
function failUnproven(
  { manifest, probed }: ValidSubject,
  first: ProbedEndpoint,
  evidence: readonly Evidence[],
): CheckConclusion {
  const incomplete = probed.endpoints.filter(({ probe }) => probe.kind === 'incomplete');
  const [pointer] = incomplete.flatMap(({ probe }) => findMissingExample(manifest, probe) ?? []);
  const message = `No response proves that an endpoint exists: ${formatEndpointResult(first)}.`;
  if (pointer === undefined) return { outcome: 'failed', message, hint: NO_GET_HINT, evidence };
  const hint = `Set ${fieldOf(pointer)}, so that checks can send a complete request.`;
  return {
    outcome: 'failed',
    message,
    hint,
    evidence,
    findings: [finding(pointer, 'endpoints_reachable', message, hint)],
  };
}

function isHtml({ outcome, result }: ProbedEndpoint): boolean {
  const response = getResponse(result);
  const isSuccess = response !== undefined && response.status >= 200 && response.status < 300;
  return outcome === 'seen' && isSuccess && /^\s*text\/html\b/i.test(response.headers['content-type'] ?? '');
}

function listPaths(probes: readonly Probe[]): string {
  const names = probes.slice(0, MAX_NAMES).map(({ path }) => quoteText(path));
  return names.join(', ');
}
