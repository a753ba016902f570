import type { NewestVersion } from './changelog.ts';

/** What a release is made from. */
export interface ReleaseFacts {
  /** The tag that started it, such as `v1.2.3`. */
  readonly tag: string;
  /** The version by the place that tells it. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly newest: NewestVersion;
  /** When the code says that the version was released: an RFC 3339 time. */
  readonly released: string;
}

/** Why a tag cannot be released: one sentence for each thing that disagrees with it; empty when all is in order. */
export function findReleaseProblems({ tag, versions, newest, released }: ReleaseFacts): string[] {
  const version = tag.replace(/^v/, '');
  const others = Object.entries({ ...versions, 'CHANGELOG.md': newest.version }).filter(([, each]) => each !== version);
  return [
    ...(/^v\d+\.\d+\.\d+$/.test(tag) ? [] : [`The tag "${tag}" is not "v" and a version such as 1.2.3.`]),
    ...others.map(([place, each]) => `${place} says ${each ?? 'nothing'}, and the tag ${version}.`),
    ...dateFaults(newest, released),
  ];
}

function dateFaults({ date }: NewestVersion, released: string): string[] {
  if (date === undefined) return ['CHANGELOG.md calls the version unreleased; give it its date.'];
  if (released.startsWith(date)) return [];
  return [`RELEASED in src/edge/http/envelope.ts is ${released}, and CHANGELOG.md says ${date}.`];
}
