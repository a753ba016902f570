import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type BrokenFile, readRecordFile, recordIn } from '#store/record-files.ts';
import type { FileChange } from '../../git/commits.ts';
import type { RecordRepository } from '../record-repository.ts';
import { seedChoice } from './seed-choice.ts';
import { seedIndex } from './seed-index.ts';

export interface SeedOptions {
  /** Contains `listings/`; may be empty or not exist. */
  readonly registryDir: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with each record that cannot be read or is invalid. It is skipped until it is fixed. */
  readonly onBroken: (file: BrokenFile) => void;
}

/**
 * Imports the additions, changes, and removals in a registry folder since the last import, as one commit. Merges each
 * record three-way by the rules of `seedChoice`. Reads only changed files. The import is atomic; after a crash, the
 * next start repeats it.
 *
 * @returns the number of changed records
 */
export async function importSeed(repository: RecordRepository, options: SeedOptions): Promise<number> {
  const index = seedIndex(repository.git, options.registryDir);
  const candidates = await index.candidates();
  if (candidates.length === 0) return 0;
  const ours = await listBlobs(repository);
  const seen: string[] = [];
  const changes: { change: FileChange; verb: string }[] = [];

  for (const { path: place, base } of candidates) {
    const file = readSeed(place, options);
    if (file && !file.ok) {
      options.onBroken(file);
      continue;
    }
    seen.push(place);
    const current = ours.get(place);
    const take = await seedChoice({ base, current, seed: file && { id: file.id, record: file.record } }, () =>
      readOurRecord(repository, place),
    );
    if (take) changes.push({ change: { path: place, content: file?.bytes }, verb: getVerb(current, file) });
  }
  if (changes.length > 0) await commit(repository, changes, options);
  await index.keep(seen);
  return changes.length;
}

type SeedFile =
  | BrokenFile
  | { readonly ok: true; readonly bytes: Uint8Array; readonly id: string; readonly record: ListingRecord };

/** @returns undefined if the file does not exist */
function readSeed(place: string, { registryDir }: SeedOptions): SeedFile | undefined {
  const read = readRecordFile(registryDir, place.slice('listings/'.length));
  if (!read) return undefined;
  const found = recordIn(read);
  return found.ok ? { ok: true, bytes: read.bytes, id: hashBlob(read.bytes), record: found.value } : found;
}

/** The git blob hash of these bytes. */
function hashBlob(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The blob hash of each record in the repository, by path. */
async function listBlobs({ git }: RecordRepository): Promise<Map<string, string>> {
  const listed = await git.run(['ls-tree', '-r', '-z', 'main', 'listings/']);
  const lines = listed
    .toString()
    .split('\0')
    .filter(line => line !== '');
  return new Map(lines.map(line => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] ?? '']));
}

async function readOurRecord({ folder }: RecordRepository, place: string): Promise<ListingRecord> {
  return JSON.parse(await readFile(path.join(folder, place), 'utf8')) as ListingRecord;
}

function getVerb(current: string | undefined, file: SeedFile | undefined): string {
  if (!file) return 'remove';
  return current === undefined ? 'add' : 'change';
}

async function commit(
  repository: RecordRepository,
  changes: readonly { readonly change: FileChange; readonly verb: string }[],
  { registryDir, now }: SeedOptions,
): Promise<void> {
  const lines = changes
    .slice(0, 100)
    .map(({ change, verb }) => `- ${verb} ${path.posix.basename(change.path, '.json')}`);
  const more = changes.length > lines.length ? [`- and ${changes.length - lines.length} more`] : [];
  const count = changes.length === 1 ? '1 record' : `${changes.length} records`;
  const message = {
    subject: `Import ${count} from ${path.basename(path.resolve(registryDir))}`,
    body: [...lines, ...more].join('\n'),
  };
  await repository.commit([{ message, time: now, files: changes.map(({ change }) => change) }]);
  await repository.restore();
}
