/**
 * Checks every record below registry/listings: its place, its identity and its manifest.
 * Exit status 1, and one line for each problem: file, pointer, rule, what to do.
 */
import path from 'node:path';
import { readRecords } from '#store/record-files.ts';

const directory = process.env.REGISTRY_DIR ?? path.resolve(import.meta.dirname, '../../registry');
let records = 0;
let faults = 0;

for await (const result of readRecords(directory)) {
  records++;
  if (result.ok) continue;
  for (const { pointer, rule, message, hint } of result.findings) {
    faults++;
    console.error(`${path.relative('.', result.file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
  }
}

console.log(`${records} records, ${faults} problems.`);
process.exitCode = faults > 0 ? 1 : 0;
