import type { Checked } from './checked.ts';
import { checkedText } from './checked-text.ts';
import type { Terminal } from './terminal.ts';
import { readSource } from './text-source.ts';

/** Checks the manifest in a file; `-` is standard input. */
export async function checkedFile(file: string, terminal: Pick<Terminal, 'input' | 'environment'>): Promise<Checked> {
  const source = await readSource(file, terminal);
  return 'refusal' in source ? source : checkedText(source.bytes, source.name);
}
