import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '#client/sleep.ts';
import type { ExportIndex, ListingDigest } from '#listing/export/export.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export/export-signature.ts';
import { readPublicKeys } from '#listing/export/signing-key.ts';
import { parseOrigin } from '#listing/origin.ts';
import { sha256 } from '#listing/sha256.ts';
import { parseDuration } from '../duration.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withRegistry } from './registry.ts';
import { isUrl } from './urls.ts';
import { checkExport } from './verify/export-check.ts';
import { type ExportSource, folderSource, registrySource } from './verify/export-source.ts';
import { type FreshnessRules, freshnessFaults } from './verify/freshness.ts';
import { digestIn, linesOf } from './verify/lines.ts';
import { findListingError, partsOf, placeOf } from './verify/listing-check.ts';
import { type SignedIndex, signedIndex } from './verify/signed-index.ts';
import { defaultStateFile, openVerifiedExports } from './verify/verified-exports.ts';

/** Checks a mirror, or one listing, against what the registry signed. */
export async function verify(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  const age = input.value('max-age');
  const maxAge = age === undefined ? undefined : parseDuration(age);
  if (age !== undefined && maxAge === undefined)
    return failCommand('--max-age takes a time span such as 90m, 36h or 7d.', terminal);
  const stateFile = input.value('state') ?? defaultStateFile(terminal);
  if (stateFile === undefined) return failCommand(NO_STATE_FILE, terminal);
  return withRegistry(input, terminal, async (_, registry) => {
    const there = registrySource({ base: registry, fetch, pause: sleep }, terminal.stopped);
    const found = isUrl(target) ? undefined : await stat(target).catch(() => undefined);
    const source = found?.isDirectory() ? folderSource(target) : there;
    const keys = await trustedKeys(input.value('keys'), there);
    const verified = await openVerifiedExports(stateFile);
    const signed = await signedIndex(source, keys);
    const checked = found?.isDirectory()
      ? await checkExport(target, signed.index)
      : await checkListing(target, found !== undefined, source, signed.index);
    const last = input.has('accept-older') ? undefined : verified.last(keys);
    const faults = [...signatureFaults(signed, { now: Date.now(), maxAge, last }), ...checked.faults];
    const { generated_at } = signed.index;
    const { kid = null, expires_at = null } = signed.signature ?? {};
    if (faults.length === 0 && kid !== null && generated_at !== null)
      await verified.remember(kid, generated_at, input.has('accept-older') ? keys : []);
    const result = { ...checked, generated_at, expires_at, kid, faults };
    terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : words(result));
    return faults.length === 0 ? EXIT.passed : EXIT.failed;
  });
}

const NO_STATE_FILE =
  'There is no home directory in which to remember the last verified export. Name a file with --state FILE.';

/** What is wrong with the signature, or, where it holds, with the age of what it covers. */
function signatureFaults({ index, fault, signature }: SignedIndex, rules: FreshnessRules): string[] {
  if (fault !== undefined || signature === null) return [fault ?? 'The export is not signed.'];
  return freshnessFaults(index, signature, rules);
}

/** The keys of a file, else those that the registry publishes. */
async function trustedKeys(file: string | undefined, registry: ExportSource): Promise<readonly PublicKey[]> {
  if (file === undefined) {
    const bytes = await registry.read(PUBLIC_KEYS);
    return bytes ? readPublicKeys(new TextDecoder().decode(bytes), PUBLIC_KEYS) : [];
  }
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RangeError(`${file} cannot be read.`);
  });
  return readPublicKeys(text, file);
}

/** Checks one listing: the file of one, or what the registry answers for an id. */
async function checkListing(target: string, isFile: boolean, source: ExportSource, index: ExportIndex) {
  const id = isFile ? path.basename(target, '.json') : idOf(target);
  const digest = await digestOf(id, source, index);
  if (!digest) return { files: 0, listings: 0, faults: [`${id} is not in the export.`] };
  const served = await source.read(placeOf(id));
  const bytes = isFile ? new Uint8Array(await readFile(target)) : served;
  if (!bytes) return { files: 0, listings: 0, faults: [`${placeOf(id)} is missing.`] };
  const fault = await findListingError(isFile ? target : placeOf(id), bytes, digest, served ? partsOf(served) : {});
  return { files: 0, listings: 1, faults: fault === undefined ? [] : [fault] };
}

/** @throws RangeError when the file that should hold it is not what the index promises */
async function digestOf(id: string, source: ExportSource, index: ExportIndex): Promise<ListingDigest | undefined> {
  for (const file of index.files.filter(each => each.path.includes('/digests-'))) {
    const bytes = await source.read(file.path);
    if (!bytes || (await sha256(bytes)) !== file.sha256) throw new RangeError(`${file.path} is not what was signed.`);
    const found = linesOf(bytes)
      .map(digestIn)
      .find(digest => digest?.id === id);
    if (found) return found;
  }
  return undefined;
}

function idOf(target: string): string {
  const origin = isUrl(target) ? parseOrigin(target) : undefined;
  return origin?.ok ? origin.origin.id : target;
}

interface Result {
  readonly files: number;
  readonly listings: number;
  readonly generated_at: string | null;
  readonly expires_at: string | null;
  readonly kid: string | null;
  readonly faults: readonly string[];
}

function words({ files, listings, generated_at, expires_at, kid, faults }: Result): string {
  const what = `${listings === 1 ? '1 listing' : `${listings} listings`}${files > 0 ? ` and ${files} files` : ''}`;
  const outcome = faults.length === 0 ? `is as signed with the key ${kid}, valid until ${expires_at}` : 'was checked';
  return [
    `${what} of the export of ${generated_at ?? 'no date'}: ${outcome}.`,
    ...faults.map(fault => `! ${sanitizeLine(fault)}`),
    '',
  ].join('\n');
}
