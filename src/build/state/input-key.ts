import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { runGitCommand } from '#store/record-history/git.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { sourceFiles } from '../site/sources.ts';

/** A build whose commit may still be read. */
export interface PendingBuild extends Omit<RegistryBuild, 'commit'> {
  readonly commit?: RegistryBuild['commit'] | Promise<RegistryBuild['commit']>;
}

/** Identifies all inputs of a build without reading them. */
export interface InputKey {
  readonly key: string;
  /** The files that had just changed, which `key` contains by content, because their timestamps are not exact enough. */
  readonly recent: readonly string[];
}

/** The inputs of a build, compared with those of the last one. */
interface FoundInputs {
  /** The key to save. Its `recent` has no file that was only recent at the last build. */
  readonly current: InputKey;
  /** Equal to the key of the last build if the inputs are the same. */
  readonly compared: string;
}

/** Two changes within this time, in milliseconds, can have the same timestamp. Git uses the same precaution. */
const MIN_AGE_MS = 2000;

/**
 * Identifies the inputs of a build: its settings, the sources, the files of the registry by inode, size, and change
 * time, and the state of the repository that contains them. No program can set a change time, so an equal key means equal
 * inputs.
 * @param recent `recent` of the key to compare with: these files are compared by content
 */
export async function findInputs(build: PendingBuild, recent: readonly string[] = []): Promise<FoundInputs> {
  const registry = path.resolve(build.directories.registry);
  const observations = build.directories.observations && path.resolve(build.directories.observations);
  const history = readHistoryState(registry);
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = [
    ...sourceFiles().map(file => `${root}/${file}`),
    ...listJsonFiles(path.join(registry, 'listings')),
    ...(observations === undefined ? [] : listJsonFiles(observations)),
  ];
  const stamped = stampFiles(files, new Set(recent));
  const settings = JSON.stringify([process.version, { ...build, commit: await build.commit }, await history]);
  const keyOf = (stamps: string) => createHash('sha256').update(settings).update(stamps).digest('base64url');
  const key = keyOf(stamped.current);
  const compared = stamped.compared === undefined ? key : keyOf(stamped.compared);
  return { current: { key, recent: stamped.recent }, compared };
}

/** A line for each file that changes whenever the file changes. */
interface Stamps {
  readonly current: string;
  /** With the contents of the files that were recent at the last build; undefined if it is the same. */
  readonly compared: string | undefined;
  /** The files whose contents `current` contains. */
  readonly recent: readonly string[];
}

function stampFiles(files: readonly string[], wasRecent: ReadonlySet<string>): Stamps {
  const recent: string[] = [];
  const now = Date.now();
  let [current, compared] = ['', ''];
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isRecent = found !== undefined && now - found.ctimeMs < MIN_AGE_MS;
    const content = found && (isRecent || wasRecent.has(file)) ? hash('sha256', readFileSync(file)) : undefined;
    const line = `${file} ${isRecent ? content : found && `${found.ino} ${found.size} ${found.ctimeMs}`}\n`;
    if (isRecent) recent.push(file);
    current += line;
    compared += content === undefined ? line : `${file} ${content}\n`;
  }
  return { current, compared: wasRecent.size === 0 ? undefined : compared, recent };
}

/** Returns the paths of all JSON files in a folder, sorted. A missing folder is empty. */
function listJsonFiles(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of readFolder(at)) {
      if (entry.isDirectory()) folders.push(`${at}/${entry.name}`);
      else if (entry.name.endsWith('.json')) files.push(`${at}/${entry.name}`);
    }
  }
  return files.sort();
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The commit, which determines the history of the listings, and what else decides whether git knows all of it. */
async function readHistoryState(registry: string): Promise<readonly unknown[]> {
  const asked = ['--is-shallow-repository', '--git-common-dir', 'HEAD'];
  const { code, output } = await runGitCommand(registry, 'rev-parse', ...asked);
  const folder = output.split('\n')[1];
  const config = folder && statSync(path.resolve(registry, folder, 'config'), { throwIfNoEntry: false });
  return [code, output, config && [config.ino, config.size, config.ctimeMs]];
}
