import type { Instant } from '#contract/instant.ts';
import { type ListingRecord, RECORD_LIMITS, recordFindings, recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { MANIFEST_PATH, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import { parseDateTime } from '#manifest/date-time.ts';
import type { Finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { writeObservation, writeRecord } from '#store/record-files.ts';

/** Runs a write for a listing after the former ones for the same listing. */
export type WriteInOrder = (id: string, write: () => Promise<void>) => Promise<void>;

export interface LoadLineOptions {
  readonly directories: DataDirectories;
  /** The default creation time. */
  readonly now: Instant;
  readonly writeInOrder: WriteInOrder;
}

/**
 * Writes the record and the optional observation of one NDJSON line.
 * @returns the reason why the line is invalid; undefined if it was written
 */
export async function loadLine(
  line: string,
  { directories, now, writeInOrder }: LoadLineOptions,
): Promise<string | undefined> {
  const parsed = parseJsonText(line, RECORD_LIMITS);
  if (!parsed.ok) return formatFindings(parsed.error);
  const {
    origin: address,
    manifest,
    created_at,
    observation,
  } = (parsed.value ?? {}) as Readonly<Record<string, unknown>>;
  const origin = parseOrigin(String(address));
  if (!origin.ok) return origin.error;

  const { id, url } = origin.value;
  const created = created_at === undefined ? now : toInstant(created_at);
  if (created === undefined) return `created_at is not an RFC 3339 time: ${JSON.stringify(created_at)}`;
  const record = {
    id,
    url,
    source: { type: 'publisher', manifest_url: url + MANIFEST_PATH },
    created_at: created,
    updated_at: created,
    manifest,
  };
  const findings = recordFindings(recordPath(id), record);
  if (findings.length > 0) return formatFindings(findings);
  const observationsDir = observation === undefined ? undefined : directories.observations;
  const problems = observationsDir === undefined ? [] : observationFindings(observation);
  if (problems.length > 0) return formatFindings(problems);
  await writeInOrder(id, async () => {
    if (observationsDir !== undefined) await writeObservation(observationsDir, id, observation as Observation);
    await writeRecord(directories.registry, record as ListingRecord);
  });
  return undefined;
}

/** Converts a time to UTC. Leaves a time in UTC unchanged. */
function toInstant(value: unknown): Instant | undefined {
  const time = typeof value === 'string' ? parseDateTime(value) : undefined;
  if (time === undefined) return undefined;
  return /Z$/.test(String(value)) && !/:60/.test(String(value)) ? String(value) : instant(time);
}

function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ pointer, message, hint }) => `${pointer || '(document)'}: ${message} ${hint}`).join('; ');
}
