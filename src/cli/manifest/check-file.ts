import type { Terminal } from '../terminal/terminal.ts';
import { checkedText } from './check-manifest-text.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { readSource } from './text-source.ts';

/** Checks the manifest in a file; `-` is standard input. */
export async function checkedFile(
  file: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
): Promise<CheckOutcome> {
  const source = await readSource(file, terminal);
  return 'refusal' in source ? source : checkedText(source.bytes, source.name);
}
