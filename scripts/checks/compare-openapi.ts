/**
 * Compares a record with the OpenAPI document that its facts come from: paths, methods, parameters, and security.
 *   node scripts/checks/compare-openapi.ts <id> <document>
 * Prints one line for each difference. Exit status 1 if there are any. `source.openapi` of the record names the document.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import { readRecord } from '#store/record-files.ts';
import { compareWithOpenapi } from './openapi/compare-openapi.ts';

const DATA = path.resolve(import.meta.dirname, '../../registry');

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [id, file] = positionals;
  if (id === undefined || file === undefined)
    throw new RangeError('Usage: node scripts/checks/compare-openapi.ts <id> <document>');
  const record = await readRecord(process.env.REGISTRY_DIR ?? DATA, id);
  if (!record?.ok) throw new RangeError(`The registry has no valid record "${id}".`);
  const document = parseOpenapiDocument(new Uint8Array(await readFile(file)));
  if (!document.ok) throw new RangeError(`${file}: ${document.error}`);
  const differences = compareWithOpenapi(record.value, document.value);
  for (const difference of differences) console.log(`${id}: ${difference}`);
  console.log(`${differences.length} differences.`);
  return differences.length > 0 ? 1 : 0;
});
