import type { Withdrawal } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { isObject, type JsonObject } from '#manifest/json-object.ts';
import { MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { validateManifest } from '#manifest/validate.ts';
import { basisFindings, type DocumentationSource } from './documentation-source.ts';
import { MANIFEST_PATH, parseOrigin } from './origin.ts';
import { registrableDomain } from './registrable-domain.ts';
import { isTimestamp } from './time/timestamp.ts';

/** The stored snapshot of an origin's manifest (design: Record and observation). */
export interface ListingRecord {
  readonly id: string;
  /** The origin. */
  readonly url: string;
  readonly source: PublisherSource | DocumentationSource;
  /** When the origin was first listed. */
  readonly created_at: Instant;
  /** When the snapshot last changed. */
  readonly updated_at: Instant;
  /** When the name, contact, homepage, and all endpoints last changed at once. Absent if they never did. */
  readonly identity_changed_at?: Instant;
  /** Present if a maintainer withdrew the listing. It takes precedence over the manifest. */
  readonly withdrawn?: Withdrawal;
  /** The parsed manifest, unchanged. */
  readonly manifest: Manifest;
}

/** The origin serves the manifest. */
export interface PublisherSource {
  readonly type: 'publisher';
  readonly manifest_url: string;
}

/** The maximum nesting of a record: its manifest is nested one level deep. */
export const MAX_RECORD_DEPTH = MAX_MANIFEST_DEPTH + 1;

/** The limits of stored files. Their keys are not limited: the registry accepted them, and must still start with them. */
export const RECORD_LIMITS = { maxDepth: MAX_RECORD_DEPTH, maxKeys: Number.POSITIVE_INFINITY };

/** The maximum length of the reason for a withdrawal, in characters. */
const MAX_REASON_LENGTH = 500;

/**
 * Returns the path of a record under `listings/`: `<xx>/<id>.json`, where `xx` is the first two characters of the
 * registrable domain. `_` replaces a dot in `xx`, because some file systems drop a trailing dot.
 *
 * @param id the id of a listing
 */
export function recordPath(id: string): string {
  const host = id.replace(/_\d+$/, '');
  return `${registrableDomain(host).slice(0, 2).replaceAll('.', '_')}/${id}.json`;
}

/** The maximum length of the white space in an indented record. A deep manifest of 1 MiB would have up to 70 MiB. */
const MAX_WHITE_SPACE = 3 * 1024 * 1024;

/**
 * Formats a record as JSON. The order of its members is fixed, so that each diff shows a change of content. A record that
 * indentation would make far longer stays on one line.
 */
export function recordText(record: ListingRecord): string {
  const { id, url, source, created_at, updated_at, identity_changed_at, withdrawn, manifest } = record;
  const withdrawal = withdrawn && { withdrawn: { at: withdrawn.at, reason: withdrawn.reason } };
  const members = { id, url, source, created_at, updated_at, identity_changed_at, ...withdrawal, manifest };
  const indent = measureWhiteSpace(members, 0) > MAX_WHITE_SPACE ? 0 : 2;
  return `${JSON.stringify(members, null, indent)}\n`;
}

/** Returns the length of the white space in indented JSON, or a number above the maximum, without creating the text. */
function measureWhiteSpace(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (items.length === 0) return 0;
  // A line break and the indentation before each item and the end, and a space after each name.
  let length = items.length * (2 * depth + (items === value ? 3 : 4)) + 2 * depth + 1;
  for (let index = 0; index < items.length && length <= MAX_WHITE_SPACE; index++)
    length += measureWhiteSpace(items[index], depth + 1);
  return length;
}

/**
 * Parses and validates the text of a stored file: a record or an observation.
 * @param findingsOf returns the problems of the parsed file
 * @returns the problems if it is not valid
 */
export function parseStored<T>(
  text: string | Uint8Array,
  findingsOf: (value: unknown) => readonly Finding[],
): Result<T, readonly Finding[]> {
  const parsed = parseJsonText(text, RECORD_LIMITS);
  if (!parsed.ok) return parsed;
  const findings = findingsOf(parsed.value);
  return findings.length > 0 ? failure(findings) : success(parsed.value as T);
}

/**
 * Validates a parsed file of `registry/listings/`. The path, the id, and the URL must match.
 *
 * @param path its path under `listings/`
 * @param value the parsed file
 * @returns the problems; an empty array means that `value` is a `ListingRecord`
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

function identityFindings(path: string, record: JsonObject): Finding[] {
  const { id, url } = record;
  const origin = typeof url === 'string' ? parseOrigin(url) : undefined;
  if (!origin?.ok || origin.value.url !== url) {
    const hint = origin?.ok
      ? `Write "${origin.value.url}".`
      : 'Write the scheme and the host, and the port if it is not the default.';
    return [finding('/url', 'origin', '`url` must be an origin: a scheme and a host without a path.', hint, url)];
  }
  if (id !== origin.value.id) {
    return [finding('/id', 'identity', '`id` does not match `url`.', `The id of ${url} is "${origin.value.id}".`, id)];
  }
  if (path !== recordPath(id)) {
    return [finding('/id', 'path', `The path ${path} does not match the id.`, `Move it to ${recordPath(id)}.`, id)];
  }
  return [];
}

function sourceFindings({ source, url }: JsonObject): Finding[] {
  const members = isObject(source) ? source : {};
  const { type, manifest_url, documentation_url } = members;
  if (type === 'publisher') {
    const expected = `${url}${MANIFEST_PATH}`;
    if (manifest_url === expected) return [];
    return [
      finding(
        '/source/manifest_url',
        'identity',
        '`manifest_url` does not match `url`.',
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
        '`documentation_url` must be an http or https URL.',
        'Use the URL of the page that the record was written from.',
        documentation_url,
      ),
      ...basisFindings(members),
    ];
  }
  return [
    finding(
      '/source/type',
      'enum',
      '`type` must be "publisher" or "documentation".',
      'Use the author of the manifest.',
      type,
    ),
  ];
}

function timeFindings({ created_at, updated_at, identity_changed_at = updated_at }: JsonObject): Finding[] {
  const times = Object.entries({ created_at, updated_at, identity_changed_at }).flatMap(([name, time]) =>
    isTimestamp(time)
      ? []
      : [finding(`/${name}`, 'date_time', `${name} must be a time in UTC.`, 'Write it as 2026-11-21T09:30:00Z.', time)],
  );
  if (times.length === 0 && Date.parse(String(updated_at)) < Date.parse(String(created_at))) {
    return [
      finding(
        '/updated_at',
        'order',
        'updated_at is earlier than created_at.',
        'Use a time at or after created_at.',
        updated_at,
      ),
    ];
  }
  return times;
}

function withdrawalFindings({ withdrawn }: JsonObject): Finding[] {
  if (withdrawn === undefined) return [];
  const { at, reason } = isObject(withdrawn) ? withdrawn : {};
  if (isTimestamp(at) && typeof reason === 'string' && reason.trim() !== '' && reason.length <= MAX_REASON_LENGTH)
    return [];
  const hint = 'Run npm run maintain -- withdraw instead of editing the file.';
  return [
    finding(
      '/withdrawn',
      'type',
      `withdrawn must have at, a time in UTC, and reason, with at most ${MAX_REASON_LENGTH} characters.`,
      hint,
      withdrawn,
    ),
  ];
}
