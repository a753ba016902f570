/** `npm run validate`: short for `npm run api-manifest -- validate`. */
import { apiManifest } from '#cli/api-manifest.ts';
import { createProcessTerminal } from '#cli/terminal/process-terminal.ts';

process.exitCode = await apiManifest(['validate', ...process.argv.slice(2)], createProcessTerminal());
