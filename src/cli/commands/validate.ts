import type { Command } from '../command.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'check an API by its address, or a manifest in a file',
  operands: [{ name: 'address|file', offers: 'files' }],
  options: {
    json: { help: 'the report as JSON, as the registry gives it' },
    watch: { help: 'check again whenever the file changes; an address every minute, on this machine every 5 seconds' },
    local: { help: 'allow an http address on this machine (implied by http://localhost and http://127.0.0.1)' },
  },
  about: [
    'Runs the checks that a registry runs. An address is checked live: its manifest is fetched, and a few of its endpoints are asked, with GET and HEAD, without credentials. A file is checked by itself; - reads it from standard input.',
    'Each problem is told with its place in the file, the rule, and how to mend it.',
  ],
  examples: [
    ['validate api-manifest.json', 'a manifest before it is published'],
    ['validate api-manifest.json --watch', 'in a second window, while you write it'],
    ['validate https://api.example.com', 'as the registry will see it'],
    ['validate https://api.example.com --json', 'for a program to read'],
  ],
  exits: {
    0: 'all checks passed, with or without warnings',
    1: 'a check failed or could not decide',
    2: 'it could not run: no such file, no address',
  },
  run: async (...call) => (await import('../manifest/validate.ts')).validate(...call),
};
