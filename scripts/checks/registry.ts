/**
 * Checks the data of the registry: the path, identity, and manifest of each record, the facts of
 * records from documentation, the vocabulary of the search, and the
 * recorded hash of its word vectors, and the collections. Prints one line for each problem, with the file, the location, and the fix. Exit
 * status 1 if there are any.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runScript } from '#cli/terminal/run-script.ts';
import { listingOf } from '#listing/listing.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { toRow } from '#listing/row.ts';
import { COLLECTIONS } from '#query/collections.ts';
import { requireRegistryFolder } from '#store/data-folders.ts';
import { readRecords } from '#store/record-files.ts';
import { findCollectionProblems } from './registry/find-collection-problems.ts';
import { findVectorProblems } from './registry/find-vector-problems.ts';
import { findVocabularyProblems } from './registry/find-vocabulary-problems.ts';
import { parseVocabulary } from './registry/parse-vocabulary.ts';
import { findEndpointCounts } from './registry/records/find-endpoint-counts.ts';
import { findRecordProblems } from './registry/records/find-record-problems.ts';

const BASES = { registry: 'https://registry.example', site: 'https://site.example' };
const DATA = path.resolve(import.meta.dirname, '../../registry');

await runScript(async () => {
  const problems: string[] = [];
  const records: ListingRecord[] = [];
  let count = 0;
  const registryDir = process.env.REGISTRY_DIR || DATA;
  requireRegistryFolder(registryDir);
  for await (const result of readRecords(registryDir)) {
    count++;
    if (result.ok) {
      records.push(result.value);
      continue;
    }
    for (const { pointer, rule, message, hint } of result.findings)
      problems.push(`${path.relative('.', result.file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
  }

  const parsed = parseVocabulary(JSON.parse(await readFile(path.join(DATA, 'vocabulary.json'), 'utf8')));
  const inVocabulary = parsed.ok
    ? findVocabularyProblems(parsed.value)
    : parsed.error.map(({ pointer, message }) => `${pointer}: ${message}`);
  problems.push(...inVocabulary.map(problem => `registry/vocabulary.json: ${problem}`));

  const vectors = await readFile(path.join(DATA, 'word-vectors.bin'));
  const description = await readFile(path.join(DATA, 'word-vectors.md'), 'utf8');
  const inVectors = await findVectorProblems(vectors, description);
  problems.push(...inVectors.map(problem => `registry/word-vectors.bin: ${problem}`));

  problems.push(...findRecordProblems(records));
  // Exemptions name records of this project.
  if (registryDir === DATA) problems.push(...findEndpointCounts(records));
  const rows = records.map(record => toRow(listingOf(record), BASES));
  const inCollections = findCollectionProblems(COLLECTIONS, rows);
  problems.push(...inCollections.map(problem => `registry/collections.json: ${problem}`));

  for (const problem of problems) console.error(problem);
  console.log(`${count} records, ${problems.length} problems.`);
  return problems.length > 0 ? 1 : 0;
});
