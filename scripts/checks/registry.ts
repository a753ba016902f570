/**
 * Checks all records in registry/listings: file path, identity, and manifest. Prints one line for each problem, with the
 * file, the JSON Pointer, the rule, and the fix. Exit status 1 if there are any.
 */
import path from 'node:path';
import { runScript } from '#cli/terminal/run-script.ts';
import { readRecords } from '#store/record-files.ts';

await runScript(async () => {
  const directory = process.env.REGISTRY_DIR ?? path.resolve(import.meta.dirname, '../../registry');
  let records = 0;
  let problems = 0;

  for await (const result of readRecords(directory)) {
    records++;
    if (result.ok) continue;
    for (const { pointer, rule, message, hint } of result.findings) {
      problems++;
      console.error(`${path.relative('.', result.file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
    }
  }

  console.log(`${records} records, ${problems} problems.`);
  return problems > 0 ? 1 : 0;
});
