import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const show: Command = {
  name: 'show',
  summary: 'show a listing',
  operands: [{ name: 'id|url' }],
  options: {
    ...REGISTRY_OPTION,
    json: { help: 'print the listing as JSON, with its manifest and its latest report' },
    manifest: { help: 'print only the manifest, as JSON' },
  },
  about: [
    'Shows the status of a listing, its pricing, its required credentials, its notes for agents, and its endpoints. The id of a listing is the host of the API. Any URL of the API and the URL of the listing in the registry also work.',
  ],
  examples: [
    ['show api.example.com', 'show a listing by id'],
    ['show https://api.example.com/v1/docs --json', 'find it by URL and print it for another program'],
    ['show api.example.com --manifest > listed.json', 'save the manifest to compare it with diff'],
  ],
  exits: { 0: 'the listing exists', 1: 'the listing does not exist', 2: 'the registry is unreachable' },
  run: async (...call) => (await import('../registry/show.ts')).show(...call),
};
