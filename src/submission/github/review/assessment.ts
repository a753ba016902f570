import { type ListingRecord, recordFindings, recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { Decision, OriginCheck } from '../../acceptance.ts';
import { evaluateSubmission } from '../../acceptance-rule.ts';
import type { Blocklist } from '../../blocklist.ts';
import type { ListingIndex } from '../../listing-index.ts';
import type { Repository } from '../api/repository.ts';
import { readRepositoryFile } from '../api/repository-file.ts';

/** The branch of the observations, one file per listing. Paths match those of the records in `registry/listings/`. */
export const OBSERVATIONS_BRANCH = 'observations';

/** The services and data for an assessment. */
export interface AssessmentPlace {
  readonly repository: Repository;
  /** An index of the checked-out records. */
  readonly index: ListingIndex;
  readonly refusals: Blocklist;
  /** The daily limit of new listings for an origin's domain. Undefined if it has none. */
  readonly limitFor: (origin: Origin) => number | undefined;
  readonly verify: (origin: Origin) => Promise<OriginCheck>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

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
  const { repository, index, refusals, limitFor, now } = place;
  const [record, observation, verification] = await Promise.all([
    read<ListingRecord>(repository, repository.base, recordFile(origin.id), value =>
      recordFindings(recordPath(origin.id), value),
    ),
    read<Observation>(repository, OBSERVATIONS_BRANCH, recordPath(origin.id), observationFindings),
    place.verify(origin),
  ]);
  const limit = limitFor(origin);
  return evaluateSubmission({
    origin,
    record,
    observation,
    refused: refusals(origin),
    verification,
    now: now(),
    asked: true,
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(now(), origin), limit },
    similarNames: index.similar(origin.id, getName(verification)),
  });
}

async function read<T>(
  repository: Repository,
  branch: string,
  path: string,
  findingsOf: (value: unknown) => readonly Finding[],
): Promise<T | undefined> {
  const bytes = await readRepositoryFile(repository, branch, path);
  if (bytes === undefined) return undefined;
  const parsed = parseJsonText(bytes);
  const findings = parsed.ok ? findingsOf(parsed.value) : parsed.error;
  const [first] = findings;
  if (first) throw new Error(`${path} on branch ${branch} is invalid: ${first.pointer}: ${first.message}`);
  return parsed.ok ? (parsed.value as T) : undefined;
}

function getName({ document }: OriginCheck): string {
  const { name } = (document?.value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}
