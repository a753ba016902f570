import { type Finding, finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';
import { basisFindings, type DocumentationSource } from './documentation-source.ts';
import { isInstant } from './instant.ts';
import { MANIFEST_PATH, originOf, registrableDomain } from './origin.ts';

/** What a publisher says: the committed snapshot of one origin's manifest (design: Record and observation). */
export interface ListingRecord {
  readonly id: string;
  /** The origin. */
  readonly url: string;
  readonly source: PublisherSource | DocumentationSource;
  /** When the origin was first listed; UTC, as are all times of a record. */
  readonly created_at: string;
  /** When the snapshot last changed. */
  readonly updated_at: string;
  /** Set where a maintainer took the listing back, whatever its publisher says. */
  readonly withdrawn?: Withdrawal;
  /** Exactly as served, parsed. */
  readonly manifest: Manifest;
}

/** A maintainer's decision; the reason is published. */
export interface Withdrawal {
  readonly at: string;
  readonly reason: string;
}

/** The origin serves the manifest itself. */
export interface PublisherSource {
  readonly type: 'publisher';
  readonly manifest_url: string;
}

/** The longest reason for which a maintainer takes a listing back, in characters. */
const LONGEST_REASON = 500;

/**
 * Where a listing's record lies below `listings/`: `<xx>/<id>.json`, xx being the first two characters of the
 * registrable domain. A dot among them is written `_`, because some file systems drop a folder's last dot.
 *
 * @param id the id of a listing; the path of anything else is without meaning
 */
export function recordPath(id: string): string {
  const host = id.replace(/_\d+$/, '');
  return `${registrableDomain(host).slice(0, 2).replaceAll('.', '_')}/${id}.json`;
}

/** A record as it is committed: UTF-8 text, members in one order, so that a difference is a difference in content. */
export function recordText(record: ListingRecord): string {
  const { id, url, source, created_at, updated_at, withdrawn, manifest } = record;
  const decided = withdrawn && { withdrawn: { at: withdrawn.at, reason: withdrawn.reason } };
  return `${JSON.stringify({ id, url, source, created_at, updated_at, ...decided, manifest }, null, 2)}\n`;
}

/**
 * Checks a parsed file of `registry/listings/`: its members, that path, id and url name the same origin, and that the
 * manifest is valid.
 *
 * @param path the file's path below `listings/`
 * @param value the parsed file
 * @returns the problems, each at its pointer in the file; none means that `value` is a `ListingRecord`
 */
export function recordFindings(path: string, value: unknown): readonly Finding[] {
  if (!isObject(value))
    return [finding('', 'type', 'A record must be a JSON object.', 'See registry/README.md for its members.')];
  const manifest = validateManifest(value.manifest).findings.map(found => ({
    ...found,
    pointer: `/manifest${found.pointer}`,
    field: found.pointer ? `manifest.${found.field}` : 'manifest',
  }));
  return [
    ...identityFindings(path, value),
    ...sourceFindings(value),
    ...timeFindings(value),
    ...withdrawalFindings(value),
    ...manifest,
  ];
}

function identityFindings(path: string, record: Members): Finding[] {
  const { id, url } = record;
  const origin = typeof url === 'string' ? originOf(url) : undefined;
  if (!origin?.ok || origin.origin.url !== url) {
    const hint = origin?.ok
      ? `Write "${origin.origin.url}".`
      : 'Write scheme and host, and the port where it is not the default.';
    return [finding('/url', 'origin', 'The url must be an origin: scheme and host, without path.', hint, url)];
  }
  if (id !== origin.origin.id) {
    return [
      finding(
        '/id',
        'identity',
        'The id does not belong to the url.',
        `The id of ${url} is "${origin.origin.id}".`,
        id,
      ),
    ];
  }
  if (path !== recordPath(id)) {
    return [
      finding(
        '/id',
        'path',
        `The record lies at ${path}, which is another listing's place.`,
        `Move it to ${recordPath(id)}.`,
        id,
      ),
    ];
  }
  return [];
}

function sourceFindings({ source, url }: Members): Finding[] {
  const members = isObject(source) ? source : {};
  const { type, manifest_url, documentation_url } = members;
  if (type === 'publisher') {
    const expected = `${url}${MANIFEST_PATH}`;
    if (manifest_url === expected) return [];
    return [
      finding(
        '/source/manifest_url',
        'identity',
        "The manifest's address does not belong to the url.",
        `Write "${expected}".`,
        manifest_url,
      ),
    ];
  }
  if (type === 'documentation') {
    if (
      typeof documentation_url === 'string' &&
      /^https?:\/\//.test(documentation_url) &&
      URL.canParse(documentation_url)
    )
      return basisFindings(members);
    return [
      finding(
        '/source/documentation_url',
        'uri',
        'The documentation needs an http(s) address.',
        'Link the page that the record was written from.',
        documentation_url,
      ),
      ...basisFindings(members),
    ];
  }
  return [
    finding(
      '/source/type',
      'enum',
      'The source is neither "publisher" nor "documentation".',
      'Write where the manifest comes from.',
      type,
    ),
  ];
}

function timeFindings({ created_at, updated_at }: Members): Finding[] {
  const times = Object.entries({ created_at, updated_at }).flatMap(([name, time]) =>
    isInstant(time)
      ? []
      : [finding(`/${name}`, 'date_time', `${name} is not a time in UTC.`, 'Write it as 2026-11-21T09:30:00Z.', time)],
  );
  if (times.length === 0 && Date.parse(String(updated_at)) < Date.parse(String(created_at))) {
    return [
      finding(
        '/updated_at',
        'order',
        'The record was updated before it was created.',
        'Use a time at or after created_at.',
        updated_at,
      ),
    ];
  }
  return times;
}

function withdrawalFindings({ withdrawn }: Members): Finding[] {
  if (withdrawn === undefined) return [];
  const { at, reason } = isObject(withdrawn) ? withdrawn : {};
  if (isInstant(at) && typeof reason === 'string' && reason.trim() !== '' && reason.length <= LONGEST_REASON) return [];
  const hint = 'Let npm run maintain -- withdraw write it.';
  return [
    finding(
      '/withdrawn',
      'type',
      `withdrawn needs at, a time in UTC, and a reason of at most ${LONGEST_REASON} characters.`,
      hint,
      withdrawn,
    ),
  ];
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
