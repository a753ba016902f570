import { createCallPlan } from '#calls/call-plan.ts';
import { getEstimate } from '#calls/cost.ts';
import { type FoundEndpoint, findEndpoint } from '#calls/find-endpoint.ts';
import { parsePath } from '#calls/parse-path.ts';
import type { RequestPlan } from '#calls/request-plan.ts';
import { findSimilarEndpoints } from '#calls/similar-endpoints.ts';
import { renderSnippet } from '#calls/snippets/render-snippet.ts';
import { toJson } from '#calls/url/value-text.ts';
import { getWarnings } from '#calls/warnings.ts';
import type { Detail } from '#client/client.ts';
import { createBudget } from '#client/tools/budget.ts';
import { executeCall } from '#client/tools/execute-call.ts';
import { isTextType } from '#client/tools/read-response.ts';
import type { CallRequest, ToolResult } from '#client/tools/tool-types.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { listFiles, nameFiles, readFiles } from './call/file-argument.ts';
import { parseArguments } from './call/parse-arguments.ts';
import { findListing } from './find-listing.ts';
import { MANIFEST_TYPES } from './format-listing.ts';
import { requireTypes, withRegistry } from './registry.ts';

const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Prints the request for an endpoint of a listing, or sends it. */
export async function call(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = '', method = '', path = '', ...assignments] = input.operands;
  const invalid = assignments.find(each => !/^[^=]+=/s.test(each));
  if (invalid !== undefined)
    return failCommand(sanitizeLine(`Invalid argument "${invalid}". Use name=value.`), terminal);
  return withRegistry(input, terminal, async (client, registry) => {
    const listing = await findListing(target, { client, registry, signal: terminal.signal });
    if (!listing.ok) return failCommand(listing.error, terminal);
    const detail = listing.value;
    requireTypes(detail, MANIFEST_TYPES, registry);
    const manifest = detail.manifest as Manifest;
    const parsed = parsePath(path, detail.url);
    const found = findEndpoint(manifest, method, parsed.path);
    if (found === undefined) return failCommand(formatUnknownEndpoint(manifest, method, parsed.path, target), terminal);
    const isDeclared = found.endpoint.path === parsed.path;
    const args = parseArguments(assignments, manifest, found.endpoint);
    if (!args.ok) return failCommand(sanitizeLine(args.error), terminal);
    const values = { ...(isDeclared ? {} : parsed.values), ...args.value };
    if (!input.has('send')) return printPlan(detail, found, values, input, terminal);
    const contents = await readFiles(values, terminal);
    if (!contents.ok) return failCommand(sanitizeLine(contents.error), terminal);
    return send(detail, found, contents.value, input, terminal);
  });
}

function printPlan(
  detail: Detail,
  found: FoundEndpoint,
  values: Readonly<Record<string, unknown>>,
  input: Input,
  terminal: Terminal,
): ExitStatus {
  const plan = createCallPlan(detail as never, found, nameFiles(values), Date.now());
  const { method, url, headers, missing, authentication, cost, guesses, findings, cautions } = plan;
  if (input.has('json')) {
    const request = { method, url, headers, body: plan.body?.value ?? null };
    const result = { request, missing, authentication, cost, guesses, findings, cautions };
    terminal.out(`${toJson(result, 2)}\n`);
  } else {
    terminal.out(`${renderSnippet(plan, 'curl')}\n`);
    for (const line of [...listFileRemarks(values), ...listRemarks(plan)]) terminal.error(`${sanitizeLine(line)}\n`);
  }
  return findings.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.passed;
}

/** The command needs each file under a simple name. */
function listFileRemarks(values: Readonly<Record<string, unknown>>): string[] {
  return listFiles(values)
    .filter(file => file.name !== file.path)
    .map(
      file => `The command reads ${file.name}. Copy ${file.path === '-' ? 'standard input' : file.path} there first.`,
    );
}

function listRemarks({ findings, guesses, cautions, cost }: RequestPlan): string[] {
  return [
    ...findings.map(({ message, hint }) => `${message} ${hint}`),
    ...guesses.map(({ reason }) => `Guess: ${reason}`),
    ...cautions,
    ...(cost.expectation === 'none' ? [] : [`Cost: ${cost.expectation.replace('_', ' ')}.`]),
  ];
}

async function send(
  detail: Detail,
  { endpoint, values: pathValues }: FoundEndpoint,
  values: Readonly<Record<string, unknown>>,
  input: Input,
  terminal: Terminal,
): Promise<ExitStatus> {
  const maxCost = input.value('max-cost');
  const amount = Number(maxCost);
  if (maxCost !== undefined && !(amount >= 0))
    return failCommand('Invalid value for --max-cost. Use a number.', terminal);
  for (const warning of getWarnings(detail as never, Date.now()))
    terminal.error(`${sanitizeLine(`Warning: ${warning}`)}\n`);
  const manifest = detail.manifest as Manifest;
  const estimate = getEstimate(manifest, endpoint);
  const limit = maxCost === undefined ? undefined : { amount, currency: estimate?.currency ?? 'USD' };
  const result = await executeCall(
    endpoint,
    { ...pathValues, ...values },
    {
      manifest,
      origin: detail.url,
      secrets: async () => terminal.environment,
      needsApproval: ({ writes, paid }) => writes || paid,
      approve: createApproval(input, terminal),
      budget: createBudget(limit),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      fetch,
    },
    terminal.signal,
  );
  printResult(result, input, terminal);
  return result.ok ? EXIT.passed : EXIT.failed;
}

/** Prompts on a terminal. Without one, only --yes approves. */
function createApproval(
  input: Input,
  { prompts }: Terminal,
): ((call: CallRequest) => boolean | Promise<boolean>) | undefined {
  if (input.has('yes')) return () => true;
  if (prompts === undefined) return undefined;
  return async ({ method, url, price }) => {
    const cost = price === undefined ? '' : ` It costs ${price.amount} ${price.currency}.`;
    return (await prompts.confirm({ message: `Send ${method} ${url}?${cost}`, initial: false })) === true;
  };
}

function printResult(result: ToolResult, input: Input, terminal: Terminal): void {
  if (input.has('json')) {
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if ('error' in result) {
    const isFileMissing = /\bcontent of the file\b/.test(result.error.message);
    const hint =
      result.error.code === 'approval_required'
        ? ' Use --yes.'
        : isFileMissing
          ? ' To send a file, use name=@path.'
          : '';
    terminal.error(`${sanitizeLine(result.error.message.replace(' Ask the user.', ''))}${hint}\n`);
    return;
  }
  terminal.error(`Status ${result.status}${result.truncated ? ', truncated' : ''}\n`);
  const { data, content_type } = result;
  if (!isTextType(content_type ?? ''))
    terminal.error(
      sanitizeLine(`The body is ${content_type}, which this command does not print.`, 200) +
        ' To save it, add -o FILE to the curl command that it prints without --send.\n',
    );
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
  // JSON does not escape the control characters from U+0080 to U+009F, which terminals obey.
  if (data !== null) terminal.out(`${text.replace(/[^\t\n\r]+|\r(?!\n)/g, printable)}\n`);
}

const MAX_ENDPOINTS = 20;

function formatUnknownEndpoint(manifest: Manifest, method: string, path: string, target: string): string {
  const { methods, correction, endpoints } = findSimilarEndpoints(manifest, method, path);
  const requested = sanitizeLine(`${method.toUpperCase()} ${path}`);
  const hint = methods.length > 0 ? ` This path supports ${methods.join(' and ')}.` : '';
  const suggestion = correction ? ` Did you mean ${correction.method} ${sanitizeLine(correction.path)}?` : '';
  const isPart = endpoints.length > MAX_ENDPOINTS;
  const scope = isPart ? `The most similar of ${endpoints.length} declared endpoints` : 'Declared endpoints';
  return [
    `The manifest does not declare ${requested}.${hint}${suggestion} ${scope}:`,
    ...endpoints.slice(0, MAX_ENDPOINTS).map(each => `  ${each.method} ${sanitizeLine(each.path)}`),
    ...(isPart ? [`For the others, use api-manifest show ${sanitizeLine(target)}.`] : []),
  ].join('\n');
}
