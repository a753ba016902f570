import type { ListingRecord } from '#listing/listing-record.ts';
import { findEndpointProblems } from './find-endpoint-problems.ts';
import { findExampleProblems } from './find-example-problems.ts';
import { findRepeatedTexts } from './find-repeated-texts.ts';
import { findTextProblems } from './find-text-problems.ts';
import { findUnsafeExamples } from './find-unsafe-examples.ts';
import { findUrlProblems } from './find-url-problems.ts';

const RULES = [findUrlProblems, findEndpointProblems, findExampleProblems, findUnsafeExamples, findTextProblems];

/**
 * Finds problems of the records that contributors wrote from documentation. Manifests of publishers are not ours, so these
 * rules do not apply to them.
 * @returns one line for each problem, which starts with the id of the record
 */
export function findRecordProblems(records: readonly ListingRecord[]): string[] {
  const written = records.filter(({ source }) => source.type === 'documentation');
  const repeated = findRepeatedTexts(written);
  return written.flatMap(record =>
    [...RULES.flatMap(find => find(record)), ...(repeated.get(record.id) ?? [])].map(each => `${record.id}: ${each}`),
  );
}
