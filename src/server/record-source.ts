import type { Config } from '#edge/config.ts';
import { createGithubSubmissions, isGithubConfigured } from '#edge/create-github-submissions.ts';
import type { Listing } from '#listing/listing.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { hasGit } from '#submission/git/git.ts';
import { setAsideDamaged } from '#submission/local/damaged-observations.ts';
import { localDirectories, openLocalRegistry } from '#submission/local/local-registry.ts';
import type { Submissions } from '#submission/submission.ts';
import type { CheckResult } from '#verify/report.ts';
import type { Verification } from '#verify/verify-origin.ts';
import type { LiveCatalog } from './live-catalog.ts';

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
    origin: { readonly url: string },
    signal?: AbortSignal,
    onResult?: (result: CheckResult) => void,
  ) => Promise<Verification>;
  readonly catalog: LiveCatalog;
  readonly now: () => number;
  /** Told of each listing that is new or changed. */
  readonly onListing: (listing: Listing) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * The source that a configuration asks for: a repository on GitHub where an App's credentials are set, else a git
 * repository below the data directory; without git, the registry's folder as it stands, for reading only.
 */
export async function recordSource(configuration: Config): Promise<RecordSource> {
  if (isGithubConfigured(process.env)) return githubSource(configuration);
  return (await hasGit()) ? localSource(configuration) : readOnlySource(configuration);
}

function localSource(configuration: Config): RecordSource {
  return {
    directories: localDirectories(configuration.dataDir),
    async open(services) {
      const broken: BrokenFile[] = [];
      const { siteName } = configuration.addresses;
      const onBroken = (file: BrokenFile) => broken.push(file);
      const registry = await openLocalRegistry({ ...configuration, siteName, ...services, onBroken });
      return {
        submissions: registry.submissions,
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
      const submissions = createGithubSubmissions(process.env, { verify, catalog: () => catalog.current(), now });
      return { submissions, broken: [], mend: async () => false, close: async () => undefined };
    },
  };
}

function readOnlySource(configuration: Config): RecordSource {
  return {
    directories: directoriesOf(configuration),
    async open() {
      console.error('There is no git on this machine, so this registry is for reading only: submissions are commits.');
      return { submissions: undefined, broken: [], mend: async () => false, close: async () => undefined };
    },
  };
}

function directoriesOf({ registryDir, observationsDir }: Config): DataDirectories {
  return { registry: registryDir, observations: observationsDir };
}
