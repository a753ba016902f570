import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { createRebuilds } from '#build/rebuilds.ts';
import type { RegistryBuild } from '#build/registry-build.ts';
import { openTree, type Tree } from '#build/tree.ts';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import type { Config } from '#edge/config.ts';
import type { Origin } from '#listing/origin.ts';
import { isFree } from '#server/http/ports.ts';
import { serveApp } from '#server/http/server.ts';
import { requireRegistryFolder } from '#store/data-folders.ts';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { recordDraft } from '#submission/github/review/record-draft.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { checkOut } from './checkout.ts';
import { type FakeGithub, startFakeGithub } from './fake-github.ts';
import type { TreeEntry } from './git/git.ts';
import { startReviews } from './reviews.ts';

export interface ProductionOptions {
  readonly config: Config;
  /** The port of the mock GitHub server. */
  readonly githubPort: number;
  /** Builds the registry into a folder. */
  readonly build: (build: RegistryBuild, tree: Tree, signal: AbortSignal) => Promise<unknown>;
  /** Called with one line for each event. */
  readonly log: (line: string) => void;
}

/** The production path on one machine. */
export interface Production {
  readonly github: FakeGithub;
  /** The URL of the registry. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Starts a mock GitHub server with the records of the registry's folder, the registry as last built, the review of each
 * pull request, and a new build after each review.
 * @throws RangeError if one of the two ports is in use, before the build, which takes a minute
 */
export async function startProduction({ config, githubPort, build, log }: ProductionOptions): Promise<Production> {
  const { addresses, host, port, limits } = config;
  requireRegistryFolder(config.registryDir);
  await rejectBusyPort(host, port, 'PORT');
  await rejectBusyPort(host, githubPort, 'GITHUB_PORT');
  const folder = path.resolve(config.dataDir, 'fake-github');
  const directories = { registry: path.join(folder, 'main/registry'), observations: path.join(folder, 'observations') };
  await removeFolder(folder);

  let assets: Assets = { fetch: async () => undefined };
  let catalog = new LiveCatalog(directories, addresses);
  let [startedAt, builtAt] = [0, 0];
  const builds = createRebuilds({
    parent: path.join(folder, 'built'),
    async build(tree, signal) {
      startedAt = Date.now();
      await checkOut(github.state.git, 'main', path.join(folder, 'main'));
      await checkOut(github.state.git, 'observations', directories.observations);
      const target = openTree(tree.folder, tree.lastGood, tree.cacheDir);
      await build({ addresses, directories, skipInvalid: false }, target, signal);
    },
    async onBuilt(target) {
      const fresh = new LiveCatalog(directories, addresses);
      await fresh.load();
      [assets, catalog, builtAt] = [await fileAssets(target), fresh, startedAt];
      log(`built: ${fresh.entries().length} listings`);
    },
    onError: error => log(`the build failed: ${error}`),
  });
  const reviews = startReviews({
    github: () => github,
    folder: path.join(folder, 'review'),
    log,
    onEnd: async () => builds.request(),
  });
  const files = await readFiles(config.registryDir);
  const github = await startFakeGithub({ files, directory: folder, host, port: githubPort, onPull: reviews.take });
  await builds.start();

  const blocklist = await readBlocklist(config.registryDir);
  const fetcher = createGuardedFetcher({
    siteUrl: addresses.site,
    siteName: addresses.siteName,
    local: 'per-request',
    blocklist,
  });
  const check = ({ url }: Origin, local: boolean) =>
    verifyOrigin(url, { fetcher, now: Date.now, onError: console.error, local });
  // Only a request with local privileges can submit an http or loopback origin.
  const verify = (origin: Origin) => check(origin, true);
  const { app: credentials, owner, name } = github;
  const octokit = githubClient({
    apiUrl: github.address,
    credentials: { ...credentials, appId: credentials.id, installationId: credentials.installation },
  });
  const repository = { octokit, owner, name, base: 'main' };
  const submissions = githubSubmissions({
    repository,
    draft: recordDraft({ repository, verify, now: Date.now }),
    isLive: async (id, since) =>
      builtAt >= Date.parse(since) && (await (await catalog.current()).listing(id)) !== undefined,
  });
  const app = createApp({
    addresses,
    assets: { fetch: file => assets.fetch(file) },
    catalog: () => catalog.current(),
    live: {
      verify: async (origin, isLocal) => (await check(origin, isLocal)).report,
      fetch: request => fetcher.fetch(request),
      submissions,
      blocklist,
      now: Date.now,
      limits,
    },
    onError: console.error,
  });
  const server = await serveApp(app, host, port, { local: true });

  async function close(): Promise<void> {
    for (const part of [server, reviews, builds, github, fetcher]) await part.close();
  }
  return { github, address: server.address, close };
}

async function rejectBusyPort(host: string, port: number, setting: string): Promise<void> {
  if (port === 0 || (await isFree(host, port))) return;
  throw new RangeError(`Port ${port} is in use. Stop the other server, or set ${setting} to another port.`);
}

/** Reads the files of a registry's folder for the first commit. */
async function readFiles(registryDir: string): Promise<TreeEntry[]> {
  const entries = await readdir(registryDir, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter(entry => entry.isFile())
      .map(async entry => {
        const file = path.join(entry.parentPath, entry.name);
        const target = path.posix.join('registry', ...path.relative(registryDir, file).split(path.sep));
        return { path: target, content: await readFile(file) };
      }),
  );
}
