import type { Blocklist } from '#listing/blocklist.ts';
import { type ListingRecord, parseStored, recordFindings, recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';
import type { Decision, OriginCheck } from '../../acceptance.ts';
import { evaluateSubmission } from '../../acceptance-rule.ts';
import type { ListingIndex } from '../../listing-index.ts';

/** The branch of the observations, one file per listing. Paths match those of the records in `registry/listings/`. */
export const OBSERVATIONS_BRANCH = 'observations';

/** The services and data for an assessment. */
export interface AssessmentPlace {
  /** Reads the record of a listing. */
  readonly readRecord: ReadFile;
  /** Reads its observation. A draft needs none. */
  readonly readObservation?: ReadFile;
  /** An index of the checked-out records. */
  readonly index: ListingIndex;
  readonly blocklist: Blocklist;
  /** The daily limit of new listings for an origin's domain. Undefined if it has none. */
  readonly limitFor: (origin: Origin) => number | undefined;
  readonly verify: (origin: Origin) => Promise<OriginCheck>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Returns the content of a file by its path in the repository. Undefined if the file or its branch does not exist. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** Returns the path of the record of a listing in the repository. */
export function recordFile(id: string): string {
  return `registry/listings/${recordPath(id)}`;
}

/**
 * Checks an origin and decides by the acceptance rule. Writes nothing.
 *
 * @throws Error if a file of the repository is invalid
 */
export async function assess(origin: Origin, place: AssessmentPlace): Promise<Decision> {
  const { readRecord, readObservation = async () => undefined, index, blocklist, limitFor, now } = place;
  const [record, observation, verification] = await Promise.all([
    read<ListingRecord>(readRecord, recordFile(origin.id), value => recordFindings(recordPath(origin.id), value)),
    read<Observation>(readObservation, recordPath(origin.id), observationFindings),
    place.verify(origin),
  ]);
  const limit = limitFor(origin);
  return evaluateSubmission({
    origin,
    record,
    observation,
    refused: blocklist(origin),
    verification,
    now: now(),
    isOnDemand: true,
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(now(), origin), limit },
    similarNames: index.similar(origin.id, getName(verification)),
  });
}

async function read<T>(
  readFile: ReadFile,
  path: string,
  findingsOf: (value: unknown) => readonly Finding[],
): Promise<T | undefined> {
  const bytes = await readFile(path);
  if (bytes === undefined) return undefined;
  const parsed = parseStored<T>(bytes, findingsOf);
  if (parsed.ok) return parsed.value;
  const [first] = parsed.error;
  throw new Error(`${path} is invalid: ${first?.pointer}: ${first?.message}`);
}

function getName({ document }: OriginCheck): string {
  const { name } = (document?.value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}
