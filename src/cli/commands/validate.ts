import type { Command } from '../command.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'check an API by its URL, or manifest files',
  operands: [{ name: 'url|file', completions: 'files', repeatable: true }],
  options: {
    json: { help: 'print the report as JSON, with lines and columns; an array for several files or a pattern' },
    watch: { help: 'check a file after each change, a URL every minute, or a loopback URL every 5 seconds' },
    local: { help: 'allow http loopback URLs (default for http://localhost and http://127.0.0.1)' },
  },
  about: [
    'Runs the checks of the registry. For a URL, it fetches the manifest and probes a few endpoints with GET and HEAD, without credentials. For a file, it checks only the manifest. Use - to read standard input. Several files, URLs, and patterns such as "apis/**/*.json" work too.',
    'For each problem, prints the location, the rule, and the fix.',
  ],
  examples: [
    ['validate api-manifest.json', 'check a manifest before you publish it'],
    ['validate "apis/**/api-manifest.json"', 'check all manifests of a repository'],
    ['validate api-manifest.json --watch', 'check it in a second terminal while you edit it'],
    ['validate https://api.example.com', 'run the live checks of the registry'],
    ['validate https://api.example.com --json', 'print the report for another program'],
  ],
  exits: {
    0: 'all checks passed, possibly with warnings',
    1: 'a check failed or was inconclusive',
    2: 'could not run: file not found or invalid URL',
  },
  run: async (...call) => (await import('../manifest/validate.ts')).validate(...call),
};
