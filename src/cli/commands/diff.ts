import type { Command } from '../command.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'tell in words what changed between two manifests, breaking changes first',
  operands: [
    { name: 'old', offers: 'files' },
    { name: 'new', offers: 'files' },
  ],
  options: {
    json: { help: 'the differences as JSON, each with kind, breaking, pointer and text' },
    strict: { help: 'exit with 1 for any difference, not for breaking ones alone' },
  },
  about: [
    'Compares two manifests in the terms of the format: endpoints by method and path, parameters by name, prices as numbers. Breaking is what can break an agent that relied on the old one.',
    'Each side is a file, - for standard input, or an address; an address without a path stands for the manifest that the API serves now.',
  ],
  examples: [
    ['diff https://api.example.com api-manifest.json', 'what publishing this file would change'],
    ['diff old.json new.json --strict', 'in a script: has anything changed at all?'],
    ['diff - new.json < old.json', 'the old one from a pipe'],
  ],
  exits: {
    0: 'no breaking difference (with --strict: no difference)',
    1: 'a breaking difference (with --strict: any difference)',
    2: 'it could not compare: no such file, not JSON, no answer',
  },
  run: async (...call) => (await import('../manifest/diff.ts')).diff(...call),
};
