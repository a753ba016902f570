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

/** Two changes within this time, in milliseconds, can have the same timestamp. Git uses the same precaution. */
const MIN_AGE_MS = 2000;

/**
 * Identifies the inputs of a build: its settings, the sources, the files of the registry by inode, size, and change
 * time, and the state of the repository that contains them. No program can set a change time, so an equal key means equal
 * inputs.
 * @param recent `recent` of the key to compare with: these files are compared by content
 */
export async function createInputKey(build: PendingBuild, recent: readonly string[] = []): Promise<InputKey> {
  const registry = path.resolve(build.directories.registry);
  const observations = build.directories.observations && path.resolve(build.directories.observations);
  const history = readHistoryState(registry);
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = [
    ...sourceFiles().map(file => `${root}/${file}`),
    ...listJsonFiles(path.join(registry, 'listings')),
    ...(observations === undefined ? [] : listJsonFiles(observations)),
  ];
  const { stamps, read } = stampFiles(files, new Set(recent));
  const settings = { ...build, commit: await build.commit };
  const key = createHash('sha256').update(JSON.stringify([process.version, settings, await history]));
  return { key: key.update(stamps).digest('base64url'), recent: read };
}

/** Returns a line for each file that changes whenever the file changes, and the files that it had to read for that. */
function stampFiles(files: readonly string[], recent: ReadonlySet<string>) {
  const read: string[] = [];
  const now = Date.now();
  let stamps = '';
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && (recent.has(file) || now - found.ctimeMs < MIN_AGE_MS)) {
      read.push(file);
      stamps += `${file} ${hash('sha256', readFileSync(file))}\n`;
    } else stamps += `${file} ${found && `${found.ino} ${found.size} ${found.ctimeMs}`}\n`;
  }
  return { stamps, read };
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
