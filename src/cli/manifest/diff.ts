import { diffManifests, type ManifestChange } from '#manifest/diff.ts';
import { printable } from '#manifest/excerpt.ts';
import type { Input } from '../input.ts';
import { colors } from '../terminal/colors.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readManifest } from './manifest-source.ts';
import type { ManifestSource } from './manifest-text.ts';

/** Tells in what a manifest differs from an earlier one, breaking differences first. */
export async function diff(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [old = '', fresh = ''] = input.operands;
  if (old === '-' && fresh === '-') return failCommand('Only one of the two can come from standard input.', terminal);
  const [before, after] = [await readManifest(old, terminal), await readManifest(fresh, terminal)];
  for (const source of [before, after]) if ('refusal' in source) return failCommand(source.refusal, terminal);
  if ('refusal' in before || 'refusal' in after) return EXIT.impossible;

  for (const source of [before, after]) warn(source, terminal);
  const found = diffManifests(before.manifest, after.manifest);
  terminal.out(input.has('json') ? jsonText(found) : wordsText(found, terminal.colours));
  const counted = input.has('strict') ? found : found.filter(({ breaking }) => breaking);
  return counted.length > 0 ? EXIT.failed : EXIT.passed;
}

function jsonText(found: readonly ManifestChange[]): string {
  const breaking = found.filter(difference => difference.breaking).length;
  return `${JSON.stringify({ breaking, total: found.length, differences: found }, null, 2)}\n`;
}

function wordsText(found: readonly ManifestChange[], colours: boolean): string {
  if (found.length === 0) return 'Nothing differs but, at most, last_updated.\n';
  const style = colors(colours);
  const group = (title: string, members: readonly ManifestChange[]) =>
    members.length === 0 ? [] : [style('bold', title), ...members.map(line), ''];
  const line = ({ text, pointer, breaking }: ManifestChange) =>
    `  ${breaking ? style('red', '✗') : style('green', '·')} ${text}  ${style('dim', printable(pointer))}`;
  const breaking = found.filter(difference => difference.breaking);
  const others = found.filter(difference => !difference.breaking);
  return [...group('Breaking', breaking), ...group('Not breaking', others), conclusion(breaking.length, found.length)]
    .join('\n')
    .concat('\n');
}

function conclusion(breaking: number, total: number): string {
  const differ = total === 1 ? '1 difference' : `${total} differences`;
  if (breaking === 0) return `${differ}, none of which breaks an agent that relies on the old manifest.`;
  return `${differ}, ${breaking} of which can break an agent that relies on the old manifest.`;
}

function warn(source: ManifestSource, terminal: Terminal): void {
  if ('refusal' in source || source.valid) return;
  const name = printable(source.name);
  terminal.error(`${name} is not a valid manifest; it is compared as well as it can be. See: validate ${name}\n`);
}
