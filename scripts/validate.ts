import { apiManifest } from '../src/cli/api-manifest.ts';
import { processTerminal } from '../src/cli/process-terminal.ts';

process.exitCode = await apiManifest(['validate', ...process.argv.slice(2)], processTerminal());
