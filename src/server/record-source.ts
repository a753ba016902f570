import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckResult } from '#contract/report.ts';
import type { Config } from '#edge/config.ts';
import { createGithubSubmissions, isGithubConfigured } from '#edge/create-github-submissions.ts';
import type { Listing } from '#listing/listing.ts';
import type { Origin } from '#listing/origin.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { hasGit } from '#submission/git/git.ts';
import { setAsideDamaged } from '#submission/local/damaged-observations.ts';
import { openDataDirectory } from '#submission/local/data-directory.ts';
import { localDirectories, openLocalRegistry } from '#submission/local/local-registry.ts';
import type { Submissions } from '#submission/submission.ts';
import type { Verification } from '#verify/verify-origin.ts';
import type { ServedCatalog } from './catalog/served-catalog.ts';

/** Where a served registry's records are, and where submissions to it go. */
export interface RecordSource {
  readonly directories: DataDirectories;
  /**
   * Opens the door for submissions.
   * @throws RangeError fit for the operator
   */
  open(services: SourceServices): Promise<OpenSource>;
}

export interface OpenSource {
  /** Undefined where nothing can be submitted. */
  readonly submissions: Submissions | undefined;
  /** Sentences for `/health` about what does not work. */
  readonly problems: readonly string[];
  /** What of the registry's folder was left out, because it is no record. */
  readonly broken: readonly BrokenFile[];
  /**
   * Deals with damaged files, where they can be made again.
   * @returns whether there were any, so that the files have to be read again
   */
  mend(files: readonly BrokenFile[]): Promise<boolean>;
  close(): Promise<void>;
}

export interface SourceServices {
  readonly verify: (
    origin: Origin,
    signal?: AbortSignal,
    onResult?: (result: CheckResult) => void,
    isPrivileged?: boolean,
  ) => Promise<Verification>;
  readonly catalog: Pick<ServedCatalog, 'current'>;
  readonly now: () => number;
  /** Called with each listing that is new or changed; its submission is approved once this settles. */
  readonly onListing: (listing: Listing) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Returns the source that a configuration selects: a repository on GitHub if an App's credentials are set, else a git
 * repository below the data directory. Without git, it is read-only. Every source locks the data directory, because each
 * server builds its pages there.
 */
export async function recordSource(configuration: Config): Promise<RecordSource> {
  if (isGithubConfigured(process.env)) return githubSource(configuration);
  return (await hasGit()) ? localSource(configuration) : await readOnlySource(configuration);
}

function localSource(configuration: Config): RecordSource {
  return {
    directories: localDirectories(configuration.dataDir),
    async open(services) {
      const broken: BrokenFile[] = [];
      const registry = await openLocalRegistry({ ...configuration, ...services, onBroken: file => broken.push(file) });
      return {
        submissions: registry.submissions,
        problems: [],
        broken,
        async mend(files) {
          const mended = await setAsideDamaged(files, registry.directories.observations);
          for (const { file } of mended) services.onFault(new Error(`${file} is damaged, and was set aside.`));
          return mended.length > 0;
        },
        close: () => registry.close(),
      };
    },
  };
}

function githubSource(configuration: Config): RecordSource {
  return {
    directories: directoriesOf(configuration),
    async open({ verify, catalog, now }) {
      const lock = await openDataDirectory(configuration.dataDir);
      const submissions = createGithubSubmissions(process.env, { verify, catalog: () => catalog.current(), now });
      return { submissions, problems: [], broken: [], mend: async () => false, close: () => lock.release() };
    },
  };
}

const READ_ONLY =
  'git is not installed, so this registry is read-only: it rejects submissions. Install git and restart the server.';

/** Serves the records of the data directory, as they were when git was last there, or else those of the registry's folder. */
async function readOnlySource(configuration: Config): Promise<RecordSource> {
  const own = localDirectories(configuration.dataDir);
  const hasOwn = await stat(path.join(own.registry, 'listings')).then(
    found => found.isDirectory(),
    () => false,
  );
  return {
    directories: hasOwn ? own : directoriesOf(configuration),
    async open() {
      const lock = await openDataDirectory(configuration.dataDir);
      console.error(READ_ONLY);
      return {
        submissions: undefined,
        problems: [READ_ONLY],
        broken: [],
        mend: async () => false,
        close: () => lock.release(),
      };
    },
  };
}

function directoriesOf({ registryDir, observationsDir }: Config): DataDirectories {
  return { registry: registryDir, observations: observationsDir };
}
