import { processTerminal } from '../src/cli/terminal.ts';
import { validate } from '../src/cli/validate.ts';

process.exitCode = await validate(process.argv.slice(2), processTerminal());
