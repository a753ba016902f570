import type { Command } from '../command.ts';
import { FILTERS } from '../registry/filters.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const find: Command = {
  name: 'find',
  summary: 'search a registry by words and filters',
  operands: [{ name: 'words', optional: true, repeatable: true }],
  options: { ...REGISTRY_OPTION, json: { help: 'print the response of the registry as JSON' }, ...FILTERS },
  about: [
    'Searches names, use cases, descriptions, categories, and endpoints. Search understands synonyms and tolerates typos. Results match all filters. The best matches come first, or without words the newest listings.',
  ],
  examples: [
    ['find weather forecast --auth-required false', 'find APIs that work without a key'],
    ['find --category finance --free-only --limit 50', 'use only filters'],
    ['find exchange rates --json', 'print the results for another program'],
  ],
  exits: {
    0: 'found at least one listing',
    1: 'no matches, or none at this offset',
    2: 'the registry is unreachable or rejected the query',
  },
  run: async (...call) => (await import('../registry/find.ts')).find(...call),
};
