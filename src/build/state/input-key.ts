import { createHash } from 'node:crypto';
import { type Dirent, statSync } from 'node:fs';
import path from 'node:path';
import { type Stamps, stampFiles } from '#store/file-stamps.ts';
import { findFiles, isRecordFile } from '#store/find-files.ts';
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
  /** The stamps of the files of the registry, and of the sources. */
  readonly stamps: Stamps;
}

/**
 * Identifies the inputs of a build: its settings, the stamps of the sources and of the files of the registry (`stampFiles`),
 * and the state of the repository that contains them. An equal key means equal inputs.
 * @param recent `recent` of the key to compare with: these files are compared by content
 */
export async function findInputs(build: PendingBuild, recent: readonly string[] = []): Promise<FoundInputs> {
  const registry = path.resolve(build.directories.registry);
  const observations = build.directories.observations && path.resolve(build.directories.observations);
  const history = readHistoryState(registry);
  const files = [
    ...sourceFiles(),
    ...listFiles(path.join(registry, 'listings'), isRecordFile),
    // Observations are read through links, too.
    ...(observations === undefined ? [] : listFiles(observations, ({ name }) => name.endsWith('.json'))),
  ];
  const stamped = stampFiles(files, new Set(recent));
  const settings = JSON.stringify([process.version, { ...build, commit: await build.commit }, await history]);
  const keyOf = (stamps: string) => createHash('sha256').update(settings).update(stamps).digest('base64url');
  const key = keyOf(stamped.current);
  const compared = stamped.compared === undefined ? key : keyOf(stamped.compared);
  return { current: { key, recent: stamped.recent }, compared, stamps: stamped.stamps };
}

/** Returns the paths of the wanted files in a folder, sorted. A missing folder is empty. */
function listFiles(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  return Array.from(findFiles(folder, isWanted), file => `${folder}/${file}`).sort();
}

/** The commit, which determines the history of the listings, and what else decides whether git knows all of it. */
async function readHistoryState(registry: string): Promise<readonly unknown[]> {
  const asked = ['--is-shallow-repository', '--git-common-dir', 'HEAD'];
  const { code, output } = await runGitCommand(registry, 'rev-parse', ...asked);
  const folder = output.split('\n')[1];
  const config = folder && statSync(path.resolve(registry, folder, 'config'), { throwIfNoEntry: false });
  return [code, output, config && [config.ino, config.size, config.ctimeMs]];
}
