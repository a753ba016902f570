import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const mirror: Command = {
  name: 'mirror',
  summary: 'keep an exact copy of a registry in a folder',
  operands: [{ name: 'folder', offers: 'folders' }],
  options: {
    ...REGISTRY_OPTION,
    every: { value: 'MINUTES', help: 'go on until Ctrl-C, bringing it up to date as often as this' },
    json: { help: 'what was done as JSON, one line a run' },
  },
  about: [
    'Fetches every listing into listings/<id>.json, byte for byte as the registry answers, lapsed and withdrawn ones included. Run again, it asks only for what changed since; stopped half-way, it goes on where it was. What the registry no longer has is removed.',
    "Where the registry has an export (/export/index.json), its files are kept in export/, each held to the index's size and SHA-256, and the listings are held to them.",
  ],
  examples: [
    ['mirror copy --registry https://registry.example', 'the first time, and each time after'],
    ['mirror copy --registry https://registry.example --every 60', 'hourly, until Ctrl-C'],
  ],
  exits: {
    0: 'the copy is exact',
    1: 'something does not match its digest; each is named',
    2: 'the registry could not be asked, or the folder is no mirror of it',
    130: 'stopped; the next run goes on from here',
  },
  run: async (...call) => (await import('../registry/mirror.ts')).mirror(...call),
};
