import { createClient, type RegistryClient, RegistryError } from '#client/client.ts';
import type { Input } from '../input.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { registryUrl } from './urls.ts';

/** Works with the registry that a person chose. What the registry refuses, or fails at, is told to them. */
export async function withRegistry(
  input: Input,
  terminal: Terminal,
  work: (client: RegistryClient, address: string) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const address = (input.value('registry') ?? registryUrl(terminal)).replace(/\/+$/, '');
  try {
    return await work(createClient({ registry: address }), address);
  } catch (error) {
    if (error instanceof RegistryError) return failCommand(reasonsOf(error), terminal);
    if (error instanceof RangeError) return failCommand(error.message, terminal);
    throw error;
  }
}

function reasonsOf({ message, problem, retryAfter }: RegistryError): string {
  const errors = (problem?.errors ?? []).map(({ parameter, pointer, detail }) => {
    const place = parameter === undefined ? pointer : `--${parameter.replaceAll('_', '-')}`;
    return `  ${place ? `${place}: ` : ''}${detail}`;
  });
  const wait = retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`];
  return [message, ...errors, ...wait].map(line => line.slice(0, 2) + sanitizeLine(line.slice(2))).join('\n');
}
