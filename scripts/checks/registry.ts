/**
 * Checks the data of the registry: the path, identity, and manifest of every record below registry/listings, the
 * vocabulary of the search, and the recorded hash of its word vectors.
 * Exits with 1 and one line for each problem: file, place, and the fix.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseVocabulary } from '#query/text/meaning/vocabulary.ts';
import { readRecords } from '#store/record-files.ts';
import { findVectorProblems } from './registry/find-vector-problems.ts';
import { findVocabularyProblems } from './registry/find-vocabulary-problems.ts';

const data = path.resolve(import.meta.dirname, '../../registry');
const directory = process.env.REGISTRY_DIR ?? data;
const problems: string[] = [];
let records = 0;

for await (const result of readRecords(directory)) {
  records++;
  if (result.ok) continue;
  for (const { pointer, rule, message, hint } of result.findings) {
    problems.push(`${path.relative('.', result.file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
  }
}

const parsed = parseVocabulary(JSON.parse(await readFile(path.join(data, 'vocabulary.json'), 'utf8')));
const inVocabulary = parsed.ok
  ? findVocabularyProblems(parsed.vocabulary)
  : parsed.errors.map(({ pointer, message }) => `${pointer}: ${message}`);
problems.push(...inVocabulary.map(problem => `registry/vocabulary.json: ${problem}`));

const vectors = await readFile(path.join(data, 'word-vectors.bin'));
const description = await readFile(path.join(data, 'word-vectors.md'), 'utf8');
problems.push(
  ...(await findVectorProblems(vectors, description)).map(problem => `registry/word-vectors.bin: ${problem}`),
);

for (const problem of problems) console.error(problem);
console.log(`${records} records, ${problems.length} problems.`);
process.exitCode = problems.length > 0 ? 1 : 0;
