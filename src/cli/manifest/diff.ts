import { MANIFEST_PATH } from '#listing/origin.ts';
import { diffManifests, type ManifestChange } from '#manifest/diff.ts';
import type { Result } from '#manifest/result.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import type { Input } from '../input.ts';
import { isUrl } from '../registry/urls.ts';
import { createColors } from '../terminal/colors.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ParsedManifest, parseManifest } from './parse-manifest.ts';
import { readSource } from './text-source.ts';

/** Lists the differences between two manifests, breaking ones first. */
export async function diff(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [oldTarget = '', newTarget = ''] = input.operands;
  if (oldTarget === '-' && newTarget === '-')
    return failCommand('Only one of the manifests can come from standard input.', terminal);
  const before = await readManifest(oldTarget, terminal);
  if (!before.ok) return failCommand(before.error, terminal);
  const after = await readManifest(newTarget, terminal);
  if (!after.ok) return failCommand(after.error, terminal);

  for (const { value } of [before, after]) warnIfInvalid(value, terminal);
  const changes = diffManifests(before.value.manifest, after.value.manifest);
  terminal.out(input.has('json') ? formatJson(changes) : formatText(changes, terminal.hasColors));
  const counted = input.has('strict') ? changes : changes.filter(({ breaking }) => breaking);
  return counted.length > 0 ? EXIT.failed : EXIT.passed;
}

/** Reads a manifest from a file, standard input (`-`), or a URL. For an origin, uses its well-known manifest URL. */
async function readManifest(target: string, terminal: Terminal): Promise<Result<ParsedManifest, string>> {
  const source = await readSource(isUrl(target) ? toManifestUrl(target) : target, terminal);
  return source.ok ? parseManifest(source.value.bytes, source.value.name) : source;
}

function toManifestUrl(address: string): string {
  const url = URL.parse(address);
  return url && url.pathname === '/' && !url.search ? new URL(MANIFEST_PATH, url).href : address;
}

function formatJson(changes: readonly ManifestChange[]): string {
  const breaking = changes.filter(change => change.breaking).length;
  return `${JSON.stringify({ breaking, total: changes.length, differences: changes }, null, 2)}\n`;
}

function formatText(changes: readonly ManifestChange[], hasColors: boolean): string {
  if (changes.length === 0) return 'No differences, except possibly last_updated.\n';
  const style = createColors(hasColors);
  const formatGroup = (title: string, members: readonly ManifestChange[]) =>
    members.length === 0 ? [] : [style('bold', title), ...members.map(formatChange), ''];
  const formatChange = ({ text, pointer, breaking }: ManifestChange) =>
    `  ${breaking ? style('red', '✗') : style('green', '·')} ${text}  ${style('dim', printable(pointer))}`;
  const breaking = changes.filter(change => change.breaking);
  const others = changes.filter(change => !change.breaking);
  return [
    ...formatGroup('Breaking', breaking),
    ...formatGroup('Not breaking', others),
    formatSummary(breaking.length, changes.length),
  ]
    .join('\n')
    .concat('\n');
}

function formatSummary(breaking: number, total: number): string {
  return `${formatCount(total, 'difference')}, ${breaking === 0 ? 'none' : breaking} breaking.`;
}

function warnIfInvalid({ valid, name }: ParsedManifest, terminal: Terminal): void {
  if (valid) return;
  const printableName = printable(name);
  terminal.error(
    `${printableName} is not a valid manifest, so the comparison may be incomplete. For the errors, run api-manifest validate ${printableName}\n`,
  );
}
