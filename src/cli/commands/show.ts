import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const show: Command = {
  name: 'show',
  summary: 'show one API of a registry',
  operands: [{ name: 'id|address' }],
  options: {
    ...REGISTRY_OPTION,
    json: { help: 'the listing as JSON, its manifest and the last report included' },
    manifest: { help: 'the manifest alone, as JSON' },
  },
  about: [
    'Shows a listing: whether it is alive, what it costs, which credentials it needs, its notes for agents and its endpoints. The id of a listing is the host of the API; any address of the API will do as well.',
  ],
  examples: [
    ['show api.example.com', 'to read'],
    ['show https://api.example.com/v1/docs --json', 'by an address, for a program to read'],
    ['show api.example.com --manifest > listed.json', 'to compare it with diff'],
  ],
  exits: { 0: 'shown', 1: 'the registry does not list it', 2: 'the registry could not be asked' },
  run: async (...call) => (await import('../registry/show.ts')).show(...call),
};
