import { VERSION } from '#manifest/version.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import type { NewestVersion } from './changelog.ts';

/** The version of the software in each file that declares it. A release raises all of them together. */
export const DECLARED_VERSIONS: Readonly<Record<string, string | undefined>> = {
  'package.json': rootPackage.version,
  'server.json': server.version,
  'server.json, packages': server.packages[0]?.version,
  'src/manifest/version.ts': VERSION,
};

/** The inputs of a release. */
export interface ReleaseFacts {
  /** The tag that started the release, such as `v1.2.3`. */
  readonly tag: string;
  /** The declared version, by file. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly newest: NewestVersion;
  /** The release time that the code declares, in RFC 3339. */
  readonly released: string;
}

/** Returns one sentence for each file that disagrees with the tag. Empty if the tag can be released. */
export function findReleaseProblems({ tag, versions, newest, released }: ReleaseFacts): string[] {
  const version = tag.replace(/^v/, '');
  const others = Object.entries({ ...versions, 'CHANGELOG.md': newest.version }).filter(([, each]) => each !== version);
  return [
    ...(/^v\d+\.\d+\.\d+$/.test(tag) ? [] : [`The tag "${tag}" is not a version with the prefix "v", such as v1.2.3.`]),
    ...others.map(([file, each]) => `${file} declares ${each ?? 'no version'}, but the tag is ${version}.`),
    ...findDateProblems(newest, released),
  ];
}

function findDateProblems({ date }: NewestVersion, released: string): string[] {
  if (released.startsWith(date)) return [];
  return [`RELEASED in src/manifest/version.ts is ${released}, but the date in CHANGELOG.md is ${date}.`];
}
