/**
 * Compiles the JSON Schemas of the manifest format to JavaScript in `src/manifest/compiled/`. Runs during `npm install` and
 * before each start, test run, and check. Does nothing if the output is up to date.
 */
import path from 'node:path';
import { runScript } from '#cli/terminal/run-script.ts';
import { compileValidators } from './generate/validators/compile-validators.ts';

await runScript(() => compileValidators(path.resolve(import.meta.dirname, '..')));
