import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const mirror: Command = {
  name: 'mirror',
  summary: 'mirror a registry to a folder',
  operands: [{ name: 'folder', completions: 'folders' }],
  options: {
    ...REGISTRY_OPTION,
    every: { value: 'MINUTES', help: 'keep running and update the mirror at this interval' },
    'accept-older': {
      help: 'accept data that is older than that of the last run, after the registry restored a backup',
    },
    json: { help: 'print the result as JSON, one line per run' },
  },
  about: [
    'Saves each listing as listings/<id>.json, byte for byte, including lapsed and withdrawn listings. Later runs fetch only changes and remove listings that the registry no longer has. An interrupted run resumes.',
    'If the registry has an export (/export/index.json), its files are saved to export/ and checked against the sizes and SHA-256 digests of the index. The listings are checked against the export.',
    'A run that gets older data than the last one changes nothing and exits with status 1, so a rollback of the registry does not reach the mirror.',
  ],
  examples: [
    ['mirror copy --registry https://registry.example', 'create or update the mirror'],
    ['mirror copy --registry https://registry.example --every 60', 'update it hourly until Ctrl-C'],
  ],
  exits: {
    0: 'the mirror is exact',
    1: 'some files do not match their digests, or the data is older than in the last run; the output lists them',
    2: 'the registry is unreachable, or the folder is not a mirror of it',
    130: 'interrupted; the next run resumes',
  },
  run: async (...call) => (await import('../registry/mirror.ts')).mirror(...call),
};
