import { type BodyTypes, findMismatch } from '#client/body-types.ts';
import { createClient, type RegistryClient, type RegistryClientOptions, RegistryError } from '#client/client.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { VERSION } from '#manifest/version.ts';
import type { Input } from '../input.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withoutErrorsReference } from './format-submission.ts';
import { getRegistryUrl } from './urls.ts';

/** Runs a command against the chosen registry. Errors of the registry are printed and set the exit status. */
export async function withRegistry(
  input: Input,
  terminal: Terminal,
  run: (client: RegistryClient, registry: string) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const registry = (input.value('registry') ?? getRegistryUrl(terminal)).trim().replace(/\/+$/, '');
  try {
    return await run(createClient({ registry, ...createProgress(registry, terminal) }), registry);
  } catch (error) {
    if (error instanceof RegistryError) return failCommand(formatRegistryError(error), terminal);
    if (error instanceof RangeError) return failCommand(error.message, terminal);
    throw error;
  }
}

/**
 * Requires the members of a response that a command reads.
 * @throws RegistryError for a response of a registry of another version, or an incomplete one
 */
export function requireTypes(response: unknown, types: BodyTypes, registry: string): void {
  const path = findMismatch(response, types);
  if (path === undefined) return;
  throw new RegistryError(
    `Cannot read the response of ${registry}: "${path}" is missing or is not of the type ${types[path]}. The registry may have another version than api-manifest ${VERSION}.`,
    // Only an error without a status asks for another registry.
    { status: 200 },
  );
}

/** Milliseconds until the command prints the reason for a delay. */
const QUIET_MS = 2000;

/** Prints what the command waits for: a slow response, or the delay before a retry. */
function createProgress(registry: string, { progress }: Terminal): Pick<RegistryClientOptions, 'fetch' | 'onRetry'> {
  return {
    onRetry: ({ reason, seconds, attempt }) =>
      progress(`${sanitizeLine(reason, 100)} Attempt ${attempt + 1} in ${seconds} s …`),
    fetch: async (...request) => {
      const timer = setTimeout(() => progress(`Waiting for ${registry} …`), QUIET_MS);
      try {
        return await fetch(...request);
      } finally {
        clearTimeout(timer);
        progress('');
      }
    },
  };
}

/** The parameter that has no option: the operands of `find` are its words. */
const WORDS = 'q';

function formatRegistryError({ message, problem, retryAfter, status }: RegistryError): string {
  const errors = (problem?.errors ?? []).flatMap(({ parameter, detail }) => {
    if (parameter !== undefined && parameter !== WORDS) return `  --${parameter.replaceAll('_', '-')}: ${detail}`;
    return detail === problem?.detail ? [] : `  ${detail}`;
  });
  const isRepeated = errors.length > 0 && problem?.errors?.some(({ detail }) => detail === problem.detail);
  const summary = isRepeated ? `${problem?.title}.` : withoutErrorsReference(message);
  const retry = retryAfter === undefined ? [] : [`Retry in ${formatCount(retryAfter, 'second')}.`];
  // Without a response, the URL is often that of another registry, such as the default.
  const choose = status === undefined ? ['Choose the registry with --registry, or with API_REGISTRY_URL.'] : [];
  return [summary, ...errors, ...retry, ...choose]
    .map(line => line.slice(0, 2) + sanitizeLine(line.slice(2)))
    .join('\n');
}
