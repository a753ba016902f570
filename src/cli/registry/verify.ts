import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '#client/sleep.ts';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { ExportIndex, ListingDigest } from '#listing/export/export.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export/export-signature.ts';
import { readPublicKeys } from '#listing/export/signing-key.ts';
import { toListingId } from '#listing/origin.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { parseDuration } from '../duration.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withRegistry } from './registry.ts';
import { isUrl } from './urls.ts';
import { checkExport } from './verify/export-check.ts';
import { createFolderSource, createRegistrySource, type ExportSource } from './verify/export-source.ts';
import { type FreshnessRules, findFreshnessErrors } from './verify/freshness.ts';
import { parseDigest, splitLines } from './verify/lines.ts';
import { findListingError, getListingPath, splitListing } from './verify/listing-check.ts';
import { readSignedIndex, type SignedIndex } from './verify/signed-index.ts';
import { getDefaultStateFile, openVerifiedExports } from './verify/verified-exports.ts';

/** Verifies a mirror or a listing against the signed export. */
export async function verify(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  const age = input.value('max-age');
  const maxAge = age === undefined ? undefined : parseDuration(age);
  if (age !== undefined && maxAge === undefined)
    return failCommand('Invalid value for --max-age. Use a duration such as 90m, 36h, or 7d.', terminal);
  const stateFile = input.value('state') ?? getDefaultStateFile(terminal);
  if (stateFile === undefined) return failCommand(NO_STATE_FILE, terminal);
  return withRegistry(input, terminal, async (_, registry) => {
    const registryExport = createRegistrySource({ base: registry, fetch, pause: sleep }, terminal.signal);
    const file = isUrl(target) ? undefined : await stat(target).catch(() => undefined);
    const source = file?.isDirectory() ? createFolderSource(target) : registryExport;
    const keys = await readTrustedKeys(input.value('keys'), registryExport);
    const verifiedExports = await openVerifiedExports(stateFile);
    const signed = await readSignedIndex(source, keys);
    const checked = file?.isDirectory()
      ? await checkExport(target, signed.index)
      : await checkListing(
          file ? path.basename(target, '.json') : toListingId(target, [registry]),
          file && target,
          source,
          signed.index,
        );
    const last = input.has('accept-older') ? undefined : verifiedExports.getLast(keys);
    const faults = [...findSignatureErrors(signed, { now: Date.now(), maxAge, last }), ...checked.faults];
    const { generated_at } = signed.index;
    const { kid = null, expires_at = null } = signed.signature ?? {};
    if (faults.length === 0 && kid !== null && generated_at !== null)
      await verifiedExports.save(kid, generated_at, input.has('accept-older') ? keys : []);
    const result = { ...checked, generated_at, expires_at, kid, faults };
    terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : formatResult(result));
    return faults.length === 0 ? EXIT.passed : EXIT.failed;
  });
}

const NO_STATE_FILE =
  'No home directory found for the record of the last verified export. Choose a file with --state FILE.';

/** Returns the error of the signature. For a valid signature, returns the errors of its age. */
function findSignatureErrors({ index, error, signature }: SignedIndex, rules: FreshnessRules): string[] {
  if (error !== undefined || signature === null) return [error ?? 'The export is not signed.'];
  return findFreshnessErrors(index, signature, rules);
}

/** Reads the keys from a file, or from the registry without a file. */
async function readTrustedKeys(file: string | undefined, registry: ExportSource): Promise<readonly PublicKey[]> {
  if (file === undefined) {
    const bytes = await registry.read(PUBLIC_KEYS);
    return bytes ? readPublicKeys(new TextDecoder().decode(bytes), PUBLIC_KEYS) : [];
  }
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RangeError(`Cannot read ${file}.`);
  });
  return readPublicKeys(text, file);
}

/** Verifies the listing in a file, or in the response of the registry without a file. */
async function checkListing(id: string, file: string | undefined, source: ExportSource, index: ExportIndex) {
  const digest = await findDigest(id, source, index);
  if (!digest) return { files: 0, listings: 0, faults: [`${id} is not in the export.`] };
  const served = await source.read(getListingPath(id));
  const bytes = file === undefined ? served : new Uint8Array(await readFile(file));
  if (!bytes) return { files: 0, listings: 0, faults: [`${getListingPath(id)} is missing.`] };
  const error = await findListingError(file ?? getListingPath(id), bytes, digest, served ? splitListing(served) : {});
  return { files: 0, listings: 1, faults: error === undefined ? [] : [error] };
}

/** @throws RangeError if a file with digests does not match its own digest */
async function findDigest(id: string, source: ExportSource, index: ExportIndex): Promise<ListingDigest | undefined> {
  for (const file of index.files.filter(each => each.path.includes('/digests-'))) {
    const bytes = await source.read(file.path);
    if (!bytes || (await sha256Hex(bytes)) !== file.sha256)
      throw new RangeError(`${file.path} does not match the signed export.`);
    const match = splitLines(bytes)
      .map(parseDigest)
      .find(digest => digest?.id === id);
    if (match) return match;
  }
  return undefined;
}

interface VerifyResult {
  readonly files: number;
  readonly listings: number;
  readonly generated_at: string | null;
  readonly expires_at: string | null;
  readonly kid: string | null;
  readonly faults: readonly string[];
}

function formatResult({ files, listings, generated_at, expires_at, kid, faults }: VerifyResult): string {
  const subject = `${formatCount(listings, 'listing')}${files > 0 ? ` and ${formatCount(files, 'file')}` : ''}`;
  const outcome =
    faults.length === 0 ? `verified with the key ${kid}, valid until ${expires_at}` : 'verification failed';
  return [
    `${subject} of the export of ${generated_at ?? 'unknown date'}: ${outcome}.`,
    ...faults.map(error => `! ${sanitizeLine(error)}`),
    '',
  ].join('\n');
}
