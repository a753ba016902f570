import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckResult } from '#contract/report.ts';
import type { Config } from '#edge/config.ts';
import { createGithubSubmissions, isGithubConfigured } from '#edge/create-github-submissions.ts';
import type { Blocklist } from '#listing/blocklist.ts';
import type { Listing } from '#listing/listing.ts';
import type { Origin } from '#listing/origin.ts';
import { findMissingFolders } from '#store/data-folders.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { CheckLimit } from '#submission/check-limit.ts';
import { hasGit } from '#submission/git/git.ts';
import { appToken } from '#submission/github/api/app-token.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { setAsideDamaged } from '#submission/local/damaged-observations.ts';
import { openDataDirectory } from '#submission/local/data-directory.ts';
import { type LocalRegistry, localDirectories, openLocalRegistry } from '#submission/local/local-registry.ts';
import { watchesDocumentation } from '#submission/revalidation/watches-documentation.ts';
import type { Submissions } from '#submission/submission.ts';
import type { Verification } from '#verify/verify-origin.ts';
import type { ServedCatalog } from './catalog/served-catalog.ts';

/** The records of a served registry, and the destination of its submissions. */
export interface RecordSource {
  readonly directories: DataDirectories;
  /** The blocked origins, which get no requests. Before `open` returns, only its own checks may call it. */
  readonly blocklist: Blocklist;
  /**
   * Starts to accept submissions.
   * @throws RangeError with a message for the operator
   */
  open(services: SourceServices): Promise<OpenSource>;
}

export interface OpenSource {
  /** Undefined if the registry is read-only. */
  readonly submissions: Submissions | undefined;
  /** Checks the listings that are due. Undefined if this server is not the writer of the records. */
  readonly revalidate: LocalRegistry['revalidate'] | undefined;
  /** Problems that `/health` reports, as sentences. */
  problems(): readonly string[];
  /** The files in the registry's folder that were skipped because they are not valid records. */
  readonly broken: readonly BrokenFile[];
  /**
   * Repairs damaged files, if they can be recreated.
   * @returns whether it changed any, so that the files must be read again
   */
  repair(files: readonly BrokenFile[]): Promise<boolean>;
  close(): Promise<void>;
}

export interface SourceServices {
  readonly verify: (
    origin: Origin,
    signal?: AbortSignal,
    onResult?: (result: CheckResult) => void,
    isPrivileged?: boolean,
  ) => Promise<Verification>;
  /** Limits checks whose clients wait for the result, as those of submissions through GitHub. */
  readonly checkLimit: CheckLimit;
  readonly catalog: Pick<ServedCatalog, 'current'>;
  readonly now: () => number;
  /** Called with each new or changed listing; its submission is approved once the promise resolves. */
  readonly onListing: (listing: Listing) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Returns the source that a configuration selects: a repository on GitHub if the credentials of an App are set, else a
 * git repository in the data directory. Without git, it is read-only. Every source locks the data directory, because
 * each server builds its pages there. Warns about data folders that do not exist.
 */
export async function recordSource(configuration: Config): Promise<RecordSource> {
  for (const missing of findMissingFolders(configuration)) console.error(`Warning: ${missing}`);
  if (isGithubConfigured(process.env)) return githubSource(configuration);
  return (await hasGit()) ? localSource(configuration) : readOnlySource(configuration);
}

async function localSource(configuration: Config): Promise<RecordSource> {
  const own = localDirectories(configuration.dataDir);
  // Unknown until the repository is open: a crash may have left an outdated file in its work tree.
  let blocklist: Blocklist | undefined;
  return {
    blocklist(origin) {
      if (!blocklist) throw new Error('A service needs the blocklist before it is read.');
      return blocklist(origin);
    },
    directories: {
      ...own,
      isRevalidated: configuration.revalidateMs !== undefined,
      watchesDocumentation: watchesDocumentation(configuration.addresses.registry, configuration.local),
    },
    async open(services) {
      const broken: BrokenFile[] = [];
      const { siteName } = configuration.addresses;
      const onBroken = (file: BrokenFile) => broken.push(file);
      const onBlocklist = (read: Blocklist) => {
        blocklist = read;
      };
      const registry = await openLocalRegistry({ ...configuration, siteName, ...services, onBroken, onBlocklist });
      return {
        submissions: registry.submissions,
        revalidate: registry.revalidate,
        problems: registry.problems,
        broken,
        async repair(files) {
          const damaged = await setAsideDamaged(files, registry.directories.observations);
          for (const { file } of damaged)
            services.onFault(new Error(`${file} is damaged. It was renamed to ${path.basename(file)}.damaged.`));
          return damaged.length > 0;
        },
        close: () => registry.close(),
      };
    },
  };
}

async function githubSource(configuration: Config): Promise<RecordSource> {
  return {
    blocklist: await readBlocklist(configuration.registryDir),
    directories: directoriesOf(configuration),
    async open({ verify, checkLimit, catalog, now }) {
      const { SUBMISSION_APP_PRIVATE_KEY: privateKey = '' } = process.env;
      const submissions = createGithubSubmissions(process.env, {
        verify,
        checkLimit,
        catalog: async () => catalog.current(),
        now,
      });
      // A wrong key must prevent the start, and not the first submission.
      await appToken({ appId: 1, installationId: 1, privateKey }, now());
      // Builds inherit the environment, and run the code of many packages.
      delete process.env.SUBMISSION_APP_PRIVATE_KEY;
      const lock = await openDataDirectory(configuration.dataDir);
      return {
        submissions,
        revalidate: undefined,
        problems: () => [],
        broken: [],
        repair: async () => false,
        close: () => lock.release(),
      };
    },
  };
}

const READ_ONLY =
  'git is not installed, so this registry is read-only: it rejects submissions. Install git and restart the server.';

/** Serves the records of the data directory, as of the last run with git, or else those of the registry's folder. */
async function readOnlySource(configuration: Config): Promise<RecordSource> {
  const own = localDirectories(configuration.dataDir);
  const hasOwn = await stat(path.join(own.registry, 'listings')).then(
    found => found.isDirectory(),
    () => false,
  );
  return {
    blocklist: await readBlocklist(configuration.registryDir, own.registry),
    directories: { ...(hasOwn ? own : directoriesOf(configuration)), isRevalidated: false },
    async open() {
      const lock = await openDataDirectory(configuration.dataDir);
      console.error(READ_ONLY);
      return {
        submissions: undefined,
        revalidate: undefined,
        problems: () => [READ_ONLY],
        broken: [],
        repair: async () => false,
        close: () => lock.release(),
      };
    },
  };
}

function directoriesOf({ registryDir, observationsDir }: Config): DataDirectories {
  return { registry: registryDir, observations: observationsDir };
}
