import path from 'node:path';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { readObservation, readRecord, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits } from '../git/commits.ts';
import { createGit, type Git, run } from '../git/git.ts';
import { createOriginCheck } from '../origin-check.fixture.ts';
import { type CheckDueOptions, checkDue } from '../revalidation.ts';
import { type WriteOptions, type WrittenRun, writeRun } from './written-run.ts';

/** The behavior of a publisher in these tests: serves a manifest, fails, or causes inconclusive results. */
type Behavior = Partial<Manifest03> | 'failed' | 'inconclusive';

/** A registry in a Git repository, with a clock that the test controls and publishers that exist only in memory. */
export interface RevalidatedRegistry {
  readonly folder: string;
  readonly git: Git;
  readonly registryDir: string;
  readonly observationsDir: string;
  readonly resultsDir: string;
  /** Milliseconds since 1970. */
  now: number;
  /** By origin. An absent origin serves its recorded manifest. */
  readonly behaviours: Map<string, Behavior>;
  /** The origins checked in the last run, with the ETag of each request. */
  readonly asked: Map<string, string | undefined>;
  check(changes?: Partial<CheckDueOptions>): ReturnType<typeof checkDue>;
  write(changes?: Partial<WriteOptions>): Promise<WrittenRun>;
  /** Checks and writes after some hours. */
  run(hours: number): Promise<WrittenRun>;
  listing(id: string): Promise<Listing>;
  /** Returns the output of Git without the final line break. */
  ask(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

export const HOUR = 3_600_000;

/** Commits publishers' records of these origins, without observations. */
export async function revalidatedRegistry(
  origins: readonly string[],
  changes: Partial<ListingRecord> = {},
): Promise<RevalidatedRegistry> {
  const folder = await makeTemporaryFolder('revalidation-');
  const registryDir = path.join(folder, 'registry');
  const observationsDir = path.join(folder, 'observed');
  const resultsDir = path.join(folder, 'results');
  await run(['init', '--quiet', '--initial-branch=main', folder]);
  const git = createGit(path.join(folder, '.git'));
  const records = origins.map(origin => sampleRecord(origin, {}, changes));
  for (const record of records) await writeRecord(registryDir, record);
  const files = records.map(record => ({
    path: `registry/listings/${recordPath(record.id)}`,
    content: recordText(record),
  }));
  await addCommits(git, { name: 'main', tip: undefined }, [{ message: { subject: 'Seed', body: '' }, time: 0, files }]);
  await git.run(['reset', '--quiet'], { workTree: folder });

  const registry: RevalidatedRegistry = {
    folder,
    git,
    registryDir,
    observationsDir,
    resultsDir,
    now: Date.parse('2026-11-21T00:00:00Z'),
    behaviours: new Map(),
    asked: new Map(),
    check(changed = {}) {
      registry.asked.clear();
      return checkDue({
        registryDir,
        observationsDir,
        resultsDir,
        shard: { index: 1, of: 1 },
        blocklist: () => undefined,
        atOnce: 8,
        async verify({ url }, known) {
          registry.asked.set(url, known?.etag);
          const behavior = registry.behaviours.get(url) ?? {};
          if (typeof behavior === 'string') return createOriginCheck(url, sampleManifest(), behavior);
          return createOriginCheck(url, sampleManifest(behavior));
        },
        now: () => registry.now,
        onProgress: () => undefined,
        onBroken: ({ file }) => {
          throw new Error(`${file} is broken.`);
        },
        onFault: fault => {
          throw fault;
        },
        ...changed,
      });
    },
    write(changed = {}) {
      const { now } = registry;
      return writeRun({
        resultsDir,
        registryDir,
        isOwn: true,
        observationsDir,
        base: 'main',
        remote: undefined,
        now,
        ...changed,
      });
    },
    async run(hours) {
      registry.now += hours * HOUR;
      await registry.check();
      return registry.write();
    },
    async listing(id) {
      const record = await readRecord(registryDir, id);
      const observation = await readObservation(observationsDir, id);
      if (!record?.ok) throw new Error(`Record ${id} does not exist.`);
      return listingOf(record.value, observation?.ok ? observation.value : undefined);
    },
    async ask(...args) {
      return String(await git.run(args, { workTree: folder })).trimEnd();
    },
    remove: () => removeFolder(folder),
  };
  return registry;
}
