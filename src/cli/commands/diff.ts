import type { Command } from '../command.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'compare two manifests and list breaking changes first',
  operands: [
    { name: 'old', completions: 'files' },
    { name: 'new', completions: 'files' },
  ],
  options: {
    json: { help: 'print the differences as JSON, each with kind, breaking, pointer, and text' },
    strict: { help: 'exit with 1 for any difference, not only for breaking ones' },
  },
  about: [
    'Compares endpoints by method and path, parameters by name, and prices by value. A change is breaking if it can break an agent that relies on the old manifest.',
    'Each side is a file, a URL, or - for standard input. For a URL without a path, diff fetches the manifest that the API serves.',
  ],
  examples: [
    ['diff https://api.example.com api-manifest.json', 'show what publishing this file would change'],
    ['diff old.json new.json --strict', 'detect any change in a script'],
    ['diff - new.json < old.json', 'read the old manifest from a pipe'],
  ],
  exits: {
    0: 'no breaking difference (with --strict: no difference)',
    1: 'a breaking difference (with --strict: any difference)',
    2: 'could not run: file not found, invalid JSON, or no response',
  },
  run: async (...call) => (await import('../manifest/diff.ts')).diff(...call),
};
