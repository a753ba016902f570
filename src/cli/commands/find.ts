import type { Command } from '../command.ts';
import { FILTERS } from '../registry/filters.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const find: Command = {
  name: 'find',
  summary: 'find APIs in a registry by words and filters',
  operands: [{ name: 'words', optional: true, several: true }],
  options: { ...REGISTRY_OPTION, json: { help: "the registry's answer as JSON" }, ...FILTERS },
  about: [
    'Searches names and descriptions, by word, by the beginning of a word, and with typing errors. Filters combine: a listing has to fit all of them. Best matches come first, or without words the newest.',
  ],
  examples: [
    ['find weather forecast --auth-required false', 'usable at once, without a key'],
    ['find --category finance --free-only --limit 50', 'by filters alone'],
    ['find exchange rates --json', 'for a program to read'],
  ],
  exits: { 0: 'something was found', 1: 'nothing matches', 2: 'the registry could not be asked, or refuses the query' },
  run: async (...call) => (await import('../registry/find.ts')).find(...call),
};
